package dashboard

import (
	"strings"
	"testing"
)

func TestAllOdds(t *testing.T) {
	s := newStage(t, realSession(t), 120, 50)
	for _, line := range []string{"begin warehouse", "turn kira 1", "next", "set grell PFT 0"} {
		s.d.do(line)
	}
	s.d.selected = "kira"
	s.d.prompt.open("odds kira: attack grell")
	s.d.enterLine()
	s.draw()
	frame := s.frame()
	for _, want := range []string{"Grell cannot act afterwards", "hurts Grell, on average by", "where", "abdomen", "what it is worth", "Rank", "if it is answered", "parry", "not at all", "by degree"} {
		if !strings.Contains(frame, want) {
			t.Errorf("no %q in\n%s", want, frame)
		}
	}
	t.Log("\n" + frame)
}
