package verbs

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"hybrid/gm/campaign"
	"hybrid/gm/command"
	"hybrid/rules"
	"hybrid/rules/collect"
	"hybrid/rules/message"
)

// Lines about time outside a fight: pass, roll, contest, place, move, award, train, raise and ask. A span is a stretch of time that passes
// for some actors while they do one activity; rules/turn_pass.go has its rules. A timeline (timeline.go) wraps a game and adds the methods
// for verbs in fights and scenes.

// cutActors cuts `… by WHO` off the end of words, and returns the words before it and the actors. If words have no `by`, it returns the
// actors from fallback.
func (g downtime) cutActors(words []string, fallback func() ([]*rules.Actor, error)) (rest []string, who []*rules.Actor, err error) {
	for i := len(words) - 1; i >= 0; i-- {
		if words[i] == "by" {
			who, err = g.ParseActors(words[i+1:])
			return words[:i], who, err
		}
	}
	who, err = fallback()
	return words, who, err
}

// subjectFallback returns a function that returns the subject of a line, as a fallback for cutActors.
func (g downtime) subjectFallback(l *command.Line) func() ([]*rules.Actor, error) {
	return func() ([]*rules.Actor, error) {
		a, err := g.Subject(l)
		return []*rules.Actor{a}, err
	}
}

// readSpan reads a span at the beginning of words: a length of time, or `until` a time of day. keys are those of the actors for whom it
// passes, and passed is the number of seconds of it that have already elapsed for them. unit is as in [rules.Downtime].
func (g downtime) readSpan(words, keys []string, passed float64) (seconds, unit float64, rest []string, err error) {
	if len(words) > 1 && words[0] == command.Until {
		before, game := *g.State, *g.Game // as of the beginning of the span
		before.Elapsed = g.State.LatestLived(keys) - passed
		game.State = &before
		end, rest, ok := timeline{&game}.readMoment(words[1:])
		if !ok || !end.onDate {
			return 0, 0, nil, command.RefusalOf(message.NotA(words[1], "a time of day", "Write, for example, `pass until 22:30`"))
		}
		return end.seconds - before.Elapsed, rules.SpanScale("1 min"), rest, nil
	}
	n := 0 // number of words of the span, pairs such as “2 h”
	for n+1 < len(words) && command.IsNumber(words[n]) {
		n += 2
	}
	span := strings.Join(words[:n], " ")
	if n == 0 {
		span, n = cutSpan(words)
	}
	seconds, err = rules.ParseSpan(span)
	return seconds, rules.SpanScale(span), words[n:], err
}

// readSpanLine reads a line that lets time pass and returns the activity and the actors doing it. passed is the number of seconds of the
// span that have elapsed already.
func (g downtime) readSpanLine(l *command.Line, passed float64) (span rules.Downtime, who []*rules.Actor, err error) {
	fallback := g.subjectFallback(l)
	if l.Who == "" {
		fallback = func() ([]*rules.Actor, error) { return g.ParseActors([]string{"all"}) }
	}
	words, who, err := g.cutActors(l.Words, fallback)
	if err != nil {
		return span, nil, err
	}
	span.Who = command.KeysOf(who)
	if span.Seconds, span.Unit, words, err = g.readSpan(words, span.Who, passed); err != nil {
		return span, nil, err
	}
	activity := g.defaultActivity()
	if activity == nil || len(words) > 0 {
		activity, err = findActivity(g.Game, words)
	}
	span.Activity = activity
	span.KeepMoving = activity != nil && activity.Plain
	return span, who, err
}

// passTime lets time pass: `pass 20 min jogging by party`.
func (g downtime) passTime(l *command.Line, k rules.DecisionInput) (command.DecidedCommand, error) {
	span, who, err := g.readSpanLine(l, 0)
	if err != nil {
		return command.DecidedCommand{}, err
	}
	barred := g.listBarredFromRest(span.Activity, who)
	if span.AsksBeforeHarm = len(barred) > 0; span.AsksBeforeHarm && !slices.Contains(l.Options, anywayOption) {
		return command.DecidedCommand{}, command.Refusal("Can't rest: %s. Help first, or add “, %s”.", strings.Join(barred, ", "), anywayOption)
	}
	var w command.DecidedCommand
	decision, seconds, err := g.passDays(span, k)
	if w.Decision = decision; err != nil {
		return w, err
	}
	spanText := rules.SpanText(seconds) + " of " + rules.MidSentence(span.Activity.Label) + ": "
	if span.Activity.Plain {
		spanText = rules.SpanText(seconds) + " pass: "
	}
	w.Title = spanText + describeGroup(g.Game, who, func(a *rules.Actor) string { return a.Name })
	after, err := g.Rules.Apply(g.State, w.Events)
	if err != nil {
		return w, err
	}
	short := spanText + describeGroup(g.Game, who, func(a *rules.Actor) string { return a.Short })
	if span.Activity.Plain { // the title already says everything
		short = ""
	}
	w.ShortText = strings.TrimSpace(short + " " + Endings(g).restoredText(who, after))
	return w, nil
}

