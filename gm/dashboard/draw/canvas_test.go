package draw

import (
	"strings"
	"testing"

	"github.com/gdamore/tcell/v2"
)

// row draws a text on a terminal and returns what the terminal shows.
func row(t *testing.T, text string, cells int) string {
	t.Helper()
	return picture(t, cells, 1, func(c Canvas) { c.Text(0, 0, text, RoleText) })
}

// picture returns the rows that a terminal of a size shows, without the spaces at their ends.
func picture(t *testing.T, cells, rows int, draw func(Canvas)) string {
	t.Helper()
	terminal := tcell.NewSimulationScreen("UTF-8")
	if err := terminal.Init(); err != nil {
		t.Fatal(err)
	}
	terminal.SetSize(cells, rows)
	screen := NewScreen(terminal)
	screen.Clear()
	draw(NewCanvas(screen, &Themes(false)[0], NewRect(0, 0, cells, rows)))
	screen.Show()
	shown, w, h := terminal.GetContents()
	list := make([]string, h)
	for y := range list {
		for x := 0; x < w; x++ {
			cluster := string(shown[y*w+x].Runes)
			list[y] += cluster
			x += max(0, Width(cluster)-1)
		}
		list[y] = strings.TrimRight(list[y], " ")
	}
	return strings.Join(list, "\n")
}

func TestTextIsDrawnLiterally(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"style tags", "[red]Ki[-]", "[red]Ki[-]"},
		{"control characters", "a\tb\x1b[2J\ac", "a b [2J c"},
		{"changes of direction", "Zoe\u202e", "Zoe\uFFFD"},
		{"combining marks", "Zoe\u0301", "Zoe\u0301"},
		{"wide characters", "漢字!", "漢字!"},
		{"invalid bytes", "a\xffb", "a\uFFFDb"},
		{"a wide character that does not fit", strings.Repeat("a", 19) + "漢", strings.Repeat("a", 19)},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if got := row(t, test.text, 20); got != test.want {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}

func TestClip(t *testing.T) {
	for _, test := range []struct {
		text  string
		cells int
		want  string
	}{{"short", 5, "short"}, {"longer", 5, "long…"}, {"two · parts", 6, "two…"}, {"漢字", 3, "漢…"}, {"any", 0, ""},
		{"twice the light", 13, "twice the…"}, {"twice the light", 10, "twice the…"}, {"leg … −9", 7, "leg…"},
		{"hand −15, eye −18", 12, "hand −15…"}, {"in constellations", 9, "in const…"}} {
		if got := Clip(test.text, test.cells); got != test.want {
			t.Errorf("Clip(%q, %d) = %q, want %q", test.text, test.cells, got, test.want)
		}
	}
}

// TestClipName keeps the number at the end of a name.
func TestClipName(t *testing.T) {
	for _, row := range []struct {
		name  string
		cells int
		want  string
	}{{"Dock cutter 2", 13, "Dock cutter 2"}, {"Dock cutter 2", 10, "Dock… 2"}, {"Dock cutter 12", 10, "Dock… 12"}, {"Kira Vance", 6, "Kira…"}, {"Dock cutter 2", 3, "Do…"}} {
		if got := ClipName(row.name, row.cells); got != row.want || Width(got) > row.cells {
			t.Errorf("%s in %d: got %q, want %q", row.name, row.cells, got, row.want)
		}
	}
}

// TestNothingIsDrawnOutside draws over each edge of a part.
func TestNothingIsDrawnOutside(t *testing.T) {
	got := picture(t, 12, 5, func(c Canvas) {
		c.Frame("a")
		part := c.In(NewRect(2, 1, 8, 3))
		part.Text(-2, 0, "abcdefghijklmn", RoleText)
		part.Text(0, -1, "above", RoleText)
		part.Text(0, 3, "below", RoleText)
		part.TextRight(8, 1, "right", RoleText)
		part.Fit(0, 2, 8, "does not fit", RoleText)
	})
	if want := "┌─ a ──────┐\n│ cdefghij │\n│    right │\n│ does…    │\n└──────────┘"; got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// TestSpansEndWithAnEllipsis cuts spans off only where something that is drawn doesn't fit.
func TestSpansEndWithAnEllipsis(t *testing.T) {
	spans := []StyledText{{"Kira", RoleStrong}, {" −5", RoleBad}, {" prone", RoleDim}}
	for cells, want := range map[int]string{13: "Kira −5 prone", 12: "Kira −5 pro…", 7: "Kira −…", 6: "Kira…", 4: "Kir…"} {
		if got := picture(t, 20, 1, func(c Canvas) { c.Spans(0, 0, cells, spans) }); got != want {
			t.Errorf("in %d cells: got %q, want %q", cells, got, want)
		}
	}
}

// TestPopup has a border on the right where it ends before the screen does.
func TestPopup(t *testing.T) {
	draw := func(edge bool) string {
		return picture(t, 10, 3, func(c Canvas) {
			c.Text(0, 1, "old text", RoleText)
			within := c.Popup("t", edge)
			within.Text(0, 0, strings.Repeat("x", 20), RoleText)
			within.ScrollMarks(true, true)
		})
	}
	if got, want := draw(true), "── t ────┐\nxxxxxxxx▲│\n        ▼│"; got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if got, want := draw(false), "── t ─────\nxxxxxxxxx▲\n         ▼"; got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}
