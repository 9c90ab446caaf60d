package main

import (
	"os"

	"hybrid/gm/guard"
)

func main() {
	guard.Enable()
	putOffCollection(usualHeap)
	os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}
