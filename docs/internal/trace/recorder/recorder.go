// Package recorder runs inside a stage that is traced: the rewritten main.go calls it before
// every statement, and it writes what happened into standard output, between what the program
// prints. It is compiled from its embedded text as a package of the stage's own module, so it may
// import the standard library alone.
//
// A record is [Mark], a [Step] as JSON, and the end of the line. It is written at once, so
// whatever ends the program, the steps before it are there.
package recorder

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"iter"
	"log"
	"os"
	"reflect"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"slices"
	"strconv"
	"strings"
)

// Mark begins a record. No program prints it by chance.
const Mark = "\x00trace\x00"

// A Step is one record. Package trace describes kinds, places and changes.
type Step struct {
	Kind, Place int
	Changes     [][]any
	Extra       any      `json:",omitempty"` // name of the function called, results of the one that returned
	Depth       int      // calls that have not returned
	Vars        []string `json:",omitempty"` // names of shared variables met for the first time
	Arrived     int      `json:",omitempty"` // bytes told as Waiting that the program has written since
	Waiting     []byte   `json:",omitempty"` // what is new in the buffers of the program
	Memory      bool     `json:",omitempty"` // no step: the program takes too much memory
}

// The kinds of a step.
const (
	statement = iota
	conditionTrue
	conditionFalse
	call
	returned
)

const (
	listShown   = 32      // elements of an array or a slice
	textShown   = 120     // characters of any other value
	partsShown  = 1024    // numbers, truths and texts of one value, however they are nested
	depthShown  = 8       // values in one another
	objectsKept = 8       // structs whose fields are followed
	exact       = 1 << 53 // up to which a browser's numbers are whole

	maxStack = 64 << 20  // bytes
	maxHeap  = 512 << 20 // bytes
)

// recording is what a program finds in its environment that a recorded program has started. Its steps
// are none of that program.
const recording = "EIGHTQUEENS_RECORDING"

var isChild = os.Getenv(recording) != ""

// A frame is one call that has not returned.
type frame struct {
	place  int
	scope  []any // the variables in scope at the last step: a name and a pointer each
	locals []variable
}

// A variable is a name and the value that the trace last told.
type variable struct {
	name   string
	source reflect.Value // where a shared variable lives
	value  any           // as show makes it
}

// An object is the value of a local variable that leads to a struct whose fields are shared variables.
type object struct {
	To string `json:"to"`
}

// A buffer is one of the program's, and the bytes in it of which the trace has told.
type buffer struct {
	writer *bufio.Writer
	told   []byte
}

var (
	stdout  = os.Stdout
	writers []any // pointers to variables of the package that hold a buffered writer
	buffers []*buffer

	stack    []*frame
	shared   []variable
	objects  = map[any]string{} // the names of structs whose fields are shared variables, by their pointers
	brokeOff bool               // the last step was a break out of a range loop

	// For the next record.
	changes [][]any
	met     []string
)

// watchMemory looks at the memory after each garbage collection, wherever the program is. A goroutine
// that looks from time to time would hide from the runtime that all the others wait for ever.
func watchMemory() {
	type sentinel struct{ *sentinel }
	runtime.AddCleanup(new(sentinel), func(int) {
		checkMemory()
		watchMemory()
	}, 0)
}

// checkMemory ends a program that takes too much memory.
func checkMemory() {
	heap := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	if metrics.Read(heap); heap[0].Value.Uint64() > maxHeap {
		write(Step{Memory: true})
		os.Exit(1)
	}
}

// Share follows package variables, given as names and pointers.
func Share(scope ...any) {
	for name, source := range values(scope) {
		object := reflect.Indirect(source) // the zero Value if nil
		isFlag := source.Kind() == reflect.Pointer && source.Type().Elem().Kind() != reflect.Struct
		if !isFlag && (object.Kind() != reflect.Struct || follow(name, object) == "") {
			share(name, source)
		}
	}
}

// Start sets limits to the program. It is told of the variables of the whole package, given as names
// and pointers: one may hold the buffer of standard output now or later.
func Start(scope ...any) {
	os.Setenv(recording, "yes")
	debug.SetMaxStack(maxStack)
	debug.SetMemoryLimit(maxHeap)
	watchMemory()
	for _, pointer := range scope {
		if _, ok := pointer.(**bufio.Writer); ok {
			writers = append(writers, pointer)
		}
	}
}

