package dashboard

import (
	"context"
	"slices"
	"strings"
	"time"

	"hybrid/gm"
	"hybrid/gm/advice"
	"hybrid/gm/command"
	"hybrid/gm/dashboard/draw"
	"hybrid/gm/guard"
	"hybrid/gm/verbs"
	"hybrid/rules"
	"hybrid/rules/collect"
)

// Previews and odds of lines, the texts of commands, computed once for each state of the session, and guarded so that a panic becomes an
// error. A preview describes the action or check that a line would declare, without rolling dice. A dry run carries the line out on a copy
// of the state, if it needs no dice. Odds are the probabilities of a line's results, which can take longer than a frame and are then
// computed in the background. A tick is an effect of a condition that recurs at intervals.

// previewCache computes the effects of lines, each once per state. A memo that holds a single value has it under the key "".
type previewCache struct {
	session  *gm.Session                    // the session, whose lines are previewed
	state    *rules.State                   // game state for which the values below were computed; nil if they must be dropped
	failed   error                          // failure, not shown yet, of work that doesn't change the session; nil if there is none
	previews memo[attempt[command.Preview]] // previews, by line
	dryRuns  memo[attempt[command.DryRun]]  // results of carrying out a line on a copy, by line; only for lines without dice
	odds     memo[command.LineOdds]         // odds, by line; odds for each answer have the line plus a line break as their key
	pending  map[string]*pendingOdds        // odds being computed, by their key in odds; nil for none

	// lineOdds computes the odds of a line; tests replace it.
	lineOdds func(g *command.Game, line string, answers bool) (command.LineOdds, error)
	// startWork calls work in the background and then, between two key presses, the function that work returned.
	startWork func(work func(context.Context) (then func()))

	events         memo[[]rules.PendingEvent] // pending events, in order of time
	rankings       memo[*advice.Ranking]      // ranked choices of each combatant, by its key
	before         memo[[]string]             // texts about events that precede the effect of a line's action, by line
	burdens        memo[burden]               // burden of each combatant, by its key
	ends           memo[*verbs.Ending]        // decisions that are still open when the encounter ends; see pendingEnding
	after          memo[verbs.Endings]        // verbs.Endings for the state after the encounter; see endingsAfter
	declarePrompts memo[string]               // text that announces the turn of a combatant, with a suggested action, by its key
}

// memo holds computed values by key. The zero value is empty and ready to use.
type memo[V any] map[string]V

// get returns the value for key, and calls compute for it the first time.
func (m *memo[V]) get(key string, compute func() V) V {
	v, known := (*m)[key]
	if !known {
		v = compute()
		if *m == nil {
			*m = memo[V]{}
		}
		(*m)[key] = v
	}
	return v
}

// attempt is the result of a computation that can fail: a value, or the reason why there is none.
type attempt[V any] struct {
	value V     // computed value; the zero value if err isn't nil
	err   error // reason why there is no value; nil if there is one
}

// tryCompute calls compute and returns its result. A panic in compute becomes the error of the result; the next frame also shows it. job
// names the work in the report of a panic.
func tryCompute[V any](p *previewCache, job string, compute func() (V, error)) (a attempt[V]) {
	if failed := guard.RunReadOnly(job, func() { a.value, a.err = compute() }); failed != nil {
		p.keepFailure(failed)
		a.err = failed
	}
	return a
}

// burden is the modifier to all rolls of a combatant that results from circumstances such as wounds; see view.burdenOf.
type burden struct {
	value float64      // sum of the terms, usually negative
	terms []rules.Term // modifiers that add up to value
}

// resetFor drops the computed values if they are for a state other than s.
func (p *previewCache) resetFor(s *rules.State) {
	if p.state != s {
		for _, w := range p.pending {
			w.stop()
		}
		*p = previewCache{session: p.session, failed: p.failed, state: s, startWork: p.startWork, lineOdds: p.lineOdds}
	}
}

// dropCached makes the next use drop all computed values.
func (p *previewCache) dropCached() { p.state = nil }

// presentGame returns the current game, and drops values computed for an earlier state.
func (p *previewCache) presentGame() *command.Game {
	p.resetFor(p.session.State())
	return p.session.Game()
}

// burdenTerms returns the current burden of a combatant, which package command calls its encumbrance, and its terms.
func (p *previewCache) burdenTerms(who string) (float64, []rules.Term) {
	game := p.presentGame()
	b := p.burdens.get(who, func() (b burden) {
		b.value, b.terms = game.Encumbrance(who)
		return b
	})
	return b.value, b.terms
}

// rankingOf returns the ranking of the current choices of the combatant with the key who.
func (p *previewCache) rankingOf(who string) *advice.Ranking {
	p.presentGame()
	return p.rankings.get(who, func() *advice.Ranking {
		r := p.session.Ranking(who)
		return &r
	})
}

// previewLine is a variable so that a test can replace it.
var previewLine = (*command.Game).Preview

// preview returns the preview of a line.
func (p *previewCache) preview(line string) (command.Preview, error) {
	game := p.presentGame()
	v := p.previews.get(line, func() attempt[command.Preview] {
		return tryCompute(p, "Preview", func() (command.Preview, error) { return previewLine(game, line) })
	})
	return v.value, v.err
}

