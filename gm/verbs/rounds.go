package verbs

import (
	"fmt"
	"slices"
	"strings"

	"hybrid/gm/campaign"
	"hybrid/gm/command"
	"hybrid/rules"
)

// Verbs of games in which sides take turns: next, done, initiative. timeline.go has the verbs of games with counts.

// roundGame wraps a game in which sides take turns, and adds its verbs.
type roundGame struct{ *command.Game }

// advanceTurn advances to the next side's turn, or to the next round.
func (g roundGame) advanceTurn(k rules.DecisionInput) (w command.DecidedCommand, err error) {
	w.Decision, err = g.Rules.Next(g.State, k)
	w.Title = g.turnTitle(w.Events)
	return w, err
}

// turnTitle describes the round and the side whose turn begins: "round 3, the red tribe".
func (g roundGame) turnTitle(events []rules.Event) string {
	at, sideText := g.State.Count, ""
	for i := range events {
		switch e := &events[i]; {
		case e.Kind == rules.EventRound:
			at = e.At
		case e.Kind == rules.EventSideTurn && e.How == "":
			sideText = ", " + g.NameOf(e.Who)
		}
	}
	return fmt.Sprintf("%s %s%s", g.Rules.CountWord(), command.Number(at), sideText)
}

// endTurn ends a turn: `kira: done`, `red: done`; without a name, the open turn.
func (g roundGame) endTurn(l *command.Line, k rules.DecisionInput) (w command.DecidedCommand, err error) {
	if l.Who == "" && len(l.Words) > 0 {
		l.Who, l.Words = strings.Join(l.Words, " "), nil
	}
	if len(l.Words) > 0 {
		return w, command.Refusal("“%s” takes only a name. Remove: %s", verbDone, strings.Join(l.Words, " "))
	}
	a, err := g.Subject(l)
	if err != nil {
		return w, err
	}
	w.Title, w.Who = a.Name+": done", a.Key
	// A stage is a part of a round that consists of steps; the title names the step that ends.
	if _, steps := g.Rules.StageSteps(g.State); a.IsSide() && len(steps) > 0 {
		w.Title += " with “" + steps[0] + "”"
	}
	w.Decision, err = g.Rules.EndTurn(g.State, a.Key, k)
	if slices.ContainsFunc(w.Events, func(e rules.Event) bool {
		return e.Kind == rules.EventSideTurn && e.How == rules.HowPasses && e.Who == a.Key
	}) {
		w.Title = a.Name + " passes"
	}
	return w, err
}

// orderFigures sets the order in which the figures, the combatants of a side, act: `red: orders prince champion`.
func (g roundGame) orderFigures(l *command.Line, k rules.DecisionInput) (w command.DecidedCommand, err error) {
	side, rest, err := g.ParseSubject(l)
	if err != nil {
		return w, err
	}
	var figures []string
	for len(rest) > 0 {
		var a *rules.Actor
		if a, rest, err = g.ParseLeadingActor(rest); err != nil {
			return w, err
		}
		figures = append(figures, a.Key)
	}
	w.Title, w.Who = side.Name+": order given", side.Key
	w.Decision, err = g.Rules.GiveOrder(g.State, side.Key, figures, k)
	return w, err
}

// rollForFirst rolls to decide which side has the first turn of the next round. The options of the line belong to the roll: `initiative
// blue, bid 3`.
func (g roundGame) rollForFirst(l *command.Line, k rules.DecisionInput) (w command.DecidedCommand, err error) {
	if g.Rules.Order.Initiative == nil {
		return w, command.Refusal("Turns follow the rounds. Type `next`.")
	}
	side, err := soleSubject(g.Game, l)
	if err != nil {
		return w, err
	}
	var bid *rules.OngoingAction // options of the roll, such as a bid; nil for none
	if len(l.Options) > 0 {
		bid = &rules.OngoingAction{}
		for _, option := range l.Options {
			if err := g.ReadOption(bid, option); err != nil {
				return w, err
			}
		}
	}
	w.Title, w.Who = side.Name+": "+strings.ToLower(g.Rules.Order.InitiativeWord()), side.Key
	w.Decision, err = g.Rules.RollSide(g.State, side.Key, bid, k)
	return w, err
}

// takeTurn begins the turn of a combatant without an action, or gives the turn to a side.
func (g roundGame) takeTurn(a *rules.Actor, k rules.DecisionInput) (w command.DecidedCommand, err error) {
	w.Title, w.Who = a.Name+"'s turn", a.Key
	if strings.HasSuffix(a.Name, "s") {
		w.Title = a.Name + "' turn"
	}
	w.Decision, err = g.Rules.TakeTurn(g.State, a.Key, k)
	return w, err
}

// withSides returns events, preceded by a join event for each side that an actor joins or changes to, unless the state has that side
// already. Until a scene has begun, the sides are as in the file of the first scene.
func (g roundGame) withSides(events []rules.Event) []rules.Event {
	if !g.Rules.UsesSides() {
		return events
	}
	var list []rules.Event
	for _, e := range events {
		isListed := slices.ContainsFunc(list, func(side rules.Event) bool { return side.Who == e.What })
		joins := e.Kind == rules.EventJoin || e.Kind == rules.EventAllegiance
		if !joins || e.What == "" || g.State.Find(e.What) != nil || isListed {
			continue
		}
		side := campaign.Side{Key: e.What}
		if all := g.Campaign.Encounters(); g.State.Encounter == "" && len(all) > 0 {
			if at := slices.IndexFunc(all[0].Sides, func(s campaign.Side) bool { return s.Key == e.What }); at >= 0 {
				side = all[0].Sides[at]
			}
		}
		list = append(list, side.SideEntry.JoinEvent(side.Key, false)) // false: it isn't reset
	}
	return append(list, events...)
}

// verbDone is the verb that ends the turn of a combatant or of a side.
const verbDone = "done"
