package main

import (
	"os"

	"hybrid/gm/guard"
)

// main runs hybrid with the arguments and streams of the process, and exits with the code of run.
func main() {
	guard.Enable()
	delayFirstCollection()
	go collectWhenIdle()
	os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}
