package gm

import (
	"crypto/sha256"
	"encoding/hex"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"hybrid/gm/campaign"
	"hybrid/gm/command"
	"hybrid/rules"
)

// fairly is a session in a folder whose dice come from its seed, at a time.
func fairly(t testing.TB, c *campaign.Campaign, dir string, at string) *Session {
	t.Helper()
	now, err := time.ParseInLocation("2006-01-02 15:04", at, time.FixedZone("table", 2*3600))
	if err != nil {
		t.Fatal(err)
	}
	s, notice, err := Open(c, Options{Dir: dir, Clock: func() time.Time {
		now = now.Add(time.Second)
		return now
	}})
	if err != nil {
		t.Fatal(err)
	}
	if notice != "" {
		t.Fatal(notice)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

// TestFace holds the dice to what the documentation says of them: how a seed becomes dice may never change.
func TestFace(t *testing.T) {
	seed := sha256.Sum256([]byte("a seed"))
	var got []int
	for place := 1; place <= 8; place++ {
		got = append(got, Face(seed, 7, place, 100))
	}
	for _, faces := range []int{1, 2, 6, 20, 1000} {
		got = append(got, Face(seed, 8, 1, faces))
	}
	want := []int{56, 66, 51, 47, 15, 37, 2, 61, 1, 1, 1, 13, 893}
	if !slices.Equal(got, want) {
		t.Errorf("the dice of a seed are %v, want %v", got, want)
	}
	text := append(seed[:], 0, 0, 0, 0, 0, 0, 0, 7, 0, 0, 0, 0, 0, 0, 0, 3)
	if by := int(rand.NewChaCha8(sha256.Sum256(text)).Uint64()%100) + 1; by != want[2] {
		t.Errorf("worked out by hand die 3 shows %d, want %d", by, want[2])
	}
}

// TestFaceFair holds that every face is as likely as any other: 0.1 % significance, the seed fixed.
func TestFaceFair(t *testing.T) {
	seed := sha256.Sum256([]byte("another seed"))
	const each = 500
	var counts [100]float64
	for entry := range int64(each * 25) {
		for place := 1; place <= 4; place++ {
			counts[Face(seed, entry, place, 100)-1]++
		}
	}
	sum := 0.0
	for _, n := range counts {
		sum += (n - each) * (n - each) / each
	}
	if limit := 99 + 3.29*math.Sqrt(2*99); sum > limit {
		t.Errorf("chi-squared of 50,000 d100 is %.1f, want below %.1f", sum, limit)
	}
}

// TestFairDice plays over a restart, reveals, plays on, and checks every die.
func TestFairDice(t *testing.T) {
	t.Parallel()
	c, dir := sample(t), t.TempDir()
	s := fairly(t, c, dir, "2024-05-01 20:00")
	hash := s.DiceHash()
	do(t, s, "begin warehouse", "initiative", "next")
	s.Close()
	s = fairly(t, c, dir, "2024-05-01 21:00")
	if s.DiceHash() != hash || len(hash) != 64 {
		t.Errorf("the hash is %q after a restart, want %q", s.DiceHash(), hash)
	}
	do(t, s, "undo", "initiative kira", "roll sneaking by party", "finish")
	if _, _, err := s.CheckDice(); err != nil {
		t.Error(err)
	}
	if p := s.Commitments(); len(p) != 1 || p[0].Seed != "" || p[0].Hash != hash {
		t.Errorf("before it is revealed, the seed looks like this: %+v", p)
	}
	shown, err := s.RevealSeeds(1)
	if err != nil || len(shown) != 1 {
		t.Fatalf("revealed: %+v, %v", shown, err)
	}
	bytes, _ := hex.DecodeString(shown[0].Seed)
	if sum := sha256.Sum256(bytes); hex.EncodeToString(sum[:]) != hash {
		t.Errorf("the revealed seed %s has another hash than %s", shown[0].Seed, hash)
	}
	if now := s.DiceHash(); now == hash || now == "" {
		t.Errorf("after it is revealed the dice still come from it: %s", now)
	}
	do(t, s, "roll sneaking by party")
	s.Close()
	s = fairly(t, c, dir, "2024-05-01 22:00")
	if _, _, err := s.CheckDice(); err != nil {
		t.Error(err)
	}
	if p := s.Commitments(); len(p) != 2 || p[0].Seed != shown[0].Seed || p[1].Seed != "" || p[0].To != p[1].From-1 {
		t.Errorf("after a restart the promises are %+v", p)
	}
	by, _ := s.Entry(2)
	if got := Face([32]byte(bytes), 2, 1, 100); by.Dice[0].Die != "d100" || got != by.Dice[0].Result {
		t.Errorf("by the revealed seed the first die shows %d, it is %+v", got, by.Dice[0])
	}
}

// TestCheckDice holds that a die which was changed is found, and which one.
func TestCheckDice(t *testing.T) {
	s := fairly(t, sample(t), t.TempDir(), "2024-05-01 20:00")
	do(t, s, "begin warehouse", "initiative", "roll sneaking by party dice 20", "roll sneaking by kira")
	if _, _, err := s.CheckDice(); err != nil {
		t.Fatal(err)
	}
	for i, k := range s.entries {
		for j := range k.content.Dice {
			die := &k.content.Dice[j]
			was := die.Result
			die.Result = was%4 + 1
			_, _, err := s.CheckDice()
			if found := err != nil && strings.Contains(err.Error(), k.content.Title); found == (die.Typed || die.Result == was) {
				t.Errorf("die %d of entry %d (%+v) was %d: %v", j+1, i+1, *die, was, err)
			}
			die.Result = was
		}
	}
	was := s.seeds.list[0].Seed
	s.seeds.list[0].Seed = strings.Repeat("0", 64)
	if _, _, err := s.CheckDice(); err == nil || !strings.Contains(err.Error(), "hash") {
		t.Errorf("another seed than promised: %v", err)
	}
	s.seeds.list[0].Seed = was[1:]
	if _, _, err := s.CheckDice(); err == nil || strings.Contains(err.Error(), was[1:]) {
		t.Errorf("half a seed: %v", err)
	}
}

// TestMendedDice holds that the dice of a mended past are found at the entries for which they fell, and new ones too.
func TestMendedDice(t *testing.T) {
	c, dir := sample(t), t.TempDir()
	s := fairly(t, c, dir, "2024-05-01 20:00")
	do(t, s, "begin warehouse", "turn kira 1", "next", "attack grell", "next, answer none", "roll sneaking by party")
	if _, _, err := s.CheckDice(); err != nil {
		t.Fatal(err)
	}
	do(t, s, "mend 4 attack scar, df 20, answer none", "accept", "roll sneaking by kira")
	if _, _, err := s.CheckDice(); err != nil {
		t.Error(err)
	}
	s.Close()
	s = fairly(t, c, dir, "2024-05-01 22:00")
	if _, _, err := s.CheckDice(); err != nil {
		t.Error(err)
	}
	if n, err := s.Verify(); err != nil || n < 8 {
		t.Errorf("%d entries are the same: %v", n, err)
	}
}

// TestAbandoned holds that a command which stopped at a question shows the same dice whenever it is decided, and that
// leaving it takes no die away.
func TestAbandoned(t *testing.T) {
	c := sample(t)
	s := fairly(t, c, t.TempDir(), "2024-05-01 20:00")
	do(t, s, "begin warehouse")
	d := s.diceFor(&command.Command{}, &command.Line{})
	first, _, _ := d.Roll(100, "test")
	second, _, _ := d.Roll(6, "test")
	for _, typed := range [][]int{{50}, nil} {
		again := s.diceFor(&command.Command{Line: "anything", Faces: typed}, &command.Line{})
		for range 2 { // decided twice
			again.Rewind()
			one, isTyped, _ := again.Roll(100, "test")
			two, _, _ := again.Roll(6, "test")
			if typed == nil && one != first || typed != nil && (one != 50 || !isTyped) || two != second {
				t.Errorf("typed %v: decided again it shows %d and %d, want %d and %d", typed, one, two, first, second)
			}
		}
	}
}

// TestSeedsComeLater holds that a session from before there were seeds stays as it is, that dice from elsewhere in a
// session with a seed are found, and that what a hand of typed dice lacks comes from the seed.
func TestSeedsComeLater(t *testing.T) {
	t.Parallel()
	c, dir := sample(t), t.TempDir()
	s := opened(t, c, dir, 1)
	do(t, s, "begin warehouse", "initiative")
	if _, _, err := s.CheckDice(); err != nil || s.DiceHash() != "" {
		t.Errorf("without a seed: %v, hash %q", err, s.DiceHash())
	}
	s.Close()
	s = fairly(t, c, dir, "2024-05-01 22:30")
	do(t, s, "roll sneaking by party")
	if _, _, err := s.CheckDice(); err != nil || s.Commitments()[0].From != 3 {
		t.Errorf("a seed from the third entry on: %v, %+v", err, s.Commitments())
	}
	s.Close()
	s, _, err := Open(c, Options{Dir: dir, Dice: &rules.TypedDice{Faces: []int{33}}, Clock: s.clock})
	if err != nil {
		t.Fatal(err)
	}
	last := do(t, s, "roll sneaking by party")
	if _, _, err := s.CheckDice(); err != nil || !last.Dice[0].Typed || last.Dice[0].Result != 33 || last.Dice[1].Typed {
		t.Errorf("a hand of one typed die: %v, %+v", err, last.Dice)
	}
	s.Close()
	s = opened(t, c, dir, 2)
	do(t, s, "roll sneaking by party", "roll sneaking by party")
	if _, _, err := s.CheckDice(); err == nil {
		t.Error("dice from elsewhere were not found")
	}
}
