package draw

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

func TestNumbersAsText(t *testing.T) {
	for _, row := range []struct{ got, want string }{
		{Tenths(2), "2"}, {Tenths(-0.04), "0"}, {Tenths(-1.25), "−1.3"}, {Decimals(1.005, 3), "1.005"}, {Decimals(12.3456, 2), "12.35"},
		{FormatSigned(3), "+3"}, {FormatSigned(-4), "−4"}, {FormatSigned(0.04), "0"}, {FormatSigned(0), "0"},
		{Bar(0, 4), ""}, {Bar(0.001, 4), "▏"}, {Bar(0.5, 4), "██"}, {Bar(0.53, 4), "██▏"}, {Bar(2, 3), "███"}, {Bar(-1, 3), ""},
		{PadLeft("−3", 4), "  −3"}, {PadLeft("12345", 4), "12345"}, {PadRight("漢", 4), "漢  "}, {PadRight("full", 4), "full "},
	} {
		if row.got != row.want {
			t.Errorf("got %q, want %q", row.got, row.want)
		}
	}
}

func TestWrap(t *testing.T) {
	for _, row := range []struct {
		text  string
		cells int
		want  string
	}{
		{"a word and more", 6, "a word|and|more"}, {"exactly six", 7, "exactly|six"}, {"unbreakable", 5, "unbre|akabl|e"},
		{"漢字漢", 5, "漢字|漢"}, {"spaces  go ", 20, "spaces go"}, {"  + a word and more", 12, "  + a word|    and more"}, {"  a word and more", 9, "  a word|  and|  more"}, {"", 5, ""}, {"a", 0, ""},
	} {
		if got := strings.Join(Wrap(row.text, row.cells), "|"); got != row.want {
			t.Errorf("%q in %d: got %q, want %q", row.text, row.cells, got, row.want)
		}
	}
	if got := WrapLines("one two\n\nthree\n", 4); !slices.Equal(got, []string{"one", "two", "", "thre", "e"}) {
		t.Errorf("got %q", got)
	}
}

// TestPageLines has each kind of line.
func TestPageLines(t *testing.T) {
	page := &Page{}
	page.Gap() // nothing before the first line
	page.Paragraphs(RoleText, "Grell waits\nfor the tide.\n")
	page.Gap()
	page.Gap()
	page.Pair(RoleText, "a text that is too long for its row", "−12")
	page.Rule()
	page.Add(PageLine{Left: "half", Right: "50 %", Share: 0.5, Bar: 4})
	page.Add(PageLine{Lead: "Enter", Left: "do it", Note: "now"})
	page.Grid(Grid{{"name", "hits", "none", "misses"}, {"Kira", "3", "0", "10"}, {"Dov", "12", "", "0"}})
	page.Grid(Grid{{"empty", "none"}, {"Kira", "0"}})
	want := strings.Join([]string{
		"Grell waits",
		"for the tide.",
		"",
		"a text that is too    −12",
		"long for its row",
		"────────────────────────",
		"half           ██   50 %",
		"Enter         do it  now",
		"",
		"name         hits misses",
		" Kira           3     10",
		" Dov           12      0",
	}, "\n")
	var pager Pager
	got := picture(t, 25, page.Height(24), func(c Canvas) { pager.Draw(c, page) })
	if strings.ReplaceAll(got, "  ", " ") != strings.ReplaceAll(want, "  ", " ") {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if pager.Overflows() {
		t.Error("it does not fit")
	}
}

// TestPagerScrolls has a page longer than its room.
func TestPagerScrolls(t *testing.T) {
	page := &Page{}
	for i := range 10 {
		page.Text(RoleText, fmt.Sprint(i))
	}
	var pager Pager
	show := func() string {
		return strings.ReplaceAll(picture(t, 3, 4, func(c Canvas) { pager.Draw(c, page) }), "\n", "")
	}
	for _, row := range []struct {
		name, want string
		scroll     func()
	}{
		{"the beginning", "0123 ▼", func() {}},
		{"a row down", "1 ▲234 ▼", func() { pager.Scroll(1) }},
		{"a screenful, but for a row", "4 ▲567 ▼", func() { pager.ScrollPages(1) }},
		{"half a screenful", "6 ▲789", func() { pager.ScrollHalfPages(1) }},
		{"not beyond the end", "6 ▲789", func() { pager.ScrollPages(5) }},
		{"not beyond the beginning", "0123 ▼", func() { pager.Scroll(-99) }},
		{"home", "0123 ▼", func() { pager.Scroll(3); pager.ScrollToTop() }},
	} {
		row.scroll()
		if got := show(); got != row.want {
			t.Errorf("%s: got %q, want %q", row.name, got, row.want)
		}
	}
	if !pager.Overflows() || pager.Room() != 4 {
		t.Errorf("overflows %v, room %d", pager.Overflows(), pager.Room())
	}
}

// TestColumns has a page of three parts in columns; a click finds the line at a cell.
func TestColumns(t *testing.T) {
	page := &Page{}
	for i, name := range []string{"Party", "Gang", "Log"} {
		page.Add(PageLine{Left: name, Column: true})
		page.Add(PageLine{Left: fmt.Sprint("line ", i), Ref: name})
	}
	var pager Pager
	draw := func(columns, cells, rows int) string {
		return picture(t, cells, rows, func(c Canvas) { pager.DrawColumns(c, page, columns) })
	}
	if got, want := draw(3, 31, 2), "Party      Gang       Log\nline 0     line 1     line 2"; got != want {
		t.Errorf("three columns: got\n%s\nwant\n%s", got, want)
	}
	if got := pager.RefAt(12, 1); got != "Gang" {
		t.Errorf("at the second column: %q", got)
	}
	if got := pager.RefAt(12, 0); got != "" {
		t.Errorf("at a line without a reference: %q", got)
	}
	if got, want := draw(2, 31, 4), "Party           Gang\nline 0          line 1\n                Log\n                line 2"; got != want {
		t.Errorf("two columns: got\n%s\nwant\n%s", got, want)
	}
	for i := range page.Lines {
		page.Lines[i].Column = false
	}
	if got, want := draw(2, 31, 3), "Party           line 1\nline 0          Log\nGang            line 2"; got != want {
		t.Errorf("without parts: got\n%s\nwant\n%s", got, want)
	}
}
