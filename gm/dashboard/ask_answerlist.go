package dashboard

import (
	"cmp"
	"context"
	"maps"
	"math"
	"slices"
	"strings"

	"hybrid/gm/command"
	"hybrid/gm/dashboard/draw"
	"hybrid/gm/simulate"
	"hybrid/gm/story"
	"hybrid/rules"
	"hybrid/rules/message"
)

// The list of answers to a question (ask_question.go), such as how to defend against an attack, each with its odds. A question about a
// throw asks instead whether to change dice that were just rolled. ask_answeroptions.go has the options of answers.
//
// The odds are computed in the background after the list is open, as a command.AnswerEffect for each answer, by the answer's name. In this
// effect, Odds are the odds of the attack despite the answer. Own are the odds of the answer's own roll, such as a parry's; the margin by
// which the attack succeeded then lowers the chance of that roll. Some answers give up the action in progress of the actor who is asked
// (GivesUp); otherwise Lands is the count at which that action takes effect. Turn is the count of the actor's next turn, or -1. If the
// actor's own action raised the question (Acting), AddedCounts is the delay of its next turn.
//
// In rules.Need, the question, Who is the actor who is asked, Whom the actor whose action is answered ("" if there is none), and Part the
// part of the action that is asked about. About is the question's text, and Lead the words before it; Plain is set if players see the text
// without its numbers. Thrown describes the dice of a question about a throw, and Repeats reports whether it is asked again until the
// answer is none. An answer can lead to further questions, the follow-ups (ask_followups.go), which tactics answer in advance.
//
// A list can be shown in a game in counts, the game's units of time, in which each actor has a turn of its own, or in a game in rounds, in
// which sides take turns.

// answerList is the open list of answers to a question.
type answerList struct {
	q       *question                       // question whose answers are listed
	picker  *picker                         // list of rows on the screen
	game    *command.Game                   // game in which the answers are tried; for a line of the past, as it was at that time
	line    command.Command                 // command that asks, with the answers given so far
	need    *rules.Need                     // question as line asks it
	answers []rules.Answer                  // answer of each row
	effects map[string]command.AnswerEffect // consequences of each answer, by its name; nil until they are computed
}

// askChoice opens the list of answers. Their odds are computed afterwards and then added.
func (q *question) askChoice() {
	game, line, need := q.source.Moment(q.d.session.Game())
	if q.need.Whom != "" && !q.isAboutThrow() {
		q.plan, q.options = planFollowUps(game, line, need), nil
	}
	a := &answerList{q: q, game: game, line: line, need: need, answers: q.listAnswers()}
	l := &picker{title: q.answerTitle(), load: a.items, choose: a.choose}
	a.picker = l
	if (need.Whom != "" || q.isAboutThrow()) && !hasPlayer(game.State.Find(need.Who)) {
		l.answerByTactic = a.answerByTactic
	}
	if q.need.Whom == "" { // the question isn't how to answer an action, but whether to change a throw or continue something
		if q.isAboutThrow() {
			l.header = func() []draw.PageLine { return []draw.PageLine{q.answerHeader(nil)} }
		}
		q.d.openOverlay(l)
		return
	}
	l.header = func() []draw.PageLine { return []draw.PageLine{q.answerHeader(a.effects)} }
	if l.tight = q.d.inRounds(); !l.tight { // in rounds the sides' columns show these actors already
		l.shownActors = q.answerActors
	}
	l.inspect = func(it *listItem) *draw.Page { return q.answerPage(it, a.effects) }
	l.rowsBelow = func(wide int) [][]draw.StyledText { return q.answerRows(l.currentItem(), a.effects, wide) }
	l.onSpace = func(it *listItem) { q.openOptions(a.answerOf(it)) }
	l.hasOptions = func() bool {
		choice := a.answerOf(l.currentItem())
		return len(q.answerOptions(choice))+len(q.plan.byAnswer[choice.Name]) > 0
	}
	q.d.openOverlay(l)
	l.weighAnswers, q.weighAnswers = a.weigh, a.weigh
	if l.answerByTactic == nil || q.d.awaited.side == nil { // while tactics play a side, its question is answered at once and needs no odds
		a.weigh()
	}
}

