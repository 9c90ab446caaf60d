package main

import (
	"bufio"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/creack/pty"
	"github.com/hinshun/vt10x"
)

// TestTerminal plays the real program in a real terminal: from the first frame to an attack that is resolved, back by
// one undo, out, and in again to the same screen.
func TestTerminal(t *testing.T) {
	program := filepath.Join(t.TempDir(), "hybrid")
	if out, err := exec.Command("go", "build", "-o", program, ".").CombinedOutput(); err != nil {
		t.Fatalf("build: %v\n%s", err, out)
	}
	state := t.TempDir()
	s := start(t, program, state, "--dice", "20,20,3,4")
	s.wait("Warehouse at Low Tide", "count 0")
	s.line("turn kira 5")
	s.wait("ready 5")
	s.keys("n")
	s.wait("declares now")
	s.line("attack grell")
	s.wait("→ Grell (12)")
	s.keys("n")
	s.wait("Grell: answer?")
	s.keys("\r") // the first choice is to do nothing
	s.wait("rolled 20", "chest")
	s.keys("u")
	s.wait("undone")
	s.keys("\x1b") // from the entry back to who is selected
	s.wait("Ana · party", "and never far from a doorway.")
	s.keys("q")
	last := s.ended()

	s = start(t, program, state)
	s.wait(last)
	s.keys("q")
	s.ended()
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
	s := &screen{t: t, command: exec.Command(program, args...), drawn: make(chan struct{}, 1)}
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
	late := time.After(20 * time.Second)
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

// line types a line at the prompt.
func (s *screen) line(text string) { s.keys(":" + text + "\r") }

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
