package rules

import (
	"slices"
	"strings"

	"hybrid/rules/message"
	"hybrid/rules/phrase"
	"hybrid/rules/source"
)

// The end of an encounter and of conditions: what lasts, what ends by its formula, and how conditions are compiled.

// Finish ends the encounter: what is on the way comes to nothing, no actor has a turn any more, and of the conditions those
// end of which over says so, and of the sides' those that are over with it. Where none is under way, that is all.
func (h *ByHand) Finish(over func(*Actor, *Held) bool) {
	r := h.r
	for _, there := range r.state.Actors {
		a := r.copy(there.Key)
		for a.Doing != nil {
			r.emit(&Event{Kind: EventDone, Who: a.Key})
		}
		if a.Turn != none || a.Open || a.Waiting {
			r.emit(&Event{Kind: EventTurn, Who: a.Key, At: none})
		}
		for _, held := range there.Conditions {
			if a.held(held.ID) != nil && over(there, &held) {
				r.of(a).ended(&held)
			}
		}
	}
	for _, there := range r.state.Sides {
		a := r.copy(there.Key)
		for _, held := range there.Conditions {
			if held.Condition.Ends() {
				r.of(a).ended(&held)
			}
		}
	}
	if !r.state.Running {
		return
	}
	r.emit(&Event{Kind: EventFinish})
	ended := *r.state
	ended.Running, r.state = false, &ended // so that no actor has a turn again, whatever could be done now
}

// Ends reports whether a condition is over with the encounter, unless the game master says otherwise.
func (c *Condition) Ends() bool { return !c.Outlasts() || c.until == untilEncounter || c.held() }

// Passes reports whether it is over when the next round begins.
func (c *Condition) Passes() bool { return c.until == untilRound }

// Goes reports whether a condition does something as time passes, or at the turns of who has it.
func (c *Condition) Goes() bool { return c.Every != nil || c.atTurn != nil }

// Fleeting reports whether a condition holds only within one action.
func (c *Condition) Fleeting() bool { return c.until == untilSequence }

// compileUntil compiles when it ends.
func (x *Condition) compileUntil(c *compiler, p nameScope) {
	switch x.Until.Text {
	case "":
	case "used":
		x.until = untilUsed
	case "action":
		x.until = untilAction
	case "turn":
		x.until = untilTurn
	case "declaration":
		x.until = untilDeclaration
	case "sequence":
		x.until = untilSequence
	case "round":
		x.until = untilRound
	case "encounter":
		x.until = untilEncounter
	default:
		x.until = untilFormula
		if word := !strings.ContainsAny(x.Until.Text, " .<>=()"); word && !slices.Contains(placeNames{c}.names(p), x.Until.Text) {
			words := []string{"used", "action", "turn", "declaration", "sequence", "round", "encounter"}
			c.mistake(source.BadValue, x.Until.Pos, "%s", message.NotOneOf("until", x.Until.Text, append(words, "a yes/no formula")))
			break
		}
		p.anyOf = !x.Tool
		x.over = c.flag(x.Until, p)
		p.anyOf = false
		x.overByPools = c.ofPools(x.over)
		x.overByOther = x.Partner.Pos.Line > 0 && slices.ContainsFunc(anyFormula{num: x.over}.paths(), func(path string) bool { return strings.HasPrefix(path, "other.") })
		c.rs.overByOther, c.rs.overByFormula = c.rs.overByOther || x.overByOther, true
	}
}