// listAnswers returns the answers in order: "No answer" (unless the choices include it), the choices, and the answers to the follow-up for the
// same actor.
func (q *question) listAnswers() []rules.Answer {
	answers := slices.Concat(q.need.Choices, q.need.PossibleWithOption)
	if q.plan.sameActor != nil {
		answers = slices.Concat(answers, q.plan.sameActor.Choices, q.plan.sameActor.PossibleWithOption)
	}
	if !slices.ContainsFunc(answers, func(c rules.Answer) bool { return c.Name == rules.NoAnswer }) {
		answers = append([]rules.Answer{{Name: rules.NoAnswer, Label: "No answer"}}, answers...)
	}
	if q.isAboutThrow() { // the first answer then changes nothing
		answers[0].Label = "As it is"
	}
	return answers
}

// items returns a row for each answer.
func (a *answerList) items() []listItem {
	items := make([]listItem, len(a.answers))
	for i := range a.answers {
		items[i] = a.q.answerItem(&a.answers[i], a.effects)
	}
	return items
}

// answerOf returns the answer of a row. It returns "No answer" if the row is nil or no answer has its name.
func (a *answerList) answerOf(it *listItem) *rules.Answer {
	if at := slices.IndexFunc(a.answers, func(c rules.Answer) bool { return it != nil && c.Name == it.name }); at >= 0 {
		return &a.answers[at]
	}
	return &rules.Answer{Name: rules.NoAnswer}
}

// choose replies with the answer of a row, or opens the answer's options if it is possible only with an option.
func (a *answerList) choose(it *listItem) {
	if choice := a.answerOf(it); choice.Needs != nil {
		a.q.openOptions(choice)
		return
	}
	a.q.chooseAnswer(it.name, it.name)
}

// answerByTactic chooses the tactic's answer to the question or, if the tactic gives none, its answer to the follow-up for the same actor.
func (a *answerList) answerByTactic() {
	plan := a.q.plan
	a.q.d.computeAndWait(func(ctx context.Context) func() {
		game := a.game.WithContext(ctx)
		name, err := simulate.AnswerOf(game, a.line, a.need)
		if err == nil && name == rules.NoAnswer && plan.sameActor != nil {
			name, err = simulate.AnswerOf(game, plan.withoutAnswer(a.line), plan.sameActor)
		}
		return func() {
			switch {
			case err != nil:
				a.q.d.showError(err)
			case a.q.isCurrent():
				a.choose(&listItem{name: name})
			}
		}
	})
}

// weigh computes the effects of the answers in the background, and then shows them.
func (a *answerList) weigh() {
	q := a.q
	q.isWeighing = true
	plan := q.plan
	q.d.computeLater(func(ctx context.Context) func() {
		game := a.game.WithContext(ctx)
		plan.settleAnswers(game, a.line, slices.Sorted(maps.Keys(plan.byAnswer))...)
		list := game.AnswerEffectsWithPlan(a.line, a.need, plan.plannedAnswers)
		if plan.sameActor != nil {
			maps.Copy(list, game.AnswerEffects(plan.withoutAnswer(a.line), plan.sameActor))
		}
		return func() {
			q.isWeighing = false
			q.plan, a.effects, q.canHurt, q.likelyCondition = plan, list, canHurtDespiteAny(list), q.findLikelyCondition(list)
			a.picker.title = q.answerTitle()
		}
	})
}

// answerTitle returns the title of the list: the question and, if it is about a throw, whose throw it is.
func (q *question) answerTitle() string {
	if q.need.Thrown == "" || !q.isAboutThrow() {
		return q.questionTitle()
	}
	d, actor := q.actionUnderway()
	switch ownTitle := q.need.Lead + q.need.About + "?"; {
	case d == nil:
		return ownTitle
	case actor.Key == q.need.Who:
		return q.deedText(d, actor) + " " + message.Capitalise(q.need.About) + "?"
	default:
		return ownTitle + " · " + d.WithActorName(actor.Short, q.d.session.Rules())
	}
}

