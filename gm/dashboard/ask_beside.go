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

// Work beside the screen: the keys go on meanwhile (Dashboard.later), or wait for what comes of it (Dashboard.await).

// awaited holds what the keys wait for: work beside the screen, or a side played by its tactics. The zero value waits for nothing.
type awaited struct {
	working int        // number of the work that the keys wait for; 0 for none
	stop    func()     // stops that work; nil for none
	begun   int        // number of the last work
	side    *sideTurns // side played by its tactics; nil for none
	since   time.Time  // when the wait began
	held    []func()   // keys, clicks and pastes that came meanwhile, to be carried out after it

	answering bool // an answer was chosen; another one is not taken meanwhile
}

// later works something out beside the screen for the overlay on top, and then carries out what came of it between two keys. What is
// worked out must not read the dashboard. When the overlay is closed, the context of work is done, and nothing comes of it.
func (d *Dashboard) later(work func(context.Context) (then func())) {
	ctx, stop := context.WithCancel(context.Background())
	if n := len(d.overlays); n > 0 {
		d.besides = append(d.besides, besideWork{d.overlays[n-1], ctx, stop})
	}
	d.workBeside(ctx, work, func(then func()) {
		if ctx.Err() == nil {
			d.look("Odds", then)
		}
		stop()
	})
}

// besideWork is work beside the screen for an overlay.
type besideWork struct {
	of   overlay
	ctx  context.Context
	stop func()
}

// stopClosed stops the work for overlays that were closed.
func (d *Dashboard) stopClosed() {
	d.besides = slices.DeleteFunc(d.besides, func(b besideWork) bool {
		if !slices.Contains(d.overlays, b.of) {
			b.stop()
		}
		return b.ctx.Err() != nil
	})
}

// workBeside calls work in another goroutine, and then take with its result between two keys, or with a function that does nothing if
// work failed.
func (d *Dashboard) workBeside(ctx context.Context, work func(context.Context) (then func()), take func(then func())) {
	d.jobs++
	go func() {
		then := func() {}
		failed := guard.Look("Odds", func() { then = work(ctx) })
		d.Post(func() {
			d.jobs--
			d.note(failed)
			take(then)
		})
	}()
}

// await works something out as later does, while the keys wait: it may act on what it finds. Esc ends the context of work, and then
// nothing comes of it.
func (d *Dashboard) await(work func(context.Context) (then func())) {
	w := &d.awaited
	d.wait()
	w.begun++
	number := w.begun
	ctx, stop := context.WithCancel(context.Background())
	w.working, w.stop = number, stop
	d.workBeside(ctx, work, func(then func()) {
		stop()
		if w.working == number {
			w.working, w.stop, w.answering = 0, nil, false
			d.note(guard.Try("Key", then))
			d.goOn()
		}
	})
}

// inSteps calls step between two keys, again and again until it reports that it is done, and then calls then, while the keys wait. It is for
// what must read the session. After an error, which is shown, nothing more is done, and so after Esc.
func (d *Dashboard) inSteps(step func() (done bool, err error), then func()) {
	switch done, err := step(); {
	case err != nil:
		d.warn(err)
	case done:
		then()
	default:
		d.await(func(context.Context) func() { return func() { d.inSteps(step, then) } })
	}
}

// wait begins a wait, unless one is under way, and has it shown when it takes long.
func (d *Dashboard) wait() {
	if w := &d.awaited; w.since.IsZero() {
		w.since = d.progress.now()
		d.redrawIn(patience, func() bool { return d.waiting() })
	}
}

// goOn carries out what waited: the next entry of the side played by its tactics, then the keys.
func (d *Dashboard) goOn() {
	w := &d.awaited
	for w.working == 0 {
		switch {
		case w.side != nil:
			w.side.step()
		case len(w.held) > 0:
			do := w.held[0]
			w.held = w.held[1:]
			do()
		default:
			w.since = time.Time{}
			return
		}
	}
}

// holds keeps what the key called name does while the keys wait, and reports whether they do. Esc and Ctrl-C stop the wait instead.
// The name is empty for a paste, and for a click that no key stands for.
func (d *Dashboard) holds(name string, do func()) bool {
	if !d.waiting() {
		return false
	}
	w := &d.awaited
	if name != "Esc" && name != "Ctrl-C" {
		if !w.answering || !isAnswer(name) {
			w.held = append(w.held, do)
		}
		return true
	}
	text := "Stopped."
	if w.side != nil {
		text = w.side.counted(text)
	}
	if w.stop != nil {
		w.stop()
	}
	*w = awaited{begun: w.begun}
	d.say(text)
	if list, ok := d.top().(*picker); ok && list.weigh != nil {
		list.weigh()
	}
	return true
}

// drawWait draws what the keys wait for in their place, once that takes long, and adds the key that stops it to hits.
func (d *Dashboard) drawWait(c draw.Canvas, hits []barHit) []barHit {
	w := &d.awaited
	took := d.progress.now().Sub(w.since)
	if !d.waiting() || took < patience {
		return hits
	}
	text := fmt.Sprintf("Working, %.0f s", took.Seconds())
	if w.side != nil {
		text += ", " + command.Plural(w.side.steps, "entry", "entries")
	}
	from := c.Text(1, 0, text, draw.RoleStrong) + 2
	x := c.Text(from, 0, "Esc", draw.RoleKey) + 1
	x = c.Text(x, 0, "stop", draw.RoleDim)
	return append(hits, barHit{from, x, &binding{names: []string{"Esc"}, run: func(*Dashboard) {}}})
}

// redrawIn has a frame drawn after some time, and again every second, as long as on says so between two keys.
func (d *Dashboard) redrawIn(after time.Duration, on func() bool) {
	time.AfterFunc(after, func() {
		d.Post(func() {
			if on() {
				d.redrawIn(time.Second, on)
			}
		})
	})
}
