// Package trace runs a stage of the tutorial on a small board and records every step of it: the
// line, what conditions come to, calls and returns, the variables, and what is printed.
//
// Tracing has three parts. [Rewrite] puts a call of a recorder before every statement of main.go, on
// the same line. Somebody builds that, together with the recorder, and runs it. A [Collector] makes a
// trace of what the recorder writes. The first and the last touch no file and no process, and work in
// a browser, too. [Run] is the whole of it by the go command: it reads the source as it is in the
// stage's folder, whatever a learner has made of it, and what it rewrites is in an overlay alone.
// Only main.go is traced. Other files of the program run as they are.
//
// # JSON
//
// A [Trace] is made for a player in a browser, which parses no Go. It becomes
//
//	{
//	  "stage": "stage2_rows",            the folder's name
//	  "n": 3,                            the queens that were asked for
//	  "source": ["// Stage2_rows …", …], the lines of main.go
//	  "places": [place, …],              of main.go, to which steps refer
//	  "roles": {…} or null,              what the parts of the search are for
//	  "notes": [note, …],                on n
//	  "vars": ["pos", "rowUsed"],        the variables that all calls share; their places are slots
//	  "steps": [step, …],
//	  "end": "done",                     or panic, exit, signal, steps, depth, output, memory, time: see End
//	  "status": 0,                       of the program, where it ended itself
//	  "line": 0,                         of main.go, where a run ended that is not done
//	  "message": "",                     of a panic, the errors of a program that exits, or the signal
//	  "stderr": "",                      what else was written to standard error
//	  "lost": 0,                         characters of the output that stayed in a buffer
//	  "stuck": false                     at the time limit: the last step alone took most of the time
//	}
//
// A place is
//
//	{"line": 19, "end": 20, "kind": "if", "text": "rowUsed[j] || i == n-1",
//	 "parts": ["", "rowUsed[j]", " || ", "i", " == ", "n-1", ""], "values": [value, …], "target": [value, …]}
//
// Its kind is assign, define, incdec, call, if, for, range, return, break, continue, goto, var, switch,
// func (where it is called) or other. The text, on one line and without comments, is that of the
// statement; of the condition where the kind is if, or for with a condition; j := range n of a range
// loop. Parts are the text cut at its operands, which stand at 1, 3, 5, …; values tell how to
// compute them, in the same order. Target has what the statement writes, if it does: pos[i], or j of
// a range loop.
//
// A value to compute is a number, true or false; a name; ["[]", list, index]; [".", struct, field];
// ["len", list]; an operator of Go before its one or two operands, like ["+", "i", 1]; or null for
// what cannot be told without running the program. Constants are numbers already.
//
// A step is [kind, place, changes, text, extra]. Where nothing follows, the rest is left out;
// then changes is [] and text is "".
//
//	kind  what happened                       place                                extra
//	0     a statement is about to run         its own
//	1     a condition of an if or a for was   of the condition or the loop
//	      true, or a range loop takes a turn
//	2     it was false, or the loop is over   of the condition or the loop
//	3     a function was called               of its func                          its name
//	4     a function returned                 of the statement of the caller to    list of its results, or
//	                                          which it returns (main: its last)    null where a panic left it
//
// A condition that calls functions is a step of kind 0 at its own place before it comes to a result.
//
// A function literal bears the name of the variable that it is assigned to; else, in set, set.func.
// Changes tell what is different from the step before: [name, value]; or [name, index, value] for one
// element; or [name] for a local variable that is no longer in scope. A name that is a number is the
// slot of a shared variable; a name that is text is a local variable of the innermost call (after a
// call is pushed, before the changes of a return its call is popped). Text is what was printed since
// the step before, even if it still waits in a buffer of the program.
//
// The shared variables are the package variables of main.go. A struct of the program to which a
// pointer leads counts as its fields, b.pos and b.rowUsed, under the name by which it was met first.
//
// A recorded value is a whole number; true or false; a text like "{row:1 column:2}" for anything
// else, in which strings stand in their quotes; a list of such, at most 32 of an array or a slice;
// or, of a local variable, {"to": "b"} where it leads to the fields b.pos, b.rowUsed.
//
// The state at step k is nothing, and the steps from the first to k applied in order. A variable
// not met yet has no value.
//
// # Roles
//
// Roles are read from the syntax of the program, whatever its names are:
//
//	{
//	  "search": "set",                the function that calls itself for the next column or row
//	  "by": "column",                 each call puts a queen in a column of its own; or row
//	  "column": "i", "row": "j",      the variables with the place of the queen of a call: of the two, the
//	                                  one that by names is a parameter of search; the other one may be ""
//	  "loop": place,                  its loop over the squares
//	  "n": value,                     queens, columns and rows, in a call of search; or null
//	  "queens": value,                the list with the row of each column, or by row the column; or null
//	  "put": [place, …],              where the running call writes its element of queens
//	  "full": {"place": 7, "is": true},
//	                                  the condition, and its result, that ends the recursion; or null
//	  "flags": [flag, …]
//	}
//
// A flag is {"list": value, "index": value, "kind": "row", "taken": true}: a list that tells which rows,
// or other lines of the board, are taken; which element is that of the queen in column and row; the
// kind of line, row, column, slash (the sum is constant) or backslash (the difference is); and the
// value of an element that is taken.
//
// Roles are null where no function calls itself for the next line.
//
// # Notes
//
// A note is {"code": "replaced", "line": 6, "from": 8, "n": 4}: the program ran with n = 4 in place of
// the 8 on the line. The code is fixed where n is 8 whatever was asked for: the program ran with its
// own. It is input where n was offered on standard input; then line and from are 0. Where the
// program has no n at all, it is fixed, and they are 0, too.
//
// # Limits
//
// Steps, depth of calls, output, memory and time are limited, and what was recorded to the limit is
// returned. Not everything can be traced: goroutines are refused, C and the packages unsafe, sync,
// iter and context, and a range over a function of the program itself.
package trace
