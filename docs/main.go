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

	"example.com/eightqueens/docs/internal/export"
	"example.com/eightqueens/docs/internal/language"
	"example.com/eightqueens/docs/internal/repository"
	"example.com/eightqueens/docs/internal/server"
	"example.com/eightqueens/internal/program"
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
	var address, folder string
	flag.Func("addr", "`address` to listen at, of this machine alone (이 컴퓨터의 주소; "+server.DefaultAddress+")", func(text string) (err error) {
		address, err = server.CheckAddress(text)
		return err
	})
	flag.Func("export", "write the pages to a `folder` (페이지를 폴더에 파일로 씁니다)", func(text string) error {
		if folder = text; folder == "" {
			return errors.New(language.Text{"폴더 이름이 없습니다", "no folder is named"}.String())
		}
		return nil
	})
	program.ParseFlags()
	if address != "" && folder != "" {
		program.Refuse("-addr and -export do not go together")
	}

	if err := run(program.UntilEnded(), address, folder); err != nil {
		log.Fatal(err)
	}
}

func run(ctx context.Context, address, out string) error {
	root, err := repository.Here()
	if err != nil {
		return err
	}
	if _, err := exec.LookPath("go"); err != nil {
		return errors.New(server.NoGo.String())
	}
	if out != "" {
		return export.Write(ctx, root, out, func(file string) { fmt.Println(file) })
	}
	s, err := server.New(root)
	if err != nil {
		return err
	}
	defer s.Close()
	listener, err := server.Listen(address)
	if err != nil {
		return err
	}
	if address == "" && listener.Addr().String() != server.DefaultAddress {
		fmt.Println(language.Text{
			"{address} 주소를 쓸 수 없어 다른 포트를 씁니다.",
			"{address} is not free, so this is another port.",
		}.With("address", server.DefaultAddress))
	}
	fmt.Printf("http://%s/\n", listener.Addr())
	fmt.Println(language.Text{"브라우저로 엽니다. Ctrl+C로 멈춥니다.", "Open it in a browser. Ctrl+C stops it."})
	return s.Serve(ctx, listener)
}
