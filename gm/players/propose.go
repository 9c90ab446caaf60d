package players

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"hybrid/gm"
	"hybrid/gm/command"
	"hybrid/rules"
)

// Turning a player's request into a proposal: a prompt line for the game master, with only names offered to the player (offer.go). A want
// that isn't a deed has one of the values of Want.Other (weigh.go), such as Waiting or Moving.

// Proposal returns a player's want as a proposal to the game master. refused is the reason why it can't be made, in words for the player;
// "" if it can. The proposal is no promise that the deed will happen: this may depend on facts that the character does not know.
func (l *Log) Proposal(s *rules.State, w Want) (p gm.Proposal, refused string) {
	p = gm.Proposal{By: l.seat, Text: w.Text, Beside: l.AtRest(s)}
	if w.Deed == "" && w.Check == "" && w.Other == "" {
		return p, ""
	}
	switch away := IsAway(s, l.seat); {
	case away && w.Other == Returning:
		p.Line, p.Told, p.Beside = Returning+" "+l.seat, ReturnTold, false
		return p, ""
	case away:
		return p, NotHere
	}
	k := l.newKnownState(s, "")
	if k == nil {
		return p, NotNow
	}
	if w.Other != "" {
		if w.Other == Moving {
			return k.proposeMove(p, &w, l.Ways(s, w))
		}
		if w.Other == Ending || w.Other == Ordering {
			return k.proposeEndStep(p, &w, stageSeenBy(l, k.whole))
		}
		return k.proposeOther(p, &w, l.ListOffers(s))
	}
	weight, d, ok := k.weighWant(&w)
	if !ok {
		return p, weight.Refused
	}
	p.Line, p.Told = k.declaringLine(&w, &d), cmp.Or(l.deedSentence(s, k.deedInCompleteState(&d)), weight.Text)
	return p, ""
}

// ReturnTold is the message to a player who asks to be back.
const ReturnTold = "back at the table"

// IsAway reports whether a character is present while its player is away, so that the game master plays it or it takes no part in the
// scenes.
func IsAway(s *rules.State, key string) bool {
	return slices.ContainsFunc(slices.Concat(s.Actors, s.Away), func(a *rules.Actor) bool { return a.Key == key && a.Absent != "" })
}

// proposeMove returns a proposal to go one of the ways.
func (k *knownState) proposeMove(p gm.Proposal, w *Want, ways *Ways) (gm.Proposal, string) {
	if ways == nil {
		return p, NotNow
	}
	way, pace, ok := ways.findChosen(w)
	if !ok {
		return p, NotSeen
	}
	if p.Told = way.Label; way.Name != onward {
		p.Told += ", " + rules.MidSentence(pace)
	}
	p.Line = k.log.seat + ": " + way.commandLine(cmp.Or(w.With, ways.Pace), func(id string) string { return k.keys[id] })
	return p, ""
}

// proposeOther returns a proposal that is not a deed.
func (k *knownState) proposeOther(p gm.Proposal, w *Want, o *OfferedDeeds) (gm.Proposal, string) {
	raise := slices.IndexFunc(o.Raises, func(r Raise) bool { return r.Name == w.Check })
	rest := slices.IndexFunc(o.Rests, func(r Rest) bool { return r.Name == w.Check && r.Span == w.With })
	train := slices.IndexFunc(o.Trains, func(t Train) bool { return t.Name == w.Check })
	words := w.Other + " " + w.Check
	switch {
	case w.Other == Waiting && w.Check == "":
		p.Told = w.Other
	case w.Other == GivingUp && w.Check == "" && o.GiveUp != "":
		p.Told = w.Other + " " + o.GiveUp
	case w.Other == Raising && raise >= 0 && o.Raises[raise].Short == 0:
		raised := rules.Learnable{}
		raised.Skill, _ = k.rs.Skills.Get(w.Check)
		if raised.Skill == nil {
			raised.Stat, _ = k.rs.Stats.Get(w.Check)
		}
		p.Told = fmt.Sprintf("%s for %s %s", command.FormatRaised(raised, o.Raises[raise].Rank), formatTyped(o.Raises[raise].Cost), rules.MidSentence(o.Bought))
	case w.Other == Resting && rest >= 0:
		words = w.Other + " " + w.With + " " + w.Check
		p.Told = rules.MidSentence(o.Rests[rest].Label) + " for " + w.With
	case w.Other == Training && train >= 0 && w.Number > 0 && w.Number <= maxHours:
		words = w.Other + " " + formatTyped(w.Number) + " h " + w.Check
		p.Told = fmt.Sprintf("train for %s h: %s", formatTyped(w.Number), o.Trains[train].Label)
	default:
		return p, NotOffered
	}
	p.Line = strings.TrimRight(k.log.seat+": "+words, " ")
	return p, ""
}

// declaringLine returns the command line that declares a player's want. It consists only of names from the game and of actors who are
// present.
func (k *knownState) declaringLine(w *Want, d *rules.OngoingAction) string {
	text := k.log.seat + ": "
	if w.Check != "" {
		text += "check " + w.Check
	} else {
		text += w.Deed
	}
	if w.Whom != "" {
		text += " " + k.keys[w.Whom]
	}
	action, ok := k.rs.Actions.Get(w.Deed)
	if ok && playerAnswersAsk(action.Ask) && (w.Number != 0 || w.Cards != "" || action.CheckAnswered() != nil || action.Ask.IsOptional()) {
		if action.Ask.AsksCards() {
			text += " " + action.Ask.Format(d.Asked)
		} else {
			text += " " + formatTyped(w.Number)
		}
	}
	if w.With != "" {
		text += " with " + w.With
	}
	for i, t := range w.Ticks {
		text += ", " + t.Name
		if situation, ok := k.rs.Situations.Get(t.Name); ok && situation.Ask != nil {
			switch text += " "; {
			case situation.Ask.AsksCards():
				text += situation.Ask.Format(d.Options[i].Number)
			case t.Row != "":
				text += strings.TrimLeft(d.Options[i].Side+" "+d.Options[i].Row, " ")
			default:
				text += formatTyped(t.Number)
			}
		}
	}
	if w.Points > 0 {
		text += ", points " + formatTyped(w.Points)
	}
	return text
}

// formatTyped formats a number as a player types it.
func formatTyped(x float64) string { return strings.Replace(command.Number(x), "−", "-", 1) }
