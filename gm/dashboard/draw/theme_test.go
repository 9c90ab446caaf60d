package draw

import (
	"testing"

	"github.com/gdamore/tcell/v2"
)

func TestThemesOfNoColour(t *testing.T) {
	if len(Themes()) < 3 {
		t.Errorf("got %d themes", len(Themes()))
	}
	for _, style := range Themes()[ThemeIndex("mono")].styles {
		if fg, bg, _ := style.Decompose(); fg != tcell.ColorDefault || bg != tcell.ColorDefault {
			t.Errorf("a colour in the theme without colours")
		}
	}
}
