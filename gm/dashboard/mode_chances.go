package dashboard

import (
	"context"
	"fmt"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	"hybrid/gm"
	"hybrid/gm/analysis"
	"hybrid/gm/dashboard/draw"
	"hybrid/rules"
	"hybrid/rules/collect"
)

// Each side's chance to win. Package analysis simulates the rest of the fight after each entry of the session's log, in the background
// and on copies of the session. The result is an analysis.Line, the course of the fight: a point for each entry; the points at which the
// chances changed most are turning points. A new entry stops the analysis; results for earlier entries are kept. A request by the game
// master, such as a what-if (the result of another line in place of an entry), pauses the analysis. An entry is in force unless it was
// undone.
//
// d.chances (view_chances.go) holds what is shown: the course, whether it lacks the latest entries, and, by number of the entry, the points
// and better alternatives.

// forecast analyses the chances of the last fight.
type forecast struct {
	d             *Dashboard
	cursor        *gm.Cursor     // reads the entries of the session
	rules         *rules.Ruleset // ruleset in use when the fight was read
	fight         analysis.Fight // the last fight, up to the last entry read
	lastRead      int64          // number of the last entry that was read; -1 if no fight has begun
	state         *rules.State   // state for which the analysis was last begun
	live          analysis.Live  // results so far; used by one analysis at a time
	analysisEnded chan struct{}  // closed when the latest analysis has ended; nil before the first
	stop          func()         // stops the latest analysis; nil before the first

	pauses           int    // number of the game master's requests in progress; no analysis begins until it is 0
	stopAlternatives func() // stops the search for better alternatives to an entry; nil before the first
}

// maxEntriesRead is the maximum number of entries read for one frame, so that key presses don't have to wait.
const maxEntriesRead = 50

// followFight reads new entries and restarts the analysis if the session has changed. It is called for every frame.
func (f *forecast) followFight() {
	s := f.d.session
	if !s.ShowsChances() || f.pauses > 0 || f.state == s.State() {
		return
	}
	more, err := f.readEntries()
	switch {
	case err != nil:
		f.d.showError(err)
	case more:
		f.d.runInBackground(context.Background(), func(context.Context) func() { return func() {} }, func(func()) {}) // draw another frame
		return
	}
	if f.state = s.State(); len(f.fight.Entries) > 0 {
		f.beginAnalysis()
	}
}

// readEntries removes entries that are no longer in force from the fight, adds the next few entries, and reports whether there may be
// more. If another encounter begins, f switches to it.
func (f *forecast) readEntries() (more bool, err error) {
	s, entries := f.d.session, f.fight.Entries
	if f.rules != s.Rules() { // the rules were reloaded: read the fight again
		f.rules, entries, f.live = s.Rules(), nil, analysis.Live{}
		f.stopAnalysis()
	}
	for len(entries) > 0 && !f.cursor.IsInForce(entries[len(entries)-1].Seq) {
		entries = entries[:len(entries)-1]
	}
	switch {
	case len(entries) == 0:
		f.lastRead = f.fightStart()
	case !f.cursor.IsInForce(f.lastRead): // undone
		f.lastRead = entries[len(entries)-1].Seq
	}
	if f.fight.Entries = slices.Clip(entries); f.lastRead < 0 {
		return false, nil
	}
	n := 0
	for e, err := range f.cursor.EntriesAfter(f.lastRead, maxEntriesRead) {
		if err != nil {
			return false, err
		}
		if beginning, ok := e.BeginEvent(); ok {
			f.fight = analysis.Fight{Name: beginning.What, Label: e.After.Label}
		}
		if e.Before.Running || e.After.Running {
			f.fight.Entries = append(f.fight.Entries, e)
		}
		f.lastRead = e.Seq
		n++
	}
	return n == maxEntriesRead, nil
}

