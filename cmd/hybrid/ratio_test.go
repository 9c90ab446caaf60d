package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"hybrid/gm/gmtest"
)

// BenchmarkRatioShell holds what is worked out on the command line, as a process from start to exit, against one that only loads
// the campaign and shows a sheet.
func BenchmarkRatioShell(b *testing.B) {
	own, err := os.Executable()
	if err != nil {
		b.Fatal(err)
	}
	program := filepath.Join(b.TempDir(), "hybrid") // by this name the test is the program
	if err := os.Symlink(own, program); err != nil {
		b.Skip(err)
	}
	state := "HYBRID_STATE=" + b.TempDir()
	shell := func(args ...string) func() {
		return func() {
			cmd := exec.Command(program, args...)
			cmd.Env = append(os.Environ(), state)
			if out, err := cmd.CombinedOutput(); err != nil {
				b.Fatalf("%v: %v\n%s", args, err, out)
			}
		}
	}
	for _, args := range [][]string{{"odds", "attack", "kira", "grell"}, {"attack", "kira", "grell", "--seed", "1"}, {"check", "kira", "sword"}} {
		gmtest.Ratio(b, args[0], shell(args...), shell("sheet", "kira"))
	}
}
