package dashboard

import (
	_ "embed"
	"encoding/json"
	"fmt"

	"hybrid/gm/dashboard/draw"
)

// The tour for newcomers: steps from tour.json, each a text that is shown until an event has happened, such as a key press that opens a
// list or a new entry of the log. An entry is in force unless it was undone.

// tour guides a newcomer through a fight: below the dashboard it shows, one step at a time, which key to press and why. All keys keep
// their functions.
type tour struct {
	steps          []tourStep // all steps, in order; the last one is the end of the tour
	at             int        // index of the current step
	entriesAtStart int        // number of entries in force when the step began
}

// tourStep is a step of the tour.
type tourStep struct {
	Say   string   `json:"say"`   // text shown: which key to press and why
	Until string   `json:"until"` // event that ends the step, a key of tourEnds; "" in the last step
	Skip  bool     `json:"skip"`  // whether this step is skipped, too, if the event that ends the next step happens first
	Keys  []string `json:"keys"`  // keys that bring the event about, in order; only tests press them
}

// tourEnds has, for the name of each event in tour.json, a function that reports whether the event has happened. began is the number of
// entries in force when the step began.
var tourEnds = map[string]func(d *Dashboard, began int) bool{
	"turn":  func(d *Dashboard, _ int) bool { return d.declarer() != "" },
	"list":  func(d *Dashboard, _ int) bool { return d.mode() == modeList },
	"odds":  func(d *Dashboard, _ int) bool { return d.showAllOdds },
	"asked": func(d *Dashboard, _ int) bool { return d.session.OpenQuestion() != nil },
	"answered": func(d *Dashboard, began int) bool { // an action took effect, after a question was answered or without one
		return d.session.OpenQuestion() == nil && countEntriesInForce(d) > began && hasLanded(d)
	},
	"undone": func(d *Dashboard, began int) bool { return countEntriesInForce(d) < began },
	"entry":  func(d *Dashboard, began int) bool { return countEntriesInForce(d) > began },
	"over":   func(d *Dashboard, _ int) bool { return !d.session.State().Running },
	"declared": func(d *Dashboard, _ int) bool {
		for _, a := range d.session.State().Actors {
			if a.Doing != nil {
				return true
			}
		}
		return false
	},
	"found": func(d *Dashboard, _ int) bool {
		list, ok := d.overlayOnTop().(*picker)
		return ok && len(list.filter) >= minTourWord
	},
}

// minTourWord is the number of letters that must be typed into a list to count as a search.
const minTourWord = 5

// tourText holds the steps of the tour, as JSON.
//
//go:embed tour.json
var tourText []byte

// hasLanded reports whether the newest entry is the effect of an action on a target.
func hasLanded(d *Dashboard) bool {
	log := d.session.Log()
	last, err := d.session.Entry(log[len(log)-1].Seq())
	return err == nil && !last.Undone && last.Line == "next" && last.Whom != ""
}

// countEntriesInForce returns the number of entries in force, that is, not undone.
func countEntriesInForce(d *Dashboard) (n int) {
	for _, l := range d.session.Log() {
		if !l.IsUndone() {
			n++
		}
	}
	return n
}

// loadTour returns the tour with the steps in tour.json.
func loadTour() *tour {
	t := &tour{}
	if err := json.Unmarshal(tourText, &t.steps); err != nil {
		panic(err)
	}
	return t
}

// tourRows is the number of rows of the tour below the dashboard.
const tourRows = 3

// advanceSteps moves to the next step if the event that ends the current one has happened, or past the next one if the current step can be
// skipped and the event that ends the next has happened.
func (t *tour) advanceSteps(d *Dashboard) {
	entries := countEntriesInForce(d)
	for last := t.at; last < len(t.steps)-1; last++ {
		if tourEnds[t.steps[last].Until](d, t.entriesAtStart) {
			t.at, t.entriesAtStart = last+1, entries
			return
		}
		if !t.steps[last].Skip {
			break
		}
	}
}

// draw draws the current step.
func (t *tour) draw(c draw.Canvas) {
	c.Clear()
	place := fmt.Sprintf("tour %d of %d · q leaves", min(t.at+1, len(t.steps)-1), len(t.steps)-1)
	if t.at == len(t.steps)-1 {
		place = "end of the tour · q leaves"
	}
	c.Rule(0, place, draw.RoleKey)
	for i, row := range draw.Wrap(t.steps[t.at].Say, c.W-2) {
		if 1+i < c.H {
			c.Fit(1, 1+i, c.W-2, row, draw.RoleStrong)
		}
	}
}
