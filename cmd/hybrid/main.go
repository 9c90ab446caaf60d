package main

import (
	"os"

	"hybrid/gm/guard"
)

// main runs hybrid with the arguments and streams of the process, and exits with the code of run. Garbage is collected late and preferably
// while no one waits for the program.
func main() {
	guard.Enable() // from now on, a panic in work that only reads becomes an error and a crash report
	delayFirstCollection()
	go collectWhenIdle()
	os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}