// fightStart returns the number of the entry before the one that began the last fight: 0 if that was the first entry, and −1 if there was
// no fight.
func (f *forecast) fightStart() int64 {
	found := false // whether the entry that began the fight was found
	for _, line := range slices.Backward(f.d.session.Log()) {
		switch {
		case line.IsUndone(): // undone entries don't count
		case found:
			return line.Seq()
		default:
			found = line.BeginsEncounter()
		}
	}
	return collect.Choose[int64](found, 0, -1)
}

// stopAnalysis stops the latest analysis, and returns a channel that is closed when it has ended, or nil if there was none.
func (f *forecast) stopAnalysis() (ended <-chan struct{}) {
	if f.stop != nil {
		f.stop()
	}
	return f.analysisEnded
}

// pauseAnalysis stops the running analysis and prevents others, so that a request by the game master gets all cores. The goroutine that
// handles the request must call wait first, which returns when the analysis has ended, and release at its end.
func (f *forecast) pauseAnalysis() (wait, release func()) {
	ended := f.stopAnalysis()
	f.state = nil
	f.pauses++
	return func() {
		if ended != nil {
			<-ended
		}
	}, func() { f.d.Post(func() { f.pauses-- }) }
}

// analysisOptions returns the settings of the dashboard's analyses. They leave one core for keys and phones.
func (f *forecast) analysisOptions() analysis.Options {
	return analysis.Options{Precision: max(f.d.precision, analysis.UsualPrecision), Workers: max(1, runtime.GOMAXPROCS(0)-1)}
}

// analysisDelay is the time that an analysis waits after an entry, so that the screen and the phones show the entry first.
const analysisDelay = 100 * time.Millisecond

// beginAnalysis starts the analysis of the last fight up to the current state.
func (f *forecast) beginAnalysis() {
	d, previous := f.d, f.stopAnalysis()
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan struct{})
	f.stop, f.analysisEnded, d.chances.isOutdated = stop, ended, d.chances.line != nil
	game, fight, o := d.session.Game(), f.fight, f.analysisOptions()
	fight.Entries = slices.Clone(fight.Entries)
	d.runInBackground(ctx, func(ctx context.Context) func() {
		defer close(ended)
		if previous != nil {
			<-previous
		}
		select { // lets frames and phones come first
		case <-ctx.Done():
		case <-time.After(analysisDelay):
		}
		var last *analysis.Line
		err := f.live.Follow(ctx, game, &fight, o, func(l *analysis.Line) {
			last = l
			d.Post(func() {
				if ctx.Err() == nil {
					d.chances.line, d.chances.isOutdated = l, false
					d.chances.addPoints(l)
				}
			})
		})
		return func() {
			if ctx.Err() == nil {
				f.saveTurningPoints(&fight, last, err)
			}
		}
	}, func(then func()) { then() })
}

// showChances turns the chances in the title and the log on or, if they are on, shows the course of a fight: the one that contains the
// entry with the number seq, or the last one if seq is 0.
func (f *forecast) showChances(seq int64) {
	s := f.d.session
	if !s.ShowsChances() {
		if err := s.ShowChances(true); err != nil {
			f.d.showError(err)
			return
		}
		f.d.showMessage("The title shows who wins " + analysis.AssumptionText(2) + ", and the log what each entry did to it. Press % again for how the fight turned.")
		return
	}
	isEntry := func(e *gm.HistoryEntry) bool { return e.Seq == seq }
	switch {
	case seq == 0 && len(f.fight.Entries) == 0:
		f.d.showMessage("No fight has begun. Press n to begin one.")
	case seq == 0 || slices.ContainsFunc(f.fight.Entries, isEntry):
		f.openCourse(func() *analysis.Line { return f.d.chances.line })
	default:
		f.openEarlierCourse(isEntry)
	}
}

