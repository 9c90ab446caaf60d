package verbs

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
	"sync"

	"hybrid/gm/campaign"
	"hybrid/gm/command"
	"hybrid/rules"
	"hybrid/rules/collect"
)

// The end of an encounter: the conditions that could continue, their order, and the `finish` line, which settles them. For each condition
// that doesn't always end with the fight, the program proposes whether it ends; options of the line change the proposal. A timeline
// (timeline.go) wraps a game and adds the methods for verbs in fights; a downtime (downtime.go) adds those for time outside fights.

// Ending lists the decisions that are pending when a fight ends.
type Ending struct {
	EndingTexts  []string     // texts about conditions that end with the fight
	StayingTexts []string     // texts about lasting conditions, losses that rest doesn't restore, and the situations of the scene
	Busy         []string     // keys of actors who have an action in progress
	Lines        []EndingLine // conditions that could continue; those proposed to continue come first
}

// EndingLine is a condition that some actors have and that can continue.
type EndingLine struct {
	Who           []*rules.Actor   // actors who have it
	Condition     *rules.Condition // condition that they have
	Times         []int            // number of times that each actor has it, parallel to Who
	Next          string           // result if nothing is done, such as "down in 28 s"; empty if unknown
	ProposesEnd   bool             // whether the proposal is that it ends
	secondsToDrop float64          // seconds until it makes the first of them drop; infinite if unknown
}

// Options returns the options of a `finish` line that end the condition if over is set, otherwise keep it: one for each actor. It returns
// nil if the proposal already does that.
func (e *EndingLine) Options(over bool) (list []string) {
	if over == e.ProposesEnd {
		return nil
	}
	verb := collect.Choose(over, "end ", "keep ")
	return collect.Map(e.Who, func(a *rules.Actor) string { return verb + a.Key + " " + e.Condition.Name })
}

// Endings wraps a game and adds the methods for ending an encounter and for the hours after it.
type Endings struct{ *command.Game }

// Ending lists the decisions that are pending at the end of the encounter, the most urgent first.
func (g Endings) Ending() (e Ending) {
	var beyondHelp []string
	for _, a := range g.State.Actors {
		if a.Doing != nil {
			e.Busy = append(e.Busy, a.Key)
		}
		past := pastHelpCondition(g.Rules, a)
		if past != nil {
			beyondHelp = append(beyondHelp, a.Short+" "+rules.MidSentence(past.Label))
		}
		for i := range a.Conditions {
			held := &a.Conditions[i]
			c := held.Condition
			if past != nil || held.Limit > 0 || !g.needsDecision(a, c) { // Limit: the count at which the condition ends
				if text := rules.MidSentence(c.Label); held.EndsWithEncounter() && !slices.Contains(e.EndingTexts, text) {
					e.EndingTexts = append(e.EndingTexts, text)
				}
				continue
			}
			e.addCondition(a, c)
		}
	}
	afterEncounter := sync.OnceValue(func() Endings { // computed only if it is needed
		then, _, err := g.CarryOut()
		if err != nil {
			return g
		}
		return then
	})
	for i := range e.Lines {
		if line := &e.Lines[i]; line.Condition.Every != nil {
			line.Next = g.resultText(line, afterEncounter)
		}
	}
	e.sortByUrgency()
	e.mergeLines()
	e.StayingTexts = append(beyondHelp, g.lastingLosses()...)
	for _, name := range g.State.Situations {
		if situation, ok := g.Rules.Situations.Get(name); ok {
			e.StayingTexts = append(e.StayingTexts, rules.MidSentence(situation.Label))
		}
	}
	return e
}

// HasPendingDecision reports whether a condition still needs a decision by the game master while no encounter is running.
func (g Endings) HasPendingDecision() bool {
	for _, a := range g.State.Actors {
		needsDecision := func(held rules.HeldCondition) bool { return g.needsDecision(a, held.Condition) }
		if pastHelpCondition(g.Rules, a) == nil && slices.ContainsFunc(a.Conditions, needsDecision) {
			return true
		}
	}
	return false
}

