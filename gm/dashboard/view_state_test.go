package dashboard

import (
	"fmt"
	"strings"
	"testing"

	"hybrid/gm/dashboard/draw"
)

// TestStateFits puts a state into every width: it never takes more, says all where all has room, counts what it leaves out, and
// says no less in a wider column.
func TestStateFits(t *testing.T) {
	parts := []statePart{
		{kind: stateHinders, text: "badly stunned", short: "stunned", next: " (12.4)"},
		{kind: stateActs, text: "~ when she comes near → parry", remark: "when she comes near → parry"},
		{kind: stateHinders, text: "bleeding"},
		{kind: stateActs, text: "prone"},
	}
	whole := "Kira! badly stunned (12.4) · ~ when she comes near → parry ! bleeding · prone"
	last := 0
	for cells := draw.Width("Kira! stunned ! +3"); cells <= draw.Width(whole)+2; cells++ {
		spans := stateSpans(parts, cells, "Kira")
		var b strings.Builder
		for _, span := range spans {
			b.WriteString(span.Text)
		}
		text, width := b.String(), draw.SpanWidth(spans)
		if width > cells {
			t.Errorf("%d cells hold %d: %s", cells, width, text)
		}
		if cells >= draw.Width(whole) && text != whole {
			t.Errorf("%d cells have room for all, and say %s", cells, text)
		}
		said := 0
		for _, word := range []string{"stunned", "~ ", "bleeding", "prone"} {
			if strings.Contains(text, word) {
				said++
			}
		}
		if said < len(parts) && !strings.HasSuffix(text, fmt.Sprintf(" +%d", len(parts)-said)) {
			t.Errorf("%d cells leave %d out, and say %s", cells, len(parts)-said, text)
		}
		if said < last {
			t.Errorf("%d cells say less than one cell fewer: %s", cells, text)
		}
		last = said
	}
}
