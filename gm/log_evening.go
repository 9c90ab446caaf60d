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

// Evenings, that is, sessions of play: when one begins, its number, note and log; and the scenes that were played. A day ends at
// six in the morning. An entry is in force unless it was undone.

// Evening is one session of play. Its number is stored with every entry.
type Evening struct {
	Number     int64     // number of the evening, from 1
	First      time.Time // time of its first entry, undone ones included, in the clock's zone
	Last       time.Time // time of its last entry
	Note       string    // game master's note; empty if there is none
	Encounters []Scene   // scenes begun on this evening, in order, without undone ones
	Entries    int       // number of entries in force, without undos and changes of the past
}

// Day returns the date on which the evening began.
func (e Evening) Day() string { return eveningDate(e.First) }

// dayBoundary is the time of day at which a new day begins at the table, so that play past midnight belongs to the same evening.
const dayBoundary = 6 * time.Hour

// eveningDate returns the date of the evening that a moment belongs to: a day ends at six in the morning.
func eveningDate(at time.Time) string { return at.Add(-dayBoundary).Format(time.DateOnly) }

// evenings holds the number of the current evening, the notes on all evenings, and the time zone that separates days.
type evenings struct {
	zone    *time.Location   // time zone of the clock
	current int64            // number of the current evening
	isNew   bool             // whether the current evening has no entry yet, and there were others before
	notes   map[int64]string // text by number of the evening
}

// toLocalTime converts a time of the journal to the clock's zone.
func (e *evenings) toLocalTime(at time.Time) time.Time { return at.In(e.zone) }

// setCurrent sets the current evening by the clock. It is the evening of the last entry, or a new one if today isn't the day of that
// entry. last is the time of that entry, or zero if there is none.
func (e *evenings) setCurrent(last time.Time, clock func() time.Time) {
	e.current = max(1, e.current)
	if !last.IsZero() && eveningDate(e.toLocalTime(last)) != eveningDate(clock()) {
		e.current++
		e.isNew = true
	}
}

// listEvenings returns the evenings of the given entries and those that have a note, the oldest first.
func (e *evenings) listEvenings(entries []*record) []Evening {
	found := map[int64]*Evening{}
	evening := func(number int64) *Evening {
		if found[number] == nil {
			found[number] = &Evening{Number: number, Note: e.notes[number]}
		}
		return found[number]
	}
	for number, note := range e.notes {
		if note != "" {
			evening(number)
		}
	}
	for _, k := range entries {
		evening(k.Session).countEntry(k, e.toLocalTime(k.At))
	}
	list := make([]Evening, 0, len(found))
	for _, e := range found {
		list = append(list, *e)
	}
	sort.Slice(list, func(i, j int) bool { return list[i].Number < list[j].Number })
	return list
}

// countEntry counts entry k, which was entered at the given time.
func (e *Evening) countEntry(k *record, at time.Time) {
	if e.First.IsZero() || at.Before(e.First) {
		e.First = at
	}
	if at.After(e.Last) {
		e.Last = at
	}
	if k.undone || k.isPastChange {
		return
	}
	e.Entries++
	e.Encounters = k.updateScenes(e.Encounters)
}

// EveningNumber returns the number of the current evening.
func (s *Session) EveningNumber() int64 { return s.evenings.current }

// Evenings lists the evenings with entries or a note, the oldest first.
func (s *Session) Evenings() []Evening { return s.evenings.listEvenings(s.entries) }

// EveningLog returns the lines of the log of one evening. Lines in force are in the order that changes to the past give them; undone
// lines stay where they were entered.
func (t *tree) EveningLog(number int64) (list []LogLine) {
	return collect.MapIf(t.entriesByEvening(), func(k *record) bool { return k.Session == number }, func(k *record) LogLine { return LogLine{k} })
}

// opensEvening reports whether the entry is the first one of its evening on its branch.
func (k *record) opensEvening() bool { return k.previous == nil || k.previous.Session != k.Session }

// beginEvent returns the event with which the entry begins an encounter, or nil.
func (k *record) beginEvent() *rules.Event { return k.firstEvent(rules.EventBegin) }

// firstEvent returns the first event of a kind, or nil.
func (k *record) firstEvent(kind rules.EventKind) *rules.Event {
	if list := k.eventsOfKind(kind); len(list) > 0 {
		return &list[0]
	}
	return nil
}

// eventsOfKind lists the events of a kind. Entries that don't contain the kind aren't decoded.
func (k *record) eventsOfKind(kind rules.EventKind) []rules.Event {
	if !bytes.Contains(k.Events, []byte(`{"k":"`+kind+`"`)) { // the encoding of an event begins with its kind
		return nil
	}
	events, err := k.decodeEvents()
	if err != nil {
		return nil
	}
	return collect.Filter(events, func(e rules.Event) bool { return e.Kind == kind })
}

