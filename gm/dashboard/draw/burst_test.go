package draw

import (
	"fmt"
	"strings"
	"testing"

	"github.com/gdamore/tcell/v2"
)

func TestBurst(t *testing.T) {
	for _, row := range []struct{ name, keys, want string }{
		{"a few keys are typed", "a⏎⏎", "a⏎⏎"},
		{"a search is typed", "/te⏎⏎", "/ t e⏎⏎"},
		{"a line at once is pasted behind its key", ":attack scar⏎", ":[attack scar⏎]"},
		{"a search at once likewise", "/tend⏎⏎", "/[tend⏎⏎]"},
		{"a text is pasted", "nnnuquit", "[nnnuquit]"},
		{"a marked paste comes once, its lines together", "[attack grell⏎and more]n", "[attack grell⏎and more]n"},
		{"its lines stay together", "note one⏎note two⏎q", "[note one⏎note two⏎q]"},
		{"short lines, too", "a⏎b⏎u⏎", "[a⏎b⏎u⏎]"},
		{"the line break at its end presses nothing", "attack⏎", "[attack⏎]"},
		{"a key that is held down stays a key", "jjjjjjjj", "jjjjjjjj"},
		{"Enter held down, too", "⏎⏎⏎⏎⏎⏎⏎", "⏎⏎⏎⏎⏎⏎⏎"},
		{"another key behind it stays a key", "attack↑", "[attack]↑"},
	} {
		t.Run(row.name, func(t *testing.T) {
			incoming := make(chan tcell.Event, 100)
			for _, r := range row.keys {
				if r == '[' || r == ']' {
					incoming <- tcell.NewEventPaste(r == '[')
				} else if r == '⏎' {
					incoming <- tcell.NewEventKey(tcell.KeyEnter, 0, tcell.ModNone)
				} else if r == '↑' {
					incoming <- tcell.NewEventKey(tcell.KeyUp, 0, tcell.ModNone)
				} else {
					incoming <- tcell.NewEventKey(tcell.KeyRune, r, tcell.ModNone)
				}
			}
			close(incoming)
			got := ""
			for list := readBurst(incoming); list != nil; list = readBurst(incoming) {
				for _, event := range list {
					got += eventText(event)
				}
			}
			if want := strings.ReplaceAll(row.want, " ", ""); strings.ReplaceAll(got, " ", "") != want {
				t.Errorf("got %s, want %s", got, want)
			}
		})
	}
}

func eventText(event tcell.Event) string {
	switch e := event.(type) {
	case *tcell.EventPaste:
		if e.Start() {
			return "["
		}
		return "]"
	case *tcell.EventKey:
		switch e.Key() {
		case tcell.KeyRune:
			return string(e.Rune())
		case tcell.KeyUp:
			return "↑"
		}
		return "⏎"
	}
	return fmt.Sprint(event)
}