// compile compiles a condition, and sorts those that hide aspects or hinder actors into the lists of the ruleset.
func (x *Condition) compile(c *compiler) {
	p := nameScope{number: true}
	x.holds = c.flag(x.Holds, nameScope{})
	if x.Holds.Text == "" {
		x.holds = nil
	} else if len(x.Give.list) > 0 || x.Every != nil || x.Until.Text != "" || x.AtTurn.Text != "" || len(x.Put) > 0 {
		c.mistake(source.BadValue, x.Holds.Pos, "%s applies automatically, so it can't have give, every, until or put. Use a situation with holds for `give`.", x.Name)
	}
	x.number = c.num(x.Number, p)
	c.giver(&x.giver, x.For, &x.Give, p)
	x.atTurn = findEntry(c, &c.rs.Sequences, x.AtTurn, "sequence")
	x.puts = c.conditionsNamed(x.Put)
	x.compileCannot(c)
	x.compileHealth(c)
	x.compilePartner(c)
	if x.hides = c.aspects(x.Hides); x.holds != nil && x.hides != 0 {
		c.rs.hiding = append(c.rs.hiding, x)
	}
	c.rs.holdsSecrets = c.rs.holdsSecrets || x.holds != nil && x.Secret
	if x.holds != nil && x.cannot != 0 {
		c.rs.hindering = append(c.rs.hindering, x)
	}
	x.compileUntil(c, p)
	if x.Every != nil {
		q := p
		q.dice = true
		x.Every.counts = c.num(x.Every.Counts, q)
		if acts := len(x.Every.Do) > 0 || x.Every.Sequence.Text != ""; acts && x.Every.Counts.Text == "" {
			c.mistake(source.Missing, x.Every.Pos, "`every` needs `counts`, the counts from one time to the next.")
		} else if n, fixed := x.Every.counts.Const(); fixed && x.Every.counts != nil && n < 1 {
			c.mistake(source.OutOfRange, x.Every.Counts.Pos, "An interval must be at least 1 count, not %s.", x.Every.Counts.Text)
		}
		x.Every.sequence = findEntry(c, &c.rs.Sequences, x.Every.Sequence, "sequence")
		c.effects(x.Every.Do, x.Label, p)
	}
}

// compileHealth compiles how badly one who has it is hurt, and the words for one whom it bars from acting.
func (x *Condition) compileHealth(c *compiler) {
	if x.share = 1; x.Health.Text != "" {
		share, ok := source.ReadNumber(strings.ReplaceAll(x.Health.Text, " ", ""))
		if !ok || share < 0 || share > 1 {
			c.mistake(source.BadValue, x.Health.Pos, "%s", message.NotA(x.Health.Text, "a share of health", "Write a number such as 0, 1/4, 0.5 or 1"))
		}
		x.share = share
	}
	being := x.Say.Case(phrase.CaseBeing)
	if being != nil {
		x.being = being.Text.Text
	}
	if being != nil && strings.ContainsAny(being.Text.Text, "{[") {
		c.mistake(source.BadValue, being.Pos, "`being` is plain words, such as `knocked out`. Write it without places.")
	} else if being != nil && !x.Bars() {
		c.report.Warn(source.Unused, being.Pos, "%s doesn't keep anyone from acting, so `being` is never shown. Remove it, or add `cannot: [act]`.", x.Name)
	}
	if x.holds != nil && (x.share < 1 || x.Bars()) {
		c.rs.bearings = append(c.rs.bearings, x)
	}
}

// Gives says what it gives to every roll, in a few words; empty for nothing that can be said so.
func (c *Condition) Gives() string { return c.hinted() }

// endOver ends the conditions of an actor whose `until` formula holds. With final, which is the end of a run, it also ends
// those that last for a sequence, and those between two whose tool was put away.
func (s runActor) endOver(final bool) {
	var lasts *Condition // its formula reads pools alone and was found not to hold; ending other conditions doesn't change it
	for i := len(s.a.Conditions) - 1; i >= 0; i-- {
		held := &s.a.Conditions[i]
		switch c := held.Condition; {
		case final && (c.until == untilSequence || c.paired && held.Tool != nil && !s.a.Ready(held.Tool)):
			s.ended(held)
		case c.until == untilFormula && c != lasts && s.over(held):
			began := s.savepoint()
			s.ended(held)
			if s.record && !final {
				s.insertRecord(Outcome{Step: c.Name, Label: c.Label, Kind: kindNames[stepDo], Who: s.a.Key, Source: c.where, Guide: c.Src}, began)
			}
		case c.overByPools:
			lasts = c
		}
	}
}

// endExpired ends the conditions whose `until` formula holds, of every actor that the run has a copy of. It is called
// after each sequence that a step carries out.
func endExpired(r *Run) {
	for i := 0; r.rs.overByFormula && i < len(r.copies) && r.err == nil && !r.stopped; i++ {
		r.of(r.copies[i]).endOver(false)
	}
}