// RestOfSpan returns the activity of a `pass` line of which passed seconds have elapsed, the seconds that remain, and rest, the line that
// continues it. activity is nil if less than a second remains, or the line can't be continued.
func (g Endings) RestOfSpan(line string, passed float64) (activity *rules.Activity, seconds float64, rest string) {
	l, err := g.Parse(line)
	if err != nil || l.Verb != "pass" {
		return nil, 0, ""
	}
	span, who, err := downtime(g).readSpanLine(&l, passed)
	if seconds = math.Round(span.Seconds - passed); err != nil || seconds < 1 {
		return nil, 0, ""
	}
	by := strings.Join(command.KeysOf(who), " and ")
	if at := slices.Index(l.Words, "by"); at >= 0 {
		by = strings.Join(l.Words[at+1:], " ")
	}
	return span.Activity, seconds, "pass " + rules.ExactSpanText(seconds) + " " + span.Activity.Name + " by " + by
}

// passDays lets a span pass. If the activity is a plan for a day, its parts follow one another, day by day. passed is the number of seconds
// that elapsed until the span ended or was interrupted.
func (g downtime) passDays(span rules.Downtime, k rules.DecisionInput) (d rules.Decision, passed float64, err error) {
	plan := span.Activity.DayPlan()
	if len(plan) == 0 {
		return g.Rules.PassTime(g.State, span, k)
	}
	state := g.State
	for i := 0; passed < span.Seconds; i++ {
		planned := plan[i%len(plan)]
		part := span
		part.Activity, part.Seconds, part.Unit = planned.Activity, min(planned.Seconds, span.Seconds-passed), planned.Unit
		more, elapsed, err := g.Rules.PassTime(state, part, k)
		if err != nil {
			return d, passed, err
		}
		d.Append(&more)
		now := state.LatestLived(span.Who)
		wasCutShort := math.Round((part.Seconds-elapsed)*1000) > 0 // by a millisecond or more
		isDue := state.HasReminder(now, now+elapsed) || state.HasExpiry(more.Events)
		if state, err = g.Rules.Apply(state, more.Events); err != nil {
			return d, passed, err
		}
		if passed += elapsed; wasCutShort || isDue && !g.OldDecisions {
			break
		}
	}
	return d, passed, nil
}

// anywayOption is the option of `pass` that makes characters rest despite a harmful condition.
const anywayOption = "anyway"

// listBarredFromRest lists the actors who can't rest by an activity, each with the reason, such as "Dov (on fire)": they have a condition
// that forbids rest and acts at intervals. It returns nil for an activity that restores no pool. Characters beyond help don't count, nor do
// conditions that only the game master knows.
func (g downtime) listBarredFromRest(activity *rules.Activity, who []*rules.Actor) (barred []string) {
	if !slices.ContainsFunc(g.Rules.Pools.All, activity.Restores) {
		return nil
	}
	for _, a := range who {
		if pastHelpCondition(g.Rules, a) != nil {
			continue
		}
		for i := range a.Conditions {
			held := &a.Conditions[i]
			text := a.Short + " (" + held.Condition.StateWord() + ")"
			if held.Condition.ForbidsRest() && held.Condition.HasTimedEffects() && !held.IsHidden() && !slices.Contains(barred, text) {
				barred = append(barred, text)
			}
		}
	}
	return barred
}

// attemptAtRest decides an action outside an encounter that is otherwise declared in a turn: help takes its time, and an action without a
// target takes effect at once.
func (g downtime) attemptAtRest(l *command.Line, k rules.DecisionInput) (command.DecidedCommand, error) {
	if slices.Contains(l.Words, "by") {
		rest, who, err := downtime{g.WithoutDown()}.cutActors(l.Words, nil)
		hasTarget := l.Action != nil && l.Action.Whom
		if hasTarget && len(who) > 1 {
			return command.DecidedCommand{}, command.Refusal("Only one can do this at a time. Type `%s %s by %s`.", l.Action.Name, strings.Join(rest, " "), who[0].Key)
		}
		isCheck := l.Action == nil && l.Verb != "task"
		if err != nil || len(who) != 1 || isCheck { // decided like a `roll` line
			if l.Action != nil {
				l.Words = append([]string{l.Action.Name}, l.Words...)
			}
			return g.rollChecks(l, k)
		}
		l.Who, l.Words = who[0].Key, rest
	}
	if l.IsPossibleAtRest() && !l.IsSecret() {
		return g.attendAlly(l, k)
	}
	var refusal error
	if l.IsPair() {
		refusal = g.RestRefusal("Two actions at once")
	} else if l.Action != nil && (l.Action.Whom || g.Rules.Order.InRounds()) {
		refusal = g.RestRefusal(l.Action.Label)
	}
	if refusal != nil && l.Who == "" {
		return command.DecidedCommand{}, refusal
	}
	a, d, err := g.Declaration(l)
	if err = cmp.Or(err, refusal); err != nil { // a mistake in the line is reported first
		return command.DecidedCommand{}, err
	}
	w := command.DecidedCommand{Title: a.Name + ": " + g.DoingText(&d), Who: a.Key}
	d.Called = true
	after, whole, err := g.passCheckTime(&w, l.Options, []*rules.Actor{a}, k)
	if err != nil || !whole {
		return w, err
	}
	done, err := g.Rules.Perform(after, a.Key, d, k)
	w.Append(&done)
	return w, err
}

