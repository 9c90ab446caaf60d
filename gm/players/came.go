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

// The consequences of an entry: the last roll of the seat's character, losses, and everyone's state of health afterwards.

// addConsequences adds the consequences of the entry to a passage.
func (v *view) addConsequences(p *Passage, facts *story.Passage) {
	if v.seat != TableSeat {
		p.Result = v.ownResult(facts, p.Text)
		return
	}
	bare := story.Passage{People: facts.People}
	for _, f := range facts.Facts {
		c, condition := v.game.Rules.Conditions.Get(f.Of)
		if f.Kind != story.Health && !(f.Kind == story.Put && f.State && condition && c.Bad) {
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
		r = &Result{Die: cmp.Or(o.Throw, fmt.Sprint(o.Face())), Made: o.Success, Says: story.Result(v.game.Rules, *facts, v.seat, o.Step), Label: o.Label + ": " + strings.ToLower(o.Degree), Text: text}
	}
	return r
}

// recordStrikes records which actors were seen to do something to the reader's own side.
func (v *view) recordStrikes() {
	who := v.people.by[v.entry.Who]
	if who == nil || !v.shown || !v.isOutsider(v.entry.Who) || len(v.entry.Outcomes) == 0 {
		return
	}
	whom := v.plain.After.Find(v.entry.Whom)
	own := v.plain.After.Find(v.seat)
	switch {
	case whom == nil:
	case whom == own, own == nil && whom.Sheet.HasPlayer(),
		own != nil && own.OpenSide() == whom.OpenSide() && v.noticesOrRemembers(own, whom)&rules.KnowSide != 0:
		v.struck[who.publicID()] = v.number
	}
}

// earlierRollResult returns the result of the steps before the question of a seat: its own roll, if the command has not
// finished.
func (l *Log) earlierRollResult(s *rules.State, need *rules.Need) *Result {
	if len(need.SoFar) == 0 || !slices.ContainsFunc(need.SoFar, func(o rules.Outcome) bool { return o.Who == l.seat && o.Degree != "" }) {
		return nil
	}
	first := &need.SoFar[0]
	c := l.cloneLog()
	e := &gm.HistoryEntry{Before: s, After: s}
	e.Who, e.Whom, e.Outcomes = first.Doer, cmp.Or(first.Whom, need.Whom), need.SoFar
	if e.Who == "" {
		e.Who = first.Who
	}
	if a := s.Find(e.Who); a != nil && a.Doing != nil {
		e.Whom = a.Doing.Whom
	}
	veiled, before := c.veilEntry(e)
	v := &view{Log: c, plain: e, entry: veiled, before: before}
	v.classifyEntry()
	entry := story.Entry{Before: e.Before, After: e.After, Who: e.Who, Whom: e.Whom, Outcomes: e.Outcomes}
	facts := story.Collect(l.game.Rules, &entry, v)
	return v.ownResult(&facts, story.Tell(l.game.Rules, facts))
}