// sortByUrgency sorts the lines by side; within a side, conditions that make a combatant drop sooner come first.
func (e *Ending) sortByUrgency() {
	rank := map[string]int{}
	sideRank := func(l *EndingLine) int {
		side := l.Who[0].Side
		if _, known := rank[side]; !known {
			rank[side] = len(rank)
		}
		return rank[side]
	}
	for i := range e.Lines {
		sideRank(&e.Lines[i])
	}
	slices.SortStableFunc(e.Lines, func(x, y EndingLine) int {
		return cmp.Or(sideRank(&x)-sideRank(&y), cmp.Compare(x.secondsToDrop, y.secondsToDrop))
	})
}

// mergeLines combines lines of the same condition with the same result.
func (e *Ending) mergeLines() {
	type outcome struct { // lines with equal outcomes are combined
		condition *rules.Condition
		next      string
	}
	var lines []EndingLine
	indexes := map[outcome]int{} // indexes in lines, by outcome
	for _, line := range e.Lines {
		same := outcome{line.Condition, line.Next}
		i, known := indexes[same]
		if !known {
			indexes[same], lines = len(lines), append(lines, line)
			continue
		}
		lines[i].Who, lines[i].Times = append(lines[i].Who, line.Who...), append(lines[i].Times, line.Times...)
	}
	slices.SortStableFunc(lines, func(x, y EndingLine) int { return command.FalseFirst(x.ProposesEnd, y.ProposesEnd) })
	e.Lines = lines
}

// lastingLosses describes each actor's losses that no activity restores, in the pools shown, as "pool value/maximum". Pools that rise from
// 0 are listed if they are above 0.
func (g Endings) lastingLosses() (list []string) {
	for _, a := range g.State.Actors {
		var parts []string
		for _, pool := range g.Rules.PoolsFor(a) {
			maximum, limited := a.Sheet.Max(pool)
			isRestorable := slices.ContainsFunc(g.Rules.Activities.All, func(x *rules.Activity) bool { return x.Restores(pool) })
			isUnchanged := a.PoolValue(pool) >= maximum
			if pool.StartsAtZero() {
				isUnchanged = a.PoolValue(pool) <= 0
			}
			if !limited || isRestorable || isUnchanged {
				continue
			}
			parts = append(parts, fmt.Sprintf("%s %s/%s", pool.Name, roundedMinus(a.PoolValue(pool)), roundedMinus(maximum)))
		}
		if len(parts) > 0 {
			list = append(list, a.Short+" "+strings.Join(parts, ", "))
		}
	}
	return list
}

// roundedMinus returns x rounded to a whole number, with a true minus sign.
func roundedMinus(x float64) string {
	return strings.Replace(command.Number(math.Round(x)), "-", "−", 1)
}

// needsDecision reports whether the game master must decide if a condition continues: it has effects over time or prevents acting, and
// doesn't end with the fight. Permanent conditions in an actor's file are included only if they are bad.
func (g Endings) needsDecision(a *rules.Actor, c *rules.Condition) bool {
	return c.OutlastsEncounter() && (c.HasTimedEffects() || c.ForbidsActing()) && (c.Bad || !a.Sheet.HasStartCondition(c))
}

// addCondition adds a condition of an actor to the lines, after those of other actors.
func (e *Ending) addCondition(a *rules.Actor, c *rules.Condition) {
	for i := len(e.Lines) - 1; i >= 0 && e.Lines[i].Who[0] == a; i-- {
		if line := &e.Lines[i]; line.Condition == c {
			line.Times[0]++
			return
		}
	}
	e.Lines = append(e.Lines, EndingLine{Who: []*rules.Actor{a}, Condition: c, Times: []int{1}, ProposesEnd: c.EndsWithEncounter(), secondsToDrop: math.Inf(1)})
}

// foresightSeconds is the time, in seconds after the encounter, for which the effects of conditions are computed.
const foresightSeconds = 3600

