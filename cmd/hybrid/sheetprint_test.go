package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	cdplog "github.com/chromedp/cdproto/log"
	cdppage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"hybrid/gm/gmtest"
	"hybrid/gm/gmtest/chromium"
)

// TestSheetPrints opens sheets of several games in a real browser and prints them: nothing is wrong with the page, skills are large
// enough to read, and with a narrow, a usual and a wide font nothing stands beyond its edge, and on either paper each part of the
// page takes one sheet.
func TestSheetPrints(t *testing.T) {
	gmtest.SkipIfShort(t)
	dir := t.TempDir()
	long := filepath.Join(dir, "long.yaml")
	if err := os.WriteFile(long, []byte(longCharacter()), 0o644); err != nil {
		t.Fatal(err)
	}
	b := newPrinter(t)
	for _, test := range []struct {
		name, who, campaign string
		sheets              int
		has                 []string
	}{
		{"the sample", "kira", "saltmarket", 1, []string{"Kira Vance", "Sword", "90.4%", "126.4%", "Parry (melee, unarmed)", "81.4%", "Dodge: 62.5%", "2d6+4", "Chain on leather"}},
		{"one that fits without room for notes", "dov", "saltmarket", 1, []string{"Dov Hallam"}},
		{"one with many weapons", "bram", "saltmarket", 1, []string{"Front kick, Roundhouse kick, Side kick"}},
		{"one with many skills", "yann", "saltmarket", 1, []string{"Yann"}},
		{"another edition", "kira", "cold_lantern", 1, []string{"Graze"}},
		{"another edition's armour", "captain_moreau", "cold_lantern", 1, []string{"Plasma", "Ward the mind"}},
		{"a dungeon", "klavien", "catacombs", 1, []string{"Sir Klavien the Paladin", "Melee attack", "Plate"}},
		{"a battle", "prince", "two_tribes", 1, []string{"Prince"}},
		{"much of everything", long, "saltmarket", 2, []string{"Skill", "<script>alert(1)</script>"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			var out, errors bytes.Buffer
			if code := run([]string{"sheet", test.who, "--campaign", test.campaign, "--fresh", "--format", "html"}, strings.NewReader(""), &out, &errors); code != exitDone {
				t.Fatal(errors.String())
			}
			file := filepath.Join(dir, "sheet.html")
			if err := os.WriteFile(file, out.Bytes(), 0o644); err != nil {
				t.Fatal(err)
			}
			text := b.open(t, file)
			for _, words := range test.has {
				if !strings.Contains(text, words) {
					t.Errorf("the page does not say %s", words)
				}
			}
			if test.name == "the sample" && os.Getenv("UPDATE") != "" {
				b.draw(t, "../../.pictures/sheet.png")
			}
			if size := b.smallest(t); size != 0 && size < 12 {
				t.Errorf("skills are set in %g px, want 9 pt (12 px) or more", size)
			}
			faces := 0
			if slices.Contains([]string{"kira", "dov", "bram"}, test.who) {
				faces = 1
			}
			if seen := b.faces(t); seen != faces {
				t.Errorf("%d portraits are seen, want %d", seen, faces)
			}
			for _, font := range chromium.Fonts() {
				for _, what := range b.beyondEdge(t, font) {
					t.Errorf("with a %s font, beyond the edge: %s", font, what)
				}
				for name, inches := range map[string][2]float64{"A4": {8.27, 11.69}, "Letter": {8.5, 11}} {
					if name == "A4" && font != "usual" {
						continue // Letter has less height
					}
					if sheets := b.print(t, inches); sheets != test.sheets {
						t.Errorf("with a %s font %s takes %d sheets, want %d", font, name, sheets, test.sheets)
					}
				}
			}
			if wrong := b.wrong(); len(wrong) > 0 {
				t.Errorf("the browser says %s", strings.Join(wrong, "; "))
			}
		})
	}
}

