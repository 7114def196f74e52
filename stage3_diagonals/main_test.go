package main

import (
	"io/fs"
	"strings"
	"syscall"
	"testing"

	"example.com/eightqueens/internal/golden"
)

func TestStage(t *testing.T) {
	stage := golden.Build(t, ".")
	stage.Check(t,
		golden.Case{Name: "numbers", Stdout: golden.File(t, "testdata/rows.ko.txt")},
		golden.Case{Name: "boards", Args: []string{"-board"}, Stdout: golden.File(t, "testdata/board.ko.txt")},
		golden.Case{Name: "numbers in English", Args: []string{"-lang", "en"}, Stdout: golden.File(t, "testdata/rows.en.txt")},
		golden.Case{Name: "boards in English", Args: []string{"-lang", "en", "-board"}, Stdout: golden.File(t, "testdata/board.en.txt")},
	)
	checkLanguage(t, stage)
	stage.CheckOptions(t)
	stage.CheckFullDisk(t)
	stage.CheckClosedPipe(t, false)
}

// checkLanguage checks who gets Korean and who English.
func checkLanguage(t *testing.T, stage *golden.Program) {
	korean, english := golden.File(t, "testdata/rows.ko.txt"), golden.File(t, "testdata/rows.en.txt")
	for _, c := range []struct {
		name   string
		env    []string
		args   []string
		stdout string
	}{
		{"unset", nil, nil, korean},
		{"empty", []string{"LC_ALL=", "LC_MESSAGES=", "LANG="}, nil, korean},
		{"C", []string{"LANG=C"}, nil, korean},
		{"C with encoding", []string{"LANG=C.UTF-8"}, nil, korean},
		{"POSIX", []string{"LANG=POSIX"}, nil, korean},
		{"Korean", []string{"LANG=ko"}, nil, korean},
		{"Korean of Korea", []string{"LANG=ko_KR.UTF-8"}, nil, korean},
		{"Korean in an old encoding", []string{"LANG=ko_KR.eucKR"}, nil, korean},
		{"English", []string{"LANG=en_US.UTF-8"}, nil, english},
		{"Japanese", []string{"LANG=ja_JP.UTF-8"}, nil, english},
		{"German with a modifier", []string{"LANG=de_DE@euro"}, nil, english},
		{"Konkani is not Korean", []string{"LANG=kok_IN.UTF-8"}, nil, english},
		{"unknown language of Korea", []string{"LANG=und_KR"}, nil, english},
		{"no language", []string{"LANG=!?"}, nil, english},
		{"LC_ALL wins", []string{"LC_ALL=en_US.UTF-8", "LC_MESSAGES=ko_KR.UTF-8", "LANG=ko_KR.UTF-8"}, nil, english},
		{"LC_MESSAGES next", []string{"LC_ALL=", "LC_MESSAGES=en_GB", "LANG=ko_KR.UTF-8"}, nil, english},
		{"the flag over all", []string{"LC_ALL=en_US.UTF-8"}, []string{"-lang", "ko"}, korean},
	} {
		stage.Check(t, golden.Case{Name: c.name, Env: c.env, Args: c.args, Stdout: c.stdout})
	}

	got := stage.Run(t, golden.Case{Args: []string{"-lang", "fr"}})
	const want = `invalid value "fr" for flag -lang: want ko or en`
	if line, _, _ := strings.Cut(got.Stderr, "\n"); line != want || got.Stdout != "" || got.Exit != 2 {
		t.Errorf("-lang fr: exit status %d, said %q, want 2 and %q", got.Exit, line, want)
	}
}

// TestClosedPipe stands in for Windows, where a closed pipe is an error and not a signal.
func TestClosedPipe(t *testing.T) {
	for code, want := range map[syscall.Errno]bool{0: false, 109: true, 232: true, 233: true, syscall.ENOSPC: false} {
		if err := (&fs.PathError{Err: code}); isClosedPipe(err) != want {
			t.Errorf("isClosedPipe(%d) is not %v", code, want)
		}
	}
}
