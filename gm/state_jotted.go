package gm

import (
	"maps"
	"strings"

	"hybrid/rules/collect"
)

// Notes that players write for themselves on their phones. They are settings, no entries: the game master decides nothing and reads
// nothing of them, and no undo takes them back.

// settingJotted is the journal setting with the players' own notes.
const settingJotted = "players' notes"

// longestJotted is the most letters of the notes of one character.
const longestJotted = 4000

// Jotted returns what the player of the character with the given key wrote down, line by line; empty if nothing.
func (s *Session) Jotted(key string) string { return s.jotted[key] }

// Jot keeps text as the notes of the player of the character with the given key, in place of those before. It returns them as they are
// kept: without blank lines at the end and anything that can't be shown.
func (s *Session) Jot(key, text string) (string, error) {
	lines := collect.Map(strings.Split(strings.ReplaceAll(text, "\r\n", "\n"), "\n"), func(line string) string { return CleanText(line, longestJotted) })
	letters := []rune(strings.Join(lines, "\n"))
	text = strings.TrimSpace(string(letters[:min(len(letters), longestJotted)]))
	now := maps.Clone(s.jotted)
	if now == nil {
		now = map[string]string{}
	}
	if now[key] = text; text == "" {
		delete(now, key)
	}
	if err := s.keepSetting(settingJotted, now); err != nil {
		return s.jotted[key], err
	}
	s.jotted = now
	return text, nil
}
