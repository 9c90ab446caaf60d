package gm

import (
	"errors"
	"os"
	"reflect"
	"testing"

	"hybrid/gm/command"
	"hybrid/gm/gmtest"
	"hybrid/rules"
)

// TestOnlooker looks on while another session with the same file is played at random, undone, mended and asked: after
// each line it shows the same.
func TestOnlooker(t *testing.T) {
	gmtest.SkipIfShort(t)
	t.Parallel()
	c, dir := sample(t), t.TempDir()
	s := opened(t, c, dir, 1)
	do(t, s, "begin warehouse", "reveal shooter", "turn shooter 1", "turn kira 2", "next")
	read, _, err := Open(c, Options{Dir: dir, ReadOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	defer read.Close()
	o := NewFollower(read)
	same := func(line string) {
		t.Helper()
		if _, err := o.Poll(); err != nil {
			t.Fatalf("after %s: %v", line, err)
		}
		if !reflect.DeepEqual(read.State(), s.State()) {
			t.Fatalf("after %s: %s", line, difference(read.State(), s.State()))
		}
		var got, want []string
		for _, l := range read.LinesInForce() {
			got = append(got, l.Text())
		}
		for _, l := range s.LinesInForce() {
			want = append(want, l.Text())
		}
		if !reflect.DeepEqual(got, want) || read.UndoLabel() != s.UndoLabel() || read.RedoLabel() != s.RedoLabel() {
			t.Fatalf("after %s:\n%v\n%v", line, got, want)
		}
		if a, b := read.OpenQuestion(), s.OpenQuestion(); (a == nil) != (b == nil) || a != nil && (a.ID != b.ID || !reflect.DeepEqual(a.Need, b.Need)) {
			t.Fatalf("after %s: %+v is asked, and there %+v", line, a, b)
		}
	}
	same("the beginning")
	if changed, err := o.Poll(); changed || err != nil {
		t.Errorf("nothing was done: %v, %v", changed, err)
	}
	random := gmtest.NewRandom(3, s.Game)
	for i := range 80 {
		line := random.Line()
		if i%10 == 9 {
			line = []string{"undo 2", "mend 6 drop", "back to 5", "accept"}[i/10%4]
		}
		if i%2 == 0 {
			_, err = gmtest.DoAtRandom(t, random, s, line)
		} else {
			_, err = s.Do(command.Command{Line: line, Typed: true})
		}
		var refused *rules.Refusal
		var need *rules.Need
		if err != nil && !errors.As(err, &refused) && !errors.As(err, &need) {
			t.Fatal(err)
		}
		same(line)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	same("the end")
	s = opened(t, c, dir, 1)
	do(t, s, "note again: they are back")
	same("another evening")
	if err := os.Rename(s.path, s.path+".gone"); err != nil {
		t.Fatal(err)
	}
	if _, err := o.Poll(); !errors.Is(err, ErrReplaced) {
		t.Errorf("its file is gone: %v", err)
	}
	s.Close()
}

// TestLookBesideUndo opens a session for reading in all ways while another goroutine undoes and redoes without a pause: it is
// sound each time, and a follower keeps up.
func TestLookBesideUndo(t *testing.T) {
	t.Parallel()
	c, dir := sample(t), t.TempDir()
	s := opened(t, c, dir, 1)
	do(t, s, "begin warehouse", "turn shooter 1", "next")
	watched, _, err := Open(c, Options{Dir: dir, ReadOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	defer watched.Close()
	o, written := NewFollower(watched), make(chan error)
	go func() {
		var err error
		for i := 0; err == nil && i < 150; i++ {
			_, err = s.Do(command.Command{Line: []string{"undo", "redo", "note again"}[i%3]})
		}
		written <- err
	}()
	for writing := true; writing; {
		select {
		case err := <-written:
			if writing = false; err != nil {
				t.Fatal(err)
			}
		default:
		}
		if _, err := o.Poll(); err != nil {
			t.Fatalf("look: %v", err)
		}
		for _, past := range []bool{false, true} {
			read, notice, err := Open(c, Options{Dir: dir, ReadOnly: true, PastOnly: past})
			if err != nil || notice != "" {
				t.Fatalf("past %v: %v %s", past, err, notice)
			}
			if _, err := read.Verify(); past && err != nil {
				t.Fatal(err)
			}
			if err := read.Close(); err != nil {
				t.Fatal(err)
			}
		}
	}
}
