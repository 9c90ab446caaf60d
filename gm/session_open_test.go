package gm

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"testing"

	"hybrid/gm/command"
	"hybrid/rules"
)

// TestProgress holds that what goes through all entries says how far it is.
func TestProgress(t *testing.T) {
	c, dir := sample(t), t.TempDir()
	s := opened(t, c, dir, 1)
	for i := range 40 {
		do(t, s, fmt.Sprintf("note %d", i))
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	var told [][2]int
	s, _, err := Open(c, Options{Dir: dir, ReadOnly: true, Progress: func(done, of int) { told = append(told, [2]int{done, of}) }})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	through := func(what string) {
		t.Helper()
		if len(told) < 3 || told[len(told)-1] != [2]int{40, 40} || !slices.ContainsFunc(told, func(at [2]int) bool { return at[0] > 0 && at[0] < 40 }) {
			t.Errorf("%s: it was told %v", what, told)
		}
		told = nil
	}
	through("opening")
	for _, err := range s.History() {
		if err != nil {
			t.Fatal(err)
		}
	}
	through("a history")
	if _, err := s.Verify(); err != nil {
		t.Fatal(err)
	}
	through("verify")
}

// TestRead looks at a session that is played elsewhere, and changes nothing.
// TestRead holds that a session that is open for reading only is that which is played, and changes nothing.
func TestRead(t *testing.T) {
	c, dir := sample(t), t.TempDir()
	_, _, err := Open(c, Options{Dir: dir, ReadOnly: true})
	if !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("there is no session yet: %v", err)
	}
	s := fairly(t, c, dir, "2024-05-01 20:00")
	do(t, s, "begin warehouse", "initiative")
	look, _, err := Open(c, Options{Dir: dir, ReadOnly: true, Clock: s.clock})
	if err != nil {
		t.Fatal(err)
	}
	defer look.Close()
	if _, _, err := look.CheckDice(); err != nil || !reflect.DeepEqual(look.State(), s.State()) || look.Commitments()[0].Seed != "" {
		t.Error("what is read is not what is played")
	}
	var refused *rules.Refusal
	if _, err := look.Do(command.Command{Line: "next"}); !errors.As(err, &refused) || refused.Text != "This window is read-only. Enter commands in the game master's window." || look.SaveError() != nil {
		t.Errorf("a session that is only read was played: %v", err)
	}
	if err := look.SetEveningNote(1, "x"); err == nil || look.Evenings()[0].Note != "" {
		t.Errorf("a note was kept: %v", err)
	}
	do(t, s, "next")
}

// TestMadeAnew checks that a session reopens as it was left when two encounters have different people of the same name, as the
// warden at the door and the one in the parlour: whoever knew the first forgets him, and still sees who is here.
func TestMadeAnew(t *testing.T) {
	t.Parallel()
	c, dir := sample(t), t.TempDir()
	s := opened(t, c, dir, 1)
	do(t, s, "begin warehouse", "reveal warden to kira", "finish", "begin parlour")
	want := s.State()
	if kira := want.Find("kira"); len(kira.Sees) != 5 {
		t.Fatalf("Kira sees %v", kira.Sees)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if got := opened(t, c, dir, 1).State(); !reflect.DeepEqual(got, want) {
		t.Error(difference(got, want))
	}
}

// A folder that can't be made is named with the way out.
func TestFolderThatCannotBe(t *testing.T) {
	if _, err := os.Stat("/proc/self"); err != nil {
		t.Skip("no /proc")
	}
	_, _, err := Open(sample(t), Options{Dir: "/proc/x"})
	if want := "Can't write in /proc/x: no such file or directory. Set HYBRID_STATE to another folder."; err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

// A folder that can't be written is named with the way out.
func TestReadOnlyFolder(t *testing.T) {
	if os.Geteuid() == 0 {
		t.Skip("root may write everything")
	}
	dir := t.TempDir()
	if err := os.Chmod(dir, 0o500); err != nil {
		t.Fatal(err)
	}
	defer os.Chmod(dir, 0o700)
	for _, folder := range []string{dir, filepath.Join(dir, "below")} {
		_, _, err := Open(sample(t), Options{Dir: folder})
		if want := "Can't write in " + folder + ": permission denied. Set HYBRID_STATE to another folder."; err == nil || err.Error() != want {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}
