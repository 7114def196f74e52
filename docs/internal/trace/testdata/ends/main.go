// A program that ends in many ways.
package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"os"
	"os/exec"
	"time"
)

var out = bufio.NewWriter(os.Stdout)

var ways = map[string]func(){
	"index": func() {
		list, i := make([]int, 5), 5
		list[i]++ // index
	},
	"deep panic": func() {
		dive(2)
	},
	"deferred": func() {
		defer fmt.Print("bye")
		panic("leaving") // deferred
	},
	"deadlock": func() {
		select {} // deadlock
	},
	"fatal": func() {
		log.SetFlags(0)
		log.Fatal("gone") // fatal
	},
	"silent exit": func() {
		os.Exit(3) // silent exit
	},
	"exit in the middle": func() {
		fmt.Println("half")
		os.Exit(0) // exit in the middle
	},
	"killed": func() {
		self, _ := os.FindProcess(os.Getpid())
		fmt.Fprint(out, "half")
		self.Kill() // killed
		time.Sleep(time.Hour)
	},
	"steps": func() {
		for i := 0; ; i++ {
			fmt.Print() // steps
		}
	},
	"recursion": func() {
		again()
	},
	"output": func() {
		for {
			fmt.Println("set") // output
		}
	},
	"one statement": func() {
		io.Copy(out, endless{}) // one statement
	},
	"endless": func() {
		time.Sleep(time.Hour) // endless
	},
	"slow": func() {
		for {
			time.Sleep(time.Millisecond)
		}
	},
	"memory": func() {
		for list := []byte("q"); len(list) < 1<<30; {
			list = append(list, list...) // memory
		}
	},
	"memory elsewhere": func() {
		gather() // memory elsewhere
	},
	"standard error": func() {
		println("println")
		fmt.Fprintln(os.Stderr, "Fprintln")
	},
	"much standard error": func() {
		line := make([]byte, 1<<20)
		for range 4 {
			os.Stderr.Write(line)
		}
		io.Copy(os.Stderr, io.LimitReader(endless{}, 4<<20))
		panic("after all that") // much standard error
	},
	"no flush": func() {
		fmt.Fprint(out, "■ never shown")
	},
	"flush": func() {
		fmt.Fprint(out, "shown")
		defer out.Flush()
		fmt.Print("first ")
	},
	"local buffer": func() {
		out := bufio.NewWriter(os.Stdout)
		defer out.Flush()
		for range 3 {
			out.WriteString("q")
		}
		fmt.Fprint(io.Discard, "")
	},
	"another buffer": func() {
		for _, file := range []io.Writer{io.Discard, os.Stderr} {
			other := bufio.NewWriter(file)
			other.WriteString("not printed")
			fmt.Print()
		}
	},
	"byte by byte": func() {
		for i := range len("■") {
			os.Stdout.Write([]byte("■")[i : i+1])
		}
		os.Stdout.WriteString("\xff half \xe2")
	},
	"recovered": func() {
		fmt.Println(guarded())
	},
	"connection": func() {
		connection, err := net.Dial("tcp", os.Args[2])
		if err != nil {
			panic(err)
		}
		connection.Read(make([]byte, 1))
	},
	"child": func() {
		child := exec.Command(os.Args[0], "connection", os.Args[2])
		child.Stderr = os.Stderr
		if err := child.Start(); err != nil {
			panic(err)
		}
		os.Stdin.Read(make([]byte, 1))
	},
	"itself": func() {
		text, _ := exec.Command(os.Args[0], "exit in the middle").Output()
		fmt.Printf("%s\n", text)
	},
	"large values": func() {
		squares, list, text := map[int]string{}, []int{}, ""
		var grid [100][100][100]int
		var chain *link
		for i := range 200 {
			squares[i] = "q"
			list = append(list, i)
			text += "퀸"
			chain = &link{i, chain}
			grid[0][0][0]++
		}
		for range 12 {
			keep(&heap{})
		}
		fmt.Println(len(text), grid[0][0][0], chain.number) // large values
	},
}

type link struct {
	number int
	next   *link
}

type heap struct{ list []int }

func keep(h *heap) {}

func dive(i int) {
	if i == 0 {
		panic("no row\nat all") // deep panic
	}
	dive(i - 1)
}

func again() {
	again() // recursion
}

func guarded() (err error) {
	defer func() {
		if fault := recover(); fault != nil {
			err = errors.New("caught")
		}
	}()
	dive(1)
	return nil
}

func main() {
	way := ways[os.Args[1]]
	way()
}