// answerHeader returns the line above the answers: the actor who is asked, or the dice thrown, and the headings of the columns.
func (q *question) answerHeader(effects map[string]command.AnswerEffect) draw.PageLine {
	if q.isAboutThrow() {
		return draw.PageLine{Left: q.need.Thrown, Right: q.throwHeadings(), Role: draw.RoleStrong}
	}
	columns := answerColumns
	if q.d.inRounds() {
		columns = strings.TrimSuffix(columns, answerNext)
	}
	if q.likelyCondition != "" && columns != "" {
		columns = q.answerRow("roll", draw.Clip(rules.MidSentence(q.likelyCondition), harmCells), "", "next")
	}
	return draw.PageLine{Left: q.answererSummary(effects), Right: columns}
}

// answerActors returns the target of the action and the actor who is asked, who are often the same.
func (q *question) answerActors() (list []*rules.Actor) {
	for _, key := range []string{q.need.Whom, q.need.Who} {
		if a := q.d.session.State().Find(key); a != nil && !slices.Contains(list, a) {
			list = append(list, a)
		}
	}
	return list
}

// answerColumns are the headings of an answer's odds: the number that its own die must show, the chance that the attack still wounds, the
// average points lost in that case, and the actor's next turn.
const (
	answerColumns = "roll  hurt   by" + answerNext
	answerNext    = "  next   "
)

// harmCells is the width, in cells, of two columns together: the chance of harm, and the points lost. If the action can't wound, one column
// of this width shows instead the chance of the condition that the action is likeliest to give its target.
const harmCells = 9

// answerRow joins the columns of an answer: its roll, the chance of harm, the points lost if harmed, and the next turn. If points is "",
// the column of harm also takes the room of the points. In rounds there is no column for the next turn.
func (q *question) answerRow(roll, harm, points, next string) string {
	row := draw.PadLeft(roll, 4) + "  " + draw.PadLeft(harm, harmCells)
	if points != "" { // points take 3 cells, and 2 cells separate them from the chance
		row = draw.PadLeft(roll, 4) + "  " + draw.PadLeft(harm, harmCells-5) + "  " + draw.PadLeft(points, 3)
	}
	if q.d.inRounds() {
		return row
	}
	return row + "  " + draw.PadRight(next, 7)
}

// isAboutThrow reports whether the question is whether to change dice that were rolled, not how to defend against an action.
func (q *question) isAboutThrow() bool {
	return q.need.Repeats || q.need.AsksActor || q.need.Thrown != ""
}

// throwHeadings returns the headings for answers about a throw: their cost, and the chance that the target is then harmed.
func (q *question) throwHeadings() string {
	harm := ""
	if q.likelyCondition != "" {
		harm = draw.Clip(rules.MidSentence(q.likelyCondition), harmCells)
	} else if q.canHurt {
		harm = "hurt"
	}
	return draw.PadRight("costs", costCells) + draw.PadLeft(harm, harmCells)
}

// findLikelyCondition returns the name of the condition that the action is likeliest to give its target, whatever the answer, or "" if
// there is none or the action can wound. effects are the effects of the answers.
func (q *question) findLikelyCondition(effects map[string]command.AnswerEffect) (name string) {
	if canHurtDespiteAny(effects) {
		return ""
	}
	highest := 0.0
	for _, effect := range effects {
		likeliest := likeliestCondition(q.d.session.Rules(), effect.Odds)
		if likeliest != nil && (likeliest.Probability > highest || likeliest.Probability == highest && likeliest.Name < name) {
			name, highest = likeliest.Name, likeliest.Probability
		}
	}
	return name
}

// canHurtDespiteAny reports whether the action can wound its target despite at least one of the answers.
func canHurtDespiteAny(effects map[string]command.AnswerEffect) bool {
	for _, effect := range effects {
		if effect.Odds != nil && effect.Odds.TargetOdds().Hurt > 0 {
			return true
		}
	}
	return false
}