// lookForBuffers looks for buffered writers of standard output among what pointers lead to.
func lookForBuffers(pointers []any) {
	for _, pointer := range pointers {
		writer, ok := pointer.(**bufio.Writer)
		if !ok || *writer == nil {
			continue
		}
		known := slices.ContainsFunc(buffers, func(b *buffer) bool { return b.writer == *writer })
		if !known && leadsToStdout(*writer) {
			buffers = append(buffers, &buffer{writer: *writer})
		}
	}
}

// leadsToStdout reports whether the buffer is of standard output, or of a type of the program, which
// hands on to it.
func leadsToStdout(writer *bufio.Writer) bool {
	under := reflect.ValueOf(writer).Elem().FieldByName("wr")
	if !under.IsValid() || under.IsNil() {
		return false
	}
	under = under.Elem()
	if under.Type() == reflect.TypeOf(stdout) {
		return under.Pointer() == reflect.ValueOf(stdout).Pointer()
	}
	t := under.Type()
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	return t.PkgPath() == "main"
}

// news returns how many of the bytes told are no longer in the buffer, and the bytes in it of
// which the trace has not told. It reads what the bufio package keeps to itself: flushing the buffer
// would show what the program may never show.
func (b *buffer) news() (arrived int, waiting []byte) {
	fields := reflect.ValueOf(b.writer).Elem()
	gathered, length := fields.FieldByName("buf"), fields.FieldByName("n")
	if !gathered.IsValid() || !length.IsValid() {
		return 0, nil
	}
	now := gathered.Bytes()[:length.Int()]
	if !bytes.HasPrefix(now, b.told) {
		arrived = len(b.told)
		b.told = b.told[:0]
	}
	waiting = now[len(b.told):]
	b.told = append(b.told, waiting...)
	return arrived, waiting
}

// Call records that a function was called; scope holds its parameters.
func Call(place int, function string, scope ...any) {
	record(call, place, scope, function)
}

// Return records that the innermost function is over; results holds names and pointers.
func Return(results ...any) {
	var pc [1]uintptr
	runtime.Callers(2, pc[:]) // who called this deferred function
	if f := runtime.FuncForPC(pc[0]); f != nil && f.Name() == "runtime.gopanic" {
		record(returned, 0, nil, nil)
		return
	}
	shown := []any{}
	for _, result := range values(results) {
		shown = append(shown, show(result))
	}
	record(returned, 0, nil, shown)
}

// Statement records that the statement at the place is about to run. Its result, the place, lets it
// stand in the arguments of Condition, too.
func Statement(place int, scope ...any) int {
	record(statement, place, scope, nil)
	return place
}

// Condition records what a condition came to, and hands it on.
func Condition[B ~bool](place int, result B, scope ...any) B {
	kind := conditionFalse
	if result {
		kind = conditionTrue
	}
	record(kind, place, scope, nil)
	return result
}

// Turn records that a range loop takes another turn.
func Turn(place int, scope ...any) { record(conditionTrue, place, scope, nil) }

// Break notes that the statement recorded last is a break that leaves a range loop.
func Break() { brokeOff = true }

// LoopEnd records that a range loop takes no further turn, unless a break left it.
func LoopEnd(place int, scope ...any) {
	if !brokeOff {
		record(conditionFalse, place, scope, nil)
	}
	brokeOff = false
}

// record writes a step. Where a function returns, its place is that of its caller.
func record(kind, place int, scope []any, extra any) {
	checkMemory()
	brokeOff = false
	changes = [][]any{}
	lookForBuffers(writers)
	lookForBuffers(scope)

	switch kind {
	case call:
		stack = append(stack, &frame{})
	case returned:
		last := len(stack) - 1
		caller := stack[max(last-1, 0)] // main has none
		place, scope = caller.place, caller.scope
		stack = stack[:last]
	}
	if len(stack) > 0 {
		top := stack[len(stack)-1]
		top.place, top.scope = place, scope
		top.update()
	}
	for slot := range shared {
		shared[slot].update(slot, show(shared[slot].source))
	}
	step := Step{Kind: kind, Place: place, Changes: changes, Extra: extra, Depth: len(stack), Vars: met}
	for _, b := range buffers {
		arrived, waiting := b.news()
		step.Arrived += arrived
		step.Waiting = append(step.Waiting, waiting...)
	}
	write(step)
	met = nil
}

