package chromium

import (
	"testing"

	"github.com/chromedp/chromedp"
)

// TestFonts measures the letters of the fonts that pages are tried with: they come with the tests, and are as wide as their names
// say, on every machine.
func TestFonts(t *testing.T) {
	ctx := Start(t)
	if err := chromedp.Run(ctx, chromedp.Navigate(emptyPageServer().URL)); err != nil {
		t.Fatal(err)
	}
	for font, want := range map[Font][2]float64{"narrow": {40, 43}, "usual": {49, 52}, "wide": {57, 60}} {
		var width float64
		if err := chromedp.Run(ctx, font.Use(&width)); err != nil {
			t.Fatal(err)
		}
		if width < want[0] || width > want[1] {
			t.Errorf("%s letters are %.1f hundredths wide, want %g to %g", font, width, want[0], want[1])
		}
	}
}