// passCheckTime lets pass the time that an option such as `takes 10 min` sets for a check, for the actors who make it; see spendTime. A
// secret check takes no time, and its title mentions the time.
func (g downtime) passCheckTime(w *command.DecidedCommand, options []string, who []*rules.Actor, k rules.DecisionInput) (after *rules.State, whole bool, err error) {
	span := rules.Downtime{Who: command.KeysOf(who)}
	span.Seconds, span.Unit = checkDuration(options)
	if (&command.Line{Options: options}).IsSecret() {
		if span.Seconds > 0 {
			return nil, false, command.Refusal("A secret check takes no time. Remove: %s %s", command.TakesWord, rules.SpanText(span.Seconds))
		}
		w.CheckNote = command.SecretlyWord
	}
	if after, whole, err = g.spendTime(w, span, k); whole && span.Seconds > 0 {
		w.CheckNote = rules.SpanText(span.Seconds)
	}
	if w.CheckNote != "" {
		w.Title += ", " + w.CheckNote
	}
	return after, whole, err
}

// checkDuration returns the time in seconds that options set for a check, and the unit in seconds, or 0 if none does.
func checkDuration(options []string) (seconds, unit float64) {
	for _, option := range options {
		if span, ok := strings.CutPrefix(option, command.TakesWord+" "); ok {
			seconds, _ = rules.ParseSpan(span) // reading the options has checked it
			unit = rules.SpanScale(span)
		}
	}
	return seconds, unit
}

// rollChecks decides a check outside the timeline, by one or several actors: `roll sneaking by party`.
func (g downtime) rollChecks(l *command.Line, k rules.DecisionInput) (command.DecidedCommand, error) {
	if dice, who, isPlain, err := g.readPlainDice(l.Words); err != nil {
		return command.DecidedCommand{}, err
	} else if isPlain {
		return g.rollPlainDice(dice, who, k)
	}
	phrase := l.Words
	if n := len(l.Options); n > 0 && !slices.Contains(phrase, "by") { // options can come before the actors
		if option, by, found := strings.Cut(l.Options[n-1], " by "); found {
			l.Options[n-1], phrase = option, slices.Concat(phrase, []string{"by"}, strings.Fields(by))
		}
	}
	words, who, err := downtime{g.WithoutDown()}.cutActors(phrase, g.subjectFallback(l))
	if err != nil {
		return command.DecidedCommand{}, err
	}
	d, label, err := g.readCheck(words, l)
	if err != nil {
		return command.DecidedCommand{}, err
	}
	w := command.DecidedCommand{Title: describeGroup(g.Game, who, func(a *rules.Actor) string { return a.Name }) + ": " + label}
	if len(who) == 1 {
		w.Who, w.Title = who[0].Key, who[0].Name+": "+label
	}
	after, whole, err := g.passCheckTime(&w, l.Options, who, k)
	if err != nil || !whole {
		return w, err
	}
	for _, a := range who {
		decision, err := g.Rules.Perform(after, a.Key, d, k)
		if err != nil {
			return w, err
		}
		w.Append(&decision)
	}
	return w, nil
}

// readPlainDice reads dice without a purpose, such as 2d6+4, and the actor after `by`. isPlain reports whether words have this form.
func (g downtime) readPlainDice(words []string) (p rules.PlainDice, who string, isPlain bool, err error) {
	at := slices.Index(words, "by")
	if at < 0 {
		at = len(words)
	}
	p, isPlain, err = rules.ReadPlainDice(strings.Join(words[:at], " "))
	return p, strings.Join(words[min(at+1, len(words)):], " "), isPlain, err
}

// rollPlainDice rolls plain dice: `roll 2d6+4`, `roll d100 by kira`.
func (g downtime) rollPlainDice(p rules.PlainDice, who string, k rules.DecisionInput) (command.DecidedCommand, error) {
	var name, key string
	if who != "" {
		a, err := g.Actor(who)
		if err != nil {
			return command.DecidedCommand{}, err
		}
		name, key = a.Name+": ", a.Key
	}
	d, thrown, err := p.Throw(g.Rules, g.State, k)
	if err != nil {
		return command.DecidedCommand{}, err
	}
	w := titledDecision(name+p.String()+": "+thrown.Text(p), key, rules.Event{Kind: rules.EventTell, Text: p.String() + ": " + thrown.Text(p)})
	w.Dice = d.Dice
	return w, nil
}