// openCourse opens a page with the course of a fight: its chances and turning points. line returns the course for each frame, or nil until
// it is known. The number keys go to the entries of the turning points.
func (f *forecast) openCourse(line func() *analysis.Line) {
	v := &pageView{}
	v.build = func(w, h int) *draw.Page {
		l := line()
		v.bar = []barKey{{name: "%", label: "hide chances", run: f.hideChances}, {name: "Esc", label: "close"}}
		if l != nil {
			v.bar = append(f.turningKeys(l), v.bar...)
		}
		return f.d.pages.coursePage(l, w, h)
	}
	f.d.openOverlay(v)
}

// turningKeys returns the number keys that go to the entries of a fight's first nine turning points, in reverse order. Only the key 1 has a
// label, which stands for all.
func (f *forecast) turningKeys(l *analysis.Line) (keys []barKey) {
	turns := l.TurningInOrder()
	turns = turns[:min(maxNumbered, len(turns))]
	for n, point := range turns {
		k := barKey{name: strconv.Itoa(n + 1), run: func() { f.showEntry(l.Points[point].Seq) }}
		if n == 0 {
			k.label, k.shownName = "go to a turning point", "1-"+strconv.Itoa(len(turns))
		}
		keys = append(keys, k)
	}
	slices.Reverse(keys)
	return keys
}

// openEarlierCourse opens the page with the course of an earlier fight, the one with an entry for which match returns true, and analyses
// that fight on a copy of the session.
func (f *forecast) openEarlierCourse(match func(*gm.HistoryEntry) bool) {
	d, o := f.d, f.analysisOptions()
	wait, release := f.pauseAnalysis()
	var line *analysis.Line // course of that fight, as analysed so far; nil until the first result
	f.openCourse(func() *analysis.Line { return line })
	openCopy := d.session.PrepareCopy(rules.NewSeededDice([32]byte{}))
	d.computeLater(func(ctx context.Context) func() {
		defer release()
		wait()
		s, err := openCopy()
		var fights []*analysis.Fight
		if err == nil {
			fights, err = analysis.ListFights(s)
		}
		fight, found := collect.Find(fights, func(fight *analysis.Fight) bool { return slices.ContainsFunc(fight.Entries, match) })
		if !found {
			return func() {
				d.closeOverlay()
				d.showMessage("This entry is in no fight.")
				f.warnIfFailed(err)
			}
		}
		var last *analysis.Line // latest result
		err = new(analysis.Live).Follow(ctx, s.Game(), fight, o, func(l *analysis.Line) {
			last = l
			d.Post(func() { line = l; d.chances.addPoints(l) })
		})
		return func() { f.saveTurningPoints(fight, last, err) }
	})
}

// saveTurningPoints saves the turning points of an analysed fight, or shows the error of the analysis.
func (f *forecast) saveTurningPoints(fight *analysis.Fight, l *analysis.Line, err error) {
	if err == nil {
		err = l.SaveTurningPoints(f.d.session, fight)
	}
	f.warnIfFailed(err)
}

// warnIfFailed shows an error of an analysis, unless it is nil.
func (f *forecast) warnIfFailed(err error) {
	if err != nil {
		f.d.showError(err)
	}
}

// hideChances closes the page on top, turns the chances off, and stops their analysis.
func (f *forecast) hideChances() {
	f.d.closeOverlay()
	f.stopAnalysis()
	f.state = nil
	f.warnIfFailed(f.d.session.ShowChances(false))
}

// showEntry closes all overlays and shows the entry with the number seq in the history.
func (f *forecast) showEntry(seq int64) {
	f.d.overlays = nil
	if !f.d.isInPast() {
		f.d.past.openHistory()
	}
	f.d.log.moveToEntry(seq)
	f.d.past.loadEntry()
}

// whatIfPrecision is the half-width, as a share, at which the confidence intervals of a what-if are narrow enough. Such an interval
// requires 317 fights.
const whatIfPrecision = 0.055

