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

// Previews and odds, cached for each state, and guarded so that a panic becomes an error.

// previewCache computes the effects of lines, each once per state. A memo with a single value has it under the key "".
type previewCache struct {
	session  *gm.Session
	state    *rules.State                   // game state for which the values below were computed; nil if they must be dropped
	failed   error                          // failure of work that changes nothing, until it has been shown
	previews memo[attempt[command.Preview]] // effects of lines, by line
	foreseen memo[attempt[command.DryRun]]  // results of lines without dice, by line
	odds     memo[command.LineOdds]         // chances of all results, by line; the key of odds that include answers ends in a line break
	pending  map[string]*pendingOdds        // odds being computed, by the keys of odds

	// lineOdds computes the odds of a line; tests replace it.
	lineOdds func(g *command.Game, line string, answers bool) (command.LineOdds, error)
	// startWork calls work in the background, and then the function that it returned between two key presses.
	startWork func(work func(context.Context) (then func()))

	owed     memo[[]rules.PendingEvent] // pending events, in order
	rankings memo[*advice.Ranking]      // ranked choices, by key of the combatant
	before   memo[[]string]             // events before a line's action takes effect, by line; see view.eventsBefore
	burdens  memo[burden]               // modifiers by circumstances, by key of the combatant
	ends     memo[*verbs.Ending]        // pending decisions when the encounter ends
	after    memo[verbs.Endings]        // game whose methods describe the hours after it
	declares memo[string]               // text about a combatant whose turn it is, by key; see view.declarePrompt
}

// memo holds computed values by key.
type memo[V any] map[string]V

// get returns the value of key, which compute computes the first time.
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

// attempt is a value, or the reason why there is none.
type attempt[V any] struct {
	value V
	err   error // reason; nil if there is a value
}

// tryCompute computes an attempt behind guard.Look. A panic becomes its error, which the next frame shows, too.
func tryCompute[V any](p *previewCache, job string, compute func() (V, error)) (a attempt[V]) {
	if failed := guard.Look(job, func() { a.value, a.err = compute() }); failed != nil {
		p.keepFailure(failed)
		a.err = failed
	}
	return a
}