// readCheck reads the action, task or skill that a line rolls, with the line's options, and returns it with its label. An action must have
// no target.
func (g downtime) readCheck(words []string, l *command.Line) (rules.OngoingAction, string, error) {
	d := rules.OngoingAction{Called: true} // called for by the game master
	hasNumber := false
	if n := len(words); n > 1 { // a final number answers the action's question, which may be for the game master only
		if amount, err := command.ParseAmount(words[n-1], words[0]); err == nil {
			d.Asked, words, hasNumber = amount, words[:n-1], true
		}
	}
	text := strings.Join(words, " ")
	label := ""
	if action, ok := g.Rules.Actions.Get(strings.ReplaceAll(text, " ", "_")); ok && !action.Whom {
		d.Action, label = action.Name, rules.MidSentence(action.Label)
		if err := action.CheckAnswered(); err != nil && !hasNumber {
			return d, "", err
		}
		if action.Ask.IsOptional() && !hasNumber {
			d.Asked = action.Ask.UsualNumber()
		}
	} else if task, err := g.Task(text); err == nil {
		d.Task, label = task.Name, rules.MidSentence(task.Label)
	} else {
		if err := g.SetAbility(&d, text); err != nil {
			return d, "", err
		}
		label = d.MeansText(g.Rules)
	}
	for _, option := range l.Options {
		if err := g.ReadOption(&d, option); err != nil {
			return d, "", err
		}
	}
	return d, label, nil
}

// rollContest decides one skill against another, each with its options after commas:
//
//	contest kira sneaking, light_bad against grell combat_perception, df -2
//
// The margin of the first roll lowers the second; if the first roll fails, it has no effect on the second.
func (g downtime) rollContest(l *command.Line, k rules.DecisionInput) (command.DecidedCommand, error) {
	w := command.DecidedCommand{}
	sides := contestSides(l)
	var who []*rules.Actor
	var checks []rules.OngoingAction // check of each actor in who
	for i, side := range sides {
		if len(side.Words) == 0 {
			return w, command.RefusalOf(message.Missing("Name both sides and their skills", fmt.Sprintf("contest NAME %[1]s against NAME %[1]s, OPTIONS", strings.ToUpper(command.AbilityWord(g.Rules)))))
		}
		a, rest, err := g.ParseLeadingActor(side.Words)
		if err != nil {
			return w, err
		}
		d, label, err := g.readCheck(rest, &side)
		if err != nil {
			return w, err
		}
		if i == 0 {
			w.Who, w.Title = a.Key, a.Name+": "+label
		} else if w.Whom, w.Title = a.Key, w.Title+" against "+a.Name+": "+label; d.Against != nil {
			return w, command.Refusal("The first result is subtracted from the second. Remove: against %s", command.Number(*d.Against))
		}
		who, checks = append(who, a), append(checks, d)
	}
	after, whole, err := g.passCheckTime(&w, slices.Concat(sides[0].Options, sides[1].Options), who, k)
	if err != nil || !whole {
		return w, err
	}
	margin := 0.0
	result := rules.Event{Kind: rules.EventTell, How: rules.HowContest, Text: "neither wins"}
	secret := checks[0].Secret || checks[1].Secret
	for i, a := range who {
		if checks[i].Secret = secret; i > 0 {
			checks[i].Against = &margin
		}
		decision, err := g.Rules.Perform(after, a.Key, checks[i], k)
		if err != nil {
			return w, err
		}
		for _, o := range decision.Outcomes {
			if o.Degree == "" {
				continue
			}
			if i == 0 {
				margin = o.Margin
			}
			if o.Success { // the later success wins: the second check is rolled against the margin of the first
				result.Other, result.Text = a.Key, a.Short+" wins"
			}
		}
		w.Append(&decision)
	}
	w.Events = append(w.Events, result)
	return w, nil
}

// contestSides splits the line of a contest into its two sides, each with its words and options, at the first `against` that isn't an
// option with a margin, such as `against 12`.
func contestSides(l *command.Line) (sides [2]command.Line) {
	at := 0 // index in sides
	for i, part := range append([]string{strings.Join(l.Words, " ")}, l.Options...) {
		words, skipped := strings.Fields(part), 0 // skipped: leading words that are an option such as `against 12`
		if i > 0 && len(words) > 1 && words[0] == "against" && command.IsNumber(words[1]) {
			skipped = 2
		}
		cut := slices.Index(words[skipped:], "against") + skipped // skipped-1 if there is no `against`
		if at > 0 || cut < skipped {
			addPart(&sides[at], i == 0, words)
			continue
		}
		addPart(&sides[at], i == 0, words[:cut])
		at++
		sides[at].Words = words[cut+1:]
	}
	return sides
}

// addPart adds the words between two commas to one side of a contest: the actor and the skill if they are the first of the line, otherwise
// an option.
func addPart(l *command.Line, first bool, words []string) {
	if first {
		l.Words = words
	} else if len(words) > 0 {
		l.Options = append(l.Options, strings.Join(words, " "))
	}
}

