// Package recorder runs inside a stage that is traced: the rewritten main.go calls it before
// every statement, and it writes what happened into standard output, between what the program
// prints. It is compiled from its embedded text as a package of the stage's own module, so it may
// import the standard library alone.
//
// A record is [Mark], a [Step] as JSON, and the end of the line. It is written at once, so
// whatever ends the program, the steps before it are there. What the program gathers in a buffer
// is written before the record, so that it stands where it was printed.
package recorder

import (
	"bufio"
	"encoding/json"
	"fmt"
	"iter"
	"log"
	"os"
	"reflect"
	"slices"
	"strings"
)

// Mark begins a record. No program prints it by chance.
const Mark = "\x00trace\x00"

// A Step is one record. Package trace describes kinds and changes.
type Step struct {
	Kind, Line int
	Changes    [][]any
	Extra      any      `json:",omitempty"` // name of the function called, results of the one that returned
	Depth      int      // calls that have not returned
	Vars       []string `json:",omitempty"` // names of shared variables met for the first time
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
	objectsKept = 8       // structs whose fields are followed
	exact       = 1 << 53 // up to which a browser's numbers are whole
)

// A frame is one call that has not returned.
type frame struct {
	line   int
	scope  []any // the variables in scope at the last step: a name and a pointer each
	locals []variable
}

// A variable is a name and the value that the trace last told.
type variable struct {
	name   string
	source reflect.Value // where a shared variable lives
	value  any           // as show makes it
}

var (
	stdout   = os.Stdout
	buffers  []**bufio.Writer // what the program gathers its output in
	flushing bool

	stack    []*frame
	shared   []variable
	objects  = map[any]bool{} // pointers to the structs whose fields are among the shared variables
	brokeOff bool             // the last step was a break out of a range loop

	// For the next record.
	changes [][]any
	met     []string
)

// Buffers looks for buffered writers among package variables, given as names and pointers.
func Buffers(scope ...any) {
	for _, pointer := range scope {
		if writer, ok := pointer.(**bufio.Writer); ok {
			buffers = append(buffers, writer)
		}
	}
}

// Share follows package variables, given as names and pointers.
func Share(scope ...any) {
	for name, source := range values(scope) {
		isFlag := source.Kind() == reflect.Pointer && source.Type().Elem().Kind() != reflect.Struct
		if !isFlag && !follow(name, source) {
			share(name, source)
		}
	}
}

// Call records that a function was called; scope holds its parameters.
func Call(line int, function string, scope ...any) {
	record(call, line, scope, function)
}

// Return records that the innermost function is over; results holds names and pointers.
func Return(results ...any) {
	shown := []any{}
	for _, result := range values(results) {
		shown = append(shown, show(result))
	}
	record(returned, 0, nil, shown)
}

// Statement records that the statement on the line is about to run. Its result, true, lets it
// stand before a condition, too.
func Statement(line int, scope ...any) bool {
	record(statement, line, scope, nil)
	return true
}

// Condition records what a condition came to, or whether a loop takes another turn, and hands
// the result on.
func Condition(line int, result bool, scope ...any) bool {
	kind := conditionFalse
	if result {
		kind = conditionTrue
	}
	record(kind, line, scope, nil)
	return result
}

// Break tells that the statement recorded last is a break that leaves a range loop.
func Break() { brokeOff = true }

// LoopEnd records that a range loop takes no further turn, unless a break left it.
func LoopEnd(line int, scope ...any) {
	if !brokeOff {
		Condition(line, false, scope...)
	}
	brokeOff = false
}

// record writes a step. Where a function returns, it is on the line of its caller.
func record(kind, line int, scope []any, extra any) {
	if flushing { // by a method of main.go, which the program has not called
		return
	}
	flush()
	brokeOff = false
	changes = [][]any{}

	switch kind {
	case call:
		stack = append(stack, &frame{})
	case returned:
		last := len(stack) - 1
		caller := stack[max(last-1, 0)] // main has none
		line, scope = caller.line, caller.scope
		stack = stack[:last]
	}
	if len(stack) > 0 {
		top := stack[len(stack)-1]
		top.line, top.scope = line, scope
		top.update()
	}
	for slot := range shared {
		shared[slot].update(slot, shared[slot].source)
	}

	text, err := json.Marshal(Step{kind, line, changes, extra, len(stack), met})
	if err == nil {
		_, err = fmt.Fprintf(stdout, "%s%s\n", Mark, text)
	}
	if err != nil {
		log.Fatalf("recording: %v", err)
	}
	met = nil
}

