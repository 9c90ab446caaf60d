package dashboard

import (
	"errors"
	"slices"
	"strings"

	"hybrid/gm/command"
	"hybrid/gm/dashboard/draw"
	"hybrid/gm/story"
	"hybrid/rules"
	"hybrid/rules/collect"
)

// Texts about combatants, chances and turns, for several panels and pages. A combatant whose turn has come declares an action, which
// takes effect (lands) at a later count. A count is the game's unit of time. At rest means that no one takes turns. A line is the text of
// a command. The burden is the modifier to all rolls of a combatant. In a game in rounds, sides take turns.

// typedName returns the word that a line uses for the combatant with the given key: its short name if that is a single, unique word,
// otherwise the key.
func (v *view) typedName(key string) string {
	a := v.session.State().Find(key)
	if a == nil {
		return key
	}
	name := strings.ToLower(a.Short)
	if found, err := v.session.Game().Actor(name); err != nil || found != a || strings.ContainsAny(name, " ,:") {
		return key
	}
	return name
}

// conditionNames returns texts for the conditions of a combatant: those that it was given, with their partners and numbers, and automatic
// ones.
func (v *view) conditionNames(a *rules.Actor) (list []string) {
	for i := range a.Conditions {
		list = append(list, a.Conditions[i].Words(v.actorName(a.Conditions[i].Other))+a.Conditions[i].Condition.FormatNumber(a.Conditions[i].ShownNumber()))
	}
	list = append(list, collect.Map(a.FormulaConditions(v.session.Rules()), func(c *rules.Condition) string { return rules.MidSentence(c.Label) })...)
	return list
}

// burdenOf returns the burden of a combatant in the shown state, and its terms. The burden is the sum of those modifiers to all rolls that
// the rules declare as circumstances, such as wounds, weight and light.
func (v *view) burdenOf(a *rules.Actor) (float64, []rules.Term) {
	if v.shownState() != v.session.State() {
		return v.burdenIn(v.shownState(), a)
	}
	return v.burdenTerms(a.Key)
}

// burdenIn returns the burden of a combatant in the state s, and its terms.
func (v *view) burdenIn(s *rules.State, a *rules.Actor) (float64, []rules.Term) {
	rs := v.session.Rules()
	m := rs.FlagModifier()
	if m == nil {
		return 0, nil
	}
	return a.ModifierValue(rs, s, m.Name, rs.Pack.Burden...)
}

// burdenLabel returns the label of the burden: the label of the modifier that the game master can type as an option. It returns "" if the
// game has none.
func (v *view) burdenLabel() string {
	if m := v.session.Rules().FlagModifier(); m != nil {
		return m.Label
	}
	return ""
}

// situationLabel returns the label of a situation for the middle of a sentence, or its name in words if the rules don't have it.
func (v *view) situationLabel(name string) string {
	if situation, ok := v.session.Rules().Situations.Get(name); ok {
		return rules.MidSentence(situation.Label)
	}
	return rules.ReadableName(name)
}

// combatantBrief summarizes the combatant a in columns: its distance from the combatant from, the given pools, and its state.
func (v *view) combatantBrief(from, a *rules.Actor, pools []*rules.Pool) string {
	var parts []string
	if distance := distanceText(from, a); distance != "" { // the column of distances, 5 cells wide
		parts = append(parts, draw.PadLeft(distance, 5))
	} else if hasPlacedActor(v.session.State()) {
		parts = append(parts, draw.PadLeft("", 5)) // keeps the column empty, since other combatants have a place
	}
	parts = append(parts, collect.Map(pools, func(pool *rules.Pool) string {
		return draw.PadLeft(draw.Tenths(a.PoolValue(pool)), max(2, draw.Width(pool.Name)))
	})...)
	return strings.TrimRight(strings.Join(parts, " ")+"  "+v.stateText(a), " ")
}

// briefHeadings returns the headings of the columns of combatantBrief.
func briefHeadings(v *view, pools []*rules.Pool) string {
	var parts []string
	if hasPlacedActor(v.session.State()) {
		parts = append(parts, draw.PadLeft("", 5))
	}
	parts = append(parts, collect.Map(pools, func(pool *rules.Pool) string { return draw.PadLeft(pool.Name, 2) })...)
	return strings.Join(parts, " ")
}

// wholePercent formats a probability for a column of percentages, without the per cent sign.
func wholePercent(p float64) string { return strings.TrimSuffix(rules.FormatPercent(p), "%") }

