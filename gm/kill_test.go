package gm

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"os"
	"os/exec"
	"testing"
	"time"

	"hybrid/gm/campaign"
	"hybrid/gm/gmtest"
	"hybrid/rules"
)

// The test binary runs itself as the program that gets killed; these tell it where and with which seed.
const (
	killDir  = "HYBRID_KILL_DIR"
	killSeed = "HYBRID_KILL_SEED"
	killGame = "HYBRID_KILL_GAME"
)

// TestKilled is the program that gets killed: it plays at random and says what it was told is done.
func TestKilled(t *testing.T) {
	dir := os.Getenv(killDir)
	if dir == "" {
		t.Skip("only run by TestKill")
	}
	var seed uint64
	fmt.Sscan(os.Getenv(killSeed), &seed)
	c := gmtest.Campaign(t, os.Getenv(killGame), nil)
	s, _, err := Open(c, Options{Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	w := &walk{Random: gmtest.NewRandom(seed, s.Game), t: t, c: c, s: s}
	for {
		entry, err := w.do(w.Line())
		var refusal *rules.Refusal
		if errors.As(err, &refusal) {
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		fmt.Println("done", entry.Seq, s.seq, print(s.State()), len(s.inForce))
	}
}

// print is a short mark of everything in a state that changes in play.
func print(s *rules.State) uint64 {
	h := fnv.New64a()
	fmt.Fprint(h, s.Encounter, s.Running, s.Count, s.Situations)
	if s.Round != nil {
		fmt.Fprint(h, *s.Round)
	}
	fmt.Fprint(h, s.Won)
	for _, list := range [][]*rules.Actor{s.Actors, s.Away, s.Sides, s.SidesAway} {
		for _, a := range list {
			doing, _ := json.Marshal(a.Doing)
			fmt.Fprint(h, a.Key, a.Name, a.Side, a.Levels, a.Turn, a.Open, a.Waiting, string(doing), a.Placed, a.Place, a.Slow)
			for _, held := range a.Conditions {
				fmt.Fprint(h, held.ID, held.Condition.Name, held.Number, held.Next)
			}
		}
	}
	return h.Sum64()
}

// TestKill kills the program in the middle of play, again and again on the same session, and looks each time whether
// everything it had been told was done is there, and can be undone to the start.
func TestKill(t *testing.T) { // by itself, for a new process holds what is open, locks included, until it runs its program
	rounds := 5
	if *long {
		rounds = 400
	}
	killing(t, campaign.Sample, rounds)
	for _, game := range roundGames {
		killing(t, game, rounds/4)
	}
}

func killing(t *testing.T, game string, rounds int) {
	dir, c := t.TempDir(), gmtest.Campaign(t, game, nil)
	rng := rand.New(rand.NewPCG(5, 5))
	for round := range rounds {
		last := killed(t, dir, game, round, time.Duration(20+rng.IntN(180))*time.Millisecond)
		s, notice, err := Open(c, Options{Dir: dir})
		if err != nil || notice != "" {
			t.Fatalf("round %d: %v %s", round, err, notice)
		}
		switch {
		case s.seq < last.written:
			t.Errorf("round %d: %d records, but %d were said to be written", round, s.seq, last.written)
		case s.seq == last.written && (print(s.State()) != last.mark || len(s.inForce) != last.standing):
			t.Errorf("round %d: the state is not the one that was said to be done", round)
		case s.seq > last.written+1:
			t.Errorf("round %d: %d records, but only %d were said to be written", round, s.seq, last.written)
		}
		if len(s.inForce) > 0 && (round%4 == 3 || round == rounds-1) {
			now, n := print(s.State()), len(s.inForce)
			do(t, s, fmt.Sprintf("undo %d", n))
			if len(s.State().Actors) > 0 || s.State().Running {
				t.Errorf("round %d: undone to the start, and somebody is still there", round)
			}
			do(t, s, fmt.Sprintf("redo %d", n))
			if print(s.State()) != now {
				t.Errorf("round %d: undone and done again, and something differs", round)
			}
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

// lastWord is the last thing that a killed program said: how many records there were, and what they came to.
type lastWord struct {
	written  int64
	mark     uint64
	standing int
}

func killed(t *testing.T, dir, game string, seed int, after time.Duration) (last lastWord) {
	t.Helper()
	child := exec.Command(os.Args[0], "-test.run=^TestKilled$")
	child.Env = append(os.Environ(), killDir+"="+dir, killGame+"="+game, fmt.Sprintf("%s=%d", killSeed, seed))
	out, err := child.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(out)
	var killing *time.Timer
	for lines.Scan() {
		var seq int64
		var now lastWord
		if n, _ := fmt.Sscanf(lines.Text(), "done %d %d %d %d", &seq, &now.written, &now.mark, &now.standing); n != 4 {
			continue
		}
		last = now
		if killing == nil {
			killing = time.AfterFunc(after, func() { child.Process.Kill() })
		}
	}
	child.Wait()
	if killing == nil {
		t.Fatal("the program said nothing before it ended")
	}
	return last
}
