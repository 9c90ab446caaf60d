package main

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// Whatever a flag or an argument takes is completed, unless it is a number, a text of one's own, or the name of any file.
func TestEverythingIsCompleted(t *testing.T) {
	p := &program{stdout: &bytes.Buffer{}, stderr: &bytes.Buffer{}, completing: true}
	p.loadCampaign(nil)
	numbers := []string{"float64", "int", "int64", "uint64", "part", "share", countType}
	own := map[string]string{ // flags that take something else that cannot be guessed
		"losses": "a range", "win": "a range", "chances": "a range", "over": "a range", "set": "NAME=NUMBER", "dice": "dice", "keep": "skills of a file",
		"write": "a new name", "to": "a new file", "seats": "an address", "time": "seconds", "seats-host": "an address",
	}
	files := []string{"hybrid script", "hybrid session export", "hybrid session pack", "hybrid session unpack", "hybrid vet"}
	var walk func(cmd *cobra.Command)
	walk = func(cmd *cobra.Command) {
		for _, below := range cmd.Commands() {
			walk(below)
		}
		takes := strings.Contains(cmd.Use, " ") && !cmd.HasSubCommands()
		if takes && cmd.ValidArgsFunction == nil && !slices.Contains(files, cmd.CommandPath()) {
			t.Errorf("%s: nothing completes %s", cmd.CommandPath(), cmd.Use)
		}
		cmd.LocalFlags().VisitAll(func(f *pflag.Flag) {
			if f.Value.Type() == "bool" || own[f.Name] != "" || slices.Contains(numbers, f.Value.Type()) {
				return
			}
			if complete, ok := cmd.GetFlagCompletionFunc(f.Name); !ok || complete == nil {
				t.Errorf("%s: nothing completes --%s, %s", cmd.CommandPath(), f.Name, f.Usage)
			}
		})
	}
	walk(p.commandTree())
}