// placeActor sets an actor's position, in metres along the line on which the scene takes place, `place kira 12`, or at a named place of the
// scene, `place kira cards`. `place kira nowhere` moves the actor away from its named place.
func (g downtime) placeActor(l *command.Line, _ rules.DecisionInput) (command.DecidedCommand, error) {
	a, rest, err := g.ParseSubject(l)
	if err != nil {
		return command.DecidedCommand{}, err
	}
	if a.IsSide() {
		return command.DecidedCommand{}, command.RefusalOf(message.NotA(a.Name, "a combatant", "Name a combatant"))
	}
	if len(rest) == 2 && rest[1] == "m" && command.IsNumber(rest[0]) {
		rest = rest[:1]
	}
	places := g.namedPlaces()
	if len(rest) == 0 && len(places) > 0 {
		return command.DecidedCommand{}, command.Refusal("Enter a place of the scene or metres: `place %s %s`, `place %s 12`.", a.Key, places[0].Key, a.Key)
	}
	if len(rest) == 0 || len(places) == 0 && len(rest) > 1 {
		return command.DecidedCommand{}, command.Refusal("Enter a place in metres, for example `place %s 12`.", a.Key)
	}
	if len(places) > 0 && !command.IsNumber(rest[0]) {
		return g.placeAtName(a, strings.Join(rest, " "), places)
	}
	at, err := command.ParseAmount(rest[0], l.Verb+" "+a.Key)
	if err != nil {
		return command.DecidedCommand{}, err
	}
	w := command.DecidedCommand{Title: fmt.Sprintf("%s is at %s m", a.Name, command.Number(at)), Who: a.Key, TitledEvents: 1}
	w.Decision, err = g.Rules.DecideManually(g.State, rules.DecisionInput{}, func(h *rules.ManualChanges) {
		h.Emit(rules.Event{Kind: rules.EventPlace, Who: a.Key, Value: at, By: at - a.Place})
	})
	return w, err
}

// namedPlaces lists the named places of the current encounter.
func (g downtime) namedPlaces() []campaign.Place {
	if e, ok := g.Campaign.Encounter(g.State.Encounter); ok {
		return e.Places
	}
	return nil
}

// placeAtName moves an actor to a named place of the scene, or away from one with the word nowhere.
func (g downtime) placeAtName(a *rules.Actor, name string, places []campaign.Place) (command.DecidedCommand, error) {
	if name == nowhereWord {
		if a.Spot == "" {
			return command.DecidedCommand{}, command.Refusal("%s is at no named place. Name one: `place %s %s`.", a.Name, a.Key, places[0].Key)
		}
		return titledDecision(a.Name+" leaves "+a.Spot, a.Key, rules.Event{Kind: rules.EventPlace, Who: a.Key, What: nowhereWord}), nil
	}
	i, err := command.Pick("place", name, len(places), func(i int) (string, string) { return places[i].Names() })
	if err != nil {
		return command.DecidedCommand{}, err
	}
	if a.Spot == places[i].Label {
		return command.DecidedCommand{}, command.Refusal("%s is there already. Name another place.", a.Name)
	}
	return titledDecision(a.Name+" is at "+places[i].Label, a.Key, places[i].Event(a.Key)), nil
}

// nowhereWord is the word that moves an actor away from its named place.
const nowhereWord = "nowhere"

// findExit returns the exit of the current encounter with the given name. ok is false if there is none, or an actor has the name.
func (g downtime) findExit(name string) (exit campaign.Exit, ok bool) {
	e, found := g.Campaign.Encounter(g.State.Encounter)
	if !found || g.State.Find(name) != nil {
		return exit, false
	}
	return e.Exit(name)
}

// readPace reads a line such as `do kira running` and returns its actor and activity, as a departure without a destination.
func (g downtime) readPace(l *command.Line) (x command.Departure, err error) {
	var rest []string
	if x.Who, rest, err = g.ParseSubject(l); err == nil {
		x.PaceActivity, err = findActivity(g.Game, rest)
	}
	if err == nil && len(x.PaceActivity.DayPlan()) > 0 {
		return x, command.Refusal("%s is a plan for days. Type `pass 1 d %s by %s`.", x.PaceActivity.Label, x.PaceActivity.Name, x.Who.Key)
	}
	return x, err
}

// beginActivity makes an actor begin an activity. In its own turn, the actor begins it with the action that the rules require for it, if
// any.
func (g downtime) beginActivity(l *command.Line, k rules.DecisionInput) (command.DecidedCommand, error) {
	x, err := g.readPace(l)
	if err != nil {
		return command.DecidedCommand{}, err
	}
	w := command.DecidedCommand{Title: x.Who.Name + ": " + rules.MidSentence(x.PaceActivity.Label), Who: x.Who.Key, TitledEvents: 1}
	_, needsAction := x.Who.DeclarationToBegin(g.State, x.PaceActivity)
	if needsAction && !x.Who.Open {
		w.Title, w.ShortText = w.Title+", set by hand", "set by hand"
	}
	w.Decision, err = g.Rules.DecideManually(g.State, k, func(h *rules.ManualChanges) {
		if needsAction && x.Who.Open {
			h.Move(x.Who.Key, x.PaceActivity, nil)
		} else {
			h.BeginActivity(x.Who.Key, x.PaceActivity)
		}
	})
	return w, err
}