func write(step Step) {
	if isChild {
		return
	}
	text, err := json.Marshal(step)
	if err == nil {
		_, err = fmt.Fprintf(stdout, "%s%s\n", Mark, text)
	}
	if err != nil {
		log.Fatalf("recording: %v", err)
	}
}

// values goes through names and pointers, and yields what the pointers lead to, if it says
// something to a reader.
func values(scope []any) iter.Seq2[string, reflect.Value] {
	return func(yield func(string, reflect.Value) bool) {
		for pair := range slices.Chunk(scope, 2) {
			source := reflect.ValueOf(pair[1]).Elem()
			if showable(source.Type()) && !yield(pair[0].(string), source) {
				return
			}
		}
	}
}

// update notes what changed of the locals in scope since the trace last told of them.
func (f *frame) update() {
	before := f.locals
	f.locals = nil
	for name, source := range values(f.scope) {
		var value any
		switch {
		case source.Kind() == reflect.Struct && objects[source.Addr().Interface()] != "":
			value = object{objects[source.Addr().Interface()]}
		case source.Kind() != reflect.Pointer || source.IsNil():
			value = show(source)
		case holdsLists(source.Type().Elem()) && follow(name, source.Elem()) != "":
			value = object{objects[source.Interface()]}
		default:
			name, value = "*"+name, show(source.Elem())
		}
		local := variable{name: name}
		if i := slices.IndexFunc(before, local.hasName); i >= 0 {
			local = before[i]
		}
		local.update(name, value)
		f.locals = append(f.locals, local)
	}
	for _, old := range before {
		if !slices.ContainsFunc(f.locals, old.hasName) {
			changes = append(changes, []any{old.name})
		}
	}
}

func (v variable) hasName(other variable) bool { return v.name == other.name }

// update notes what changed of the variable, which the changes call key.
func (v *variable) update(key, now any) {
	list, isList := now.([]any)
	before, wasList := v.value.([]any)
	switch {
	case isList && wasList && len(list) == len(before):
		for i, item := range list {
			if item != before[i] {
				changes = append(changes, []any{key, i, item})
			}
		}
	case isList || wasList || now != v.value:
		changes = append(changes, []any{key, now})
	}
	v.value = now
}

// share adds a shared variable.
func share(name string, source reflect.Value) {
	shared = append(shared, variable{name: name, source: source})
	met = append(met, name)
}

// follow takes a struct of the program apart into shared variables, and returns the name by which
// they begin: the one given, or that under which the struct was met before. It returns "" where it
// follows too many already.
func follow(name string, source reflect.Value) string {
	pointer := source.Addr().Interface()
	if known := objects[pointer]; known != "" || len(objects) == objectsKept {
		return known
	}
	unique := name
	for i := 2; slices.ContainsFunc(shared, func(v variable) bool { return strings.HasPrefix(v.name, unique+".") }); i++ {
		unique = name + strconv.Itoa(i)
	}
	objects[pointer] = unique
	for i := range source.NumField() {
		if field := source.Type().Field(i); showable(field.Type) {
			share(unique+"."+field.Name, source.Field(i))
		}
	}
	return unique
}

// holdsLists reports whether the type is a struct with state of some size, not a part of a list.
func holdsLists(t reflect.Type) bool {
	if t.Kind() != reflect.Struct {
		return false
	}
	for i := range t.NumField() {
		switch t.Field(i).Type.Kind() {
		case reflect.Array, reflect.Slice, reflect.Map:
			return true
		}
	}
	return false
}

// showable reports whether a value of the type says something to a reader: no functions, no
// channels, nothing that belongs to a library.
func showable(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Func, reflect.Chan:
		return false
	case reflect.Pointer:
		return t.Elem().Kind() != reflect.Pointer && showable(t.Elem())
	case reflect.Struct:
		return t.PkgPath() == "main" || t.Name() == ""
	}
	return true
}

