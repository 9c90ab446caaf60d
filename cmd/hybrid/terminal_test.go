package main

import (
	"bufio"
	"io"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/creack/pty"
	"github.com/hinshun/vt10x"
)

// TestTerminal plays the real program in a real terminal: from the first frame to an attack that is resolved, back by
// one undo, out, and in again to the same screen.
func TestTerminal(t *testing.T) {
	program := installed(t)
	state := t.TempDir()
	s := start(t, program, state, "--dice", "20,20,3,4")
	s.wait("Saltmarket", "Scenes", "Warehouse at Low Tide")
	s.keys("\r")
	s.wait("read aloud", "The tide is out", "Kira Vance")
	s.line("turn kira 5")
	s.wait("○5")
	s.keys("n")
	s.wait("declares now")
	s.line("attack grell")
	s.wait("▶ † sabre → Grell")
	s.keys("n")
	s.wait("How does Grell defend?")
	s.keys("\r") // the first choice is to do nothing
	s.wait("rolled 20", "chest")
	s.keys("u")
	s.wait("undone")
	s.keys("\x1b")                                 // from the entry back to who is selected
	s.wait("Ana · party", "in the other", ": n: ") // the message is gone
	last := s.before
	leave := func() {
		s.keys("q")
		s.wait("q quits without ending it") // an attack is on its way
		s.keys("q")
		s.ended()
	}
	leave()

	s = start(t, program, state)
	s.wait(last)
	leave()
}

// TestColour: results are coloured on a terminal, and not where NO_COLOR is set.
func TestColour(t *testing.T) {
	program := installed(t)
	for _, row := range []struct {
		setting string
		want    bool
	}{{"NO_COLOR=", true}, {"NO_COLOR=1", false}, {"TERM=dumb", false}} {
		t.Run(row.setting, func(t *testing.T) {
			command := exec.Command(program, "check", "kira", "sword", "--dice", "17")
			command.Env = append(os.Environ(), "TERM=xterm", "NO_COLOR=", row.setting)
			terminal, err := pty.Start(command)
			if err != nil {
				t.Fatal(err)
			}
			defer terminal.Close()
			out, _ := io.ReadAll(terminal) // a terminal ends with an error
			if err := command.Wait(); err != nil {
				t.Fatal(err)
			}
			if got := strings.Contains(string(out), "\x1b["); got != row.want {
				t.Errorf("coloured: got %v, want %v\n%s", got, row.want, out)
			}
		})
	}
}

// installed returns the path of the program, which TestMain puts into $PATH: this test's binary, which is main under that
// name.
func installed(t *testing.T) string {
	t.Helper()
	program, err := exec.LookPath("hybrid")
	if err != nil {
		t.Fatal(err)
	}
	return program
}

// screen is a program running in a terminal.
type screen struct {
	t       *testing.T
	pty     *os.File
	term    vt10x.Terminal
	command *exec.Cmd
	drawn   chan struct{} // something was written
	before  string        // the screen before the program cleaned up
}

func start(t *testing.T, program, state string, args ...string) *screen {
	t.Helper()
	return startCommand(t, state, exec.Command(program, args...))
}

// startCommand runs a command in a terminal.
func startCommand(t *testing.T, state string, command *exec.Cmd) *screen {
	t.Helper()
	s := &screen{t: t, command: command, drawn: make(chan struct{}, 1)}
	s.command.Env = append(os.Environ(), "HYBRID_STATE="+state, "TERM=xterm-256color", "NO_COLOR=")
	var err error
	if s.pty, err = pty.StartWithSize(s.command, &pty.Winsize{Rows: 40, Cols: 120}); err != nil {
		t.Fatal(err)
	}
	s.term = vt10x.New(vt10x.WithSize(120, 40), vt10x.WithWriter(s.pty))
	go s.read()
	t.Cleanup(func() {
		_ = s.command.Process.Kill()
		s.pty.Close()
	})
	return s
}

// read draws what the program writes, until it ends.
func (s *screen) read() {
	defer close(s.drawn)
	in := bufio.NewReader(s.pty)
	for s.term.Parse(in) == nil {
		select {
		case s.drawn <- struct{}{}:
		default:
		}
	}
}

func (s *screen) text() string {
	lines := strings.Split(s.term.String(), "\n")
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " ")
	}
	return strings.TrimRight(strings.Join(lines, "\n"), "\n")
}

// wait waits until all of these stand on the screen.
func (s *screen) wait(words ...string) {
	s.t.Helper()
	late := time.After(2 * time.Minute)
	for {
		text, missing := s.text(), ""
		for _, word := range words {
			if !strings.Contains(text, word) {
				missing = word
			}
		}
		if missing == "" {
			s.before = text
			return
		}
		select {
		case _, ok := <-s.drawn:
			if !ok {
				s.t.Fatalf("the program ended; %q never came:\n%s", missing, s.text())
			}
		case <-late:
			s.t.Fatalf("%q did not come:\n%s", missing, s.text())
		}
	}
}

func (s *screen) keys(text string) {
	s.t.Helper()
	if _, err := s.pty.WriteString(text); err != nil {
		s.t.Fatal(err)
	}
}

// line types a line and takes it once it is seen: what comes as fast as this with its Enter is a paste.
func (s *screen) line(text string) {
	s.t.Helper()
	s.keys(":" + text)
	s.wait(": " + text)
	s.keys("\r")
}

// ended waits for the program to quit and gives the last screen it was seen with.
func (s *screen) ended() string {
	s.t.Helper()
	for range s.drawn {
	}
	if err := s.command.Wait(); err != nil {
		s.t.Fatalf("the program did not end well: %v", err)
	}
	return s.before
}

// The seats are open from the first frame on where --seats says so, and the address behind it is not taken for a campaign.
func TestPlayOpensTheSeats(t *testing.T) {
	s := start(t, installed(t), t.TempDir(), "play", "saltmarket", "--seats", "127.0.0.1:0")
	s.wait("http://127.0.0.1:", "No one is waiting to join yet.")
	s.wait("seats open")
}
