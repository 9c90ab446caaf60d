package verbs

import (
	"slices"
	"strings"

	"hybrid/gm/command"
	"hybrid/rules"
)

// maxPinned is the number of notes that can be pinned to one target.
const maxPinned = 99

// writeNote writes a line into the log, or pins it to a person or a place: `note scar: owes Orlo money`, `note warehouse: the hatch is
// open`, `note at the loft: a rotten ladder`, for a place of the current encounter. `note scar drop 1` deletes a note. Pinned notes are for
// the game master alone. A note that begins with a question mark is an open thread.
func (g timeline) writeNote(l *command.Line) (command.DecidedCommand, error) {
	text := strings.Join(l.Words, " ")
	if text == "" {
		return command.DecidedCommand{}, command.Refusal("Enter a note. `NAME: …` pins it to a combatant or an encounter.")
	}
	if strings.HasPrefix(text, rules.OpenMark) {
		return g.openThread(text)
	}
	if _, dropping := parseDropped(l.Words); dropping {
		return command.DecidedCommand{}, command.Refusal("Name the note's owner: `note NAME %s`.", text)
	}
	if n := len(l.Words); n > 2 {
		if at, dropping := parseDropped(l.Words[n-2:]); dropping {
			if on, name, err := g.findPinnable(strings.Join(l.Words[:n-2], " ")); err == nil {
				return g.unpinNote(on, name, at)
			}
		}
	}
	about, note, found := strings.Cut(text, ":")
	if note = strings.TrimSpace(note); !found || note == "" {
		if on, name, err := g.findPinnable(about); err == nil && name != "" && (found || strings.EqualFold(name, text) || slices.Contains([]string{on.Who, on.Where}, text)) {
			return command.DecidedCommand{}, command.Refusal("Enter a note: `note %s: …`.", about)
		}
		return titledDecision("note: "+text, "", rules.Event{Kind: rules.EventTell, Text: text}), nil
	}
	on, name, err := g.findPinnable(about)
	if err != nil {
		return command.DecidedCommand{}, err
	}
	if name == "" {
		if near := g.suggestPinnable(about); near != "" {
			return command.DecidedCommand{}, command.Refusal("No combatant named “%s”%s Remove the colon for a note of its own.", about, near)
		}
		return titledDecision("note: "+text, "", rules.Event{Kind: rules.EventTell, Text: text}), nil
	}
	notes := g.State.NotesOn(on)
	if len(notes) >= maxPinned {
		return command.DecidedCommand{}, command.Refusal("%s has %d notes, the most possible. Drop one: `note %s drop 1`.", name, maxPinned, about)
	}
	return titledDecision(name+", noted: "+note, g.presentKey(on), pinEvent(on, append(slices.Clip(notes), note))), nil
}

// presentKey returns the key of the actor that notes are pinned to if it is present, since the log then names it, otherwise "".
func (g timeline) presentKey(on rules.PinnedNotes) string {
	if g.State.Find(on.Who) == nil {
		return ""
	}
	return on.Who
}

// unpinNote deletes note number n, from 1, of the target on. name is the target's name in messages, or "" if there is no such target.
func (g timeline) unpinNote(on rules.PinnedNotes, name string, n int) (command.DecidedCommand, error) {
	notes := g.State.NotesOn(on)
	if name == "" {
		return command.DecidedCommand{}, command.Refusal("Nothing is pinned there. Notes are on the sheet, in R and in /.")
	}
	if n < 1 || n > len(notes) {
		return command.DecidedCommand{}, command.Refusal("%s has %s, so number %d can't be dropped.", name, command.Plural(len(notes), "note", "notes"), n)
	}
	return titledDecision(name+", no longer noted: "+notes[n-1], g.presentKey(on), pinEvent(on, slices.Delete(slices.Clone(notes), n-1, n))), nil
}

func pinEvent(on rules.PinnedNotes, notes []string) rules.Event {
	return rules.Event{Kind: rules.EventPin, Who: on.Who, What: on.Where, Other: on.Place, Words: notes}
}