// signedPercent formats a change in a probability for a column of percentages: with plus or minus, without the per cent sign.
func signedPercent(x float64) string {
	switch {
	case x < 0:
		return "−" + wholePercent(-x)
	case x > 0:
		return "+" + wholePercent(x)
	}
	return "0"
}

// isHopelessRoll reports whether a roll has no real chance.
func isHopelessRoll(p *rules.CheckPreview) bool {
	return p.Likelihood().IsHopeless()
}

// shortChance formats the chance of a roll for lists.
func shortChance(p *rules.CheckPreview) string {
	return p.Likelihood().ShortText()
}

// targetNumberText formats the number that a roll is compared with.
func targetNumberText(p *rules.CheckPreview) string {
	return p.Likelihood().FormatTenths()
}

// durationText formats a duration in counts: as their number or, if there are many, as the time that they take.
func (v *view) durationText(counts float64) string {
	const many = 1200 // number of counts above which the time is easier to grasp
	if unit := v.session.Rules().Pack.Count; counts >= many && unit > 0 {
		return rules.SpanText(counts * unit)
	}
	return draw.Tenths(counts)
}

// pendingText summarizes a pending event in a few words, with its count.
func (v *view) pendingText(o rules.PendingEvent) string {
	switch o.Kind {
	case rules.PendingTick:
		return o.Actor.Short + " " + v.nextEffectText(o.Held) + " " + draw.Tenths(o.At)
	case rules.PendingAct:
		text := o.Actor.Short + " " + v.sideOf(o.Actor).line() + "▶ "
		if o.Doing.Whom != "" {
			return text + v.shortNameOf(o.Doing.Whom) + " " + draw.Tenths(o.At)
		}
		return text + o.Doing.MeansText(v.session.Rules()) + " " + draw.Tenths(o.At)
	}
	return o.Actor.Short + " " + draw.Tenths(o.At)
}

// nobodyText returns the message that no one is present, with the key to press.
func (v *view) nobodyText() string {
	if s := v.session.State(); s.Running || s.IsSceneOn() {
		return "No one is here. Press w to gather characters, or + to add one."
	}
	return "No one is here. Press b to begin a scene."
}

// nextLine returns the text for the row of the prompt while nothing is typed: the next event or the usual next steps, with their keys.
func (v *view) nextLine() string {
	if text := v.tickedText(); text != "" {
		return text
	}
	s := v.session.State()
	hours := collect.Choose(len(v.session.Rules().Activities.All) == 0, "", "r pass time · ")
	if s.Running && v.isResting() && len(s.Actors) > 0 && !v.isFightPrepared() {
		return "no fight: c check · " + hours + "n begins a fight"
	}
	if !s.Running {
		if s.Encounter != "" && len(s.Actors) > 0 && s.Elapsed > s.EndedAt { // no longer news
			return "no fight: c check · " + hours + "b next"
		}
		if s.Encounter != "" && len(s.Actors) > 0 {
			return collect.Choose(s.IsSceneOn(), "fight", "scene") + " over · " + hours + "A losses · b next"
		}
		return "no fight: b begins a scene · " + hours + "/ find"
	}
	if v.inRounds() && len(s.Actors) > 0 {
		return v.comingTurnText()
	}
	pending := v.pendingEvents()
	if len(pending) == 0 || v.isResting() { // at rest only effects of conditions are pending, and n doesn't advance to these
		return v.standstillText()
	}
	text, o := "", pending[v.countDrops()] // n skips the drops (losses of points by combatants who can't act) that come before o
	if text = "n: " + draw.Tenths(o.At) + ", " + v.comingText(&o); o.Actor.Open {
		text = v.declarePrompt(o.Actor)
	}
	return text + v.decidedText()
}

// decidedText returns a suffix that says that the fight is decided and names the key that ends it, or "" if the fight
// isn't decided.
func (v *view) decidedText() string {
	if side := lastAbleSide(v.session.Rules(), v.session.State()); side != "" && !v.inRounds() {
		return " · only " + command.SideText(v.session.State(), side) + " can act: F ends the fight"
	}
	if end := v.reachedEnding(); end != nil {
		return " · " + end.Label + ": F ends the fight"
	}
	return ""
}

// reachedEnding returns the ending of the encounter that applies now, or nil if none does.
func (v *view) reachedEnding() *rules.End {
	s := v.session.State()
	e, ok := v.session.Campaign().Encounter(s.Encounter)
	if !ok || !s.Running {
		return nil
	}
	return e.FindEnd(v.session.Rules(), s)
}

