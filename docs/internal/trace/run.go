package trace

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"go/build"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"time"
)

// A Request says what to trace.
type Request struct {
	Dir    string   // the stage's folder
	N      int      // queens, from 1 to MaxN(Dir)
	Args   []string // further arguments of the stage, "-lang", "en" for example
	Limits Limits
}

// Run traces a run of the stage in a folder. The error is a *SourceError where the source is to
// blame. A run that panics or comes to a limit is no error.
func Run(ctx context.Context, request Request) (*Trace, error) {
	name := filepath.Base(request.Dir)
	if err := checkN(name, request.N); err != nil {
		return nil, err
	}
	b, err := newBuilder(ctx, request.Dir)
	if err != nil {
		return nil, err
	}
	defer b.close()
	source, err := b.source(ctx)
	if err != nil {
		return nil, err
	}
	return Make(source, request.N, func(p *Program) (*Trace, error) {
		if err := b.build(ctx, p); err != nil {
			return nil, err
		}
		return b.run(ctx, p, request.Args, request.Limits)
	})
}

// A builder builds the program in a folder with the go command.
type builder struct {
	// As the go command names them.
	GoFiles, CgoFiles []string // of this system, without tests
	Module            struct{ Path string }

	location
	work    string   // a folder for temporary files
	env     []string // for the go command
	overlay map[string]string
}

// The stage is built in a folder of the module that is there in the overlay alone: a folder whose
// name no import path may have, "stage2_rows copy" for one, is traced all the same.
const (
	stageFolder    = "trace_stage"
	recorderFolder = "trace_recorder" // likewise, of the recorder
)

// newBuilder makes a builder, and a folder in which programs may run.
func newBuilder(ctx context.Context, dir string) (*builder, error) {
	l, err := locate(dir)
	if err != nil {
		return nil, err
	}
	b := &builder{location: l}
	if err := b.prepare(ctx); err != nil {
		b.close()
		return nil, err
	}
	return b, nil
}

// prepare finds out about the go command of the user.
func (b *builder) prepare(ctx context.Context) error {
	settings, err := b.goCommand(ctx, "env", "-json", "GOTMPDIR", "GOFLAGS")
	if err != nil {
		return err
	}
	var found struct{ GOTMPDIR, GOFLAGS string }
	if err := json.Unmarshal(settings, &found); err != nil {
		return fmt.Errorf("go env: %w", err)
	}
	if _, err := os.Stat(found.GOTMPDIR); err != nil {
		found.GOTMPDIR = "" // the default
	}
	b.work, err = os.MkdirTemp(found.GOTMPDIR, "eightqueens-trace-")
	b.env = []string{
		"GOTMPDIR=" + b.work,
		"GOFLAGS=" + strings.Join(choosesFiles.FindAllString(found.GOFLAGS, -1), " "),
		"GOGC=400", // compiler and linker need half of the time
	}
	return err
}

// choosesFiles finds the flags for the go command that choose source files, not those that change what
// is built, -cover for one, or what the command prints.
var choosesFiles = regexp.MustCompile(`-(?:mod|modfile|tags)=\S+`)

// close removes the temporary files.
func (b *builder) close() {
	removeAll(b.work)
}

// removeAll removes a folder. On Windows a program that has just ended, or a virus scanner, may hold a
// file in it for a moment.
func removeAll(dir string) {
	for end := time.Now().Add(3 * time.Second); os.RemoveAll(dir) != nil && time.Now().Before(end); {
		time.Sleep(50 * time.Millisecond)
	}
}

// source compiles the program as it is, and reads it if it compiles.
func (b *builder) source(ctx context.Context) (Source, error) {
	b.overlay = map[string]string{}
	for path := range b.files(b.dir) {
		if below, err := filepath.Rel(b.dir, path); err == nil && below != "go.mod" {
			b.overlay[filepath.Join(b.module, stageFolder, below)] = path
		}
	}
	list, err := b.goCommand(ctx, "list", "-export", "-json=Module,GoFiles,CgoFiles", "./"+stageFolder)
	if err != nil {
		if built, fault := build.Default.MatchFile(b.dir, "main.go"); !built && fault == nil && ctx.Err() == nil {
			err = untraceable("notBuilt", "the go command does not build main.go on this system")
		}
		return Source{}, err
	}
	if err := json.Unmarshal(list, b); err != nil {
		return Source{}, fmt.Errorf("go list: %w", err)
	}
	source := Source{
		Stage:    filepath.Base(b.dir),
		Files:    map[string][]byte{},
		Recorder: b.Module.Path + "/" + recorderFolder,
	}
	for _, name := range slices.Concat(b.GoFiles, b.CgoFiles) {
		if source.Files[name], err = os.ReadFile(filepath.Join(b.dir, name)); err != nil {
			return Source{}, err
		}
	}
	if source.Files["main.go"] == nil {
		return Source{}, untraceable("notBuilt", "the go command does not build main.go on this system")
	}
	return source, nil
}

