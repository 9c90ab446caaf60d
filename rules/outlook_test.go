package rules

import (
	"testing"
)

func TestOutlookLook(t *testing.T) {
	rs := hybridPack(t)
	s := &State{Actors: []*Actor{rs.NewActor("kira", sheetOf(t, rs, "kira")), rs.NewActor("grell", sheetOf(t, rs, "grell"))}}
	fatigue, _ := rs.Pools.Get("PFT")
	s.Actors[1].Levels[fatigue.index].Now = 0
	o, err := rs.Outlook(s, "kira", Doing{Action: "attack", Whom: "grell"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%+v", o.Degrees)
	for _, s := range o.Steps {
		t.Logf("%+v", s)
	}
	for _, s := range o.Rows {
		t.Logf("%+v", s)
	}
	for _, s := range o.Ends {
		t.Logf("%+v", s)
	}
}

func BenchmarkOutlook(b *testing.B) {
	rs := hybridPack(b)
	s := &State{Actors: []*Actor{rs.NewActor("kira", sheetOf(b, rs, "kira")), rs.NewActor("grell", sheetOf(b, rs, "grell"))}}
	fatigue, _ := rs.Pools.Get("PFT")
	s.Actors[1].Levels[fatigue.index].Now = 0
	b.ReportAllocs()
	for b.Loop() {
		if _, err := rs.Outlook(s, "kira", Doing{Action: "attack", Whom: "grell"}, nil); err != nil {
			b.Fatal(err)
		}
	}
}