// costCells is the width, in cells, of the column of costs.
const costCells = 20

// answerItem returns the row of an answer. An answer that gives up an action in progress is marked ✗; one whose own roll has no real chance
// is in the fold "more" at the end. The columns contain an ellipsis while the odds are computed.
func (q *question) answerItem(choice *rules.Answer, effects map[string]command.AnswerEffect) listItem {
	it := listItem{name: choice.Name, label: answerLabel(q.d.session.Rules(), choice), sign: " "}
	q.labelAnswer(&it, choice)
	costs := ""
	if q.isAboutThrow() {
		costs = draw.PadRight(draw.Clip(rules.PricesText(choice.Prices), costCells), costCells)
		it.hint = costs + draw.PadLeft("", harmCells)
	}
	effect, ok := effects[choice.Name]
	if !ok {
		if q.isWeighing && q.isAboutThrow() {
			it.hint = costs + draw.PadLeft("…", harmCells)
		} else if q.isWeighing {
			it.hint = q.answerRow("…", "…", "", "…")
		}
		return it
	}
	actor, roll, harm, points := q.d.session.State().Find(q.need.Who), "", "", ""
	if effect.Own != nil {
		roll = ownLikelihood(effect.Own).WholeText()
		it.addOwnRoll(effect.Own)
	}
	if effect.Odds != nil {
		it.extendLabel(q.hitText(choice, effect.Odds, effects[rules.NoAnswer].Odds))
		harm, points = q.hurtText(effect.Odds)
	}
	hasGivenUp := effects[rules.NoAnswer].GivesUp // an earlier answer gave the action up, so this answer makes no difference
	keepsAction := choice.Name == rules.NoAnswer && actor != nil && q.d.session.Rules().GivesUpToAnswer(actor)
	if keepsAction && !hasGivenUp {
		it.extendLabel(": " + q.d.doingText(actor.Doing) + " stays")
	} else if effect.GivesUp && !hasGivenUp {
		it.sign = "✗"
	}
	it.short = strings.Replace(cmp.Or(it.short, it.label), lessMarginText, " − margin", 1)
	it.hint = q.answerRow(roll, harm, points, q.nextActionText(actor, &effect))
	if q.isAboutThrow() {
		it.hint = costs + draw.PadLeft(harm, harmCells)
	}
	return it
}

// lessMarginText is the text in the label of an answer whose chance the margin of the attack lowers.
const lessMarginText = ", less the margin"

// addOwnRoll adds notes about the answer's own roll to the label. If the roll has no real chance, before and after the margin is
// subtracted, the item is in the fold "more".
func (it *listItem) addOwnRoll(odds *rules.StepOdds) {
	if marginLowersChance(odds) {
		it.extendLabel(lessMarginText)
	}
	if ownLikelihood(odds).IsHopeless() && odds.Likelihood().IsHopeless() {
		it.fold = "more"
		it.extendLabel(", no real chance")
	}
}

// extendLabel adds text to the item's label and, if it has one, to its short label.
func (it *listItem) extendLabel(text string) {
	it.label += text
	if it.short != "" {
		it.short += text
	}
}

// labelAnswer extends the label of an answer's row: with the text of its action, with the option that it needs, or with an ellipsis if
// choosing it asks for more. It also sets the shorter label.
func (q *question) labelAnswer(it *listItem, choice *rules.Answer) {
	first, _, _ := strings.Cut(choice.Name, " ")
	if action, known := q.d.session.Rules().Actions.Get(first); known {
		if text, _, _ := strings.Cut(action.Text, ";"); text != "" {
			it.short = it.label
			it.label += ": " + text
		}
	}
	if choice.Needs != nil {
		it.short = strings.TrimSuffix(cmp.Or(it.short, it.label), " …") + ", with " + rules.MidSentence(choice.Needs.Label) + " …"
		it.label = it.short
	}
	if q.isAboutThrow() && choice.Name == rules.NoAnswer {
		it.label = choice.Label
	}
	if q.isAboutThrow() && choice.Asks != nil {
		it.label += " …"
	}
}

