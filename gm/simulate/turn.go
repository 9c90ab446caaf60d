package simulate

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"hybrid/gm/command"
	"hybrid/rules"
	"hybrid/rules/collect"
	"hybrid/rules/message"
)

// A tactic's choice for one turn of a game that people play: a fight is prepared from the current state, the tactic plays one turn of it,
// and its first action becomes a command line, such as the game master would type. fight.go executes the tactics. In a game in which sides
// take turns, a stage is a part of a round that consists of steps, some of which wait for a whole side.

// Turn is a tactic's choice for a turn: the command line and the reason for it.
type Turn struct {
	Who  string             // key of the actor or side that acts
	Line string             // command line, without the reason
	Why  string             // reason; "" if there is none
	By   []rules.TacticLine // lines of the tactic's YAML that decide the choice; nil if none do
}

// LineWithReason returns the line with its reason.
func (t *Turn) LineWithReason() string {
	if t.Why == "" {
		return t.Line
	}
	return t.Line + " because " + t.Why
}

// Passes reports whether the turn is passed without an action.
func (t *Turn) Passes() bool { return strings.HasPrefix(t.Line, passVerb+" ") }

// passVerb is the verb that passes a turn; the actor is asked again at the next one.
const passVerb = "waive"

// TacticTurn returns the choice of the tactic of an actor whose turn has come, or who waits. In rounds, who may be "" for the actor that
// the tactics would let act next on the side whose turn it is. If a step of a stage (a part of a round) waits for a side, who may be that
// side. Nothing is changed. targets holds the last opponent of each combatant, by key, as in FromGame.
func TacticTurn(g *command.Game, targets map[string]string, who string) (Turn, error) {
	sim, err := FromGame(g, targets)
	if err != nil {
		return Turn{}, err
	}
	sides, err := sim.checkAndPrepare()
	if err != nil {
		return Turn{}, err
	}
	f := tableFight{fight: newFight(sim, sides), game: g}
	f.beginRun(sim, 0)
	f.onDeclare = f.keepFirst
	if side := f.orderingSide(who); side != "" {
		return Turn{Who: side, Line: side + ": orders " + strings.Join(f.orderOfSide(side), " ")}, nil
	}
	if sides := f.stepSides(who); len(sides) > 0 {
		return f.stepLine(sides)
	}
	m := f.findFighter(who)
	if m == nil {
		return Turn{}, command.RefusalOf(message.Unknown("combatant", who, nil))
	}
	if !m.Open && !m.Waiting && !g.Rules.CanActNow(g.State, g.State.Find(m.Key)) {
		return Turn{}, cmp.Or(g.Rules.RefuseWaitingStep(g.State), command.Refusal("It isn't %s's turn yet. Type `next`.", m.Name))
	}
	t, err := f.tacticLine(m)
	t.Who = cmp.Or(t.Who, m.Key)
	return t, err
}

// tableFight is a fight that is played until its first declaration, which becomes a line.
type tableFight struct {
	*fight
	game  *command.Game       // game in which the line will be played
	first rules.OngoingAction // first declared action; its Action is "" until then
	by    string              // key of the fighter or side that declared it; "" until then
}

// keepFirst keeps the first declared action.
func (f *tableFight) keepFirst(d *rules.OngoingAction) {
	if f.first.Action != "" {
		return
	}
	f.first, f.by = *d, f.declarer.Key
	if d.Beside != nil {
		paired := *d.Beside
		f.first.Beside = &paired
	}
}

// tacticLine returns the line for the tactic of a fighter whose turn has come, and the reason.
func (f *tableFight) tacticLine(m *fighter) (Turn, error) {
	g, who, before := f.game, m.Key, m.target
	if f.standingCount < 2 && !f.rulesDecide { // only its side is left, and no rule can change that
		return Turn{Line: who + ": " + idleVerb(g), Why: "no target is left"}, nil
	}
	going, open := m.Going, m.Open
	turn := f.takeTurn
	if g.Rules.Order.InRounds() {
		turn = f.takeRoundTurn
	}
	if err := turn(m); err != nil {
		return Turn{}, err
	}
	switch {
	case m.flight != nil:
		t, err := m.flight.escapeLine(f.fight, m, going, open)
		t.By = []rules.TacticLine{m.tactic.FleeLine()}
		return t, err
	case f.first.Action != "":
		return f.declaredTurn(m, before), nil
	case m.Going != nil && m.Going != going:
		return Turn{Line: fmt.Sprintf("move %s to %s %s", who, m.Going.Whom, m.tactic.ApproachActivity().Name), Why: "out of reach",
			By: []rules.TacticLine{m.tactic.ApproachLine(), m.tactic.TargetLine()}}, nil
	}
	if g.Rules.Order.InRounds() {
		return Turn{Line: who + ": " + idleVerb(g)}, nil
	}
	why := "its tactic has no move"
	if m.Going != nil {
		why = "it is on its way"
	}
	if open { // a fighter that waited is not asked again
		return Turn{Line: passVerb + " " + who, Why: why}, nil
	}
	return Turn{Line: "initiative " + who, Why: why}, nil
}