// oddsWait is the time that drawing a frame waits for odds; if they take longer, a later frame shows them.
const oddsWait = 150 * time.Millisecond

// pendingOdds are odds that take longer than a frame waits. They are cancelled after a frame that didn't request them.
type pendingOdds struct {
	stop    func()    // cancels the computation
	since   time.Time // time when the computation began
	inFrame bool      // whether the frame being drawn, or the last one, has requested them
}

// actionOdds returns the odds of all results of a line and, if answers is set, for each answer of the target. It returns empty odds if the
// line has none, or if they are still being computed; a later frame then shows them.
func (p *previewCache) actionOdds(line string, answers bool) command.LineOdds {
	game, key := p.presentGame(), line
	if answers {
		key += "\n"
	}
	if o, known := p.odds[key]; known {
		return o
	}
	if w := p.pending[key]; w != nil {
		w.inFrame = true
		return command.LineOdds{}
	}
	ctx, stop := context.WithCancel(context.Background())
	game = game.WithContext(ctx)
	result, lineOdds := make(chan func() command.LineOdds, 1), p.lineOdds
	go func() {
		var o command.LineOdds
		failed := guard.RunReadOnly("Odds", func() { o, _ = lineOdds(game, line, answers) })
		result <- func() command.LineOdds { p.keepFailure(failed); return o }
	}()
	select {
	case done := <-result:
		stop()
		return p.odds.get(key, done)
	case <-time.After(oddsWait): // draw this frame without them
	}
	w := &pendingOdds{stop, time.Now(), true}
	if p.pending == nil {
		p.pending = map[string]*pendingOdds{}
	}
	p.pending[key] = w
	p.startWork(func(context.Context) func() {
		done := <-result
		return func() {
			stop()
			if p.pending[key] == w { // still wanted, and for the same state
				delete(p.pending, key)
				p.odds.get(key, done)
			}
		}
	})
	return command.LineOdds{}
}

// endFrame cancels the odds that the frame did not request.
func (p *previewCache) endFrame() {
	for key, w := range p.pending {
		if !w.inFrame {
			w.stop()
			delete(p.pending, key)
		}
		w.inFrame = false
	}
}

// oddsSince returns the time at which the oldest pending odds were requested, or zero if none are pending.
func (p *previewCache) oddsSince() (since time.Time) {
	for _, w := range p.pending {
		if since.IsZero() || w.since.Before(since) {
			since = w.since
		}
	}
	return since
}

// keepFailure stores the failure of work that changes nothing, for the next frame to show, unless it is nil.
func (p *previewCache) keepFailure(failed error) {
	if failed != nil {
		p.failed = failed
	}
}

// runGuarded calls work, which must not change the session, such as drawing a panel. It stores a panic as a failure to be shown. job names
// the work in the report.
func (p *previewCache) runGuarded(job string, work func()) {
	p.keepFailure(guard.RunReadOnly(job, work))
}

// pendingEvents returns the pending events of the current state, in order of time.
func (p *previewCache) pendingEvents() []rules.PendingEvent {
	return p.events.get("", p.presentGame().ListPending)
}

// dryRun returns the result of carrying out a line on a copy of the state, if it needs no dice.
func (p *previewCache) dryRun(line string) (command.DryRun, error) {
	p.presentGame()
	f := p.dryRuns.get(line, func() attempt[command.DryRun] {
		return tryCompute(p, "Preview", func() (command.DryRun, error) { return p.session.DryRun(line) })
	})
	return f.value, f.err
}

// chanceText formats the chance of a line for lists. It returns "" if the line has none, or a dash if it is impossible.
func (v *view) chanceText(line string) string {
	p, err := v.preview(line)
	if err != nil {
		return "–"
	}
	return listedChance(v, &p)
}

// listedChance formats the chance of a previewed line for lists: the chance of its check or, if dice are rolled without a check, of
// its effect on the target. It returns "" if the line has none.
func listedChance(v *view, p *command.Preview) string {
	switch {
	case p.Check != nil:
		_, checks := p.AllChecks()
		return rules.ShortRange(collect.Map(checks, (*rules.CheckPreview).Likelihood))
	case p.ResultOdds == nil || p.Whom == "":
		return ""
	}
	if put := likeliestCondition(v.session.Rules(), p.ResultOdds); put != nil {
		return rules.FormatPercent(put.Probability)
	}
	if end := p.ResultOdds.TargetOdds(); end.Hurt > 0 {
		return rules.FormatPercent(end.Hurt)
	}
	return ""
}

// likeliestCondition returns the hindering condition that an action which can't wound is likeliest to give its target, or nil if there is
// none, if the action can wound, or if o is nil.
func likeliestCondition(rs *rules.Ruleset, o *rules.ActionOdds) (likeliest *rules.Possibility) {
	if o == nil || o.TargetOdds().Hurt > 0 {
		return nil
	}
	for _, put := range o.TargetOdds().Puts {
		hinders := slices.ContainsFunc(rs.Conditions.All, func(c *rules.Condition) bool { return c.Bad && c.Label == put.Name })
		if hinders && (likeliest == nil || put.Probability > likeliest.Probability) {
			likeliest = &put
		}
	}
	return likeliest
}