// hasRolled reports whether the actor whose action is answered has made its roll already, so that a hit is no longer a matter of chance.
func (q *question) hasRolled() bool {
	return slices.ContainsFunc(q.need.SoFar, func(o rules.Outcome) bool {
		return o.Kind == rules.KindCheck && o.Who == q.need.Whom && o.Path == q.need.Path
	})
}

// hitText returns the action's chance to hit in words, or "" if it isn't shown: only "No answer" and the answers that change the chance
// show it. odds are the odds with the answer, unanswered the odds without any.
func (q *question) hitText(choice *rules.Answer, odds, unanswered *rules.ActionOdds) string {
	likely := odds.Likelihood()
	bothRoll := odds.Roll != nil && unanswered != nil && unanswered.Roll != nil
	differs := bothRoll && likely.InPercent() != unanswered.Likelihood().InPercent()
	switch {
	case q.answeredAction() != nil || q.isAboutThrow() || q.hasRolled() || odds.Roll == nil: // the columns show everything
	case !differs && choice.Name != rules.NoAnswer: // the answer leaves the chance as it is
	case q.need.Part == "" && likely.IsHopeless():
		return ", hardly hits"
	case q.need.Part == "" || differs:
		return ", hits " + likely.WholeText()
	}
	return ""
}

// hurtText returns the chance that the action wounds, and the average points lost if it does; for an action that never wounds, the chance
// that it gives the condition q.likelyCondition.
func (q *question) hurtText(odds *rules.ActionOdds) (chance, points string) {
	switch end := odds.TargetOdds(); {
	case end.Hurt > 0:
		return rules.FormatPercent(end.Hurt), averagePoints(end.Loss / end.Hurt)
	case q.likelyCondition != "":
		return rules.FormatPercent(end.PutProbability(q.likelyCondition)), ""
	case q.canHurt:
		return rules.FormatPercent(0), ""
	}
	return "", ""
}

// answerLabel returns the label of an answer, with its tool.
func answerLabel(rs *rules.Ruleset, choice *rules.Answer) string {
	first, _, _ := strings.Cut(choice.Name, " ")
	action, known := rs.Actions.Get(first)
	switch {
	case !known:
		return choice.Label
	case choice.With != nil && len(action.With) > 0:
		return action.Label + " with the " + rules.MidSentence(choice.With.Label)
	}
	return action.Label
}

// nextActionText returns the text of the column "next": when the answering actor acts next, or "" if that is unknown.
func (q *question) nextActionText(actor *rules.Actor, effect *command.AnswerEffect) string {
	switch {
	case actor == nil:
		return ""
	case effect.GivesUp, effect.RerollsInitiative: // initiative is rolled again
		return "re-roll"
	case effect.Acting && effect.AddedCounts > 0: // initiative is rolled after the action, and the answer delays the turn
		return "+" + draw.Tenths(effect.AddedCounts)
	case effect.Acting:
		return ""
	case effect.Lands > 0: // the action in progress continues
		return q.d.sideOf(actor).line() + delayedCount(actor.Doing.At, effect.Lands)
	case effect.Turn < 0:
		return ""
	case actor.Turn >= 0:
		return delayedCount(actor.Turn, effect.Turn)
	}
	return draw.Tenths(effect.Turn) // the actor had no turn before
}

// delayedCount formats the count at. If it is later than before, the count without the answer, the delay follows.
func delayedCount(before, at float64) string {
	if at <= before {
		return draw.Tenths(at)
	}
	return draw.Tenths(at) + " +" + draw.Tenths(at-before)
}

