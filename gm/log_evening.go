package gm

import (
	"bytes"
	"cmp"
	"sort"
	"time"

	"hybrid/gm/campaign"
	"hybrid/gm/command"
	"hybrid/rules"
	"hybrid/rules/collect"
)

// Evenings: when one begins, its number, note and log. A day ends at six in the morning.

// Evening is one time the campaign was played: what is called a session in a game master's notes. Its number is kept
// with every entry.
type Evening struct {
	Number     int64
	First      time.Time // of its entries, undone ones too; in the clock's zone
	Last       time.Time
	Note       string
	Encounters []Scene // those that began, in order; not those undone
	Entries    int     // that stand, without those that went back or mended the past
}

// Day returns the date on which the evening began.
func (e Evening) Day() string { return day(e.First) }

// night is when one day becomes the next at the table: who plays past midnight is still at it.
const night = 6 * time.Hour

// day returns the date to which players count a moment: a day ends at six in the morning.
func day(at time.Time) string { return at.Add(-night).Format(time.DateOnly) }

// evenings is when a session is played: by which clock, and on which evening now.
type evenings struct {
	zone  *time.Location   // of the clock
	now   int64            // the number of the one that is played
	anew  bool             // it has no entry yet, and others went before
	notes map[int64]string // by number
}

// local converts a time of the journal to the clock's zone.
func (e *evenings) local(at time.Time) time.Time { return at.In(e.zone) }

// sit finds the number of the evening that is played now, by the clock: the last one, or another one where the last entry is
// of another day.
func (e *evenings) sit(last time.Time, clock func() time.Time) {
	e.now = max(1, e.now)
	if !last.IsZero() && day(e.local(last)) != day(clock()) {
		e.now++
		e.anew = true
	}
}

// list lists the evenings of some entries, the oldest first, and those with a note.
func (e *evenings) list(entries []*record) []Evening {
	found := map[int64]*Evening{}
	of := func(number int64) *Evening {
		if found[number] == nil {
			found[number] = &Evening{Number: number, Note: e.notes[number]}
		}
		return found[number]
	}
	for number, note := range e.notes {
		if note != "" {
			of(number)
		}
	}
	for _, k := range entries {
		of(k.Session).add(k, e.local(k.At))
	}
	list := make([]Evening, 0, len(found))
	for _, one := range found {
		list = append(list, *one)
	}
	sort.Slice(list, func(i, j int) bool { return list[i].Number < list[j].Number })
	return list
}

// add counts an entry that was said at a time.
func (e *Evening) add(k *record, at time.Time) {
	if e.First.IsZero() || at.Before(e.First) {
		e.First = at
	}
	if at.After(e.Last) {
		e.Last = at
	}
	if k.undone || k.step {
		return
	}
	e.Entries++
	e.Encounters = k.scenes(e.Encounters)
}

// Evening returns the number of the present evening.
func (s *Session) Evening() int64 { return s.evenings.now }

// Evenings lists the evenings so far, the oldest first: those with entries or a note.
func (s *Session) Evenings() []Evening { return s.evenings.list(s.entries) }

// EveningLog returns the lines of the log of one evening: those in force in the order in which they now happen, undone ones
// where they were entered.
func (t *tree) EveningLog(number int64) (list []LogLine) {
	return collect.MapIf(t.chronicle(), func(k *record) bool { return k.Session == number }, func(k *record) LogLine { return LogLine{k} })
}

// opensEvening reports whether the entry is the first one of its evening, of those that it goes on from.
func (k *record) opensEvening() bool { return k.before == nil || k.before.Session != k.Session }

// begins returns the event with which the entry begins an encounter, or nil.
func (k *record) begins() *rules.Event { return k.find(rules.EventBegin) }

// find returns the first event of a kind, or nil.
func (k *record) find(kind rules.EventKind) *rules.Event {
	if list := k.all(kind); len(list) > 0 {
		return &list[0]
	}
	return nil
}

// all lists the events of a kind. Entries without one are not read for it.
func (k *record) all(kind rules.EventKind) []rules.Event {
	if !bytes.Contains(k.Events, []byte(`{"k":"`+kind+`"`)) {
		return nil
	}
	events, err := k.settled()
	if err != nil {
		return nil
	}
	return collect.Filter(events, func(e rules.Event) bool { return e.Kind == kind })
}

// Scene is a scene that was begun and how it ended.
type Scene struct {
	Name    string  // its key
	Label   string  // as it began
	Outcome string  // in a word or two, such as won; empty where there is none
	Over    bool    // whether it ended, by itself or as another one began
	Ended   float64 // when, in seconds since the campaign began; 0 where it was not kept
	Goals   []rules.GoalProgress
}

// Scenes lists the scenes that were begun, in the order in which they now happen. One that ended several times has the last outcome.
func (t *tree) Scenes() (list []Scene) {
	for _, k := range t.chronicle() {
		if k.undone || k.step {
			continue
		}
		list = k.scenes(list)
	}
	return list
}

// scenes adds the scene that the entry begins to others before it, and its end to the last of these.
func (k *record) scenes(list []Scene) []Scene {
	if end := k.find(rules.EventFinish); end != nil && len(list) > 0 {
		last := &list[len(list)-1]
		last.Outcome, last.Over, last.Ended = end.Text, true, end.At
	}
	if len(list) > 0 {
		last := &list[len(list)-1]
		for _, e := range k.all(rules.EventGoal) {
			if e.Who == "" {
				last.Goals = e.TakeProgress(last.Goals)
			}
		}
	}
	if begun := k.begins(); begun != nil {
		if len(list) > 0 {
			list[len(list)-1].Over = true
		}
		list = append(list, Scene{Name: begun.What, Label: begun.Text})
	}
	return list
}

// Ending says how a scene ended, and at what time of day if it was kept and the campaign has a calendar: "won 21:40"; empty where it has
// not ended.
func (s *Session) Ending(of Scene) string {
	if !of.Over {
		return ""
	}
	text := of.Outcome
	if e, ok := s.game.Campaign.Encounter(of.Name); ok && text == "" {
		text = e.Outcome(of.Goals, func(*campaign.Goal) bool { return true }, "")
	}
	text = cmp.Or(text, "played")
	if begins := s.game.Campaign.Begins; begins != nil && of.Ended != 0 {
		text += " " + rules.TimeOfDay(*begins+of.Ended)
	}
	return text
}

// Goals lists the goals of a scene as sentences; of one that has ended with what became of each.
func (s *Session) Goals(of Scene) []string {
	e, ok := s.game.Campaign.Encounter(of.Name)
	if !ok {
		return nil
	}
	return e.GoalTexts(of.Goals, of.Over, func(g *campaign.Goal) string { return g.Label })
}

// The settings of a campaign that its journal keeps beside the entries.
const (
	settingNotes = "evenings" // the note of each evening
	settingSeeds = "dice"     // what the dice come from
)

// Note keeps a line about an evening, for the game master; without text it has none. It is no entry and no undo takes
// it back.
func (s *Session) Note(number int64, text string) error {
	text = command.Clean(text)
	before := s.evenings.notes[number]
	s.evenings.notes[number] = text
	if err := s.keepSetting(settingNotes, s.evenings.notes); err != nil {
		s.evenings.notes[number] = before
		return err
	}
	return nil
}
