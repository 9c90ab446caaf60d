package verbs

import (
	"slices"
	"strings"

	"hybrid/gm/command"
	"hybrid/rules"
)

// `note`: notes in the log, and notes pinned to a combatant, an encounter or a place. A timeline (timeline.go) wraps a game and adds the
// verbs for fights and scenes.

// maxPinned is the number of notes that can be pinned to one target.
const maxPinned = 99

// writeNote writes a note into the log or, with a target before a colon, pins it there: to a combatant (`note scar: owes Orlo money`), an
// encounter (`note warehouse: the hatch is open`) or a place of the current encounter (`note at the loft: a rotten ladder`). `note scar
// drop 1` deletes a note. Only the game master sees pinned notes. A note that begins with a question mark is an open thread.
func (g timeline) writeNote(l *command.Line) (command.DecidedCommand, error) {
	text := strings.Join(l.Words, " ")
	if text == "" {
		return command.DecidedCommand{}, command.Refusal("Enter a note. `NAME: …` pins it to a combatant or an encounter.")
	}
	if strings.HasPrefix(text, rules.OpenMark) {
		return g.openThread(text)
	}
	if _, isDrop := parseDrop(l.Words); isDrop {
		return command.DecidedCommand{}, command.Refusal("Name the note's owner: `note NAME %s`.", text)
	}
	if n := len(l.Words); n > 2 {
		if number, isDrop := parseDrop(l.Words[n-2:]); isDrop {
			if target, name, err := g.findPinnable(strings.Join(l.Words[:n-2], " ")); err == nil {
				return g.unpinNote(target, name, number)
			}
		}
	}
	about, note, found := strings.Cut(text, ":")
	if note = strings.TrimSpace(note); !found || note == "" {
		target, name, err := g.findPinnable(about)
		// A target with a colon, or just its name or key, is a pinned note without text.
		isTargetAlone := found || strings.EqualFold(name, text) || slices.Contains([]string{target.Who, target.Where}, text)
		if err == nil && name != "" && isTargetAlone {
			return command.DecidedCommand{}, command.Refusal("Enter a note: `note %s: …`.", about)
		}
		return titledDecision("note: "+text, "", rules.Event{Kind: rules.EventTell, Text: text}), nil
	}
	target, name, err := g.findPinnable(about)
	if err != nil {
		return command.DecidedCommand{}, err
	}
	if name == "" {
		if near := g.suggestPinnable(about); near != "" {
			return command.DecidedCommand{}, command.Refusal("No combatant named “%s”%s Remove the colon for a note of its own.", about, near)
		}
		return titledDecision("note: "+text, "", rules.Event{Kind: rules.EventTell, Text: text}), nil
	}
	notes := g.State.NotesOn(target)
	if len(notes) >= maxPinned {
		return command.DecidedCommand{}, command.Refusal("%s has %d notes, the most possible. Drop one: `note %s drop 1`.", name, maxPinned, about)
	}
	return titledDecision(name+", noted: "+note, g.presentKey(target), pinEvent(target, append(slices.Clip(notes), note))), nil
}

// presentKey returns the key of the target if it is an actor who is present, so that the log names the actor, else "".
func (g timeline) presentKey(target rules.PinnedNotes) string {
	if g.State.Find(target.Who) == nil {
		return ""
	}
	return target.Who
}

// unpinNote deletes note number n, from 1, of a target. name is the target's name in messages, or "" if there is no such target.
func (g timeline) unpinNote(target rules.PinnedNotes, name string, n int) (command.DecidedCommand, error) {
	notes := g.State.NotesOn(target)
	if name == "" {
		return command.DecidedCommand{}, command.Refusal("Nothing is pinned there. Notes are on the sheet, in R and in /.")
	}
	if n < 1 || n > len(notes) {
		return command.DecidedCommand{}, command.Refusal("%s has %s, so number %d can't be dropped.", name, command.CountText(len(notes), "note", "notes"), n)
	}
	return titledDecision(name+", no longer noted: "+notes[n-1], g.presentKey(target), pinEvent(target, slices.Delete(slices.Clone(notes), n-1, n))), nil
}

// pinEvent returns the event that replaces all notes of a target.
func pinEvent(target rules.PinnedNotes, notes []string) rules.Event {
	return rules.Event{Kind: rules.EventPin, Who: target.Who, What: target.Where, Other: target.Place, Words: notes}
}
