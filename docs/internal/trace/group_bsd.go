//go:build unix && !linux

package trace

import "syscall"

// endWithParent has no counterpart on Linux's relatives.
func endWithParent(*syscall.SysProcAttr) {}