// build compiles a rewritten program.
func (b *builder) build(ctx context.Context, p *Program) error {
	texts := map[string][]byte{filepath.Join(recorderFolder, "recorder.go"): RecorderSource}
	for name, text := range p.Files {
		texts[filepath.Join(stageFolder, name)] = text
	}
	for name, text := range texts {
		file := filepath.Join(b.work, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
			return err
		}
		if err := os.WriteFile(file, text, 0o600); err != nil {
			return err
		}
		b.overlay[filepath.Join(b.module, name)] = file
	}
	// Without the tables for a debugger, linking is faster; line numbers of a panic stay.
	_, err := b.goCommand(ctx, "build", "-ldflags=-w", "-o", b.program(), "./"+stageFolder)
	return err
}

// program returns where the program is built.
func (b *builder) program() string {
	return filepath.Join(b.work, filepath.Base(b.dir)+".exe") // a name that every system runs
}

// run runs the program that was built, and returns what it records.
func (b *builder) run(ctx context.Context, p *Program, arguments []string, limits Limits) (*Trace, error) {
	limits = limits.WithDefaults()
	running, stop := context.WithTimeout(ctx, limits.Time)
	defer stop()
	collector := p.Collect(limits, stop)
	cmd := exec.CommandContext(running, b.program(), slices.Concat(p.Args, arguments)...)
	cmd.Dir = b.work
	cmd.Env = append(cmd.Environ(), "GOTRACEBACK=single")
	cmd.Stdin, cmd.Stdout, cmd.Stderr = strings.NewReader(p.Stdin), collector, collector.Stderr()
	cmd.WaitDelay = waitDelay
	withGroup(cmd)
	runtime.LockOSThread() // on Linux, the end of the thread that started it would end the program
	defer runtime.UnlockOSThread()
	err := cmd.Run()
	endGroup(cmd)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if cmd.ProcessState == nil {
		return nil, err // it did not start
	}
	ending := Ending{Status: cmd.ProcessState.ExitCode(), Late: running.Err() != nil}
	if ending.Status < 0 {
		ending.Signal = strings.TrimPrefix(cmd.ProcessState.String(), "signal: ")
	}
	return collector.Finish(ending)
}

// goCommand runs the go command, which sees the overlay and keeps its own temporary files in the
// folder work, and returns its output. Lines of a compiler among its errors make a SourceError.
func (b *builder) goCommand(ctx context.Context, command string, arguments ...string) ([]byte, error) {
	if b.overlay != nil {
		overlay, err := json.Marshal(map[string]any{"Replace": b.overlay})
		if err != nil {
			return nil, err
		}
		file := filepath.Join(b.work, "overlay.json")
		if err := os.WriteFile(file, overlay, 0o600); err != nil {
			return nil, err
		}
		arguments = append([]string{"-buildvcs=false", "-overlay", file}, arguments...)
	}
	cmd := exec.CommandContext(ctx, "go", append([]string{command}, arguments...)...)
	cmd.Dir = b.module
	cmd.Env = append(cmd.Environ(), b.env...)
	cmd.WaitDelay = waitDelay
	withGroup(cmd)
	runtime.LockOSThread() // see run
	defer runtime.UnlockOSThread()
	output, err := cmd.Output()
	if err == nil || ctx.Err() != nil {
		return output, ctx.Err()
	}
	var stderr string
	if exit, ok := errors.AsType[*exec.ExitError](err); ok {
		stderr = strings.NewReplacer(stageFolder, filepath.Base(b.dir), b.dir+string(filepath.Separator), "").Replace(string(exit.Stderr))
	}
	problems := CompilerLines(stderr)
	if said := goSays.FindStringSubmatch(stderr); len(problems) == 0 && said != nil {
		problems = []Problem{{"main.go", 1, 0, said[1], ""}}
	}
	if len(problems) > 0 {
		return nil, &SourceError{Problems: problems}
	}
	return nil, fmt.Errorf("go %s: %w\n%s", command, err, stderr)
}

// goSays finds what the go command says of a program as a whole, not of itself or of the machine.
var goSays = regexp.MustCompile(`(?m)^(found packages .*|read .*: unexpected NUL.*|.*function main is undeclared.*)`)

// waitDelay is how long the output of a command that was ended is waited for.
const waitDelay = 2 * time.Second
