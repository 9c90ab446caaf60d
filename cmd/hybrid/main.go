// Command hybrid turns a command line into calls: checks, odds, sheets and attacks for players and scripts, and the
// dashboard of a running session. It knows no rule of the game; what the pack's data names becomes commands and flags.
package main

import "os"

func main() {
	os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}