// lastAbleSide returns the only side of several on which someone can act, or "" if there is no such side.
func lastAbleSide(rs *rules.Ruleset, s *rules.State) string {
	able := s.AbleSides(rs)
	if len(able) != 1 || !slices.ContainsFunc(s.Actors, func(a *rules.Actor) bool { return a.Side != able[0] }) {
		return ""
	}
	return able[0]
}

// isDecided reports whether the fight is won, only one side can act or an ending of the encounter applies, so that the key that ends it
// is offered first. A stage after the fight, such as a camp, takes precedence.
func (v *view) isDecided() bool {
	s := v.session.State()
	return s.Running && (s.Won != "" || v.decidedText() != "") && len(v.session.Rules().StageSides(s)) == 0
}

// declarePrompt returns the result of declarationText, computed once for each state, not for each frame.
func (v *view) declarePrompt(a *rules.Actor) string {
	v.presentGame()
	return v.declarePrompts.get(a.Key, func() string { return declarationText(v, a) })
}

// declarationText returns a text that asks the combatant a to declare. If a condition suggests an action, it follows, with its chance and
// time.
func declarationText(v *view, a *rules.Actor) string {
	text := a.Short + " declares now"
	list := v.rankingOf(a.Key).ListActions(a)
	if none := len(list) == 0 || list[0].SuggestedBy == nil; none && a.Going != nil {
		return text + ", or Enter to keep going"
	} else if none {
		return text
	}
	c := &list[0]
	line := c.Line()
	if a.Key != v.declarer() {
		line = a.Key + ": " + line
	}
	p, err := v.preview(line)
	if err != nil {
		return text
	}
	text += " · " + rules.MidSentence(c.SuggestedBy.Condition.Label) + ": / " + rules.MidSentence(c.Action.Label)
	if p.Check != nil {
		text += " " + shortChance(p.Check)
	}
	if p.Counts > 0 {
		text += ", " + v.landingText(&p)
	}
	return text
}

// comingText describes the pending event o, without its count.
func (v *view) comingText(o *rules.PendingEvent) string {
	switch o.Kind {
	case rules.PendingTick:
		return o.Actor.Short + " " + v.nextEffectText(o.Held)
	case rules.PendingAct:
		text := o.Doing.WithActorName(o.Actor.Short, v.session.Rules())
		if o.Doing.Whom != "" && o.Doing.Whom != o.Actor.Key {
			text += " → " + v.shortNameOf(o.Doing.Whom)
		}
		return text + " lands"
	case rules.PendingArrival:
		return o.Actor.Short + " gets there"
	}
	return o.Actor.Short + " is ready"
}

// standstillText explains why no event is pending, and names the key that helps.
func (v *view) standstillText() string {
	state, anyWaiting := v.session.State(), false
	var idle []string
	for _, a := range state.Actors {
		if able, _ := a.CanAct(v.session.Rules()); a.Waiting {
			anyWaiting = true
		} else if able {
			idle = append(idle, a.Short)
		}
	}
	switch next, ok := v.session.Rules().NextEvent(state); {
	case anyWaiting && len(idle) > 0:
		return "n: initiative for " + strings.Join(idle, ", ")
	case anyWaiting && ok:
		return "Everyone is waiting. Choose who acts, or n: " + draw.Tenths(next.At) + ", " + v.comingText(&next)
	case anyWaiting:
		return "Everyone is waiting. Choose who acts and declare."
	case len(state.Actors) == 0:
		return v.nobodyText()
	case len(idle) == 0:
		return "No one can act. Press F to end the fight, + to add a combatant."
	}
	return "n: everyone rolls initiative"
}

// notDueText explains why a combatant can't declare an action now and how to proceed, or returns "" if it can. who is the combatant's
// key; action is nil for a check. At rest, an action needs a turn only if it has a target and the rules don't allow it outside a
// fight.
func (v *view) notDueText(who string, action *rules.Action) string {
	a := v.session.State().Find(who)
	switch {
	case a == nil || a.Open || a.Waiting:
		return ""
	case v.session.Game().AtRest():
		if action != nil && action.Whom && !action.IsPossibleAtRest() {
			return needsFightText(action.Label)
		}
		return ""
	case v.inRounds() && v.session.State().Round != nil:
		return v.notInTurnText(a)
	case a.Doing != nil:
		return a.Doing.WithActorName(a.Short, v.session.Rules()) + " lands at " + draw.Tenths(a.Doing.At) + ". Press n to continue, g to cancel it."
	case v.inRounds():
		return "No turn has begun. Press n to begin the first."
	case a.Turn >= 0:
		return a.Short + " is ready at " + draw.Tenths(a.Turn) + ". Press n to continue."
	}
	if able, why := a.CanAct(v.session.Rules()); !able {
		return a.Short + " can't act: " + rules.MidSentence(why.Label)
	}
	return a.Short + " has no initiative yet. Press i to roll it, I for everyone."
}

