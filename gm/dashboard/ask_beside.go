package dashboard

import (
	"context"
	"fmt"
	"slices"
	"time"

	"hybrid/gm/command"
	"hybrid/gm/dashboard/draw"
	"hybrid/gm/guard"
)

// Work in the background, such as computing odds, runs in a goroutine of its own. Its result is applied in the goroutine of the event loop,
// between two key presses. Keys either keep working in the meantime (Dashboard.computeLater) or wait for the result
// (Dashboard.computeAndWait): then they are held back and handled in order afterwards. A game master can also have a side's combatants
// played by their tactics, the rules' plans for NPCs (sideTurns); the keys wait for that, too. guard turns a panic into a reported failure.

// awaitedWork is the work that the keys wait for: a background job, a side that its tactics play entry by entry, or both. The zero value
// waits for nothing.
type awaitedWork struct {
	job       int        // number of the background job that the keys wait for, from 1; 0 if there is none
	stop      func()     // stops that job; nil if there is none
	lastJob   int        // number of the job started last; the result of a job with another number is dropped
	side      *sideTurns // side played by its tactics; nil if there is none
	since     time.Time  // start of the wait; zero if the keys don't wait
	heldInput []func()   // keys, clicks and pastes to be handled after the wait

	answering bool // whether an answer to a question was chosen; keys that would choose another one are dropped
}

// computeLater calls work in the background for the overlay on top. It then calls the function that work returned, between two key presses.
// work must not read the dashboard. If the overlay is closed, work's context is cancelled and the result is dropped.
func (d *Dashboard) computeLater(work func(context.Context) (then func())) {
	ctx, stop := context.WithCancel(context.Background())
	if n := len(d.overlays); n > 0 {
		d.overlayWork = append(d.overlayWork, overlayJob{d.overlays[n-1], ctx, stop})
	}
	d.runInBackground(ctx, work, func(then func()) {
		if ctx.Err() == nil {
			d.runGuarded("Odds", then)
		}
		stop()
	})
}

// overlayJob is background work for an overlay.
type overlayJob struct {
	overlay overlay         // overlay that needs the result
	ctx     context.Context // context of the work, also cancelled once its result was applied
	stop    func()          // cancels ctx
}

// stopClosedWork stops the work for overlays that were closed, and removes finished work from the list.
func (d *Dashboard) stopClosedWork() {
	d.overlayWork = slices.DeleteFunc(d.overlayWork, func(b overlayJob) bool {
		if !slices.Contains(d.overlays, b.overlay) {
			b.stop()
		}
		return b.ctx.Err() != nil
	})
}

// runInBackground calls work in another goroutine. Between two key presses it then calls take with the function that work returned or, if
// work panicked, with a function that does nothing.
func (d *Dashboard) runInBackground(ctx context.Context, work func(context.Context) (then func()), take func(then func())) {
	d.jobs++
	go func() {
		then := func() {}
		failed := guard.RunReadOnly("Odds", func() { then = work(ctx) })
		d.Post(func() {
			d.jobs--
			d.keepFailure(failed)
			take(then)
		})
	}()
}

// computeAndWait calls work in the background and then the function that it returned. The keys wait, since that function can change the
// session. work must not read the dashboard. Esc cancels work's context and drops the result.
func (d *Dashboard) computeAndWait(work func(context.Context) (then func())) {
	w := &d.awaited
	d.beginWait()
	w.lastJob++
	number := w.lastJob
	ctx, stop := context.WithCancel(context.Background())
	w.job, w.stop = number, stop
	d.runInBackground(ctx, work, func(then func()) {
		stop()
		if w.job == number { // it wasn't stopped
			w.job, w.stop, w.answering = 0, nil, false
			d.keepFailure(guard.Try("Key", then))
			d.resumeQueue()
		}
	})
}

// runInSteps calls step in the event loop repeatedly until it reports done, and then calls next; the keys wait meanwhile. It is for work
// that must read the session and so can't run in the background. Esc stops it, and so does an error, which is shown.
func (d *Dashboard) runInSteps(step func() (done bool, err error), next func()) {
	switch done, err := step(); {
	case err != nil:
		d.showError(err)
	case done:
		next()
	default:
		// An empty job lets the event loop draw a frame and handle Esc between two steps.
		d.computeAndWait(func(context.Context) func() { return func() { d.runInSteps(step, next) } })
	}
}

// beginWait begins a wait, unless one is in progress. Frames are drawn once the wait lasts longer than progressDelay.
func (d *Dashboard) beginWait() {
	if w := &d.awaited; w.since.IsZero() {
		w.since = d.progress.now()
		d.redrawAfter(progressDelay, func() bool { return d.isWaiting() })
	}
}

// resumeQueue continues after a wait: it plays the next entries of the side played by its tactics, and then handles the held input. It
// returns as soon as either starts another job.
func (d *Dashboard) resumeQueue() {
	w := &d.awaited
	for w.job == 0 {
		switch {
		case w.side != nil:
			w.side.playStep()
		case len(w.heldInput) > 0:
			do := w.heldInput[0]
			w.heldInput = w.heldInput[1:]
			do()
		default:
			w.since = time.Time{}
			return
		}
	}
}

// queueWhileWaiting queues do, the action of the key with the given name, if the keys wait, and reports whether they wait. Esc and Ctrl-C
// stop the wait instead. name is "" for a paste, and for a click that corresponds to no key.
func (d *Dashboard) queueWhileWaiting(name string, do func()) bool {
	if !d.isWaiting() {
		return false
	}
	w := &d.awaited
	if name != "Esc" && name != "Ctrl-C" {
		if !w.answering || !isAnswerKey(name) {
			w.heldInput = append(w.heldInput, do)
		}
		return true
	}
	text := "Stopped."
	if w.side != nil {
		text = w.side.withEntryCount(text)
	}
	if w.stop != nil {
		w.stop()
	}
	*w = awaitedWork{lastJob: w.lastJob}
	d.showMessage(text)
	if list, ok := d.overlayOnTop().(*picker); ok && list.weighAnswers != nil {
		list.weighAnswers() // the user must now answer a question that a tactic would have answered
	}
	return true
}

// drawWait draws, in place of the keys, how long they have been waiting and the key that stops the wait. It returns hits with that key's
// cells added. It draws nothing until the wait has taken longer than progressDelay.
func (d *Dashboard) drawWait(c draw.Canvas, hits []barHit) []barHit {
	w := &d.awaited
	elapsed := d.progress.now().Sub(w.since)
	if !d.isWaiting() || elapsed < progressDelay {
		return hits
	}
	text := fmt.Sprintf("Working, %.0f s", elapsed.Seconds())
	if w.side != nil {
		text += ", " + command.CountText(w.side.steps, "entry", "entries")
	}
	from := c.Text(1, 0, text, draw.RoleStrong) + 2
	x := c.Text(from, 0, "Esc", draw.RoleKey) + 1
	x = c.Text(x, 0, "stop", draw.RoleDim)
	return append(hits, barHit{from, x, &binding{names: []string{"Esc"}, run: func(*Dashboard) {}}})
}

// redrawAfter draws a frame after the given time, and then one every second as long as goesOn, which is called in the event loop, returns
// true.
func (d *Dashboard) redrawAfter(after time.Duration, goesOn func() bool) {
	time.AfterFunc(after, func() {
		d.Post(func() {
			if goesOn() {
				d.redrawAfter(time.Second, goesOn)
			}
		})
	})
}
