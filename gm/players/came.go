package players

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"hybrid/gm"
	"hybrid/gm/story"
	"hybrid/rules"
)

// The consequences of an entry as players see them: the last roll of the seat's character, new wounds and conditions, and who struck whom.
// A passage is the part of an entry that the players of a seat are told. A view (log.go) holds an entry twice: with all its facts, and with
// the names that these players know.

// addConsequences adds the consequences of the entry to a passage: on a seat the character's own roll, on the table screen new health
// levels and bad conditions, which the screen shows apart from the bare text.
func (v *view) addConsequences(p *Passage, facts *story.Passage) {
	if v.seat != TableSeat {
		p.Result = v.ownResult(facts, p.Text)
		return
	}
	bare := story.Passage{People: facts.People} // passage without new health levels and bad conditions
	for _, f := range facts.Facts {
		c, isCondition := v.game.Rules.Conditions.Get(f.Of)
		isBadCondition := f.Kind == story.Put && f.State && isCondition && c.Bad
		if f.Kind != story.Health && !isBadCondition {
			bare.Facts = append(bare.Facts, f)
		}
	}
	if text := story.Tell(v.game.Rules, bare); text != "" && text != p.Text {
		p.Bare = text
	} else {
		return
	}
	for _, f := range facts.Facts {
		if slices.ContainsFunc(bare.Facts, func(g story.Fact) bool { return g == f }) {
			continue
		}
		c := Consequence{Text: strings.TrimRight(story.Tell(v.game.Rules, story.Passage{People: facts.People, Facts: []story.Fact{f}}), ".")}
		if f.Kind == story.Health {
			c.Level, c.Levels = v.game.Rules.Knowledge.HealthLevel(f.Text)
		}
		if c.Text != "" {
			p.Came = append(p.Came, c)
		}
	}
}

// ownResult returns the last completed roll of the seat's character, with the text of its entry, or nil if there is
// none.
func (v *view) ownResult(facts *story.Passage, text string) *Result {
	var r *Result
	for i := range v.entry.Outcomes {
		o := &v.entry.Outcomes[i]
		if o.Secret || o.Overruled || o.Who != v.seat || o.Degree == "" || len(o.Dice) == 0 {
			continue
		}
		r = &Result{Die: cmp.Or(o.Throw, fmt.Sprint(o.Face())), Made: o.Success, Label: o.Label + ": " + strings.ToLower(o.Degree), Text: text}
		r.Says = story.Result(v.game.Rules, *facts, v.seat, o.Step)
	}
	return r
}

// recordStrikes records which actors were seen to do something to the reader's own side.
func (v *view) recordStrikes() {
	striker := v.people.byKey[v.entry.Who]
	if striker == nil || !v.seesDeeds || !v.seesPartOfKey(v.entry.Who) || len(v.entry.Outcomes) == 0 {
		return
	}
	victim := v.fullEntry.After.Find(v.entry.Whom)
	own := v.fullEntry.After.Find(v.seat)
	switch {
	case victim == nil: // no one was struck
	case victim == own, own == nil && victim.Sheet.HasPlayer(),
		own != nil && own.ApparentSide() == victim.ApparentSide() && v.noticesOrRemembers(own, victim)&rules.KnowSide != 0:
		v.lastStrikes[striker.publicID()] = v.number
	}
}

// earlierRollResult returns the result of the seat's own roll among the steps that led to the question need, in the same command, or nil if
// there is none.
func (l *Log) earlierRollResult(s *rules.State, need *rules.Need) *Result {
	isOwnRoll := func(o rules.Outcome) bool { return o.Who == l.seat && o.Degree != "" }
	if !slices.ContainsFunc(need.SoFar, isOwnRoll) {
		return nil
	}
	first := &need.SoFar[0]
	c := l.clone()
	e := &gm.HistoryEntry{Before: s, After: s}
	e.Who, e.Whom, e.Outcomes = first.Doer, cmp.Or(first.Whom, need.Whom), need.SoFar
	if e.Who == "" {
		e.Who = first.Who
	}
	if a := s.Find(e.Who); a != nil && a.Doing != nil {
		e.Whom = a.Doing.Whom
	}
	veiled, before := c.veilEntry(e)
	v := &view{Log: c, fullEntry: e, entry: veiled, namesBefore: before}
	v.classifyEntry()
	entry := story.Entry{Before: e.Before, After: e.After, Who: e.Who, Whom: e.Whom, Outcomes: e.Outcomes}
	facts := story.Collect(l.game.Rules, &entry, v)
	return v.ownResult(&facts, story.Tell(l.game.Rules, facts))
}