// longCharacter has many skills, long words and what looks like a script.
func longCharacter() string {
	skills := []string{}
	for _, name := range []string{"sword", "knife", "axe", "club", "flail", "staff", "polearm", "throwing", "archery", "crossbow", "sling", "brawling", "kicking", "wrestling", "general_perception", "combat_perception", "searching",
		"tracking", "acrobatics", "dodging", "evasion", "climbing", "swimming", "diving", "leaping", "balance", "horsemanship", "sneaking", "hiding", "shadowing", "pick_pockets", "law_lore", "harbour_lore", "intimidation"} {
		skills = append(skills, name+": 12")
	}
	return fmt.Sprintf(`character: {name: %q, notes: %q}
stats: {PST: 25, PEN: 25, DEX: 16, PAG: 25, PAW: 14, MST: 11, MEN: 25, MAG: 12, MAW: 13, PSI: 5}
skills: {%s}
gear: [sabre, buckler, dagger, close_fist, long_bow]
`, strings.Repeat("Anastasia ", 6)+"Unterwaldenhausenschifffahrt", "<script>alert(1)</script> "+strings.Repeat("A long note. ", 40), strings.Join(skills, ", "))
}

// printer is a real browser that opens pages and prints them.
type printer struct {
	ctx context.Context

	mu     sync.Mutex
	errors []string
}

func newPrinter(t *testing.T) *printer {
	t.Helper()
	ctx := chromium.Start(t)
	b := &printer{ctx: ctx}
	chromedp.ListenTarget(ctx, func(event any) {
		b.mu.Lock()
		defer b.mu.Unlock()
		switch event := event.(type) {
		case *runtime.EventExceptionThrown:
			b.errors = append(b.errors, event.ExceptionDetails.Error())
		case *cdplog.EventEntryAdded:
			b.errors = append(b.errors, event.Entry.Text)
		case *cdppage.EventJavascriptDialogOpening:
			b.errors = append(b.errors, "a dialog: "+event.Message)
		}
	})
	return b
}

func (b *printer) wrong() []string {
	b.mu.Lock()
	defer b.mu.Unlock()
	list := b.errors
	b.errors = nil
	return list
}

// open opens a page as narrow as A4 prints it, and returns what it says.
func (b *printer) open(t *testing.T, file string) (text string) {
	t.Helper()
	const a4 = 703 // px: 210 mm without the margins
	if err := chromedp.Run(b.ctx, emulation.SetEmulatedMedia().WithMedia("print"), chromedp.EmulateViewport(a4, 1000), chromedp.Navigate("file://"+file),
		chromedp.Evaluate("document.body.innerText", &text)); err != nil {
		t.Fatal(err)
	}
	return text
}

// beyondEdge shows the page in a font, and lists what stands beyond its right edge.
func (b *printer) beyondEdge(t *testing.T, font chromium.Font) (list []string) {
	t.Helper()
	const script = `[...document.body.querySelectorAll("*")].filter(e => e.getBoundingClientRect().right > innerWidth + 1).map(e => e.tagName + " " + e.textContent.slice(0, 40))`
	if err := chromedp.Run(b.ctx, font.Use(nil), chromedp.Evaluate(script, &list)); err != nil {
		t.Fatal(err)
	}
	return list
}

// draw writes a picture of the whole page to file, as PNG.
func (b *printer) draw(t *testing.T, file string) {
	t.Helper()
	var picture []byte
	if err := chromedp.Run(b.ctx, chromedp.FullScreenshot(&picture, 100)); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, picture, 0o644); err != nil {
		t.Fatal(err)
	}
}

// faces counts the portraits that are seen.
func (b *printer) faces(t *testing.T) (n int) {
	t.Helper()
	if err := chromedp.Run(b.ctx, chromedp.Evaluate(`[...document.images].filter((i) => i.complete && i.naturalWidth).length`, &n)); err != nil {
		t.Fatal(err)
	}
	return n
}

// smallest returns the size of the smallest letters of skills, in px; 0 without skills.
func (b *printer) smallest(t *testing.T) (px float64) {
	t.Helper()
	if err := chromedp.Run(b.ctx, chromedp.Evaluate(`Math.min(...[...document.querySelectorAll(".skill td")].map(e => parseFloat(getComputedStyle(e).fontSize)), 1e9) % 1e9`, &px)); err != nil {
		t.Fatal(err)
	}
	return px
}

var pageObject = regexp.MustCompile(`/Type\s*/Page\b[^s]`)

// print prints the page that is open and counts the sheets.
func (b *printer) print(t *testing.T, inches [2]float64) (sheets int) {
	t.Helper()
	if err := chromedp.Run(b.ctx, chromedp.ActionFunc(func(ctx context.Context) error {
		pdf, _, err := cdppage.PrintToPDF().WithPaperWidth(inches[0]).WithPaperHeight(inches[1]).WithPreferCSSPageSize(false).Do(ctx)
		sheets = len(pageObject.FindAll(pdf, -1))
		return err
	})); err != nil {
		t.Fatal(err)
	}
	return sheets
}
