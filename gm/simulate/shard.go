package simulate

import (
	"cmp"
	"fmt"

	"hybrid/rules/message"
)

// Parts of a simulation for several machines, and their merging.

// Shard is one of several parts of a simulation; Shard{1, 3} is the first of three. The zero Shard is the whole.
type Shard struct {
	Part      int `json:"part"` // number of the part, from 1
	PartCount int `json:"of"`   // number of parts
}

// IsWhole reports whether the shard is the whole.
func (s Shard) IsWhole() bool { return s.PartCount < 2 }

// Contains reports whether the shard contains the n-th run, counted from 0.
func (s Shard) Contains(n int) bool { return s.IsWhole() || n%s.PartCount == s.Part-1 }

// RunCount returns the number of runs, out of n, in the shard.
func (s Shard) RunCount(n int) int {
	if s.IsWhole() {
		return n
	}
	return (n + s.PartCount - s.Part) / s.PartCount
}

// maxShards is the maximum number of parts.
const maxShards = 100_000

// String returns the shard as it is written in a flag, such as 3/16.
func (s Shard) String() string {
	return fmt.Sprintf("%d/%d", cmp.Or(s.Part, 1), cmp.Or(s.PartCount, 1))
}

// Set parses a shard as it is written in a flag.
func (s *Shard) Set(text string) error {
	var part, of int
	if n, err := fmt.Sscanf(text+"\n", "%d/%d\n", &part, &of); err != nil || n != 2 || part < 1 || of < part || of > maxShards {
		return message.NotA(text, "a part", "Write, for example, 3/16 for the third of sixteen")
	}
	*s = Shard{part, of}
	return nil
}

// Type returns the name of the flag's value.
func (*Shard) Type() string { return "part" }

// Part is one machine's part of a simulation: the results of its shard of the runs.
type Part struct {
	Shard  Shard          `json:"shard"` // number of the part, and the number of parts
	Fight  SimulatedFight `json:"of"`    // simulated fight
	Counts Counts         `json:"tally"` // totals of the shard's runs
}

// matchesPart reports whether the part belongs to the given fight.
func (p *Part) matchesPart(fought *SimulatedFight) bool {
	return p.Fight.Digest == fought.Digest && p.Fight.Seed == fought.Seed && p.Fight.Runs == fought.Runs && fought.Matches(&p.Counts)
}

// Merge merges the parts of one simulation, and also returns the missing shards. It fails if two parts are the same shard, or are of
// different simulations; names are the names of the parts in the error.
func Merge(names []string, parts []*Part) (whole *Part, missing []Shard, err error) {
	if len(parts) == 0 {
		return nil, nil, fmt.Errorf("Nothing to merge. Name the files of the parts.")
	}
	first := parts[0]
	whole = &Part{Shard: Shard{1, 1}, Fight: first.Fight, Counts: *newCounts(&first.Fight)}
	var shards []Shard
	for i, p := range parts {
		if !p.matchesPart(&first.Fight) {
			return nil, nil, fmt.Errorf("%s and %s are different simulations. Encounter, rules, seed, --runs and --vary must be the same.", names[i], names[0])
		}
		shards = append(shards, p.Shard)
	}
	if missing, err = MissingShards(names, shards); err != nil {
		return nil, nil, err
	}
	for _, p := range parts {
		whole.Counts.Add(&p.Counts)
	}
	return whole, missing, nil
}

// MissingShards lists the shards that are missing from the whole. It fails if two are the same shard, or of different numbers of shards;
// names are their names in the error.
func MissingShards(names []string, list []Shard) (missing []Shard, err error) {
	nameOfPart := map[int]string{}
	for i, s := range list {
		switch {
		case s.PartCount != list[0].PartCount:
			return nil, fmt.Errorf("%s is part %s, but %s is part %s.", names[i], s, names[0], list[0])
		case nameOfPart[s.Part] != "":
			return nil, fmt.Errorf("%s and %s are both part %s.", nameOfPart[s.Part], names[i], s)
		}
		nameOfPart[s.Part] = names[i]
	}
	for k := 1; k <= list[0].PartCount; k++ {
		if nameOfPart[k] == "" {
			missing = append(missing, Shard{k, list[0].PartCount})
		}
	}
	return missing, nil
}
