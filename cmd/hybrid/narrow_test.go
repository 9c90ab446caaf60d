package main

import (
	"bytes"
	"strings"
	"testing"

	"github.com/rivo/uniseg"

	"hybrid/rules"
)

// A table that is too wide has shorter bars, then columns nearer to each other, then no bars.
func TestNarrowTables(t *testing.T) {
	rows := func(text string) [][]cell {
		return [][]cell{{{text: "of"}, {text: "share"}}, {{text: text}, {text: strings.Repeat("█", 40)}}, {{text: "half"}, {text: strings.Repeat("█", 20)}}}
	}
	for _, test := range []struct{ name, text, want string }{
		{"room", "a", "  half  " + strings.Repeat("█", 20)},
		{"shorter bars", strings.Repeat("a", 50), "  half" + strings.Repeat(" ", 46) + "  " + strings.Repeat("█", 13)},
		{"no bars", strings.Repeat("a", 74), "  half"},
	} {
		t.Run(test.name, func(t *testing.T) {
			var out bytes.Buffer
			newTextWriter(&out).writeTable(rows(test.text))
			lines := strings.Split(strings.TrimRight(out.String(), "\n"), "\n")
			for _, line := range lines {
				if n := uniseg.StringWidth(line); n > usualWidth {
					t.Errorf("%d cells: %s", n, line)
				}
			}
			if got := strings.TrimRight(lines[2], " "); got != test.want {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}

// Every topic of the help fits a terminal of 80 columns, but for what its examples show of files.
func TestHelpFits(t *testing.T) {
	var out bytes.Buffer
	p := &program{stdout: &out, stderr: &out}
	p.loadCampaign(nil)
	for _, topic := range append(helpTopics(), "1") {
		out.Reset()
		if err := writeHelp(p, p.commandTree(), topic); err != nil {
			t.Errorf("%s: %v", topic, err)
		}
		for line := range strings.Lines(out.String()) {
			if n := uniseg.StringWidth(strings.TrimRight(line, "\n")); n > usualWidth {
				t.Errorf("%s: %d cells: %s", topic, n, line)
			}
		}
	}
}

// Nothing is wider than the room there is: in a chance the places of rules are said in short, then left out; help and its lists
// fill lines, each column its own.
func TestFits(t *testing.T) {
	var out bytes.Buffer
	chance := func(label string) string {
		out.Reset()
		w := newTextWriter(&out)
		w.writeLikelihood([]rules.Term{{Label: label, Value: 45, Source: "tables/hybrid/checks.yaml:8:3", Guide: "G Table 7.2"}, {Label: "Rank", Value: 4, Source: "tables/hybrid/checks.yaml:11:3"}}, rules.Likelihood{Number: 49, Least: 49, Most: 49, Percent: true, Word: "chance", Notice: ""}, "")
		return out.String()
	}
	for _, test := range []struct{ name, text, want string }{
		{"room", chance("Combat"), "tables/hybrid/checks.yaml:8"},
		{"short places", chance(strings.Repeat("a", 38)), "…/checks.yaml:8"},
		{"no places", chance(strings.Repeat("a", 52)), "+45 G Table 7.2"},
		{"a list", wrapLastColumn("Flags:\n  --answer NAME   "+strings.Repeat("word ", 20)+"\n  --df   short", 80), "\n                  word word"},
		{"a text", reflowText(strings.Repeat("word ", 30)+"\nand more\n\n  kept", 80), "word word and more\n\n  kept"},
	} {
		t.Run(test.name, func(t *testing.T) {
			if !strings.Contains(test.text, test.want) {
				t.Errorf("got\n%s\nwant %q in it", test.text, test.want)
			}
			for line := range strings.SplitSeq(test.text, "\n") {
				if n := uniseg.StringWidth(line); n > usualWidth {
					t.Errorf("%d cells: %s", n, line)
				}
			}
		})
	}
}
