package rules

import (
	"cmp"
	"math"
	"slices"
	"strings"
)

// Reminders: texts that are shown at a time of the campaign, in a fight or between fights. All code that moves time calls
// Run.showReminders.

// Reminder is a text that is shown at a time of the campaign, once or repeatedly.
type Reminder struct {
	ID     int      // number that identifies it in events
	At     float64  // time, in the unit of Ruleset.ReminderClock
	Every  float64  // seconds between repetitions; 0 for once
	OnDate bool     // whether it is set for a time of the calendar, so that it isn't moved when the clock is set
	Text   string   // text to show
	Who    []string // keys of the actors whose players are also reminded
	Lines  []string // lines of the prompt to offer with it
	Scene  string   // scene whose file sets it, and with which it ends; "" if the game master set it
}

// howOnDate is the How of an event that sets a reminder for a time of the calendar.
const howOnDate = "date"

// Event returns the event that sets the reminder.
func (m Reminder) Event() Event {
	e := Event{Kind: EventRemind, ID: m.ID, At: m.At, By: m.Every, Text: m.Text, Other: strings.Join(m.Who, " "), Words: m.Lines, What: m.Scene}
	if m.OnDate {
		e.How = howOnDate
	}
	return e
}

// setReminder sets or replaces the reminder of an event or, without a text, removes it.
func (s *State) setReminder(e *Event) {
	s.Reminders = slices.DeleteFunc(slices.Clone(s.Reminders), func(m Reminder) bool { return m.ID == e.ID })
	if e.Text == "" {
		return
	}
	s.Reminders = append(s.Reminders, Reminder{ID: e.ID, At: e.At, Every: e.By, OnDate: e.How == howOnDate, Text: e.Text, Who: strings.Fields(e.Other), Lines: e.Words, Scene: e.What})
	slices.SortStableFunc(s.Reminders, func(a, b Reminder) int { return cmp.Or(cmp.Compare(a.At, b.At), a.ID-b.ID) })
}

// lastingReminders returns the reminders that outlast the scene, because they do not belong to it.
func (s *State) lastingReminders() []Reminder {
	return slices.DeleteFunc(slices.Clone(s.Reminders), func(m Reminder) bool { return m.Scene != "" })
}

// postponeReminders moves reminders by the given number of seconds, except reminders for a calendar time.
func (s *State) postponeReminders(seconds float64) {
	s.Reminders = slices.Clone(s.Reminders)
	for i := range s.Reminders {
		if m := &s.Reminders[i]; !m.OnDate {
			m.At = TrimNoise(m.At + seconds)
		}
	}
	slices.SortStableFunc(s.Reminders, func(a, b Reminder) int { return cmp.Or(cmp.Compare(a.At, b.At), a.ID-b.ID) })
}

// CountAt returns the count at which Ruleset.ReminderClock reaches time.
func (rs *Ruleset) CountAt(s *State, time float64) float64 {
	return TrimNoise(s.Count + (time-rs.ReminderClock(s))/rs.Pack.CountSpan())
}

// FirstReminder returns the count of the next reminder, but not less than the current count; infinity if there is none.
func (rs *Ruleset) FirstReminder(s *State) float64 {
	if len(s.Reminders) == 0 {
		return math.Inf(1)
	}
	return math.Max(s.Count, rs.CountAt(s, s.Reminders[0].At))
}

// HasReminder reports whether a reminder comes after the time after and no later than until. Both are in seconds since the campaign began.
func (s *State) HasReminder(after, until float64) bool {
	return slices.ContainsFunc(s.Reminders, func(m Reminder) bool { return m.At > after+slack && m.At <= until+slack })
}

// showReminders shows the reminders whose time is at most until, and sets repeated ones again.
func (r *Run) showReminders(until float64) {
	for _, m := range r.state.Reminders {
		if m.At > until+slack {
			break
		}
		r.emit(&Event{Kind: EventTell, How: HowGMOnly, Text: "Reminder: " + m.Text})
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
