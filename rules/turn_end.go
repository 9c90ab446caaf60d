package rules

import (
	"slices"

	"hybrid/rules/message"
	"hybrid/rules/source"
)

// The key `ends` of an encounter: formulas that decide a fight while more than one side can still act. They are only reported; nothing ends
// automatically.

// EndEntry is an end of a fight in an encounter file.
type EndEntry struct {
	When source.Text `yaml:"when"` // The fight is decided when this formula is true. Names can begin with a combatant: `grell.is.out`.
	// The side that has won then; `ours(…)` and `theirs(…)` are from its point of view. Default: no side.
	Winner source.Text `yaml:"winner"`
	Label  string      `yaml:"label" text:"line"` // The reason, for the game master: `the gang runs`. Default: the formula.
	Pos    source.Pos  `yaml:",pos"`
}

// End is a compiled end of a fight.
type End struct {
	Winner string   // key of the side that then wins; "" for none
	Label  string   // reason, or the formula
	when   *Formula // formula that is true once the fight is decided
}

// Compile compiles the entry for an encounter with the given keys of combatants and sides. It returns nil after a mistake.
func (e *EndEntry) Compile(rs *Ruleset, combatants, sides []string, report *source.Report) *End {
	if !slices.Contains(sides, e.Winner.Text) && e.Winner.Text != "" {
		report.Add(source.UnknownName, e.Winner.Pos, "%s", message.Unknown("side", e.Winner.Text, sides))
	}
	if e.When.Text == "" {
		report.Add(source.Missing, e.Pos, "This end has no formula. Add `when: NAME.is.out`.")
		return nil
	}
	c := compilerOf(rs, report)
	end := &End{e.Winner.Text, e.Label, c.compileFlag(e.When, nameScope{cast: &cast{combatants}})}
	if end.Label == "" {
		end.Label = e.When.Text
	}
	if end.when == nil {
		return nil
	}
	c.warnAlwaysTrue(e.When, end.when)
	return end
}

// Equal reports whether two ends are the same, even if they were read from the file at different times.
func (e *End) Equal(o *End) bool {
	return e.Winner == o.Winner && e.Label == o.Label && e.when.Text == o.when.Text
}

// Holds reports whether the end's formula is true in s.
func (e *End) Holds(rs *Ruleset, s *State) bool {
	// The formula is evaluated for an actor without properties on the winner's side, so that ours(…) and theirs(…) have that side's point
	// of view.
	f := rs.borrowFrame(rs.nobody.actor)
	f.sideActor, f.world = *rs.nobody.actor, world{state: s}
	f.sideActor.Side, f.sideActor.world, f.own.actor = e.Winner, &f.world, &f.sideActor
	holds := e.when.Flag(&f.Frame)
	f.sideActor, f.world = Actor{}, world{}
	rs.pooledFrames.put(f)
	return holds
}