// burden is the sum of the modifiers by circumstances of a combatant's rolls; see view.burdenOf.
type burden struct {
	value float64      // usually negative
	terms []rules.Term // the modifiers
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

// dropCached drops all computed values.
func (p *previewCache) dropCached() { p.state = nil }

// presentGame returns the current game. It drops values computed for an earlier one.
func (p *previewCache) presentGame() *command.Game {
	p.resetFor(p.session.State())
	return p.session.Game()
}

// burdenTerms returns the current burden of a combatant, and its terms.
func (p *previewCache) burdenTerms(who string) (float64, []rules.Term) {
	game := p.presentGame()
	b := p.burdens.get(who, func() (b burden) {
		b.value, b.terms = game.Burden(who)
		return b
	})
	return b.value, b.terms
}

// rankingOf returns the ranking of a combatant's choices.
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

// oddsWait is the time for which a frame waits for odds; if they take longer, a later frame shows them.
const oddsWait = 150 * time.Millisecond

// pendingOdds are odds that take longer than a frame waits. They are cancelled once a frame no longer requests them.
type pendingOdds struct {
	stop    func()    // cancels the computation
	since   time.Time // time when the computation began
	inFrame bool      // whether the frame being drawn has requested them
}

// actionOdds returns the odds of all results of a line, or empty odds if it has none or they are still being computed; if answers is set,
// also the odds for each answer.
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
		failed := guard.Look("Odds", func() { o, _ = lineOdds(game, line, answers) })
		result <- func() command.LineOdds { p.keepFailure(failed); return o }
	}()
	select {
	case done := <-result:
		stop()
		return p.odds.get(key, done)
	case <-time.After(oddsWait):
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
			if p.pending[key] == w {
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

// keepFailure stores the failure of work that changes nothing, for the next frame to show.
func (p *previewCache) keepFailure(failed error) {
	if failed != nil {
		p.failed = failed
	}
}

// runGuarded calls work, which changes nothing, such as drawing a panel. A failure is stored, to be shown.
func (p *previewCache) runGuarded(job string, work func()) { p.keepFailure(guard.Look(job, work)) }

// pendingEvents returns the pending events, in order.
func (p *previewCache) pendingEvents() []rules.PendingEvent {
	return p.owed.get("", p.presentGame().ListOwed)
}

// foresee returns the result of a line, if it needs no dice.
func (p *previewCache) foresee(line string) (command.DryRun, error) {
	p.presentGame()
	f := p.foreseen.get(line, func() attempt[command.DryRun] {
		return tryCompute(p, "Preview", func() (command.DryRun, error) { return p.session.Foresee(line) })
	})
	return f.value, f.err
}

// chanceText returns the chance of a line for lists, "" if it has none, or a dash if the line is impossible.
func (v *view) chanceText(line string) string {
	p, err := v.preview(line)
	if err != nil {
		return "–"
	}
	return listedChance(v, &p)
}

// listedChance returns the chance of a line for lists: that of its check or, if dice are rolled without a check, that of its effect on the
// target. It returns "" if the line has none.
func listedChance(v *view, p *command.Preview) string {
	switch {
	case p.Check != nil:
		_, checks := p.Each()
		return rules.ShortRange(collect.Map(checks, (*rules.CheckPreview).Likelihood))
	case p.Ends == nil || p.Whom == "":
		return ""
	}
	if put := likelyPut(v.session.Rules(), p.Ends); put != nil {
		return rules.FormatPercent(put.Probability)
	}
	if end := p.Ends.TargetOdds(); end.Hurt > 0 {
		return rules.FormatPercent(end.Hurt)
	}
	return ""
}

// likelyPut returns the condition that a harmless action is likeliest to give its target, or nil if there is none or the action wounds.
func likelyPut(rs *rules.Ruleset, o *rules.ActionOdds) (likeliest *rules.Possibility) {
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

// costText returns the time, the price and the chance of a line.
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

// burdenText describes the change of the selected combatant's burden by a line, or returns "" if there is none.
func (v *view) burdenText(line string) string {
	f, err := v.foresee(line)
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

// isHopeless reports whether a line's check has only the minimum chance.
func (v *view) isHopeless(line string) bool {
	p, err := v.preview(line)
	return err == nil && p.Check != nil && p.Check.Notice != "" && !p.Check.Varies()
}

// isRolled reports whether a line has a chance, or rolls dice.
func (v *view) isRolled(line string) bool {
	p, err := v.preview(line)
	return err == nil && (p.Check != nil || p.Ends != nil)
}

// actionSpan returns the counts at which an action would begin and take effect. If the combatant's turn is still to come, the action begins
// with that turn.
func (v *view) actionSpan(p *command.Preview) (from, at float64) {
	s := v.session.State()
	from = s.Count
	if a := s.Find(p.Who); a != nil && !a.Open && !a.Waiting && a.Doing == nil {
		from = max(from, a.Turn)
	}
	return from, from + p.Counts
}

// endText returns the end of an action: the count at which it takes effect or, while no one takes turns, its duration.
func (v *view) endText(p *command.Preview) string {
	if v.session.Game().AtRest() {
		return "takes " + rules.SpanText(p.Counts*v.session.Rules().Pack.Seconds())
	}
	_, at := v.actionSpan(p)
	return "lands at " + draw.Tenths(at)
}

// eventsBefore returns the events before the action of p takes effect at count at, in order.
func (v *view) eventsBefore(line string, p *command.Preview, at float64) []string {
	v.presentGame()
	return v.before.get(line, func() []string { return v.computeEventsBefore(line, p, at) })
}

// computeEventsBefore computes eventsBefore for a line.
func (v *view) computeEventsBefore(line string, p *command.Preview, at float64) []string {
	owed, exact := v.pendingEvents(), false
	if f, err := v.foresee(line); err == nil && !f.Rolls {
		if a := f.After.Find(p.Who); a != nil && a.Doing != nil {
			owed, exact = v.session.Rules().ListPending(f.After), true
		}
	}
	var list []string
	for _, o := range owed {
		own := o.Actor.Key == p.Who && o.Kind != rules.OwedTick
		isAction := exact && own && o.Kind == rules.OwedAct                // the action itself
		isSimultaneous := !exact && o.At == at && o.Kind != rules.OwedTick // taken to come after it
		if isAction || isSimultaneous || o.At > at {
			break
		}
		if !own {
			list = append(list, v.pendingText(o))
		}
	}
	return list
}

// eventsBeforeText formats the list of view.eventsBefore in the given number of cells. Events that don't fit are counted.
func eventsBeforeText(list []string, cells int) string {
	if len(list) == 0 {
		return "no one acts before it"
	}
	text := "before it: "
	for i, owed := range list {
		more := ""
		if omitted := len(list) - i - 1; omitted > 0 {
			more = ", and " + draw.Tenths(float64(omitted)) + " more"
		}
		if i > 0 && draw.Width(text)+2+draw.Width(owed)+draw.Width(more) > cells {
			return text + ", and " + draw.Tenths(float64(len(list)-i)) + " more"
		}
		if i > 0 {
			text += ", "
		}
		text += owed
	}
	return text
}

// likeliestTarget returns the key of the likeliest target of a combatant's action, or "" if it has none.
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
