package analysis

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"hybrid/gm"
	"hybrid/gm/campaign"
	"hybrid/gm/gmtest"
)

// TestSuppose: what if changes nothing, and tells what is before the dice and with the same dice.
func TestSuppose(t *testing.T) {
	c, err := campaign.Open(gmtest.Folder(t, flips), nil)
	if err != nil {
		t.Fatal(err)
	}
	p := played(t, c, 4, 0)
	f := p.fight(t, "duel", 12)
	before, _ := json.Marshal(p.State())
	at := 0
	for i, e := range f.Entries {
		if e.Who != "" && e.Line != "next" && i > 2 {
			at = i
			break
		}
	}
	e := f.Entries[at]
	x, err := Suppose(context.Background(), p.Session, e.Seq, e.Line, Options{Fights: 400})
	if err != nil {
		t.Fatal(err)
	}
	life, _ := c.Rules.Pools.Get("LIFE")
	want := solved(e.Before.Find("ann").PoolValue(life), e.Before.Find("bob").PoolValue(life))
	if math.Abs(x.ActualChance.Share-want) > 2*x.ActualChance.HalfWidth || x.Gain.Share != 0 || x.NewEnd == nil || *x.NewEnd != x.ActualEnd || x.ChangedCount+x.GoneCount+x.Dice != 0 || x.SameCount == 0 {
		t.Errorf("the same line: %+v, want %g", x, want)
	}
	x, err = Suppose(context.Background(), p.Session, e.Seq, e.Who+": wait", Options{Fights: 400})
	if err != nil || x.Assumption == "" || math.Abs(x.NewChance.Share-want) > 2*x.NewChance.HalfWidth+x.Gain.HalfWidth {
		t.Errorf("%+v, %v", x, err)
	}
	if after, _ := json.Marshal(p.State()); string(after) != string(before) {
		t.Error("the session went on")
	}
	for i, e := range slices.Backward(f.Entries) {
		if i == 0 || len(e.Dice) == 0 || len(e.Outcomes) == 0 {
			continue
		}
		plan, err := p.Amend(e.Seq, gm.Correction{Faces: map[int]int{0: 7 - e.Dice[0].Result}})
		if err != nil {
			t.Fatal(err)
		}
		x, err := ComparePlan(context.Background(), p.Session, &plan, Options{Fights: 400})
		if err != nil || x == nil {
			t.Fatalf("%+v, %v", x, err)
		}
		now := p.State()
		was, by := solved(now.Find("ann").PoolValue(life), now.Find("bob").PoolValue(life)), solved(plan.State.Find("ann").PoolValue(life), plan.State.Find("bob").PoolValue(life))
		if was == by || math.Abs(x.Was.Share-was) > 2*x.Was.HalfWidth || math.Abs(x.Now.Share-by) > 2*x.Now.HalfWidth || math.Abs(x.Gain.Share-(x.Now.Share-x.Was.Share)) > 1e-9 || x.Over {
			t.Errorf("%s; want %g and %g", x.Text(), was, by)
		}
		break
	}
	for line, seq := range map[string]int64{"next": 1, "undo": e.Seq, "nonsense and more": e.Seq} {
		if x, err := Suppose(context.Background(), p.Session, seq, line, Options{Fights: 10}); err == nil {
			t.Errorf("%s: %+v", line, x)
		}
	}
}

// TestCalibrate compares what is said of fights with who won them.
func TestCalibrate(t *testing.T) {
	gmtest.SkipIfShort(t)
	c, err := campaign.Open(gmtest.Folder(t, flips), nil)
	if err != nil {
		t.Fatal(err)
	}
	p := played(t, c, 6, 0)
	for range 25 {
		p.fight(t, "duel fresh", 200)
		gmtest.Do(t, p.Session, "finish")
	}
	x, err := Calibrate(context.Background(), p.Session, Options{Fights: 60})
	if err != nil {
		t.Fatal(err)
	}
	won, expected := 0, x.ExpectedWins()
	for _, row := range x.Rows {
		won += row.Won
	}
	text := fmt.Sprintf("25 fights whose end is known; won %d, expected %.1f ±%.1f, if both sides go on by their tactics.", won, expected.Share, expected.HalfWidth)
	if len(x.Fights) != 25 || x.Curve == nil || math.Abs(float64(won)-expected.Share) > 1.5*expected.HalfWidth || expected.HalfWidth < 2 || expected.HalfWidth > 6 || x.Curve[1] < 0 || !strings.HasPrefix(x.Text(), text) {
		t.Errorf("%+v, won %d, expected %+v: %s", x, won, expected, x.Text())
	}
}

// TestLiveKeepsWhatStands: the line of a fight that goes on is the one that is worked out at once; what stands is never simulated again,
// neither when an entry comes nor when one is amended.
func TestLiveKeepsWhatStands(t *testing.T) {
	c, err := campaign.Open(gmtest.Folder(t, flips), nil)
	if err != nil {
		t.Fatal(err)
	}
	p := played(t, c, 3, 0)
	seen, live, o := gm.NewCursor(p.Session), Live{}, Options{Fights: 20}
	fight := &Fight{Name: "duel", Label: "A duel"}
	follow := func() *Line {
		t.Helper()
		for len(fight.Entries) > 0 && !seen.IsInForce(fight.Entries[len(fight.Entries)-1].Seq) {
			fight.Entries = fight.Entries[:len(fight.Entries)-1]
		}
		from := int64(0)
		if n := len(fight.Entries); n > 0 {
			from = fight.Entries[n-1].Seq
		}
		for e, err := range seen.EntriesAfter(from, 1000) {
			if err != nil {
				t.Fatal(err)
			}
			fight.Entries = append(fight.Entries[:len(fight.Entries):len(fight.Entries)], e)
		}
		var last *Line
		if err := live.Follow(context.Background(), p.Game(), &Fight{Name: fight.Name, Label: fight.Label, Entries: fight.Entries}, o, func(l *Line) { last = l }); err != nil {
			t.Fatal(err)
		}
		at, err := LastFight(p.Session, "")
		if err != nil {
			t.Fatal(err)
		}
		got, want := *last, *analysed(t, p.Session, at, o)
		got.All, want.All = 0, 0
		if one, other := jsonOf(got), jsonOf(want); one != other || got.Remaining != 0 {
			t.Errorf("followed\n%s\nat once\n%s", one, other)
		}
		return last
	}
	gmtest.Do(t, p.Session, "begin duel")
	before := follow().All
	for range 12 {
		if _, err := p.do(p.line()); err != nil {
			t.Fatal(err)
		}
		now := follow().All
		if now-before > 3*o.Fights {
			t.Errorf("%d fights for one more entry", now-before)
		}
		before = now
	}
	at := len(fight.Entries) - 2
	for len(fight.Entries[at].Dice) == 0 {
		at--
	}
	amended := fight.Entries[at]
	faces := map[int]int{0: 7 - amended.Dice[0].Result}
	plan, err := p.Amend(amended.Seq, gm.Correction{Faces: faces})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := p.Accept(plan); err != nil {
		t.Fatal(err)
	}
	if now := follow().All; now == before || now-before > 3*o.Fights*(len(fight.Entries)-at) {
		t.Errorf("%d fights for %d entries", now-before, len(fight.Entries)-at)
	}
}

// jsonOf returns a value as JSON.
func jsonOf(x any) string {
	data, _ := json.Marshal(x)
	return string(data)
}
