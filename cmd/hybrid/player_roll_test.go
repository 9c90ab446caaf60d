package main

import (
	"testing"

	"github.com/spf13/pflag"
)

// No flag of a pack takes the name of one that every command has.
func TestOwnFlags(t *testing.T) {
	var g globals
	flags := pflag.NewFlagSet("", pflag.ContinueOnError)
	g.addFlags(flags)
	flags.VisitAll(func(flag *pflag.Flag) {
		if !isOwnFlag(flag.Name) {
			t.Errorf("--%s is a flag of every command, and may be taken by a pack", flag.Name)
		}
	})
	if isOwnFlag("weapon") {
		t.Error("--weapon is not a flag of every command")
	}
}
