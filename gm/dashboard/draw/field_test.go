package draw

import (
	"strings"
	"testing"
)

// TestInputField edits a line; | is the cursor.
func TestInputField(t *testing.T) {
	for _, row := range []struct {
		name, from, want string
		edit             func(*InputField)
	}{
		{"typing", "ab|c", "abx|c", func(f *InputField) { f.Insert("x") }},
		{"pasting lines and control characters", "|", "a b c|", func(f *InputField) { f.Insert("a\nb\t\x1bc") }},
		{"breaking the line", "ab|c", "ab\n|c", (*InputField).InsertBreak},
		{"left over a combining mark", "ze\u0301|", "z|e\u0301", (*InputField).MoveLeft},
		{"left at the beginning", "|a", "|a", (*InputField).MoveLeft},
		{"right over a flag", "|🇩🇪x", "🇩🇪|x", (*InputField).MoveRight},
		{"right at the end", "a|", "a|", (*InputField).MoveRight},
		{"to the end", "a|bc", "abc|", (*InputField).MoveToEnd},
		{"backspace over a wide sign", "漢字|", "漢|", (*InputField).Backspace},
		{"backspace at the beginning", "|a", "|a", (*InputField).Backspace},
		{"delete", "a|bc", "a|c", (*InputField).Delete},
		{"delete at the end", "a|", "a|", (*InputField).Delete},
		{"erasing a word and the space after it", "attack grell |now", "attack |now", (*InputField).EraseWord},
		{"erasing the first word", "attack|", "|", (*InputField).EraseWord},
		{"a word to the left", "attack grell |", "attack |grell ", (*InputField).MoveWordLeft},
		{"a word to the right", "attack|  grell now", "attack  grell| now", (*InputField).MoveWordRight},
		{"the last word to the right", "attack | grell", "attack  grell|", (*InputField).MoveWordRight},
		{"erasing the rest of one line", "one| two\nthree", "one|\nthree", (*InputField).EraseToLineEnd},
		{"erasing the rest", "one| two", "one|", (*InputField).EraseToLineEnd},
		{"erasing what stands before", "one |two", "|two", (*InputField).EraseBefore},
		{"another text", "o|ne", "two|", func(f *InputField) { f.Set("two") }},
	} {
		t.Run(row.name, func(t *testing.T) {
			before, after, _ := strings.Cut(row.from, "|")
			f := InputField{Text: before + after, At: len(before)}
			row.edit(&f)
			if got := f.Text[:f.At] + "|" + f.Text[f.At:]; got != row.want {
				t.Errorf("got %q, want %q", got, row.want)
			}
		})
	}
}

// TestInputFieldKeepsItsCursorInView draws a line that is longer than its room.
func TestInputFieldKeepsItsCursorInView(t *testing.T) {
	f := InputField{}
	f.Set("attack grell")
	if got := picture(t, 8, 1, func(c Canvas) { f.Draw(c, 1, 0) }); got != "  grell" {
		t.Errorf("at the end: %q", got)
	}
	f.At = 2
	if got := picture(t, 8, 1, func(c Canvas) { f.Draw(c, 1, 0) }); got != " attack" {
		t.Errorf("near the beginning: %q", got)
	}
}
