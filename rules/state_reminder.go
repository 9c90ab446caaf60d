package rules

import (
	"cmp"
	"math"
	"slices"
	"strings"
)

// Reminders: texts that come at a time of the campaign, in a fight or between fights. Every way of moving time calls Run.remind.

// Reminder is a text that comes at a time of the campaign, once or again and again.
type Reminder struct {
	ID     int
	At     float64 // when Ruleset.Now is that time it comes
	Every  float64 // seconds until it comes again; 0 for once
	OnDate bool    // at a time of the calendar, which setting the clock does not move
	Text   string
	Who    []string // keys of the actors whose players are reminded, too
	Lines  []string // lines of the prompt that are offered when it comes
	Scene  string   // the scene whose clock it is, and with which it goes; empty for one set by hand
}

// onDate is how a reminder is set that comes at a time of the calendar.
const onDate = "date"

// Event returns the event that sets the reminder.
func (m Reminder) Event() Event {
	e := Event{Kind: EventRemind, ID: m.ID, At: m.At, By: m.Every, Text: m.Text, Other: strings.Join(m.Who, " "), Words: m.Lines, What: m.Scene}
	if m.OnDate {
		e.How = onDate
	}
	return e
}

// remind sets a reminder instead of the one with its ID, or takes that away.
func (s *State) remind(e *Event) {
	s.Reminders = slices.DeleteFunc(slices.Clone(s.Reminders), func(m Reminder) bool { return m.ID == e.ID })
	if e.Text == "" {
		return
	}
	s.Reminders = append(s.Reminders, Reminder{ID: e.ID, At: e.At, Every: e.By, OnDate: e.How == onDate, Text: e.Text, Who: strings.Fields(e.Other), Lines: e.Words, Scene: e.What})
	slices.SortStableFunc(s.Reminders, func(a, b Reminder) int { return cmp.Or(cmp.Compare(a.At, b.At), a.ID-b.ID) })
}

// lastingReminders returns the reminders that outlast a scene: those that are no clocks of one.
func (s *State) lastingReminders() []Reminder {
	return slices.DeleteFunc(slices.Clone(s.Reminders), func(m Reminder) bool { return m.Scene != "" })
}

// postponeReminders puts off by some seconds the reminders that do not come at a time of the calendar.
func (s *State) postponeReminders(by float64) {
	s.Reminders = slices.Clone(s.Reminders)
	for i := range s.Reminders {
		if m := &s.Reminders[i]; !m.OnDate {
			m.At = TrimNoise(m.At + by)
		}
	}
	slices.SortStableFunc(s.Reminders, func(a, b Reminder) int { return cmp.Or(cmp.Compare(a.At, b.At), a.ID-b.ID) })
}

// CountAt returns the count of the timeline at which a time comes that Now reaches.
func (rs *Ruleset) CountAt(s *State, at float64) float64 {
	return TrimNoise(s.Count + (at-rs.Now(s))/rs.Pack.CountSpan())
}

// FirstReminder returns the count at which the next reminder comes, at the earliest now; infinity if there is none.
func (rs *Ruleset) FirstReminder(s *State) float64 {
	if len(s.Reminders) == 0 {
		return math.Inf(1)
	}
	return math.Max(s.Count, rs.CountAt(s, s.Reminders[0].At))
}

// remind lets the reminders come whose time is at most until.
func (r *Run) remind(until float64) {
	for _, m := range r.state.Reminders {
		if m.At > until+slack {
			break
		}
		r.emit(&Event{Kind: EventTell, How: ForGM, Text: "Reminder: " + m.Text})
		for _, key := range m.Who {
			if r.state.Find(key) != nil {
				r.emit(&Event{Kind: EventTell, Who: key, What: TellWhisper, Text: m.Text})
			}
		}
		next := Event{Kind: EventRemind, ID: m.ID}
		if m.Every > 0 {
			m.At = TrimNoise(m.At + m.Every*(1+math.Floor((until+slack-m.At)/m.Every)))
			next = m.Event()
		}
		r.emit(&next)
	}
}