// showWhatIf shows a page with the likely result of the fight if another line had been typed in place of an entry (a what-if). text is the
// number of the entry and the line. The session doesn't change.
func (f *forecast) showWhatIf(text string) {
	d, o := f.d, f.analysisOptions()
	number, line, _ := strings.Cut(text, " ")
	seq, err := strconv.ParseInt(number, 10, 64)
	if line = strings.TrimSpace(line); err != nil || line == "" {
		d.showMessage("Type the number of an entry and another line. `history` lists the entries.")
		return
	}
	p := &draw.Page{Title: fmt.Sprintf("What if entry %d had been “%s”", seq, line)}
	p.Text(draw.RoleDim, "fighting …")
	d.prompt.close()
	if f.stopAlternatives != nil {
		f.stopAlternatives()
	}
	wait, release := f.pauseAnalysis()
	o.Precision = max(o.Precision, whatIfPrecision)
	d.openOverlay(&pageView{page: p, bar: []barKey{{name: "m", label: "make it the past",
		run: func() { d.doLine(fmt.Sprintf("amend %d %s", seq, line)) }}, {name: "Esc", label: "close"}}})
	openCopy := d.session.PrepareCopy(rules.NewSeededDice([32]byte{}))
	d.computeLater(func(ctx context.Context) func() {
		defer release()
		wait()
		s, err := openCopy()
		var supposition *analysis.Supposition
		if err == nil {
			supposition, err = analysis.Suppose(ctx, s, seq, line, o)
		}
		return func() {
			if err != nil {
				d.closeOverlay()
				d.showError(err)
				return
			}
			d.pages.fillWhatIfPage(p, supposition)
		}
	})
}

// addPlanChances computes the chances to win without and with the changed past of v, and adds them to v. It does nothing unless the
// plan changes a fight and chances are shown.
func (f *forecast) addPlanChances(v *planView) {
	d, o, plan := f.d, f.analysisOptions(), v.plan
	if !d.session.ShowsChances() {
		return
	}
	wait, release := f.pauseAnalysis()
	o.Precision = max(o.Precision, whatIfPrecision)
	openCopy := d.session.PrepareCopy(rules.NewSeededDice([32]byte{}))
	d.computeLater(func(ctx context.Context) func() {
		defer release()
		wait()
		s, err := openCopy()
		var comparison *analysis.PlanComparison
		if err == nil {
			comparison, err = analysis.ComparePlan(ctx, s, plan, o)
		}
		return func() {
			if f.warnIfFailed(err); comparison != nil {
				v.winText = comparison.Text()
			}
		}
	})
}

// alternativesDelay is the time for which the cursor must stay on an entry before better alternatives are computed.
const alternativesDelay = 300 * time.Millisecond

// findAlternatives computes better alternatives to the entry of the last fight with the number seq, unless the cursor moves on within
// alternativesDelay. It does nothing if they are known already, or if the entry wasn't analysed.
func (f *forecast) findAlternatives(seq int64) {
	if f.stopAlternatives != nil {
		f.stopAlternatives()
	}
	d := f.d
	_, isAnalysed := d.chances.points[seq]
	isInFight := slices.ContainsFunc(f.fight.Entries, func(e *gm.HistoryEntry) bool { return e.Seq == seq })
	if !d.session.ShowsChances() || !isAnalysed || d.chances.alternatives[seq] != nil || !isInFight {
		return
	}
	ctx, stop := context.WithCancel(context.Background())
	f.stopAlternatives = stop
	wait, release := f.pauseAnalysis()
	game, fight, o := d.session.Game(), f.fight, f.analysisOptions()
	d.runInBackground(ctx, func(ctx context.Context) func() {
		select {
		case <-ctx.Done():
		case <-time.After(alternativesDelay):
		}
		defer release()
		wait()
		list, err := analysis.FindAlternatives(ctx, game, &fight, seq, o)
		return func() {
			if err != nil || ctx.Err() != nil {
				return
			}
			if d.chances.alternatives == nil {
				d.chances.alternatives = map[int64]*alternatives{}
			}
			d.chances.alternatives[seq] = &alternatives{list}
		}
	}, func(then func()) { then() })
}