// show makes a number or a truth of what is one, a list of an array or a slice, and text of
// anything else, much as fmt does. But it calls no method of the program, which could print or
// change something, and never takes long, however large the value is.
func show(v reflect.Value) any {
	rest := budget{partsShown, depthShown}
	if kind := v.Kind(); kind != reflect.Array && kind != reflect.Slice || isText(v) {
		return rest.show(v)
	}
	items := make([]any, min(v.Len(), listShown))
	for i := range items {
		items[i] = rest.show(v.Index(i))
	}
	return items
}

// A budget is how much of a value may still be shown.
type budget struct{ parts, depth int }

// show returns a truth, a number that a browser keeps exactly, or text.
func (b *budget) show(v reflect.Value) any {
	switch {
	case v.Kind() == reflect.Interface && !v.IsNil():
		return b.show(v.Elem())
	case v.Kind() == reflect.Bool:
		return v.Bool()
	case v.CanInt() && -exact < v.Int() && v.Int() < exact:
		return v.Int()
	case v.CanUint() && v.Uint() < exact:
		return v.Uint()
	}
	return short(b.text(v))
}

func (b *budget) text(v reflect.Value) string {
	if b.parts--; b.parts < 0 || b.depth == 0 {
		return "…"
	}
	b.depth--
	defer func() { b.depth++ }()
	var parts []string
	switch kind := v.Kind(); {
	case kind == reflect.Bool:
		return strconv.FormatBool(v.Bool())
	case v.CanInt():
		return strconv.FormatInt(v.Int(), 10)
	case v.CanUint():
		return strconv.FormatUint(v.Uint(), 10)
	case v.CanFloat():
		return fmt.Sprint(v.Float())
	case v.CanComplex():
		return fmt.Sprint(v.Complex())
	case kind == reflect.String:
		return quoted(v.String())
	case isText(v):
		return quoted(string(v.Bytes()[:min(v.Len(), 4*textShown)]))
	case kind == reflect.Array, kind == reflect.Slice:
		for i := range min(v.Len(), listShown) {
			parts = append(parts, b.text(v.Index(i)))
		}
		if v.Len() > listShown {
			parts = append(parts, "…")
		}
		return "[" + strings.Join(parts, " ") + "]"
	case kind == reflect.Struct:
		for i := range v.NumField() {
			if field := v.Type().Field(i); showable(field.Type) {
				parts = append(parts, field.Name+":"+b.text(v.Field(i)))
			}
		}
		return "{" + strings.Join(parts, " ") + "}"
	case kind == reflect.Map && v.Len() > listShown:
		return fmt.Sprintf("map[…%d]", v.Len())
	case kind == reflect.Map:
		for entry := v.MapRange(); entry.Next(); {
			parts = append(parts, b.text(entry.Key())+":"+b.text(entry.Value()))
		}
		slices.Sort(parts)
		return "map[" + strings.Join(parts, " ") + "]"
	case kind == reflect.Interface && !v.IsNil():
		return b.text(v.Elem())
	case kind == reflect.Interface, kind == reflect.Pointer && v.IsNil():
		return "nil"
	case kind == reflect.Pointer && showable(v.Type()) && v.Elem().Kind() == reflect.Struct && !holdsLists(v.Type().Elem()):
		return "→ " + b.text(v.Elem()) // a part of a list or of a tree
	case kind == reflect.Pointer:
		return "→ " + v.Type().Elem().Name()
	default:
		return kind.String()
	}
}

// isText reports whether the value is of bytes that begin with a character.
func isText(v reflect.Value) bool {
	return v.Kind() == reflect.Slice && v.Type().Elem().Kind() == reflect.Uint8 && v.Len() > 0 && v.Index(0).Uint() >= ' '
}

func quoted(text string) string {
	return fmt.Sprintf("%q", short(text[:min(len(text), 4*textShown)]))
}

func short(text string) string {
	if runes := []rune(text); len(runes) > textShown {
		return string(runes[:textShown]) + "…"
	}
	return text
}