// readMove reads a line such as `move kira to grell running`, `move kira to 20 walking`.
func (g downtime) readMove(l *command.Line) (command.Departure, error) {
	a, rest, err := g.readMover(l)
	if err != nil {
		return command.Departure{}, err
	}
	if len(g.Rules.Activities.All) == 0 {
		return command.Departure{}, command.Refusal("This game has no activities to move by. Place %s instead: `place %s 12`.", a.Name, a.Key)
	}
	if usual := command.UsualPace(g.Rules, a); len(rest) == 2 && rest[0] == "to" && usual != nil {
		rest = append(rest[:2:2], usual.Name)
	}
	if len(rest) < 3 || rest[0] != "to" {
		example := g.Rules.Activities.All[len(g.Rules.Activities.All)/4] // any activity
		return command.Departure{}, command.Refusal("Enter a destination and an activity, for example `move %s to 20 %s`.", a.Key, example.Name)
	}
	if !a.Placed {
		return command.Departure{}, command.Refusal("%s has no place yet. Type `place %s 0`.", a.Name, a.Key)
	}
	if len(rest) > 3 && rest[2] == "m" && command.IsNumber(rest[1]) { // the unit can be given
		rest = slices.Delete(slices.Clone(rest), 2, 3)
	}
	going, to := &rules.Destination{From: a.Place}, rest[1]+" m"
	if exit, ok := g.findExit(rest[1]); ok {
		going.To, going.Name, to = exit.Place, exit.Label, exit.Label
	} else if command.IsNumber(rest[1]) {
		going.To, _ = command.ParseAmount(rest[1], "move")
	} else {
		whom, err := g.Actor(rest[1], g.exitNames()...)
		if err != nil {
			return command.Departure{}, err
		}
		if whom == a && !g.OldDecisions {
			return command.Departure{}, command.Refusal("%s can't move to itself. Name someone else, or a position in metres.", a.Name)
		}
		if !whom.Placed {
			return command.Departure{}, command.Refusal("%s has no place yet. Type `place %s 0`.", whom.Name, whom.Key)
		}
		going.Whom, to = whom.Key, whom.Name
	}
	if ok, why := a.CanMove(g.Rules); !ok {
		return command.Departure{}, command.Refusal("%s can't move: %s.", a.Name, rules.MidSentence(why.Label))
	}
	activity, err := findActivity(g.Game, rest[2:])
	if err != nil {
		return command.Departure{}, err
	}
	if activity.Stays {
		return command.Departure{}, command.Refusal("%s doesn't move along the line. Type `do %s %s`, or let time pass.", activity.Label, a.Key, activity.Name)
	}
	if a.PaceBy(g.Rules, activity) <= 0 {
		return command.Departure{}, command.Refusal("“%s” is 0 m/s for %s. Choose another pace.", rules.MidSentence(activity.Label), a.Name)
	}
	return command.Departure{Who: a, Going: going, DestinationText: to, PaceActivity: activity}, nil
}

// readMover returns the actor that a `move` line moves, and the words after its name, from `to` on. If the line names no one else, the actor
// whose turn it is goes to the named one: `chase grell`, `run to the crane`. That needs another word than `move`, which begins with its actor.
func (g downtime) readMover(l *command.Line) (a *rules.Actor, rest []string, err error) {
	words := slices.DeleteFunc(slices.Clone(l.Words), func(word string) bool { return word == "the" })
	if at := slices.Index(words, "by"); at > 0 && l.Who == "" && !g.OldDecisions {
		words, l = words[:at], &command.Line{Text: l.Text, Who: strings.Join(words[at+1:], " ")}
	}
	first, _, _ := strings.Cut(l.Text, " ")
	isMove := l.Who == "" && command.HasPrefixFold(l.Verb, first)
	if len(words) > 0 && (words[0] == "to" || !isMove && !slices.Contains(words, "to")) && !g.OldDecisions {
		if words[0] != "to" {
			words = append([]string{"to"}, words...)
		}
		if a, err = g.Subject(l); err != nil && l.Who == "" && len(words) > 1 {
			name := g.AnyName()
			if at := slices.IndexFunc(g.State.Actors, func(a *rules.Actor) bool { return a.Key != words[1] }); at >= 0 {
				name = g.State.Actors[at].Key
			}
			err = command.Refusal("Name who moves: `move %s %s`.", name, strings.Join(words, " "))
		}
		return a, words, err
	}
	return g.ParseSubject(&command.Line{Who: l.Who, Words: words})
}

// exitNames lists the exits of the encounter by the names used in lines.
func (g downtime) exitNames() []string {
	e, ok := g.Campaign.Encounter(g.State.Encounter)
	if !ok {
		return nil
	}
	return exitNames(e.Exits)
}

// departureAtPace returns the departure that a line such as `do kira running` describes in the actor's own turn.
func departureAtPace(g *command.Game, l *command.Line) (command.Departure, bool) {
	x, err := downtime{g}.readPace(l)
	return x, err == nil && x.Who.Open
}

// departureByMove returns the departure that a line such as `move kira to grell running` describes.
func departureByMove(g *command.Game, l *command.Line) (command.Departure, bool) {
	if away := flightLine(l); away != nil {
		return departureByFlight(g, away)
	}
	x, err := downtime{g}.readMove(l)
	return x, err == nil
}

// moveActor lets an actor move while time passes: `move kira to grell running`, `move kira to 20 walking`; `move away from kira running`
// flees; `move kira on` continues moving, and passes the turn.
func (g downtime) moveActor(l *command.Line, k rules.DecisionInput) (command.DecidedCommand, error) {
	if away := flightLine(l); away != nil {
		return g.fleeOpponents(away, k)
	}
	if a, rest, err := g.ParseSubject(l); err == nil && a.Going != nil && a.Open && slices.Equal(rest, []string{"on"}) {
		return g.keepMoving(a, k)
	}
	x, err := g.readMove(l)
	if err != nil {
		return command.DecidedCommand{}, err
	}
	w := command.DecidedCommand{Title: fmt.Sprintf("%s moves to %s, %s", x.Who.Name, x.DestinationText, rules.MidSentence(x.PaceActivity.Label)), Who: x.Who.Key, TitledEvents: 1}
	w.Decision, err = g.Rules.DecideManually(g.State, k, func(h *rules.ManualChanges) { h.Move(x.Who.Key, x.PaceActivity, x.Going) })
	return w, err
}

