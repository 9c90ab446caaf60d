package gm

import (
	"maps"
	"strings"

	"hybrid/rules/collect"
)

// Notes that players write for themselves on their phones. They are settings, not entries: they affect nothing, the game master doesn't see
// them, and they aren't undone.

// settingPlayerNotes is the journal setting with the players' own notes.
const settingPlayerNotes = "players' notes"

// maxPlayerNotes is the maximum number of letters of one character's notes.
const maxPlayerNotes = 4000

// NotesOfPlayer returns the notes of the player of the character with the given key, line by line; "" if there are none.
func (s *Session) NotesOfPlayer(key string) string { return s.playerNotes[key] }

// SavePlayerNotes stores text as the notes of the player of the character with the given key. It returns the notes that are stored: text
// without blank lines at the end and without characters that can't be shown.
func (s *Session) SavePlayerNotes(key, text string) (string, error) {
	lines := collect.Map(strings.Split(strings.ReplaceAll(text, "\r\n", "\n"), "\n"), func(line string) string { return CleanText(line, maxPlayerNotes) })
	letters := []rune(strings.Join(lines, "\n"))
	text = strings.TrimSpace(string(letters[:min(len(letters), maxPlayerNotes)]))
	now := maps.Clone(s.playerNotes)
	if now == nil {
		now = map[string]string{}
	}
	if now[key] = text; text == "" {
		delete(now, key)
	}
	if err := s.keepSetting(settingPlayerNotes, now); err != nil {
		return s.playerNotes[key], err
	}
	s.playerNotes = now
	return text, nil
}