// costText formats the duration, the price and the chance of a line, or returns a dash if it is impossible.
func (v *view) costText(line string) string {
	p, err := v.preview(line)
	if err != nil {
		return "–"
	}
	var parts []string
	if p.Counts > 0 {
		parts = append(parts, "+"+v.durationText(p.Counts))
	}
	if len(p.Prices) > 0 {
		parts = append(parts, rules.PricesText(p.Prices))
	}
	if share := listedChance(v, &p); share != "" {
		parts = append(parts, draw.PadLeft(share, 4))
	}
	return strings.Join(parts, " ")
}

// burdenText describes how a line changes the selected combatant's burden, or returns "" if it doesn't change it or
// rolls dice.
func (v *view) burdenText(line string) string {
	f, err := v.dryRun(line)
	if err != nil || f.Rolls {
		return ""
	}
	before, after := f.Before.Find(v.selected), f.After.Find(v.selected)
	if before == nil || after == nil {
		return ""
	}
	oldBurden, _ := v.burdenIn(f.Before, before)
	if newBurden, _ := v.burdenIn(f.After, after); oldBurden != newBurden {
		return v.burdenLabel() + " " + draw.Tenths(oldBurden) + " → " + draw.Tenths(newBurden)
	}
	return ""
}

// isHopeless reports whether a line's check has only the minimum chance that the rules guarantee every roll.
func (v *view) isHopeless(line string) bool {
	p, err := v.preview(line)
	return err == nil && p.Check != nil && p.Check.Notice != "" && !p.Check.Varies()
}

// isRolled reports whether a line rolls a check or other dice.
func (v *view) isRolled(line string) bool {
	p, err := v.preview(line)
	return err == nil && (p.Check != nil || p.ResultOdds != nil)
}

// actionSpan returns the counts at which a previewed action would begin and take effect. If the combatant's turn is still to come, the
// action begins with that turn.
func (v *view) actionSpan(p *command.Preview) (from, at float64) {
	s := v.session.State()
	from = s.Count
	if a := s.Find(p.Who); a != nil && !a.Open && !a.Waiting && a.Doing == nil {
		from = max(from, a.Turn)
	}
	return from, from + p.Counts
}

// landingText returns the end of an action: the count at which it takes effect or, while no one takes turns, its duration.
func (v *view) landingText(p *command.Preview) string {
	if v.session.Game().AtRest() {
		return "takes " + rules.SpanText(p.Counts*v.session.Rules().Pack.Seconds())
	}
	_, at := v.actionSpan(p)
	return "lands at " + draw.Tenths(at)
}

// eventsBefore returns texts about the pending events of others that come before the action of line takes effect, in order. p is the line's
// preview, and at the count at which the action takes effect.
func (v *view) eventsBefore(line string, p *command.Preview, at float64) []string {
	v.presentGame()
	return v.before.get(line, func() []string { return v.computeEventsBefore(line, p, at) })
}

// computeEventsBefore computes eventsBefore for a line.
func (v *view) computeEventsBefore(line string, p *command.Preview, at float64) []string {
	pending, exact := v.pendingEvents(), false // exact: whether pending includes the action itself
	if f, err := v.dryRun(line); err == nil && !f.Rolls {
		if a := f.After.Find(p.Who); a != nil && a.Doing != nil {
			pending, exact = v.session.Rules().ListPending(f.After), true
		}
	}
	var list []string
	for _, o := range pending {
		own := o.Actor.Key == p.Who && o.Kind != rules.PendingTick
		isAction := exact && own && o.Kind == rules.PendingAct                // the action itself
		isSimultaneous := !exact && o.At == at && o.Kind != rules.PendingTick // assumed to come after the action
		if isAction || isSimultaneous || o.At > at {
			break
		}
		if !own {
			list = append(list, v.pendingText(o))
		}
	}
	return list
}

// eventsBeforeText formats the list that view.eventsBefore returns in the given number of cells. Events that don't fit are only counted.
func eventsBeforeText(list []string, cells int) string {
	if len(list) == 0 {
		return "no one acts before it"
	}
	text := "before it: "
	for i, event := range list {
		more := ""
		if omitted := len(list) - i - 1; omitted > 0 {
			more = ", and " + draw.Tenths(float64(omitted)) + " more"
		}
		if i > 0 && draw.Width(text)+2+draw.Width(event)+draw.Width(more) > cells {
			return text + ", and " + draw.Tenths(float64(len(list)-i)) + " more"
		}
		if i > 0 {
			text += ", "
		}
		text += event
	}
	return text
}

// likeliestTarget returns the key of the likeliest target of an action by the combatant with the key who, or "" if there is none.
func (v *view) likeliestTarget(who string, action *rules.Action) string {
	a := v.session.State().Find(who)
	if !action.Whom || a == nil {
		return ""
	}
	if list := v.rankingOf(who).ListTargets(a, action); len(list) > 0 {
		return list[0].Whom.Key
	}
	return ""
}
