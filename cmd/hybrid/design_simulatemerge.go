package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"hybrid/gm/balance"
	"hybrid/gm/simulate"
)

// mergeCommand puts the parts together that several machines, or several runs, fought of one simulation.
func mergeCommand(p *program) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "merge FILE...",
		Short: "Put the parts of a simulation together that were fought with --shard",
		Long: "Put together what `hybrid simulate --shard 1/16 --json` and so on, or `hybrid balance --shard`, wrote into files:\n" +
			"the same figures as of one run. Parts may be missing; the figures are then those of the fights there are. With\n" +
			"--write the best mix of a search is written, as balance does.",
		Args: wantArgs("FILE…"),
	}
	write := ""
	cmd.RunE = func(_ *cobra.Command, args []string) error { return mergeParts(p, args, write) }
	p.csvFlag(cmd)
	writeFlag(cmd.Flags(), &write)
	return cmd
}

// partFile is what --shard writes, as far as it is put together.
type partFile struct {
	Part  *simulate.Part `json:"part"`
	Found *balance.Found `json:"search"`
	Vary  string         `json:"vary"`
	Rows  []struct {
		Value float64        `json:"value"`
		Part  *simulate.Part `json:"part"`
	} `json:"rows"`
}

func readParts(names []string) ([]partFile, error) {
	list := make([]partFile, len(names))
	for i, name := range names {
		data, err := os.ReadFile(name)
		if err != nil {
			return nil, fmt.Errorf("%s cannot be read: %w", name, withoutPath(err))
		}
		if err := json.Unmarshal(data, &list[i]); err != nil {
			return nil, fmt.Errorf("%s is not what --shard and --json write: %w", name, err)
		}
		whole := list[i].Part != nil || len(list[i].Rows) > 0
		for _, row := range list[i].Rows {
			whole = whole && row.Part != nil
		}
		if list[i].Found == nil && !whole {
			return nil, fmt.Errorf("%s is no part of a simulation: write it with --shard and --json", name)
		}
	}
	return list, nil
}

func mergeParts(p *program, names []string, write string) error {
	list, err := readParts(names)
	if err != nil {
		return err
	}
	first := list[0]
	if first.Found != nil {
		return mergeFound(p, names, list, write)
	}
	if write != "" {
		return errors.New("--write is for the parts of a search, by balance; leave it out")
	}
	rows := max(1, len(first.Rows))
	var all []varied
	for row := range rows {
		var parts []*simulate.Part
		for i, file := range list {
			switch {
			case file.Found != nil || file.Vary != first.Vary || len(file.Rows) != len(first.Rows):
				return fmt.Errorf("%s is of another simulation than %s", names[i], names[0])
			case first.Vary == "":
				parts = append(parts, file.Part)
			case file.Rows[row].Value != first.Rows[row].Value:
				return fmt.Errorf("%s varies over other numbers than %s", names[i], names[0])
			default:
				parts = append(parts, file.Rows[row].Part)
			}
		}
		whole, missing, err := simulate.Merge(names, parts)
		if err != nil {
			return err
		}
		if row == 0 {
			noteMissing(p, missing, whole.Of.Runs)
		}
		if first.Vary == "" {
			return tellSimulation(p, whole)
		}
		all = append(all, varied{first.Rows[row].Value, whole})
	}
	return tellVaried(p, first.Vary, all)
}

// mergeFound puts the shards of a search together, and writes what they found where that is wanted.
func mergeFound(p *program, names []string, list []partFile, write string) error {
	var found []*balance.Found
	for i, file := range list {
		if file.Found == nil {
			return fmt.Errorf("%s is no part of a search, as %s is", names[i], names[0])
		}
		found = append(found, file.Found)
	}
	whole, missing, err := balance.Merge(names, found)
	if err != nil {
		return err
	}
	for _, shard := range missing {
		p.note("missing: %s", shard)
	}
	if err := tellFound(p, whole, shownMixes); err != nil || write == "" {
		return err
	}
	flags := balanceFlags{side: whole.Side, with: whole.Asked.With, vary: whole.Asked.Vary, tactics: whole.Asked.Tactics}
	if err := toBalance(p, whole.Asked.Encounter, &flags); err != nil {
		return badInput(err)
	}
	into := *flags.search.Encounter
	old, err := encounterBase(p, &into, write)
	if err != nil {
		return err
	}
	return writeMix(p, &flags.search, whole, &into, old)
}

// noteMissing says which parts were not there.
func noteMissing(p *program, missing []simulate.Shard, runs int) {
	if len(missing) == 0 {
		return
	}
	texts, lost := make([]string, len(missing)), 0
	for i, shard := range missing {
		texts[i] = shard.String()
		lost += shard.Share(runs)
	}
	p.note("missing: %s, %d of %d fights", strings.Join(texts, ", "), lost, runs)
}
