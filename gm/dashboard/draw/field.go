package draw

import (
	"strings"
	"unicode"

	"github.com/rivo/uniseg"
)

// An editable line of text with a cursor, which moves by graphemes, the characters that a reader sees. The field draws itself; its owner
// calls a method for each key.

// InputField is an editable line of text. The zero value is empty.
type InputField struct {
	Text string // the edited text; only Set and InsertBreak put line breaks into it
	At   int    // byte offset of the cursor in Text
}

// Set replaces the text and puts the cursor at its end.
func (f *InputField) Set(text string) { f.Text, f.At = text, len(text) }

// Insert inserts text at the cursor. Line breaks and tabs become spaces; other control characters are dropped.
func (f *InputField) Insert(text string) {
	text = strings.Map(func(r rune) rune {
		if r == '\n' || r == '\t' || r == '\r' {
			return ' '
		}
		if unicode.IsControl(r) {
			return -1
		}
		return r
	}, text)
	f.Text = f.Text[:f.At] + text + f.Text[f.At:]
	f.At += len(text)
}

// InsertBreak inserts a line break at the cursor.
func (f *InputField) InsertBreak() {
	f.Text = f.Text[:f.At] + "\n" + f.Text[f.At:]
	f.At++
}

// MoveLeft moves the cursor one grapheme to the left.
func (f *InputField) MoveLeft() {
	if f.At > 0 {
		f.At = f.graphemeStart()
	}
}

// graphemeStart returns the byte offset at which the grapheme before the cursor begins.
func (f *InputField) graphemeStart() int {
	start := 0
	for rest, state := f.Text[:f.At], -1; rest != ""; {
		var cluster string
		cluster, rest, _, state = uniseg.FirstGraphemeClusterInString(rest, state)
		start = f.At - len(rest) - len(cluster)
	}
	return start
}

// MoveRight moves the cursor one grapheme to the right.
func (f *InputField) MoveRight() {
	if f.At < len(f.Text) {
		cluster, _, _, _ := uniseg.FirstGraphemeClusterInString(f.Text[f.At:], -1)
		f.At += len(cluster)
	}
}

// MoveToEnd moves the cursor to the end of the text.
func (f *InputField) MoveToEnd() { f.At = len(f.Text) }

// Backspace deletes the grapheme before the cursor.
func (f *InputField) Backspace() {
	if f.At == 0 {
		return
	}
	start := f.graphemeStart()
	f.Text, f.At = f.Text[:start]+f.Text[f.At:], start
}

// Delete deletes the grapheme after the cursor.
func (f *InputField) Delete() {
	if f.At < len(f.Text) {
		f.MoveRight()
		f.Backspace()
	}
}

// EraseWord deletes the text from the beginning of the word before the cursor up to the cursor.
func (f *InputField) EraseWord() {
	head := strings.TrimRight(f.Text[:f.At], " \n")
	head = head[:strings.LastIndexAny(head, " \n")+1]
	f.Text, f.At = head+f.Text[f.At:], len(head)
}

// MoveWordLeft moves the cursor to the beginning of the word to its left.
func (f *InputField) MoveWordLeft() {
	head := strings.TrimRight(f.Text[:f.At], " \n")
	f.At = strings.LastIndexAny(head, " \n") + 1
}

// MoveWordRight moves the cursor to the end of the word to its right.
func (f *InputField) MoveWordRight() {
	rest := strings.TrimLeft(f.Text[f.At:], " \n")
	f.At = len(f.Text) - len(rest)
	if end := strings.IndexAny(rest, " \n"); end >= 0 {
		f.At += end
		return
	}
	f.MoveToEnd()
}

// EraseToLineEnd deletes the text from the cursor to the end of its line.
func (f *InputField) EraseToLineEnd() {
	rest := f.Text[f.At:]
	if end := strings.IndexByte(rest, '\n'); end >= 0 {
		f.Text = f.Text[:f.At] + rest[end:]
		return
	}
	f.Text = f.Text[:f.At]
}

// EraseBefore deletes everything before the cursor, from the beginning of the text.
func (f *InputField) EraseBefore() { f.Text, f.At = f.Text[f.At:], 0 }

// Draw draws the text in row y from column x on, with the cursor in view. A text that is too long is cut off at the left.
func (f *InputField) Draw(c Canvas, x, y int) {
	head := f.Text[:f.At]
	for excess := Width(head) - (c.W - x - 1); excess > 0 && head != ""; {
		var width int
		_, head, width = cutGrapheme(head)
		excess -= width
	}
	at := c.Text(x, y, head, RoleStrong)
	c.Text(at, y, f.Text[f.At:], RoleStrong)
	c.ShowCursor(at, y)
}
