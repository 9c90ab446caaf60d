package gm

import (
	"errors"
	"os"
	"os/exec"
	"os/signal"
	"strings"
	"syscall"
	"testing"

	"hybrid/gm/command"
	"hybrid/rules"
)

// fullDir tells the test binary that it is the program whose files may not grow.
const fullDir = "HYBRID_FULL_DIR"

// TestFull plays until the session's file cannot grow any more: the command is refused in one line, nothing has
// happened, and play goes on when there is room.
func TestFull(t *testing.T) {
	child := exec.Command(os.Args[0], "-test.run=^TestFullChild$", "-test.v")
	child.Env = append(os.Environ(), fullDir+"="+t.TempDir())
	out, err := child.CombinedOutput()
	if err != nil || !strings.Contains(string(out), "--- PASS: TestFullChild") {
		t.Errorf("%v\n%s", err, out)
	}
}

func TestFullChild(t *testing.T) {
	dir := os.Getenv(fullDir)
	if dir == "" {
		t.Skip("only run by TestFull")
	}
	c := sample(t)
	s, _, err := Open(c, Options{Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	do(t, s, "begin warehouse", "initiative")
	unlimited := limit(t, 256<<10)

	var failure error
	for range 2000 {
		before, entries, undo := s.State(), len(s.Log()), s.UndoLabel()
		if _, failure = s.Do(command.Command{Line: "note the tide is coming in, and somebody has to say so at some length"}); failure == nil {
			continue
		}
		var refusal *rules.Refusal
		if errors.As(failure, &refusal) || strings.Contains(failure.Error(), "\n") {
			t.Fatalf("got %v, want one line about the disk", failure)
		}
		if s.State() != before || len(s.Log()) != entries || s.UndoLabel() != undo || s.SaveError() == nil {
			t.Error("it could not be saved, and something happened")
		}
		break
	}
	if failure == nil {
		t.Fatal("the file never was full")
	}

	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, unlimited); err != nil {
		t.Fatal(err)
	}
	do(t, s, "note there is room again")
	if s.SaveError() != nil {
		t.Errorf("got %v after saving, want nothing", s.SaveError())
	}
	now, entries := print(s.State()), len(s.Log())
	s.Close()
	again, _, err := Open(c, Options{Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	defer again.Close()
	if print(again.State()) != now || len(again.Log()) != entries {
		t.Errorf("got %d entries after opening again, want %d and the same state", len(again.Log()), entries)
	}
}

// limit keeps the files of this process from growing beyond some bytes, and gives back what was allowed before.
func limit(t *testing.T, bytes uint64) *syscall.Rlimit {
	t.Helper()
	signal.Ignore(syscall.SIGXFSZ)
	var before syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_FSIZE, &before); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Cur: bytes, Max: before.Max}); err != nil {
		t.Fatal(err)
	}
	return &before
}
