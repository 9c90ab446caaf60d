package main

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"hybrid/gm/simulate"
	"hybrid/rules/message"
)

// `hybrid simulate merge`: merges the parts of one simulation into one result. Each part is a file with the output of
// `hybrid simulate --shard I/N --json`, which runs the I-th of N parts of the fights, usually on a machine of its own.

// mergeCommand returns the command `simulate merge`.
func mergeCommand(p *program) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "merge FILE...",
		Short: "Merge the parts of a simulation",
		Long: "Merge what `hybrid simulate --shard 1/16 --json` and so on wrote into files. The figures are the same as those of\n" +
			"one run. If parts are missing, the figures are those of the fights there are.",
		Args: wantArgs("FILE…"),
	}
	cmd.RunE = func(_ *cobra.Command, args []string) error { return mergeParts(p, args) }
	p.addCSVFlag(cmd)
	return cmd
}

// partFile holds the fields of the output of `simulate --shard --json` that are merged. With --vary, the simulation was run once for each
// value of a number, and every run has a part in Rows.
type partFile struct {
	Part *simulate.Part `json:"part"` // part of the simulation; nil if a number was varied
	Vary string         `json:"vary"` // path of the varied number, such as grell.skills.sword; "" if none was varied
	Rows []struct {     // parts, one for each value of the varied number
		Value float64        `json:"value"`
		Part  *simulate.Part `json:"part"`
	} `json:"rows"`
}

// readParts reads files that `simulate --shard --json` wrote.
func readParts(names []string) ([]partFile, error) {
	list := make([]partFile, len(names))
	for i, name := range names {
		data, err := os.ReadFile(name)
		if err != nil {
			return nil, message.Unreadable(name, err)
		}
		if err := json.Unmarshal(data, &list[i]); err != nil {
			return nil, fmt.Errorf("%s isn't a part of a simulation (%w). Make one with --shard and --json.", name, err)
		}
		isPart := list[i].Part != nil || len(list[i].Rows) > 0
		for _, row := range list[i].Rows {
			isPart = isPart && row.Part != nil
		}
		if !isPart {
			return nil, fmt.Errorf("%s isn't a part of a simulation. Make one with --shard and --json.", name)
		}
	}
	return list, nil
}

// mergeParts merges the parts of one simulation and writes the result like that of a single run.
func mergeParts(p *program, names []string) error {
	list, err := readParts(names)
	if err != nil {
		return err
	}
	first := list[0]
	rows := max(1, len(first.Rows)) // without --vary there is one row, whose parts are in partFile.Part
	var all []variedResult
	for row := range rows {
		var parts []*simulate.Part
		for i, file := range list {
			switch {
			case file.Vary != first.Vary || len(file.Rows) != len(first.Rows):
				return fmt.Errorf("%s and %s are from different simulations. Merge the parts of one only.", names[i], names[0])
			case first.Vary == "":
				parts = append(parts, file.Part)
			case file.Rows[row].Value != first.Rows[row].Value:
				return fmt.Errorf("%s and %s vary different numbers. Merge the parts of one simulation only.", names[i], names[0])
			default:
				parts = append(parts, file.Rows[row].Part)
			}
		}
		whole, missing, err := simulate.Merge(names, parts)
		if err != nil {
			return err
		}
		if row == 0 {
			noteMissing(p, missing, whole.Fight.Runs)
		}
		if first.Vary == "" {
			return writeSimulation(p, whole)
		}
		all = append(all, variedResult{first.Rows[row].Value, whole})
	}
	return writeVariedResults(p, first.Vary, all)
}

// noteMissing writes a note about the missing parts and their share of all runs; it writes none if no part is missing.
func noteMissing(p *program, missing []simulate.Shard, runs int) {
	if len(missing) == 0 {
		return
	}
	texts, fights := make([]string, len(missing)), 0
	for i, shard := range missing {
		texts[i] = shard.String()
		fights += shard.RunCount(runs)
	}
	p.writeNote("missing: %s, %d of %d fights", strings.Join(texts, ", "), fights, runs)
}