// needsFightText returns the reason why deed, the name of an action, is impossible at rest. menus.beginTurns shows the reason and offers to
// begin a fight.
func needsFightText(deed string) string { return deed + " needs a fight" }

// pointsLabel returns the label of the pool whose points can be spent to act sooner, or "points" if there is no such pool.
func (v *view) pointsLabel() string {
	if pool, ok := v.session.Rules().Pools.Get(v.session.Rules().Order.Excess.Text); ok {
		return rules.MidSentence(pool.Label)
	}
	return "points"
}

// poolWords explains the short names of the pools in the table of combatants, and that of the burden.
func (ps pages) poolWords() (list []string) {
	rs := ps.session.Rules()
	for _, pool := range append(rs.SidePools(ps.session.State()), rs.WatchedPools(false)...) {
		if !strings.EqualFold(pool.Name, pool.Label) {
			list = append(list, pool.Name+" "+rules.MidSentence(pool.Label))
		}
	}
	if m := rs.FlagModifier(); m != nil && len(m.Also) > 0 {
		list = append(list, m.Label+" "+m.Also[0])
	}
	return list
}

// itemLabel returns the label of an item, or its name in words if the rules don't have it.
func itemLabel(rs *rules.Ruleset, name string) string {
	if item, ok := rs.Items.Get(name); ok {
		return item.Label
	}
	return rules.ReadableName(name)
}

// nonEmpty returns the texts that are not empty.
func nonEmpty(texts ...string) []string {
	return collect.Filter(texts, func(text string) bool { return text != "" })
}

// errorText returns the text of an error. grave is set unless the error is a refusal, the usual answer to an impossible line.
func errorText(err error) (text string, grave bool) {
	var refusal *rules.Refusal
	if errors.As(err, &refusal) {
		return refusal.Text, false
	}
	return err.Error(), true
}

// withSelectedName replaces “the selected combatant” in the description of a key with the short name of a, which may be nil.
func withSelectedName(help string, a *rules.Actor) string {
	if a == nil {
		return help
	}
	return strings.ReplaceAll(help, "the selected combatant", a.Short)
}

// deedSentence describes the action d of an actor in a sentence of the given kind, such as a question or a plan.
func (v *view) deedSentence(kind story.Kind, d *rules.OngoingAction, actor *rules.Actor) string {
	var whom story.Person
	if a := v.session.State().Find(d.Whom); a != nil {
		whom = story.PersonOf(a)
	}
	return story.TellDeed(v.session.Rules(), story.DeedOf(v.session.Rules(), kind, d), story.PersonOf(actor), whom)
}

// planSentence describes the action of a preview in a sentence, or returns "" if the line declares nothing.
func (v *view) planSentence(p *command.Preview) string {
	actor := v.session.State().Find(p.Who)
	if p.Doing == nil || actor == nil {
		return ""
	}
	return v.deedSentence(story.Deed, p.Doing, actor)
}

// sceneTexts lists the situations of the scene, each with its effect on the burden of the selected combatant or, if none is selected, of
// the first one, as in "half light −3", or, if it affects only some rolls, on those, as in "poor light −3 (perception)".
func (v *view) sceneTexts() (list []string) {
	s := v.shownState()
	var terms []rules.Term
	if at := max(0, v.selectedAt()); at < len(s.Actors) {
		_, terms = v.burdenOf(s.Actors[at])
	}
	for _, name := range s.Situations {
		text := command.SceneText(v.session.Rules(), name, terms)
		if slices.Contains(s.SecretSituations, name) {
			text += " (" + rules.HowSecret + ")"
		}
		list = append(list, text)
	}
	return list
}

// withNames formats a composed line for the game master: with the short names of combatants instead of their keys, and every other key in
// words.
func (v *view) withNames(line string) string {
	words := strings.Split(line, " ")
	for i, word := range words {
		words[i] = strings.ReplaceAll(word, "_", " ")
		key := strings.TrimRight(word, ",:")
		for _, a := range v.shownState().Actors {
			if a.Key == key {
				words[i] = a.Short + word[len(key):]
			}
		}
	}
	return strings.Join(words, " ")
}
