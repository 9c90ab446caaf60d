package gmtest

import (
	"fmt"
	"strings"

	"hybrid/gm/command"
	"hybrid/rules"
)

// Random prompt lines for games in rounds, in which sides take turns, and random values for questions that ask for a number or for faces of
// a die.

// wantedValue returns an answer to a question that asks for a number or faces: a random one or, if that isn't valid, the usual one.
func (r Random) wantedValue(need *rules.Need) string {
	if !r.Game().Rules.Order.InRounds() || r.Rng.IntN(2) == 0 {
		return need.DefaultAnswer()
	}
	if value, err := need.Wants.ParseStored(r.askedValue(need.Wants)); err == nil {
		return value
	}
	return need.DefaultAnswer()
}

// askedValue returns a random value for ask: a number within its bounds, faces of a die, or a row. It returns "" if ask is nil.
func (r Random) askedValue(ask *rules.Ask) string {
	switch {
	case ask == nil:
		return ""
	case len(ask.Rows()) > 0:
		return r.OneOf(ask.Rows()...)
	case ask.Die() != nil:
		var faces []string
		for range 1 + r.Rng.IntN(3) {
			faces = append(faces, ask.Die().Faces[r.Rng.IntN(len(ask.Die().Faces))].Name)
		}
		return strings.Join(faces, " ")
	}
	minimum, maximum := 0.0, 6.0
	if ask.Least != nil {
		minimum = *ask.Least
	}
	if ask.Most != nil {
		maximum = *ask.Most
	}
	return fmt.Sprint(minimum + float64(r.Rng.IntN(int(min(max(maximum-minimum, 0), 6))+1)))
}

// randomAnswer returns the text that gives choice as the answer to the question need. In a game in rounds, the text includes the value
// that the answer asks for and, occasionally, an option.
func (r Random) randomAnswer(need *rules.Need, choice rules.Answer) string {
	text := choice.Name
	if !r.Game().Rules.Order.InRounds() {
		return text
	}
	if choice.Asks != nil {
		text += " " + r.askedValue(choice.Asks)
	}
	if r.Rng.IntN(4) == 0 && choice.Name != rules.NoAnswer {
		text += " (" + roundLines{r}.optionWithValue() + ")"
	}
	if found, err := command.FindAnswer(r.Game().Rules, need, text); err == nil {
		return found
	}
	return choice.Name
}

// roundLines makes random lines for a game in rounds.
type roundLines struct{ Random }

// randomLine returns a line that is possible now or, occasionally, one that is not.
func (r roundLines) randomLine() string {
	s, oneOf := r.Game().State, r.OneOf
	if !s.Running {
		return oneOf("begin "+r.randomEncounter(), "begin "+r.randomEncounter()+" fresh", "undo", "redo", "next", r.manualChange())
	}
	switch n := r.Rng.IntN(24); {
	case r.Rng.IntN(150) == 0:
		return "finish"
	case n < 4:
		return r.manualChange()
	case n < 6:
		return oneOf("undo", "redo", "undo 2", "redo 3", fmt.Sprintf("undo %d", r.Rng.IntN(60)))
	case n == 6:
		return r.mistypedLine()
	case n == 7:
		return "initiative " + r.randomSide() + oneOf("", ", "+r.optionWithValue())
	case n < 11:
		return "next"
	case n < 13:
		return oneOf(r.Game().State.Round.Side(), r.randomSide(), r.randomActor()) + ": done"
	case n == 13:
		return "turn " + oneOf(r.randomSide(), r.randomActor())
	case n == 14:
		return r.declaration(s.Sides[r.Rng.IntN(len(s.Sides))])
	}
	for range 8 {
		if a := s.Actors[r.Rng.IntN(max(1, len(s.Actors)))]; r.Game().Rules.CanActNow(s, a) {
			return r.declaration(a)
		}
	}
	return "next"
}

// randomSide returns the key of a random side, or "nobody" if there is none.
func (r roundLines) randomSide() string { return r.keyOf(r.Game().State.Sides) }

// declaration returns a line with which the actor or side a declares something at random; usually possible.
func (r roundLines) declaration(a *rules.Actor) string {
	rs, g := r.Game().Rules, r.Game()
	line := ""
	for range 5 {
		action := rs.Actions.All[r.Rng.IntN(len(rs.Actions.All))]
		if action.Answers != "" || action.BelongsToSide() != a.IsSide() && r.Rng.IntN(20) > 0 {
			continue
		}
		line = a.Key + ": " + action.Name
		if action.Whom {
			line += " " + r.OneOf(r.randomFoe(a), r.randomFoe(a), r.randomActor())
		}
		if action.Ask != nil {
			line += " " + r.askedValue(action.Ask)
		}
		if len(action.With) > 0 && len(a.Sheet.Items) > 0 && r.Rng.IntN(3) == 0 {
			line += " with " + a.Sheet.Items[r.Rng.IntN(len(a.Sheet.Items))].Name
		}
		for r.Rng.IntN(3) == 0 {
			line += ", " + r.optionWithValue()
		}
		l, err := g.Parse(line)
		if err != nil {
			continue
		}
		if who, d, err := g.Declaration(&l); err == nil && rs.CheckPossible(g.State, who.Key, d) == nil {
			return line
		}
	}
	if line == "" {
		return a.Key + ": done"
	}
	return line
}

// optionWithValue returns a random option of a line with a value, if it needs one. Occasionally the option doesn't exist.
func (r roundLines) optionWithValue() string {
	all := r.Game().Rules.Situations.All
	if len(all) == 0 || r.Rng.IntN(12) == 0 {
		return r.OneOf("nonsense", "level 2", "dice 1")
	}
	s := all[r.Rng.IntN(len(all))]
	return strings.TrimSpace(s.Name + " " + r.askedValue(s.Ask))
}

// manualChange returns a random manual change by the game master.
func (r roundLines) manualChange() string {
	rs, who, oneOf := r.Game().Rules, r.randomActor(), r.OneOf
	if r.Rng.IntN(4) == 0 {
		who = r.randomSide()
	}
	pool, condition, item := r.changeArguments(who)
	switch r.Rng.IntN(12) {
	case 0, 1, 2:
		return fmt.Sprintf("set %s %s %s%d because of a card: ouch, twice", who, r.itemPoolWords(item, pool), oneOf("+", "-", "=", "=-"), r.Rng.IntN(6))
	case 3, 4:
		return oneOf("put ", "put ", "end ") + who + " " + condition
	case 5:
		return fmt.Sprintf("put %s %s %d", who, condition, r.Rng.IntN(3))
	case 6:
		return "add " + oneOf(r.Game().Campaign.Characters()...) + oneOf("", " as zed", " side "+r.randomSide())
	case 7:
		if len(r.Game().State.Actors) < 4 {
			return "note hardly anybody is left"
		}
		return "remove " + who
	case 8:
		return "hold " + who + " " + item
	case 9:
		return "scene " + oneOf("", rs.Situations.All[r.Rng.IntN(max(1, len(rs.Situations.All)))].Name)
	case 10:
		return oneOf("roll 2d6", "check "+who+" "+rs.Stats.All[r.Rng.IntN(len(rs.Stats.All))].Name)
	}
	return oneOf("note it rains, hard: dice because", who+": give up", "wait "+who, who+": done")
}
