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
	hash, err := Hash(request.Dir)
	if err != nil {
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
	t, err := Make(source, request.N, func(p *Program) (*Trace, error) {
		if err := b.build(ctx, p); err != nil {
			return nil, err
		}
		return b.run(ctx, p, request.Args, request.Limits)
	})
	if err != nil {
		return nil, err
	}
	t.Hash = hash
	return t, ctx.Err()
}

// A builder builds the program in a folder with the go command.
type builder struct {
	// As the go command names them.
	GoFiles  []string // of this system, without tests
	CgoFiles []string
	Module   struct{ Path, Dir string } // where the program is

	dir     string
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

// newBuilder finds out where the stage belongs, and makes a folder in which programs may run.
func newBuilder(ctx context.Context, dir string) (*builder, error) {
	b := &builder{dir: dir}
	settings, err := b.goCommand(ctx, dir, "env", "-json", "GOMOD", "GOTMPDIR", "GOFLAGS")
	if err != nil {
		return nil, err
	}
	var found struct{ GOMOD, GOTMPDIR, GOFLAGS string }
	if err := json.Unmarshal(settings, &found); err != nil {
		return nil, fmt.Errorf("go env: %w", err)
	}
	if filepath.Base(found.GOMOD) != "go.mod" {
		return nil, fmt.Errorf("%s is in no module: there is no go.mod", dir)
	}
	b.Module.Dir = filepath.Dir(found.GOMOD)
	if _, err := os.Stat(found.GOTMPDIR); err != nil {
		found.GOTMPDIR = "" // the default
	}
	if b.work, err = os.MkdirTemp(found.GOTMPDIR, "eightqueens-trace-"); err != nil {
		return nil, err
	}
	b.env = []string{"GOTMPDIR=" + b.work, "GOFLAGS=" + harmless(found.GOFLAGS)}
	return b, nil
}

// harmless returns those of the flags for the go command that choose source files, not those that
// change what is built, -cover for one, or what the command prints.
func harmless(flags string) string {
	return strings.Join(slices.DeleteFunc(strings.Fields(flags), func(flag string) bool {
		name, _, _ := strings.Cut(strings.TrimLeft(flag, "-"), "=")
		return !slices.Contains([]string{"mod", "modfile", "tags"}, name)
	}), " ")
}

// close removes the temporary files.
func (b *builder) close() { removeAll(b.work) }

// removeAll removes a folder. On Windows a program that has just ended, or a virus scanner, may hold a
// file in it for a moment.
func removeAll(dir string) {
	for end := time.Now().Add(3 * time.Second); os.RemoveAll(dir) != nil && time.Now().Before(end); {
		time.Sleep(50 * time.Millisecond)
	}
}

// source compiles the program as it is, and reads it if it compiles.
func (b *builder) source(ctx context.Context) (Source, error) {
	files, err := sourceFiles(b.dir)
	if err != nil {
		return Source{}, err
	}
	b.overlay = map[string]string{}
	for _, path := range files {
		below, _ := filepath.Rel(b.dir, path)
		if b.overlay[filepath.Join(b.Module.Dir, stageFolder, below)], err = filepath.Abs(path); err != nil {
			return Source{}, err
		}
	}
	list, err := b.goCommand(ctx, b.Module.Dir, "list", "-export", "-json=Module,GoFiles,CgoFiles", "./"+stageFolder)
	built, _ := build.Default.MatchFile(b.dir, "main.go")
	_, isBroken := errors.AsType[*SourceError](err)
	switch {
	case err != nil && (built || isBroken || ctx.Err() != nil):
		return Source{}, err
	case err != nil:
		return Source{}, untraceable("notBuilt", "the go command does not build main.go on this system")
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
		b.overlay[filepath.Join(b.Module.Dir, name)] = file
	}
	// Without the tables for a debugger, linking is faster; line numbers of a panic stay.
	_, err := b.goCommand(ctx, b.Module.Dir, "build", "-ldflags=-w", "-o", b.file(), "./"+stageFolder)
	return err
}

// file returns where the program is built.
func (b *builder) file() string {
	return filepath.Join(b.work, filepath.Base(b.dir)+".exe") // a name that every system runs
}

// run runs the program that was built, and returns what it records.
func (b *builder) run(ctx context.Context, p *Program, arguments []string, limits Limits) (*Trace, error) {
	limits = limits.WithDefaults()
	running, stop := context.WithTimeout(ctx, limits.Time)
	defer stop()
	collector := p.Collect(limits, stop)
	cmd := exec.CommandContext(running, b.file(), slices.Concat(p.Args, arguments)...)
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
	return collector.Finish(Ending{Status: cmd.ProcessState.ExitCode(), Late: running.Err() != nil})
}

// goCommand runs the go command, which sees the overlay and keeps its own temporary files in the
// folder work, and returns its output. Lines of a compiler among its errors make a SourceError.
func (b *builder) goCommand(ctx context.Context, dir, command string, arguments ...string) ([]byte, error) {
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
	cmd.Dir = dir
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
		stderr = string(exit.Stderr)
	}
	if problems := CompilerLines(stderr); len(problems) > 0 {
		return nil, &SourceError{Problems: problems}
	}
	return nil, fmt.Errorf("go %s: %w\n%s", command, err, strings.ReplaceAll(stderr, stageFolder, filepath.Base(b.dir)))
}

// waitDelay is how long the output of a command that was ended is waited for.
const waitDelay = 2 * time.Second