// resultText describes the result of a condition if nothing is done after the encounter: when its actor drops, otherwise when the condition
// has its next effect. afterEncounter returns the game after the encounter.
func (g Endings) resultText(line *EndingLine, afterEncounter func() Endings) string {
	a := line.Who[0]
	why := g.barringCondition(a)
	if why != "" && why != line.Condition.StateWord() {
		return why
	}
	after := afterEncounter()
	if activity := downtime(g).defaultActivity(); activity != nil && why == "" { // an actor that can't act can't drop again
		single := *after.State
		single.Actors = []*rules.Actor{single.Find(a.Key)}                                                             // the rolls of others don't affect it
		span := rules.Downtime{Who: []string{a.Key}, Activity: activity, Seconds: foresightSeconds, HelpsOthers: true} // so that nothing due interrupts it
		dice := &meanDice{}
		// The span stops at its first question, which asks whether to continue although the actor drops.
		inputs := rules.DecisionInput{Dice: dice, Answers: map[string]string{a.Key + "." + activity.Name + "1": rules.NoAnswer}, Brief: true}
		if _, passed, err := g.Rules.PassTime(&single, span, inputs); err == nil && passed < foresightSeconds {
			line.secondsToDrop = passed
			if dice.rolls > 0 {
				return "down in about " + rules.SpanText(math.Round(passed))
			}
			return "down in " + rules.SpanText(passed)
		}
	}
	for i := range a.Conditions {
		held := &a.Conditions[i]
		every := held.Condition.Every
		if held.Condition == line.Condition && held.Next >= g.State.Count && (every.Label != "" || every.Sequence.Text != "") {
			return cmp.Or(every.Label, "rolls") + " in " + g.Rules.CountsText(held.Next-g.State.Count)
		}
	}
	return ""
}

// meanDice are dice that show the mean of their faces. A mean between two faces is rounded up and down alternately.
type meanDice struct {
	rolls int // number of dice rolled so far
}

// Roll returns the mean face of a die.
func (d *meanDice) Roll(faces int, _ string) (result int, typed bool, err error) {
	d.rolls++
	return (faces + 1 + d.rolls%2) / 2, false, nil
}

// barringCondition names the condition that prevents an actor from acting, or returns "".
func (g Endings) barringCondition(a *rules.Actor) string {
	if ok, why := a.CanAct(g.Rules); !ok {
		return why.StateWord()
	}
	return ""
}

// CarryOut ends the encounter as proposed or, after an encounter, whatever still continues. It returns the game after that and the events;
// g itself is unchanged.
func (g Endings) CarryOut() (Endings, []rules.Event, error) {
	d, err := g.Rules.DecideManually(g.State, rules.DecisionInput{}, func(h *rules.ManualChanges) {
		h.Finish(false, func(_ *rules.Actor, held *rules.HeldCondition) bool { return held.EndsWithEncounter() })
	})
	if err != nil {
		return Endings{}, nil, err
	}
	g.markOutcome(d.Events)
	then := *g.Game
	then.State, err = g.Rules.Apply(g.State, d.Events)
	return Endings{&then}, d.Events, err
}

// markOutcome adds the outcome and time to the event that ends the scene, if there is one. The outcome is that of the fight or, for a scene, preferably of a goal.
func (g Endings) markOutcome(events []rules.Event) {
	end := collect.FindPointer(events, func(e *rules.Event) bool { return e.Kind == rules.EventFinish })
	if end != nil && g.EndsAsBefore {
		end.How = ""
	}
	if end != nil && !g.OldDecisions && !g.NoOutcome {
		end.At = g.State.Elapsed
		if end.Text = g.fightOutcome(); end.How != rules.HowFight {
			end.Text = g.outcomeText()
		}
	}
}

// outcomeText describes the outcome of the scene so far in a word or two.
func (g Endings) outcomeText() string {
	if e, ok := g.Campaign.Encounter(g.State.Encounter); ok {
		return e.Outcome(g.State.Goals, func(*campaign.Goal) bool { return true }, g.fightOutcome())
	}
	return g.fightOutcome()
}

// fightOutcome describes the outcome of a fight so far, or returns "" if there is none.
func (g Endings) fightOutcome() string {
	s, side := g.State, playersSide(g.Game, "")
	if side == "" && len(s.Actors) > 0 {
		side = s.Actors[0].Side
	}
	canAnyAct := func(ours bool) bool { // whether anyone on our side, or on another side, can act
		return slices.ContainsFunc(s.Actors, func(a *rules.Actor) bool {
			can, _ := a.CanAct(g.Rules)
			return can && (a.Side == side) == ours
		})
	}
	opposed := len(s.Leavers) > 0 || slices.ContainsFunc(s.Actors, func(a *rules.Actor) bool { return a.Side != side })
	prepared, _ := g.Campaign.Encounter(s.Encounter)
	won := prepared.Winner(g.Rules, s)
	switch {
	case won != "":
		return collect.Choose(won == side, rules.OutcomeWon, rules.OutcomeLost)
	case g.AtRest() || !opposed:
		return ""
	case !canAnyAct(true):
		return rules.OutcomeLost
	case canAnyAct(false):
		return rules.OutcomeBroken
	}
	fallen, escaped := 0, 0
	for _, a := range s.Actors {
		fallen += collect.Choose(a.Side != side, 1, 0)
	}
	for _, d := range s.Departures {
		fallen += collect.Choose(d.Side != side && !d.Able, 1, 0)
		escaped += collect.Choose(d.Side != side && d.Able, 1, 0)
	}
	return rules.OutcomeAgainst(fallen, escaped)
}

