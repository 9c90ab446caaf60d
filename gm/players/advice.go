package players

import (
	"cmp"
	"context"
	"math"
	"slices"

	"hybrid/rules"
)

// Advice for a player who can't decide. A deed is an action as players see it. Offers (offer.go) list the deeds that are possible now, each
// with its targets and tools, which are both Means. A Want is a player's choice among these; Log.Weigh calculates its chance.

// Advice is a deed that a character can do now, rated by what its player knows.
type Advice struct {
	Line    string  // command that declares the deed
	Text    string  // description of the deed with its target and tool, as the player knows them
	Roll    *Roll   // roll of the deed; nil if it needs none
	Counts  float64 // duration in counts
	Because string  // label of the character's own condition that suggests the deed; empty for none
	Worth   float64 // chance, from 0 to 1, multiplied by the speed relative to the quickest deed; the larger, the better
}

// Limits of weighing one deed: the number of targets, and of tools for the first target. Other targets are weighed with the usual tool.
const (
	maxTargets = 4
	maxTools   = 4
)

// Advise weighs the possible deeds of the log's character in the state after the last passage, best first. It skips deeds that ask for a
// number. Deeds suggested by one of the character's own conditions come first; then deeds are sorted by chance, and by duration compared
// with the quickest deed. Numbers that the character doesn't know play no part.
func (l *Log) Advise(ctx context.Context, s *rules.State) (list []Advice) {
	o := l.ListOffers(s)
	if o == nil {
		return nil
	}
	for _, d := range o.Deeds {
		if d.Refused != "" || d.Asks != "" || ctx.Err() != nil { // d.Asks: the number that the deed asks for
			continue
		}
		whom := d.Whom
		if !d.Needs { // the deed needs no target
			whom = []Means{{}}
		}
		for i, who := range whom[:min(len(whom), maxTargets)] {
			if who.Unlike { // not a usual target of the deed
				continue
			}
			with := d.With
			if i > 0 || len(with) == 0 { // an empty Means stands for the usual tool
				with = []Means{{}}
			}
			for _, tool := range with[:min(len(with), maxTools)] {
				list = l.adviceFor(list, s, &d, Want{Deed: d.Name, Whom: who.Name, With: tool.Name})
			}
		}
	}
	quickest := math.Inf(1) // duration of the quickest deed with a roll, in counts
	for i := range list {
		if list[i].Roll != nil {
			quickest = min(quickest, max(1, list[i].Counts))
		}
	}
	for i := range list {
		if a := &list[i]; a.Roll != nil {
			a.Worth = a.Roll.InPercent() / 100 * quickest / max(1, a.Counts)
		}
	}
	slices.SortStableFunc(list, func(x, y Advice) int {
		return cmp.Or(compareBools(x.Because != "", y.Because != ""), cmp.Compare(y.Worth, x.Worth))
	})
	return list
}

// adviceFor adds the advice for a want to list, if the want can be proposed.
func (l *Log) adviceFor(list []Advice, s *rules.State, d *Deed, w Want) []Advice {
	weight := l.Weigh(s, w)
	p, refused := l.Proposal(s, w)
	if weight.Refused != "" || refused != "" {
		return list
	}
	return append(list, Advice{Line: p.Line, Text: weight.Text, Roll: weight.Roll, Counts: weight.Counts, Because: d.Because})
}