// questionTitle returns the question in words: a sentence about who does what to whom, and then how the actor who is asked responds. If the
// question is about an answer, such as a parry, the sentence describes that answer instead of the original action.
func (q *question) questionTitle() string {
	answerer, target := q.d.session.State().Find(q.need.Who), q.d.session.State().Find(q.need.Whom)
	d, actor := q.actionUnderway()
	if d == nil || answerer == nil || q.need.Action == "" || q.isAboutThrow() { // without an action, the question is about time that passes
		return q.need.Text
	}
	rs := q.d.session.Rules()
	if answer := q.answeredAction(); target != nil && target != answerer && answer != nil {
		d, actor = &rules.OngoingAction{Action: answer.Name, Whom: answerer.Key}, target
	} else if answerer == actor {
		return q.need.Text
	}
	text := story.TellQuestion(rs, d.Action, story.PersonOf(answerer))
	if q.need.Plain != "" {
		text = message.Capitalise(q.need.About) + "?"
	}
	text = q.deedText(d, actor) + " " + text
	if q.need.Part != "" && q.answeredAction() == nil {
		text = q.need.Part + ": " + text
	}
	return text
}

// deedText describes the action d of an actor as the beginning of a question about it.
func (q *question) deedText(d *rules.OngoingAction, actor *rules.Actor) string {
	return q.d.deedSentence(story.Asked, d, actor)
}

// actionUnderway returns the action that the question is about and its actor, or nil if there is no such action with a target.
func (q *question) actionUnderway() (*rules.OngoingAction, *rules.Actor) {
	u, ok := q.d.session.Game().ActionUnderway(&q.command)
	actor := q.d.session.State().Find(u.Who)
	if !ok || actor == nil || u.Doing.Whom == "" {
		return nil, nil
	}
	return &u.Doing, actor
}

// answeredAction returns the answer to which the question responds, or nil if the question is about the original action.
func (q *question) answeredAction() *rules.Action {
	if u, ok := q.d.session.Game().ActionUnderway(&q.command); !ok || q.need.Whom == "" || u.Who == q.need.Whom {
		return nil
	}
	action, _ := q.d.session.Rules().Actions.Get(q.need.Action)
	return action
}

// answererSummary summarizes the actor who is asked: name, pools, and next turn or action in progress. If the odds are about harm to
// another actor, it names that actor instead of the turn.
func (q *question) answererSummary(effects map[string]command.AnswerEffect) string {
	a := q.d.session.State().Find(q.need.Who)
	if a == nil {
		return ""
	}
	parts := []string{a.Short}
	for i, pool := range q.d.session.Rules().PoolsFor(a) {
		level := draw.Tenths(a.PoolValue(pool))
		if highest, limited := a.Sheet.Max(pool); limited {
			if i > 1 && a.PoolValue(pool) > highest/2 {
				continue // from the third pool on, only those at half or less are worth the room
			}
			level += "/" + draw.Tenths(highest)
		}
		parts = append(parts, level)
	}
	text := strings.Join(parts, " ")
	if q.d.inRounds() {
		return text
	}
	if odds := effects[rules.NoAnswer].Odds; odds != nil && q.answeredAction() != nil {
		if target := q.d.session.State().Find(q.need.Whom); target != nil {
			return text + " · how likely " + target.Short + " is hurt"
		}
	}
	if a.Doing != nil && effects[rules.NoAnswer].GivesUp {
		return text + " · has given up " + q.d.doingText(a.Doing)
	}
	if a.Doing != nil {
		return text + " · " + q.d.sideOf(a).line() + draw.Tenths(a.Doing.At) + " " + q.d.doingText(a.Doing)
	}
	if a.Turn >= 0 {
		text += " · ○" + draw.Tenths(a.Turn)
	}
	return text
}