// Scene describes a scene that has begun, and its outcome if it has ended.
type Scene struct {
	Name    string               // key of the scene
	Label   string               // label when it began
	Outcome string               // outcome of the scene, or of the last fight in it, in a word or two, such as won; empty if there is none
	Fights  bool                 // whether a further fight is on in it, after the one with the outcome
	Over    bool                 // whether it has ended (see rules.State.IsSceneOn); it also ends when the next scene begins
	Ended   float64              // end of the scene, or of the last fight in it, in seconds since the campaign began; 0 if unknown
	Goals   []rules.GoalProgress // progress of its goals
}

// Scenes lists the scenes that were begun, in the order that changes to the past give them. A scene that ended several times has its
// last outcome.
func (t *tree) Scenes() (list []Scene) {
	for _, k := range t.entriesByEvening() {
		if k.undone || k.isPastChange {
			continue
		}
		list = k.updateScenes(list)
	}
	return list
}

// updateScenes returns list with the scene that the entry begins, and records the outcome of the last one if the entry ends it.
func (k *record) updateScenes(list []Scene) []Scene {
	begun := k.beginEvent()
	if last := len(list) - 1; begun != nil && last >= 0 && list[last].Name == begun.What && !list[last].Over && list[last].Outcome == "" {
		return append(list[:last], Scene{Name: begun.What, Label: begun.Text}) // the same scene, from its beginning
	}
	if end := k.firstEvent(rules.EventFinish); end != nil && len(list) > 0 {
		last := &list[len(list)-1]
		last.Outcome, last.Over, last.Ended = cmp.Or(end.Text, last.Outcome), end.How != rules.HowFight, end.At
		last.Fights = false
	}
	if fight := k.firstEvent(rules.EventFight); fight != nil && len(list) > 0 {
		list[len(list)-1].Over, list[len(list)-1].Fights = false, true
	}
	if len(list) > 0 {
		last := &list[len(list)-1]
		for _, e := range k.eventsOfKind(rules.EventGoal) {
			if e.Who == "" {
				last.Goals = e.TakeProgress(last.Goals)
			}
		}
	}
	if begun != nil {
		if len(list) > 0 {
			list[len(list)-1].Over = true
		}
		list = append(list, Scene{Name: begun.What, Label: begun.Text})
	}
	return list
}

// Ending describes how a scene ended, with the time of day if it is known, such as "won 21:40", or "fight won 21:40" if the scene goes on
// after a fight in it. It returns "" if neither has ended, or another fight is on.
func (s *Session) Ending(scene Scene) string {
	if !scene.Over && (scene.Outcome == "" || scene.Fights) {
		return ""
	}
	text := scene.Outcome
	e, ok := s.game.Campaign.Encounter(scene.Name)
	switch {
	case !scene.Over:
		text = FightOutcomeText(text)
	case ok:
		text = e.Outcome(scene.Goals, func(*campaign.Goal) bool { return true }, text)
	}
	text = cmp.Or(text, "played")
	if begins := s.game.Campaign.Begins; begins != nil && scene.Ended != 0 {
		text += " " + rules.TimeOfDay(*begins+scene.Ended)
	}
	return text
}

// FightOutcomeText describes the outcome of a fight in a scene that goes on, such as "fight won"; "" for a fight without an outcome.
func FightOutcomeText(outcome string) string {
	if outcome == "" || outcome == rules.OutcomeEscaped { // a sentence of its own
		return outcome
	}
	return "fight " + outcome
}

// Goals lists the goals of a scene as sentences, with their results if it has ended.
func (s *Session) Goals(scene Scene) []string {
	e, ok := s.game.Campaign.Encounter(scene.Name)
	if !ok {
		return nil
	}
	return e.GoalTexts(scene.Goals, scene.Over, func(g *campaign.Goal) string { return g.Label })
}

// Settings of a campaign that its journal stores next to the entries.
const (
	settingNotes = "evenings" // note of each evening
	settingSeeds = "dice"     // seeds of the dice
)

// SetEveningNote stores a note about an evening for the game master; an empty text deletes it. A note isn't an entry and can't be undone.
func (s *Session) SetEveningNote(number int64, text string) error {
	text = command.CleanLine(text)
	before := s.evenings.notes[number]
	s.evenings.notes[number] = text
	if err := s.keepSetting(settingNotes, s.evenings.notes); err != nil {
		s.evenings.notes[number] = before
		return err
	}
	return nil
}
