package trace

import "syscall"

// endWithParent has the system end a program when the tracer is killed.
func endWithParent(attributes *syscall.SysProcAttr) { attributes.Pdeathsig = syscall.SIGKILL }