// finishEncounter ends the fight or, if there is none, the scene or whatever continues after it. Changes to the proposal follow commas:
//
//	finish, end kira bleeding, keep scar stunned
func (g timeline) finishEncounter(l *command.Line) (command.DecidedCommand, error) {
	if line := g.Rules.StageLine(g.State, func(string) bool { return true }); line != "" && !slices.Contains(l.Options, anywayOption) {
		return command.DecidedCommand{}, command.Refusal("This isn't over: %s. Finish its steps, or add “, %s”.", line, anywayOption)
	}
	choices, err := g.readEndingChoices(l.Options)
	if err != nil {
		return command.DecidedCommand{}, err
	}
	w := command.DecidedCommand{Title: "the scene ends: " + g.State.Label}
	endsScene := !g.State.Running && g.State.IsSceneOn() && len(choices) == 0 && !g.OldDecisions // after a fight in it
	switch {
	case !g.State.Running && !endsScene:
		w.Title = "after the fight"
	case g.State.Label == "" || g.Rules.IsFightOn(g.State):
		w.Title = "the fight ends"
	}
	var ended, still []string // conditions for the title that end, and that continue
	// endsNow reports whether a condition ends, and lists it for the title.
	endsNow := func(a *rules.Actor, held *rules.HeldCondition) bool {
		ends, isChosen := choices[a.Key+" "+held.Condition.Name]
		if !isChosen {
			ends = held.EndsWithEncounter()
		}
		if !Endings(g).needsDecision(a, held.Condition) {
			return ends
		}
		list := collect.Choose(ends, &ended, &still)
		if text := a.Name + " " + held.Condition.StateWord(); !slices.Contains(*list, text) {
			*list = append(*list, text)
		}
		return ends
	}
	w.Decision, err = g.Rules.DecideManually(g.State, rules.DecisionInput{}, func(h *rules.ManualChanges) { h.Finish(endsScene, endsNow) })
	Endings(g).markOutcome(w.Events)
	if w.TitledEvents = len(w.Events); err == nil && w.TitledEvents == 0 && len(still) == 0 {
		return w, g.NoFightRefusal()
	} else if err == nil && w.TitledEvents == 0 {
		return w, command.Refusal("No fight is on. Still in effect: %s. To end a condition, type `finish, end NAME CONDITION`.", strings.Join(still, ", "))
	}
	if len(ended) > 0 {
		w.Title += fmt.Sprintf("; over: %s", strings.Join(ended, ", "))
	}
	if len(still) > 0 {
		w.Title += fmt.Sprintf("; still: %s", strings.Join(still, ", "))
	}
	return w, err
}

// readEndingChoices reads the options of a `finish` line, such as `end kira bleeding`. The result tells whether a condition ends, by the
// actor's key, a space, and the condition's name; conditions that no option names are missing.
func (g timeline) readEndingChoices(options []string) (map[string]bool, error) {
	choices := map[string]bool{}
	for _, option := range options {
		if option == anywayOption {
			continue
		}
		words := strings.Fields(option)
		if len(words) < 3 || words[0] != "end" && words[0] != "keep" {
			return nil, command.Refusal("Add conditions that end or continue after a comma: finish, end NAME CONDITION, keep NAME CONDITION")
		}
		a, rest, err := g.ParseLeadingActor(words[1:])
		if err != nil {
			return nil, err
		}
		i, err := command.Pick("condition of "+a.Name, strings.Join(rest, " "), len(a.Conditions), func(i int) (string, string) {
			return a.Conditions[i].Condition.Name, a.Conditions[i].Condition.Label
		})
		if err != nil {
			return nil, err
		}
		c := a.Conditions[i].Condition
		if !c.OutlastsEncounter() {
			return nil, command.Refusal("%s always ends with the fight. Remove it.", c.Label)
		}
		choices[a.Key+" "+c.Name] = words[0] == "end"
	}
	return choices, nil
}
