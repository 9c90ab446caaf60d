package source

import (
	"strings"
	"testing"
)

// What is written reads as what it was written from, at any width.
func TestWriteReadsTheSame(t *testing.T) {
	const text = `
skills:
  sword: {label: "Sword, long", basis: (PST + DEX) / 2, tags: [physical, "a: b"], related: {knife: similar}}
rows:
  25+: [{lose: PFT, by: "x > 0 ? \"a\" : 2"}, {tell: 'it''s'}]
  empty:
names: [Alis, Barto, Cosma, Drusk, Edda, Fenn, Gisel, Hobb, Imre, Jory]
`
	report := &Report{}
	n := Parse("a.yaml", []byte(text), report)
	for _, width := range []int{10, 40, 200} {
		again := strings.Join(FormatLines(n, "", width), "\n")
		m := Parse("b.yaml", []byte(again), report)
		if err := report.Err(); err != nil {
			t.Fatalf("width %d: %v\n%s", width, err, again)
		}
		if FormatFlow(m) != FormatFlow(n) {
			t.Errorf("width %d: got %s, want %s", width, FormatFlow(m), FormatFlow(n))
		}
	}
}