// answerRows describes an answer in at most pageRows rows of the given width in cells: the answer's effect and costs, and the terms that
// add up to the chance of its own roll, before the attacker's margin is subtracted.
func (q *question) answerRows(it *listItem, effects map[string]command.AnswerEffect, width int) (rows [][]draw.StyledText) {
	if it == nil {
		return nil
	}
	effect := effects[it.name]
	text := q.givesUpText(&effect, effects[rules.NoAnswer].GivesUp)
	if it.name == rules.NoAnswer {
		for _, other := range effects {
			if other.GivesUp && !effect.GivesUp && !other.RerollsInitiative { // other answers are marked ✗, which is explained here
				text = q.givesUpText(&other, false)
			}
		}
	}
	add := func(text string, role draw.Role) {
		if text != "" {
			rows = append(rows, []draw.StyledText{{Text: text, Role: role}})
		}
	}
	add(text, draw.RoleLow)
	add(q.followUpsText(it.name), draw.RoleText)
	add(q.answerEffectText(it.name), draw.RoleDim)
	if effect.Own != nil && len(effect.Own.Terms) > 0 {
		terms := effect.Own.Terms
		if _, doer := q.actionUnderway(); doer != nil {
			terms = q.d.pages.withOwners(terms, doer.Key)
		}
		sum := effect.Own.Label + " " + q.ownChance(effect.Own)
		sums := sumRows(sum, terms, width, true)
		if len(rows)+len(sums) > pageRows {
			sums = sumRows(sum, terms, width, false) // the answer's effect and costs matter more than the parts of a term
		}
		rows = append(rows, sums...)
	}
	return rows[:min(len(rows), pageRows)]
}

// answerEffectText returns the effect and the price of the answer with the given name, or "" for "No answer". It omits the effect on the
// next turn, which a column shows.
func (q *question) answerEffectText(name string) string {
	first, _, _ := strings.Cut(name, " ")
	action, known := q.d.session.Rules().Actions.Get(first)
	if !known {
		return ""
	}
	text := cmp.Or(action.Hint, action.Text)
	for _, choice := range q.need.Choices {
		if choice.Name == name && len(choice.Prices) > 0 && !q.isAboutThrow() { // otherwise the column shows the price
			text += " Costs " + rules.PricesText(choice.Prices) + "."
		}
	}
	return strings.TrimLeft(text, " ")
}

// ownChance formats the chance of an answer's own roll before the attacker's margin is subtracted. If the roll only has the minimum chance
// that every roll has, the value that its terms add up to follows.
func (q *question) ownChance(odds *rules.StepOdds) string {
	likely, first := odds.Likelihood(), ownLikelihood(odds)
	unbounded := unboundedSum(odds.Terms)
	isMinimum := likely.Percent && likely.IsHopeless() && first.IsHopeless()
	if isMinimum && unbounded < first.InPercent() {
		return "no real chance (would be " + draw.Tenths(unbounded) + ")"
	}
	if !first.Percent { // the terms add up to the number itself rather than to a chance
		return first.FormatComparison()
	}
	return first.WholeText()
}

// givesUpText names the action that the actor who is asked would give up by answering or, if hasGivenUp is set, has already given up by
// an earlier answer. It returns "" if there is none.
func (q *question) givesUpText(answer *command.AnswerEffect, hasGivenUp bool) string {
	a := q.d.session.State().Find(q.need.Who)
	if a == nil || !answer.GivesUp && !answer.RerollsInitiative {
		return ""
	}
	if a.Doing == nil {
		if answer.RerollsInitiative {
			return "if it hits, rolls initiative again"
		}
		return ""
	}
	text := q.d.doingText(a.Doing) + " (" + draw.Tenths(a.Doing.At) + ")"
	if second := a.Doing.Beside; second != nil {
		text += " and " + q.d.doingText(second) + " (" + draw.Tenths(second.At) + ")"
	}
	switch {
	case hasGivenUp:
		return "has given up " + text + ", rolls initiative"
	case answer.RerollsInitiative:
		return "✗ if it hits, gives up " + text + ", rolls initiative"
	}
	return "✗ gives up " + text + ", rolls initiative"
}