// keepMoving passes the turn of a moving actor, which continues on its way.
func (g downtime) keepMoving(a *rules.Actor, k rules.DecisionInput) (command.DecidedCommand, error) {
	o, err := timeline(g).nextPending(a, "", func(o rules.PendingEvent) bool { return o.Kind == rules.PendingTurn })
	if err != nil {
		return command.DecidedCommand{}, err
	}
	w := command.DecidedCommand{Title: a.Name + " keeps going", Who: a.Key}
	w.Decision, err = g.Rules.DecideManually(g.State, k, func(h *rules.ManualChanges) { h.Waive(o) })
	return w, err
}

// flightLine returns the `flee` line that a line such as `move kira away from dov` stands for: the line without `away`. It returns nil for
// other lines.
func flightLine(l *command.Line) *command.Line {
	at := slices.Index(l.Words, "away")
	if at < 0 || at > 0 && l.Who != "" {
		return nil
	}
	flight := *l
	flight.Words = slices.Concat(l.Words[:at], l.Words[at+1:])
	return &flight
}

// awardExperience gives experience: `award 3 party because they kept the boat`.
func (g downtime) awardExperience(l *command.Line, k rules.DecisionInput) (command.DecidedCommand, error) {
	pool, err := g.experiencePool()
	if err != nil {
		return command.DecidedCommand{}, err
	}
	if len(l.Words) < 2 {
		return command.DecidedCommand{}, command.Refusal("Enter an amount and recipients, for example `award 3 party`.")
	}
	words := l.Words
	if n := len(words) - 1; command.IsNumber(words[n]) { // the amount may come last, as in other lines
		words = append([]string{words[n]}, words[:n]...)
	}
	points, err := command.ParseAmount(words[0], "award")
	if err != nil {
		return command.DecidedCommand{}, err
	}
	words = words[1:]
	if words[0] == "to" && len(words) > 1 {
		words = words[1:]
	}
	who, err := g.ParseActors(words)
	if err != nil {
		return command.DecidedCommand{}, err
	}
	who = g.awardedActors(who, words)
	return g.giveExperience(who, pool, points, fmt.Sprintf("%s %s for %s", command.Number(points), pool.Name, describeGroup(g.Game, who, func(a *rules.Actor) string { return a.Name })), k)
}

// awardedActors returns the actors in who that get experience: all except those whose players are away, unless words name them.
func (g downtime) awardedActors(who []*rules.Actor, words []string) []*rules.Actor {
	var byName []*rules.Actor
	for _, word := range words {
		if a, err := g.Actor(word); err == nil {
			byName = append(byName, a)
		}
	}
	return collect.Filter(who, func(a *rules.Actor) bool { return a.Absent == "" || slices.Contains(byName, a) })
}

// experiencePool returns the pool of experience. A game without one is refused.
func (g downtime) experiencePool() (*rules.Pool, error) {
	pool, ok := g.Rules.Pools.Get(g.Rules.Skill.Currency)
	if !ok {
		return nil, command.Refusal("This game has no experience.")
	}
	return pool, nil
}

// giveExperience gives the actors experience. Their experience never falls below zero.
func (g downtime) giveExperience(who []*rules.Actor, pool *rules.Pool, points float64, title string, k rules.DecisionInput) (command.DecidedCommand, error) {
	for _, a := range who {
		if a.PoolValue(pool)+points < 0 {
			return command.DecidedCommand{}, command.Refusal("%s has %s %s, which would drop below zero.", a.Name, command.Number(a.PoolValue(pool)), pool.Name)
		}
	}
	w := command.DecidedCommand{Title: title}
	var err error
	w.Decision, err = g.Rules.DecideManually(g.State, k, func(h *rules.ManualChanges) {
		for _, a := range who {
			h.SetPool(a.Key, nil, pool, a.PoolValue(pool)+points)
		}
	})
	w.TitledEvents = len(w.Events)
	return w, err
}

// readLearner returns the pool of experience, the actor that a line is about, and the rest of the line.
func (g downtime) readLearner(l *command.Line) (pool *rules.Pool, a *rules.Actor, rest []string, err error) {
	if pool, err = g.experiencePool(); err == nil {
		a, rest, err = g.ParseSubject(l)
	}
	return pool, a, rest, err
}

