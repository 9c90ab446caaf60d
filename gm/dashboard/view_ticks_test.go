package dashboard

import (
	"strings"
	"testing"

	"hybrid/gm/gmtest"
)

// TestTicked ticks people by keys, and reads the line that each key then makes: it is about all of them.
func TestTicked(t *testing.T) {
	gmtest.SkipIfShort(t)
	rest := []string{"gather"}
	for _, row := range []struct {
		name  string
		begin []string
		keys  string
		max   int
		want  string // the newest line
	}{
		{"check", rest, "Space Space c c l i m b Enter Enter", 10, "roll climbing by kira and dov"},
		{"check of a side", rest, ". c c l i m b Enter Enter", 9, "roll climbing by party"},
		{"perceive", rest, "Space Space p Enter", 4, "roll perceive by kira and dov"},
		{"damage", rest, "Space Space d 7 Enter", 5, "hurt kira and dov fall 7"},
		{"condition", rest, "Space Space e p r o n e Enter", 9, "put kira and dov prone"},
		{"pool", rest, "Space Space s P F T Space - 2 Enter", 10, "set kira and dov PFT -2"},
		{"hours", rest, "Space Space r Enter", 4, "by kira and dov"},
		{"typed check", rest, "Space Space : c h e c k Space s w o r d Enter", 15, "roll sword by kira and dov"},
		{"typed condition", rest, "Space Space : p u t Space p r o n e Enter", 13, "put kira and dov prone"},
		{"typed for the selected one", rest, ": p u t Space p r o n e Enter", 11, "put kira prone"},
		{"typed check of the selected one", rest, ": c h e c k Space s w o r d Enter", 13, "kira: check sword"},
		{"typed to others than the selected one", rest, ": w h i s p e r Space d o v Space a n d Space i l s e : Space h i Enter", 26, "whisper dov and ilse: hi"},
		{"typed to one who is elsewhere", rest, ": w h i s p e r Space d o v Space a n d Space g r e l l : Space h i Enter", 27, "gather"}, // refused
		{"untick", rest, "Space k Space : p u t Space p r o n e Enter", 14, "put dov prone"},
		{"Esc unticks", rest, "Space Space Esc : p u t Space p r o n e Enter", 15, "put ilse prone"},
		{"in a fight", []string{"begin warehouse", "turn kira 3", "next"}, "j Space Space d 7 Enter", 6, "hurt dov and ilse fall 7"},
		{"contest", rest, "c c l i m b = Enter Enter", 9, "contest kira climbing against dov climbing"},
		{"ask", rest, "@ c l i m b Enter Enter", 9, "roll climbing by kira"}, // nobody has a phone
		{"ask several", rest, ". @ c l i m b Enter Enter", 9, "roll climbing by kira and dov and ilse and sefa and bram and yann"},
		{"secretly", rest, "c c l i m b Enter s e c r Space Enter", 13, "check climbing, secretly"},
		{"several secretly", rest, "Space Space c c l i m b Enter s e c r Space Enter", 15, "roll climbing by kira and dov, secretly"},
		{"takes", rest, "c c l i m b Enter 9 1 0 Enter Enter", 12, "climbing, takes 10 min"},
	} {
		t.Run(row.name, func(t *testing.T) {
			session := sampleSession(t)
			play(t, session, row.begin...)
			s := newStage(t, session, 80, 24)
			keys := strings.Fields(row.keys)
			if len(keys) > row.max {
				t.Errorf("%d keys; at most %d", len(keys), row.max)
			}
			s.keys(keys...)
			if entry := lastEntry(t, session); !strings.Contains(entry.Line, row.want) || len(s.d.overlays) > 0 {
				t.Errorf("%s made %q, want %q\n%s", row.keys, entry.Line, row.want, s.frame())
			}
		})
	}
}