// answerPage returns the inspector's page for the answer in a row, which may be nil: the answer's effect, its roll and its follow-ups, and
// then the page of the actor who is asked.
func (q *question) answerPage(it *listItem, effects map[string]command.AnswerEffect) *draw.Page {
	p := q.actorPage()
	if it == nil {
		return p
	}
	effect, ok := effects[it.name]
	if !ok {
		return p
	}
	var list []draw.PageLine
	if does := q.answerEffectText(it.name); does != "" {
		list = append(list, draw.PageLine{Left: does, Role: draw.RoleDim})
	}
	if effect.Own != nil {
		if sum := (&draw.Page{}); len(effect.Own.Terms) > 0 {
			q.d.pages.addTerms(sum, effect.Own.Terms, 0)
			list = append(append(list, sum.Lines...), draw.PageLine{Rule: true})
		}
		list = append(list, ownLines(effect.Own)...)
	}
	list = append(list, likelyEffectLines(q.d.session.Rules(), effect.Odds)...)
	if then := q.followUpsText(it.name); then != "" {
		list = append(list, draw.PageLine{Left: then})
	}
	if line, ok := q.answerTimeLine(&effect, effects[rules.NoAnswer].GivesUp); ok {
		list = append(list, line)
	}
	if effect.Odds != nil && effect.Odds.Roll != nil && !q.isAboutThrow() && !q.hasRolled() {
		list = append(list, draw.PageLine{Left: q.d.shortNameOf(q.need.Whom) + " hits", Right: effect.Odds.Likelihood().WholeText()})
	}
	list = append(list, draw.PageLine{Rule: true})
	p.Lines = append(list, p.Lines...)
	p.Title += ": " + rules.MidSentence(it.short)
	return p
}

// answerTimeLine returns the line of an answer's page about the action in progress, or the next turn, of the actor who is asked. hasGivenUp
// reports whether an earlier answer gave that action up. ok is false if there is no such line.
func (q *question) answerTimeLine(effect *command.AnswerEffect, hasGivenUp bool) (line draw.PageLine, ok bool) {
	actor := q.d.session.State().Find(q.need.Who)
	switch {
	case actor == nil:
		return line, false
	case effect.GivesUp, effect.RerollsInitiative:
		return draw.PageLine{Left: q.givesUpText(effect, hasGivenUp), Role: draw.RoleLow}, true
	case q.isAboutThrow(): // such an answer takes no time
		return line, false
	case effect.Acting && effect.AddedCounts > 0:
		return draw.PageLine{Left: "next turn", Right: draw.Tenths(effect.AddedCounts) + " later"}, true
	case effect.Lands > 0 && effect.Lands > actor.Doing.At:
		return draw.PageLine{Left: q.d.doingText(actor.Doing), Right: "lands at " + delayedCount(actor.Doing.At, effect.Lands)}, true
	case effect.Lands > 0, effect.Turn >= 0 && effect.Turn == actor.Turn:
		return draw.PageLine{Left: "costs no time", Role: draw.RoleDim}, true
	case effect.Turn >= 0:
		return draw.PageLine{Left: "next", Right: q.nextActionText(actor, effect)}, true
	}
	return line, false
}

// marginLowersChance reports whether the margin of the attack lowers the chance of an answer's own roll. In odds, Before is the chance
// before the margin is subtracted, or 0 if the roll isn't opposed; Mean is the average chance afterwards.
func marginLowersChance(odds *rules.StepOdds) bool {
	return odds.Before > 0 && odds.Mean != odds.Before && odds.Likelihood().Percent
}

// ownLikelihood returns the chance of an answer's own roll before the attacker's margin is subtracted.
func ownLikelihood(odds *rules.StepOdds) rules.Likelihood {
	if marginLowersChance(odds) {
		return odds.Likelihood().WithNumber(odds.Before)
	}
	return odds.Likelihood().WithNumber(odds.Mean)
}

// ownLines describes the number that an answer's own roll needs: before the margin of the attack is subtracted, and afterwards, as a range
// and on average.
func ownLines(odds *rules.StepOdds) []draw.PageLine {
	name := rules.MidSentence(odds.Label)
	likely := odds.Likelihood()
	if !marginLowersChance(odds) {
		return []draw.PageLine{{Left: name, Right: likely.WholeText()}}
	}
	return []draw.PageLine{
		{Left: name + ", less the margin", Right: likely.WithNumber(odds.Before).WholeText()},
		{Left: "then " + draw.Tenths(math.Floor(odds.Least)) + " to " + likely.WithNumber(odds.Most).WholeText() + ", on average", Right: likely.WholeText(), Indent: 1},
	}
}