// trainActor turns hours into experience: `train kira 40 h teacher`.
func (g downtime) trainActor(l *command.Line, k rules.DecisionInput) (command.DecidedCommand, error) {
	pool, a, rest, err := g.readLearner(l)
	if err != nil {
		return command.DecidedCommand{}, err
	}
	ways := g.Rules.Skill.TrainingWays()
	if len(ways) == 0 {
		return command.DecidedCommand{}, command.Refusal("This game has no training. Give experience instead: `award 1 %s`.", a.Key)
	}
	if len(rest) < 3 || !command.IsNumber(rest[0]) {
		return command.DecidedCommand{}, command.Refusal("Enter a time and a kind of training (%s): `train %s 40 h %s`.", strings.Join(ways, ", "), a.Key, ways[0])
	}
	seconds, err := rules.ParseSpan(strings.Join(rest[:len(rest)-1], " "))
	if err != nil {
		return command.DecidedCommand{}, err
	}
	hours, ok := g.Rules.TrainingHours(rest[len(rest)-1])
	if !ok {
		return command.DecidedCommand{}, command.Refusal("Training must be one of %s, not “%s”.", strings.Join(ways, ", "), rest[len(rest)-1])
	}
	points := seconds / 3600 / hours
	training := fmt.Sprintf("trains for %s (%s)", rules.SpanText(seconds), rest[len(rest)-1])
	w, err := g.giveExperience([]*rules.Actor{a}, pool, points, fmt.Sprintf("%s %s: %s %s", a.Name, training, command.Number(points), pool.Name), k)
	w.ShortText = training
	return w, err
}

// raiseRank buys the next rank of a skill, or a point of a statistic: `raise kira sword`.
func (g downtime) raiseRank(l *command.Line, k rules.DecisionInput) (command.DecidedCommand, error) {
	pool, a, rest, err := g.readLearner(l)
	if err != nil {
		return command.DecidedCommand{}, err
	}
	what, err := g.Learnable(strings.Join(rest, " "))
	if err != nil {
		return command.DecidedCommand{}, err
	}
	next, err := what.NextRaise(g.Rules, a.Sheet)
	if err != nil {
		return command.DecidedCommand{}, err
	}
	if a.PoolValue(pool) < next.Cost {
		return command.DecidedCommand{}, command.Refusal("%s costs %s %s, but %s has %s.", what.Label(), command.Number(next.Cost), pool.Name, a.Name, command.Number(a.PoolValue(pool)))
	}
	w := titledDecision(fmt.Sprintf("%s: %s for %s %s", a.Name, command.FormatRaised(what, next.Rank), command.Number(next.Cost), pool.Name), a.Key)
	w.Decision, err = g.Rules.DecideManually(g.State, k, func(h *rules.ManualChanges) {
		h.SetPool(a.Key, nil, pool, a.PoolValue(pool)-next.Cost)
		h.RaiseByOne(a.Key, what)
	})
	w.TitledEvents = min(2, len(w.Events)) // the title describes the price and the raise; pools that rise with it are listed as results
	return w, err
}

// ParseTraining reads a training line, such as `train kira 40 h teacher`. It returns the time and the kind of training. ok is false for
// other lines.
func ParseTraining(g *command.Game, line string) (span, way string, ok bool) {
	words := strings.Fields(line)
	at := slices.Index(words, "train")
	if at < 0 || len(words) < at+3 {
		return "", "", false
	}
	way = words[len(words)-1]
	if _, ok = g.Rules.TrainingHours(way); !ok {
		return "", "", false
	}
	from := slices.IndexFunc(words[at:], command.IsNumber)
	if from < 0 {
		return "", "", false
	}
	return strings.Join(words[at+from:len(words)-1], " "), way, true
}

// ReadAsk reads a line that asks players for a check: `ask party hiding, df -2`. It returns the actors asked, their task, the check as
// typed after `roll`, and its label.
func ReadAsk(game *command.Game, l *command.Line) (who []*rules.Actor, d rules.OngoingAction, check, label string, err error) {
	g := downtime{game.WithoutDown()}
	words := l.Words
	switch {
	case len(l.Faces)+len(l.Answers) > 0:
		return nil, d, "", "", command.Refusal("The players roll this. Remove the dice and answers.")
	case slices.Contains(words, "by"):
		words, who, err = g.cutActors(words, nil)
	case l.Who != "":
		who, err = g.subjectFallback(l)()
	default:
		if who, words, err = g.ParseLeadingGroup(words); err != nil { // a check alone is for the players' characters
			if played := g.State.Protagonists(); len(played) > 0 && g.SetAbility(&rules.OngoingAction{}, strings.Join(l.Words, " ")) == nil {
				who, words, err = played, l.Words, nil
			}
		}
	}
	if err != nil {
		return nil, d, "", "", err
	}
	if len(words) == 0 {
		return nil, d, "", "", command.Refusal("Name whom and a %s: `ask %s`.", command.AbilityWord(g.Rules), AskExample(game))
	}
	d, label, err = g.readCheck(words, l)
	return who, d, strings.Join(words, " "), label, err
}

// AskExample returns an example of the words after `ask`.
func AskExample(g *command.Game) string {
	example := "party"
	if list := g.State.Actors; len(list) > 0 {
		example = list[0].Key
	}
	switch rs := g.Rules; {
	case len(rs.Skills.All) > 0:
		return example + " " + rs.Skills.All[0].Name
	case len(rs.Stats.All) > 0:
		return example + " " + rs.Stats.All[0].Name
	}
	return example + " CHECK"
}
