package gm

import (
	"bytes"
	"errors"
	"os"
	"reflect"
	"testing"

	"hybrid/gm/gmtest"
	"hybrid/gm/journal"
)

// TestPastIsAsPlayed plays at random, with undo and a changed past, and holds all that is told of a session that is opened only for
// what was played to what the session itself tells.
func TestPastIsAsPlayed(t *testing.T) {
	gmtest.SkipIfShort(t)
	t.Parallel()
	c, dir := sample(t), t.TempDir()
	s := opened(t, c, dir, 5)
	random := gmtest.NewRandom(5, s.Game)
	for range 150 {
		_, _ = gmtest.DoAtRandom(t, random, s, random.Line())
	}
	do(t, s, "note one", "note two", "undo", "back to 3", "note three")
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	s = opened(t, c, dir, 5)
	past, _, err := Open(c, Options{Dir: dir, PastOnly: true, Clock: ticking()})
	if err != nil {
		t.Fatal(err)
	}
	defer past.Close()
	var want []HistoryEntry
	for e, err := range s.History() {
		if err != nil {
			t.Fatal(err)
		}
		want = append(want, *e)
	}
	undone, n := 0, 0
	for e, err := range past.History() {
		if err != nil {
			t.Fatal(err)
		}
		if n == len(want) || !reflect.DeepEqual(*e, want[n]) {
			t.Fatalf("place %d has\n%+v\nwant\n%+v", n, *e, want[min(n, len(want)-1)])
		}
		if n++; e.Undone {
			undone++
		}
	}
	if n != len(want) || undone == 0 || undone == n {
		t.Errorf("%d entries of %d, %d of them undone", n, len(want), undone)
	}
	if got, want := past.Evenings(), s.Evenings(); !reflect.DeepEqual(got, want) || len(want[0].Encounters) == 0 {
		t.Errorf("got %+v, want %+v", got, want)
	}
	for i, l := range s.Log() {
		if got := past.Log()[i]; got.Text() != l.Text() || got.IsUndone() != l.IsUndone() {
			t.Errorf("got %s, want %s", got.Text(), l.Text())
		}
	}
	again, err := past.Verify()
	if now, wrong := s.Verify(); err != nil || wrong != nil || again != now || now == 0 {
		t.Errorf("decided again: %d, %v, and of what was played %d, %v", now, wrong, again, err)
	}
	for e := range past.History() {
		if e.Seq > 0 {
			break // and nothing goes on behind it
		}
	}
}

// TestPastOfDamaged changes a byte of an entry: one who asks for it is told, and those before it are there.
func TestPastOfDamaged(t *testing.T) {
	c, dir := sample(t), t.TempDir()
	s := opened(t, c, dir, 5)
	do(t, s, "begin warehouse", "note one", "note two", "note three", "note four", "note five", "note six", "note seven", "note eight", "note nine")
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(SessionPath(dir, c))
	if err != nil {
		t.Fatal(err)
	}
	at := bytes.Index(data, []byte(`"line":"note eight"`))
	data[at+len(`"line":"note `)] = 'E'
	if err := os.WriteFile(SessionPath(dir, c), data, 0o600); err != nil {
		t.Fatal(err)
	}
	past, _, err := Open(c, Options{Dir: dir, PastOnly: true, Clock: ticking()})
	if err != nil {
		t.Fatal(err)
	}
	defer past.Close()
	n := 0
	for _, err = range past.History() {
		if err == nil {
			n++
		}
	}
	if n != 8 || !errors.Is(err, journal.ErrDamaged) {
		t.Errorf("%d entries, then %v", n, err)
	}
	if l := past.Log(); l[7].Text() == "an entry that cannot be read" || l[8].Text() != "an entry that cannot be read" {
		t.Errorf("the log has %q and %q", l[7].Text(), l[8].Text())
	}
}
