// Package trace runs a stage of the tutorial on a small board and records every step of it: the
// line, what conditions come to, calls and returns, the variables, and what is printed.
//
// [Run] reads the source as it is in the stage's folder, whatever a learner has made of it. In
// memory alone, it puts a call of a recorder before every statement of main.go, on the same line;
// builds that with the overlay of the go command; runs it; and collects what the recorder wrote.
// Only main.go is traced. Other files of the stage run as they are.
//
// # JSON
//
// A [Trace] is made for a player in a browser. It becomes
//
//	{
//	  "stage": "stage2_rows",            the folder's name
//	  "n": 3,                            the queens, whatever n the source has
//	  "hash": "…",                       of the source, see Hash
//	  "source": ["// Stage2_rows …", …], the lines of main.go
//	  "vars": ["pos", "rowUsed"],        the variables that all calls share; their places are slots
//	  "steps": [step, …],
//	  "end": "done",                     or panic, exit, steps, depth, output, time: see End
//	  "message": "",                     of a panic, or what the program wrote to standard error
//	  "line": 0                          of main.go, where it panicked, if known
//	}
//
// A step is [kind, line, changes, text, extra]. Where nothing follows, the rest is left out;
// then changes is [] and text is "".
//
//	kind  what happened                       line                                 extra
//	0     a statement is about to run         its own
//	1     a condition of an if or a for was   of the if or for
//	      true, or a range loop takes a turn
//	2     it was false, or the loop is over   of the if or for
//	3     a function was called               of its func                          its name
//	4     a function returned                 of the statement of the caller to    list of its results
//	                                          which it returns (main: its last)
//
// A function literal in set is named set.func. Changes tell what is different from the step
// before: [name, value]; or [name, index, value] for one element; or [name] for a local variable
// that is no longer in scope. A name that is a number is the slot of a shared variable; a name
// that is text is a local variable of the innermost call (after a call is pushed, before the
// changes of a return its call is popped). Text is what was printed since the step before, even
// if it still waits in a buffer of the program.
//
// The shared variables are the package variables of main.go. A struct of the program, also one
// that only a pointer leads to, counts as its fields: b.pos, b.rowUsed.
//
// A value is a whole number; true or false; a text like "{row:1 column:2}" for anything else, in
// which strings stand in their quotes; or a list of such, at most 32 of an array or a slice.
//
// The state at step k is nothing, and the steps from the first to k applied in order. A variable
// not met yet has no value.
//
// # Limits
//
// Steps, depth of calls, output and time are limited, and what was recorded to the limit is
// returned. Not everything can be traced: goroutines are refused, the packages unsafe, sync, iter
// and context, and a range over a function of the program itself.
package trace