// declaredTurn returns the line and the reason of the first action, which the tactic of a fighter has chosen. before is the index of its
// earlier target.
func (f *tableFight) declaredTurn(m *fighter, before int) Turn {
	t := Turn{Who: f.by, Line: f.by + ": " + f.lineWords(&f.first)}
	t.Why = f.explainChoice(m, before, t.Line)
	if action, ok := f.rules.Actions.Get(f.first.Action); ok {
		t.By = m.tactic.LinesFor(action)
	}
	return t
}

// stepSides lists the sides that the current step of a stage waits for. If who, the key of a combatant or side, isn't "", it lists only
// that side. There are none while a fighter has a turn in the step, which comes first.
func (f *fight) stepSides(who string) []string {
	if m := f.findFighter(who); m != nil {
		if m.Open || f.rules.CanActNow(f.state, m.Actor) {
			return nil
		}
		who = m.Side
	}
	return collect.Filter(f.rules.StageSides(f.state), func(side string) bool { return who == "" || side == who })
}

// stepLine returns the next line for one of the sides in the current step of a stage: an action that the step allows, chosen by the tactics
// of the side's figures, or, if there is none, the line that ends the step for the first side.
func (f *tableFight) stepLine(sides []string) (Turn, error) {
	m, before, err := f.declareInStep(sides)
	if m == nil || err != nil {
		return Turn{Who: sides[0], Line: sides[0] + ": " + idleVerb(f.game)}, err
	}
	return f.declaredTurn(m, before), nil
}

// findFighter returns the fighter with a key, or for "" in rounds the fighter who acts next, or nil if there is none.
func (f *fight) findFighter(who string) *fighter {
	if who == "" && f.rules.Order.InRounds() {
		return f.nextFighter()
	}
	if i := slices.IndexFunc(f.fighters, func(m fighter) bool { return m.Key == who }); i >= 0 {
		return &f.fighters[i]
	}
	return nil
}

// idleVerb returns the verb that ends a turn without acting.
func idleVerb(g *command.Game) string {
	if g.Rules.Order.InRounds() {
		return "done"
	}
	return "wait"
}

// lineWords returns the words that declare an action.
func (f *fight) lineWords(d *rules.OngoingAction) string {
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
		switch situation, ok := f.rules.Situations.Get(option.Situation); {
		case ok && situation.Ask.AsksCards():
			text += " " + situation.Ask.Format(option.Number)
		case option.Number != 0:
			text += " " + command.Number(option.Number)
		}
	}
	if d.Beside != nil {
		text += ", and " + f.lineWords(d.Beside)
	}
	return text
}

// maxReason is the maximum length of a formula, in bytes, with which a choice is explained if its tactic has a text.
const maxReason = 40

// explainChoice explains a fighter's choice in a few words: its tactic's target, and the chance to wound it or put it out of action.
func (f *tableFight) explainChoice(m *fighter, before int, line string) string {
	g, d, parts := f.game, &f.first, []string(nil)
	if d.Whom != "" && m.target >= 0 && f.fighters[m.target].Key == d.Whom {
		reason := map[string]string{rules.TargetWeakest: "weakest", rules.TargetStrongest: "strongest", rules.TargetShared: "its side's target"}[m.tactic.Target]
		switch {
		case m.tactic.TargetLine().Key == "prefer":
			reason = "preferred"
		case reason != "": // by the tactic
		case before == m.target:
			reason = "already engaged"
		case m.Placed:
			reason = "nearest"
		default:
			reason = "least attacked"
		}
		parts = append(parts, reason)
	}
	if action, ok := g.Rules.Actions.Get(d.Action); ok {
		reason := m.tactic.WhenText(action)
		if len(reason) > maxReason {
			reason = cmp.Or(m.tactic.Text, reason)
		}
		if reason != "" {
			parts = append(parts, reason)
		}
	}
	if o, err := g.LineOdds(line, false); err == nil && o.ActionOdds != nil {
		end := o.TargetOdds()
		for _, odd := range []struct {
			verb  string
			share float64
		}{{"hurts", end.Hurt}, {"puts out", end.Out}} {
			if odd.share >= 0.01 { // less is shown as 0%
				parts = append(parts, fmt.Sprintf("%s %d%%", odd.verb, int(math.Floor(100*odd.share))))
			}
		}
	}
	return strings.Join(parts, " · ")
}

// AnswerOf returns the answer that the asked actor's tactic would give to the question need of command c, as in a simulation: the one that
// averts most of the attack, or rules.NoAnswer. The answer to a question for a number is the usual number.
func AnswerOf(g *command.Game, c command.Command, need *rules.Need) (string, error) {
	t, err := tacticOfActor(g, need.Who)
	switch {
	case err != nil:
		return "", err
	case need.Wants != nil || t == nil || g.State.Find(need.Who) == nil:
		return need.DefaultAnswer(), nil
	}
	chosen := rules.NoAnswer
	g.DecideUpTo(c, need, func(who *rules.Actor, offer rules.Offer) int {
		scene, _ := g.Campaign.Encounter(g.State.Encounter)
		standing := func() *rules.Standing { return standingIn(g.Rules, scene, g.State, who.Side) }
		if k, _ := chooseAnswer(g.Rules, t, who, offer, standing); k >= 0 {
			chosen = need.Choices[k].Name
		}
		return -1 // the decision is discarded; see DecideUpTo
	})
	return chosen, nil
}
