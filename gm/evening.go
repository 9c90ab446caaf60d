package gm

import (
	"bytes"
	"encoding/json"
	"fmt"
	"sort"
	"time"

	"hybrid/gm/command"
	"hybrid/gm/journal"
	"hybrid/rules"
)

// Evening is one time the campaign was played: what is called a session in a game master's notes. Its number is kept
// with every entry.
type Evening struct {
	Number     int64
	First      time.Time // of its entries, undone ones too; in the clock's zone
	Last       time.Time
	Note       string
	Encounters []string // those that began, by label, in order; not those undone
	Entries    int      // that stand, without those that went back or mended the past
}

// Day is the date on which an evening began.
func (e Evening) Day() string { return day(e.First) }

// night is when one day becomes the next at the table: who plays past midnight is still at it.
const night = 6 * time.Hour

// day is the date of a moment, as players count.
func day(at time.Time) string { return at.Add(-night).Format(time.DateOnly) }

// local is a moment of the journal in the clock's zone.
func (s *Session) local(at time.Time) time.Time { return at.In(s.zone) }

// sit finds the number of the evening that is played now: the last one, or another one where the last entry is of
// another day.
func (s *Session) sit(last time.Time) {
	s.evening = max(1, s.evening)
	if !last.IsZero() && day(s.local(last)) != day(s.clock()) {
		s.evening++
		s.anew = true
	}
}

// Evening is the number of the evening that is played now.
func (s *Session) Evening() int64 { return s.evening }

// Evenings lists the evenings so far, the oldest first: those with entries or a note.
func (s *Session) Evenings() []Evening {
	found := map[int64]*Evening{}
	at := func(number int64) *Evening {
		if found[number] == nil {
			found[number] = &Evening{Number: number, Note: s.notes[number]}
		}
		return found[number]
	}
	for number, note := range s.notes {
		if note != "" {
			at(number)
		}
	}
	for _, k := range s.entries {
		e := at(k.evening)
		at := s.local(k.at)
		if e.First.IsZero() || at.Before(e.First) {
			e.First = at
		}
		if at.After(e.Last) {
			e.Last = at
		}
		if k.undone || k.step {
			continue
		}
		e.Entries++
		if begun, ok := k.begins(); ok {
			e.Encounters = append(e.Encounters, begun.Text)
		}
	}
	list := make([]Evening, 0, len(found))
	for _, e := range found {
		list = append(list, *e)
	}
	sort.Slice(list, func(i, j int) bool { return list[i].Number < list[j].Number })
	return list
}

// EveningLog is the lines of the log of one evening: what stands in the order in which it happens now, and what was
// undone where it was said.
func (s *Session) EveningLog(number int64) (list []LogLine) {
	for _, k := range s.chronicle() {
		if k.evening == number {
			list = append(list, LogLine{k})
		}
	}
	return list
}

// begins is the event with which an entry begins an encounter, where it does.
func (k *kept) begins() (rules.Event, bool) {
	if k.events == nil && !bytes.Contains(k.raw, []byte(`"`+rules.EventBegin+`"`)) {
		return rules.Event{}, false
	}
	events, err := k.settled()
	if err != nil || len(events) == 0 || events[0].Kind != rules.EventBegin {
		return rules.Event{}, false
	}
	return events[0], true
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
	before := s.notes[number]
	s.notes[number] = text
	if err := s.keepSetting(settingNotes, s.notes); err != nil {
		s.notes[number] = before
		return err
	}
	return nil
}

// keepSetting writes a setting to the journal, where there is one.
func (s *Session) keepSetting(key string, value any) error {
	if s.journal == nil || s.astray {
		return nil // in memory it goes with everything else
	}
	err := putSetting(s.journal, key, value)
	if s.strays(err) {
		s.flee(nil)
		return nil
	}
	if err != nil {
		return fmt.Errorf("not done, it could not be saved: %w", cause(err))
	}
	return nil
}

// putSetting writes a setting to a journal.
func putSetting(j *journal.Journal, key string, value any) error {
	data, err := json.Marshal(value)
	if err != nil {
		return fmt.Errorf("write the %s down: %w", key, err)
	}
	return j.Put(key, data)
}

// setting reads a setting of the journal; what was never written leaves value as it is.
func (s *Session) setting(key string, value any) error {
	data, err := s.journal.Get(key)
	if err != nil || data == nil {
		return err
	}
	if err := json.Unmarshal(data, value); err != nil {
		return fmt.Errorf("%w (the setting %s cannot be read: %v)", journal.ErrDamaged, key, err)
	}
	return nil
}
