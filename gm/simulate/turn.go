package simulate

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"hybrid/gm/command"
	"hybrid/rules"
	"hybrid/rules/message"
)

// What a tactic does in one turn at the table: a fight is set up from the present state, and the first thing done in it is the
// line. fight.go has the tactics.

// Turn is what a tactic does with a turn: the line that does it, the reason in it.
type Turn struct {
	Line string // without the reason
	Why  string
}

// Whole returns the line with its reason.
func (t *Turn) Whole() string {
	if t.Why == "" {
		return t.Line
	}
	return t.Line + " because " + t.Why
}

// Passes reports whether the turn goes by without an action.
func (t *Turn) Passes() bool { return strings.HasPrefix(t.Line, passVerb+" ") }

// passVerb is the verb by which a turn goes by, to be asked again at the next.
const passVerb = "waive"

// TacticTurn returns what the tactic of an actor whose turn has come, or who waits, does now. Nothing happens. The actor's
// last target decides if its tactic stays with a target; it may be empty.
func TacticTurn(r command.Ranking, who string) (Turn, error) {
	g := r.Game
	sim, err := UnderWay(g)
	if err != nil {
		return Turn{}, err
	}
	sides, err := sim.ready()
	if err != nil {
		return Turn{}, err
	}
	f := newFight(sim, sides)
	f.dice.Reset(seedOf(0, 0))
	f.live.Begin(f.dice)
	var m *fighter
	for i := range f.all {
		o := &f.all[i]
		o.target = -1
		f.look(o)
		for k := range f.all {
			if o.Doing != nil && f.all[k].Key == o.Doing.Whom {
				o.target = k
			}
		}
		if o.Key == who {
			m = o
		}
	}
	f.sum()
	switch {
	case m == nil:
		return Turn{}, command.RefusalOf(message.Unknown("combatant", who, nil))
	case !m.Open && !m.Waiting && !rules.MayAct(g.Rules, g.State, g.State.Find(who)):
		return Turn{}, command.Refusal("It isn't %s's turn yet. Type `next`.", m.Name)
	case f.up < 2:
		return Turn{Line: who + ": " + idle(g), Why: "no target is left"}, nil
	}
	m.target = lastTarget(r, f, m)
	before := m.target
	var first *rules.Doing
	f.onDeclare = func(d *rules.Doing) {
		if first == nil {
			copied := *d
			if d.Beside != nil {
				paired := *d.Beside
				copied.Beside = &paired
			}
			first = &copied
		}
	}
	going, open := m.Going, m.Open
	turn := f.turn
	if g.Rules.Order.InRounds() {
		turn = f.roundTurn
	}
	if err := turn(m); err != nil {
		return Turn{}, err
	}
	switch {
	case m.flees != nil:
		return m.flees.turn(f, m, going, open)
	case first != nil:
		t := Turn{Line: who + ": " + declared(first)}
		t.Why = f.why(g, m, first, before, t.Line)
		return t, nil
	case m.Going != nil && m.Going != going:
		return Turn{fmt.Sprintf("move %s to %s %s", who, m.Going.Whom, m.tactic.Approaches().Name), "out of reach"}, nil
	}
	if g.Rules.Order.InRounds() {
		return Turn{Line: who + ": " + idle(g)}, nil
	}
	why := "its tactic has no move"
	if m.Going != nil {
		why = "it is on its way"
	}
	if m.Placed && open { // one that waited would not be asked again when an opponent comes near
		return Turn{passVerb + " " + who, why}, nil
	}
	return Turn{who + ": wait", why}, nil
}

// idle returns the verb that ends a turn without acting.
func idle(g *command.Game) string {
	if g.Rules.Order.InRounds() {
		return "done"
	}
	return "wait"
}

// lastTarget returns the index of the last target of m if that one can act and is on another side, else -1.
func lastTarget(r command.Ranking, f *fight, m *fighter) int {
	for _, l := range r.Habits {
		if l.Action == nil || !l.Action.Whom || len(l.Words) == 0 {
			continue
		}
		whom, err := r.Actor(l.Words[0])
		if err != nil {
			continue
		}
		for k := range f.all {
			if o := &f.all[k]; o.Key == whom.Key && o.able && o.side != m.side {
				return k
			}
		}
	}
	return -1
}

// declared returns the words that declare an action.
func declared(d *rules.Doing) string {
	words := []string{d.Action}
	if d.Whom != "" {
		words = append(words, d.Whom)
	}
	if d.Asked != 0 {
		words = append(words, command.Number(d.Asked))
	}
	if d.Tool != "" {
		words = append(words, "with", d.Tool)
	}
	text := strings.Join(words, " ")
	for _, option := range d.Options {
		text += ", " + option.Situation
		if option.Number != 0 {
			text += " " + command.Number(option.Number)
		}
	}
	if d.Beside != nil {
		text += ", and " + declared(d.Beside)
	}
	return text
}

// why says in a few words why a fighter does this: whom its tactic goes for, and how likely it hurts and takes out.
func (f *fight) why(g *command.Game, m *fighter, d *rules.Doing, before int, line string) string {
	var parts []string
	if d.Whom != "" && m.target >= 0 && f.all[m.target].Key == d.Whom {
		reason := map[string]string{rules.TargetWeakest: "weakest", rules.TargetStrongest: "strongest", rules.TargetShared: "its side's target"}[m.tactic.Target]
		switch {
		case reason != "":
		case before == m.target:
			reason = "already fighting it"
		case m.Placed:
			reason = "nearest"
		default:
			reason = "least attacked"
		}
		parts = append(parts, reason)
	}
	if o, err := g.LineOdds(line, false); err == nil && o.ActionOdds != nil {
		end := o.Whom()
		for _, odd := range []struct {
			what  string
			share float64
		}{{"hurts", end.Hurt}, {"puts out", end.Out}} {
			if odd.share >= 0.01 {
				parts = append(parts, fmt.Sprintf("%s %d%%", odd.what, int(math.Floor(100*odd.share))))
			}
		}
	}
	return strings.Join(parts, " · ")
}

// AnswerOf returns the answer to a question by the actor's tactic: the one that most likely stops the attack, or none.
func AnswerOf(g *command.Game, c command.Command, need *rules.Need) (string, error) {
	sim, err := UnderWay(g)
	if err != nil {
		return "", err
	}
	a, t := g.State.Find(need.Who), g.Rules.Tactic(sim.Tactics[need.Who])
	if a != nil && t != nil && (need.Many || need.Own) {
		return answerNamed(t, need), nil
	}
	if a == nil || t == nil || t.Answer == rules.AnswerNever || t.Answer == rules.AnswerIdle && rules.GivesUpToAnswer(g.Rules, a) {
		return rules.NoAnswer, nil
	}
	best, maximum := rules.NoAnswer, 0.0
	rolls := g.OwnOdds(c, need)
	for _, choice := range need.Choices {
		if own, ok := rolls[choice.Name]; ok && own.Mean >= t.Least && own.Mean > maximum {
			best, maximum = choice.Name, own.Mean
		}
	}
	if best == rules.NoAnswer {
		best = answerNamed(t, need)
	}
	return best, nil
}

// answerNamed returns the first action of a tactic that answers a question.
func answerNamed(t *rules.Tactic, need *rules.Need) string {
	for _, action := range t.Actions() {
		if slices.ContainsFunc(need.Choices, func(c rules.Answer) bool { return c.Name == action.Name }) {
			return action.Name
		}
	}
	return rules.NoAnswer
}
