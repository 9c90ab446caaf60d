package main

import (
	"bytes"
	"strings"
	"testing"

	"github.com/spf13/cobra"
)

// Every command has an example, with names of the campaign that is open.
func TestEveryHelpHasAnExample(t *testing.T) {
	p := &program{stdout: &bytes.Buffer{}, stderr: &bytes.Buffer{}}
	p.open(nil)
	seen := 0
	var walk func(cmd *cobra.Command)
	walk = func(cmd *cobra.Command) {
		for _, below := range cmd.Commands() {
			walk(below)
		}
		if !cmd.Runnable() || cmd.HasSubCommands() && cmd.Args == nil && cmd.Example == "" {
			return
		}
		seen++
		if cmd.Example == "" && cmd.HasParent() {
			t.Errorf("%s has no example", cmd.CommandPath())
		}
		if strings.ContainsAny(cmd.Example, "{}") {
			t.Errorf("%s has an example with a gap: %s", cmd.CommandPath(), cmd.Example)
		}
	}
	root := p.root()
	giveExamples(p, root)
	walk(root)
	if seen < 40 {
		t.Errorf("only %d commands were looked at", seen)
	}
}