// flush has the program print what waits in its buffers.
func flush() {
	flushing = true
	for _, buffer := range buffers {
		if *buffer != nil {
			(*buffer).Flush()
		}
	}
	flushing = false
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
		if source.Kind() == reflect.Pointer && !source.IsNil() {
			if follow(name, source) {
				continue
			}
			name, source = "*"+name, source.Elem()
		}
		local := variable{name: name}
		if i := slices.IndexFunc(before, local.hasName); i >= 0 {
			local = before[i]
		}
		local.update(name, source)
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
func (v *variable) update(key any, source reflect.Value) {
	now := show(source)
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

// follow takes a struct of the program, or one that a pointer leads to, apart into shared
// variables, and tells whether it did. It does so once, whoever points to the struct.
func follow(name string, source reflect.Value) bool {
	source = reflect.Indirect(source) // the zero Value if nil
	if source.Kind() != reflect.Struct {
		return false
	}
	object := source.Addr().Interface()
	if objects[object] {
		return true
	}
	if len(objects) == objectsKept {
		return false
	}
	objects[object] = true
	for i := range source.NumField() {
		if field := source.Type().Field(i); showable(field.Type) {
			share(name+"."+field.Name, source.Field(i))
		}
	}
	return true
}

// showable tells whether a value of the type says something to a reader: no functions, no
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

// show makes a number or a boolean of what is one, a list of an array or a slice, and text of
// anything else, much as fmt does. But it calls no method of the program, which could print or
// change something, and follows no pointer.
func show(v reflect.Value) any {
	switch v.Kind() {
	case reflect.Bool:
		return v.Bool()
	case reflect.Float32, reflect.Float64:
		return fmt.Sprint(v.Float())
	case reflect.String:
		return short(fmt.Sprintf("%q", v.String()))
	case reflect.Array, reflect.Slice:
		return showList(v)
	case reflect.Struct, reflect.Map:
		return short(showParts(v))
	case reflect.Pointer, reflect.Interface:
		switch {
		case v.IsNil():
			return "nil"
		case v.Kind() == reflect.Interface:
			return show(v.Elem())
		}
		return "→ " + v.Type().Elem().Name()
	}
	switch {
	case v.CanInt() && -exact < v.Int() && v.Int() < exact:
		return v.Int()
	case v.CanInt():
		return fmt.Sprint(v.Int())
	case v.CanUint() && v.Uint() < exact:
		return v.Uint()
	case v.CanUint():
		return fmt.Sprint(v.Uint())
	}
	return v.Kind().String()
}

// showList makes a list of an array or a slice, but text of bytes that begin with a character. A
// list in a list is text.
func showList(v reflect.Value) any {
	if v.Kind() == reflect.Slice && v.Type().Elem().Kind() == reflect.Uint8 && v.Len() > 0 && v.Bytes()[0] >= ' ' {
		return short(fmt.Sprintf("%q", v.Bytes()))
	}
	items := make([]any, min(v.Len(), listShown))
	for i := range items {
		items[i] = show(v.Index(i))
		if inner, ok := items[i].([]any); ok {
			items[i] = short(fmt.Sprint(inner))
		}
	}
	return items
}

// showParts makes text of a struct or a map.
func showParts(v reflect.Value) string {
	var parts []string
	if v.Kind() == reflect.Map {
		for entry := v.MapRange(); entry.Next(); {
			parts = append(parts, fmt.Sprint(show(entry.Key()), ":", show(entry.Value())))
		}
		slices.Sort(parts)
		return "map[" + strings.Join(parts, " ") + "]"
	}
	for i := range v.NumField() {
		if field := v.Type().Field(i); showable(field.Type) {
			parts = append(parts, fmt.Sprint(field.Name, ":", show(v.Field(i))))
		}
	}
	return "{" + strings.Join(parts, " ") + "}"
}

func short(text string) string {
	if runes := []rune(text); len(runes) > textShown {
		return string(runes[:textShown]) + "…"
	}
	return text
}
