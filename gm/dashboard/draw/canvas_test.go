package draw

import (
	"strings"
	"testing"

	"github.com/gdamore/tcell/v2"
)

// row draws a text on a terminal and returns what the terminal shows.
func row(t *testing.T, text string, cells int) string {
	t.Helper()
	terminal := tcell.NewSimulationScreen("UTF-8")
	if err := terminal.Init(); err != nil {
		t.Fatal(err)
	}
	terminal.SetSize(cells, 1)
	screen := NewScreen(terminal)
	screen.Clear()
	NewCanvas(screen, &Themes(false)[0], NewRect(0, 0, cells, 1)).Text(0, 0, text, RoleText)
	screen.Show()
	shown, w, _ := terminal.GetContents()
	got := ""
	for x := 0; x < w; x++ {
		cluster := string(shown[x].Runes)
		got += cluster
		x += max(0, Width(cluster)-1)
	}
	return strings.TrimRight(got, " ")
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
