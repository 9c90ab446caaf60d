package gm

import (
	"reflect"
	"testing"
	"time"

	"hybrid/gm/gmtest"
)

// TestSeatsAreASetting lets a player in, undoes everything and opens the session again: the seat stays.
func TestSeatsAreASetting(t *testing.T) {
	c, dir := sample(t), t.TempDir()
	s, _, err := Open(c, Options{Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	changes := 0
	gone := 0
	stop := s.OnChange(func() { gone++ })
	s.OnChange(func() { changes++ })
	stop()
	gmtest.Do(t, s, "begin warehouse")
	want := Seating{Evening: 1, Code: "ABCDEF", Seats: []Seat{{Key: "kira", Player: "Ann", Hash: "00", Since: time.Date(2024, 5, 1, 20, 0, 0, 0, time.UTC)}}}
	if err := s.KeepSeating(want); err != nil {
		t.Fatal(err)
	}
	gmtest.Do(t, s, "undo")
	if gone != 0 {
		t.Errorf("who listens no more is told of %d changes", gone)
	}
	if changes != 2 {
		t.Errorf("told of %d changes, want 2: the encounter begins, and is undone", changes)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	s, _, err = Open(c, Options{Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	got := s.Seating()
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
	got.Seats[0].Key = "bram"
	if s.Seating().Seats[0].Key != "kira" {
		t.Error("who changes what Seating gave changes the session")
	}
}
