// Docs shows the tutorial in a browser: the chapters, the code beside them, and a stepper that
// replays the run of each stage line by line.
//
//	go run ./docs                        shows it at http://127.0.0.1:8092/
//	go run ./docs -addr 127.0.0.1:9000   or there
//	go run ./docs -export site           writes it as files to the folder site
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"log"
	"os"
	"os/exec"
	"os/signal"
	"syscall"

	"example.com/eightqueens/docs/internal/reader"
	"example.com/eightqueens/docs/internal/repository"
)

func main() {
	log.SetFlags(0)
	log.SetPrefix("docs: ")
	flag.Usage = func() {
		fmt.Fprint(os.Stderr, "Shows the tutorial in a browser, and steps through the stages.\n"+
			"튜토리얼을 브라우저로 보여 주고, 단계마다 프로그램을 한 걸음씩 실행합니다.\n"+
			"Usage: go run ./docs [-addr 127.0.0.1:8092 | -export folder]\n")
		flag.PrintDefaults()
	}
	var address string
	flag.Func("addr", "`address` to listen at, of this machine alone (이 컴퓨터의 주소; "+reader.DefaultAddress+")", func(text string) (err error) {
		address, err = reader.CheckAddress(text)
		return err
	})
	export := flag.String("export", "", "write the pages to a `folder` (페이지를 폴더에 파일로 씁니다)")
	flag.Parse()
	if flag.NArg() > 0 {
		fmt.Fprintf(os.Stderr, "unexpected argument: %q\n", flag.Arg(0))
		flag.Usage()
		os.Exit(2)
	}

	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := run(ctx, address, *export); err != nil {
		stop()
		log.Fatal(err)
	}
}

func run(ctx context.Context, address, export string) error {
	folder, err := os.Getwd()
	if err != nil {
		return err
	}
	root := repository.Root(folder)
	if root == "" {
		return errors.New("튜토리얼 폴더 안에서 실행합니다. · run this inside the folder of the tutorial")
	}
	if _, err := exec.LookPath("go"); err != nil {
		return errors.New(reader.NoGo)
	}
	if export != "" {
		if err := reader.Export(ctx, root, export, func(file string) { fmt.Println(file) }); err != nil {
			return fmt.Errorf("%s 폴더는 완성되지 않았습니다. · the folder %[1]s is not complete: %w", export, err)
		}
		return nil
	}
	r, err := reader.New(root)
	if err != nil {
		return err
	}
	listener, taken, err := reader.Listen(address)
	if err != nil {
		return err
	}
	if taken {
		fmt.Printf("%s 주소는 다른 프로그램이 쓰고 있어 다음 포트를 씁니다. · %[1]s is taken, so this is the next port.\n", reader.DefaultAddress)
	}
	fmt.Printf("http://%s/\n브라우저로 엽니다. Ctrl+C로 멈춥니다. · Open it in a browser. Ctrl+C stops it.\n", listener.Addr())
	return r.Serve(ctx, listener)
}
