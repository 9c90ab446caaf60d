package main

import (
	"fmt"
	"io"
	"os"
	"strings"
	"time"
)

// How far something is that takes longer than a second, on a terminal.

// progress shows on a terminal how far something has come that takes longer than a second.
type progress struct {
	terminal *os.File // nil where there is none
	began    time.Time
	drawnAt  time.Time // when the line was written that stands there; zero without one
	lines    int       // how many lines stand above it
}

func newProgress(stderr io.Writer) *progress {
	return &progress{terminal: terminalOf(stderr), began: time.Now()}
}

// patience is after how long anything is shown, and pause how long a line stands at least.
const (
	patience = time.Second
	pause    = 100 * time.Millisecond
)

// show shows how far it is, of how much: 0 where that is not known.
func (s *progress) show(done, of int, what string) {
	if !s.due() && done != of {
		return
	}
	if done == of {
		s.reset()
		return
	}
	line := fmt.Sprintf("%d %s", done, what)
	if of > 0 {
		line = fmt.Sprintf("%d of %d %s  %s", done, of, what, bar(float64(done)/float64(of), 30))
	}
	s.line(line)
}

// due reports whether it is time for a line.
func (s *progress) due() bool {
	return s.terminal != nil && time.Since(s.began) >= patience && time.Since(s.drawnAt) >= pause
}

// line shows a line in the place of the one that stands there.
func (s *progress) line(text string) {
	s.drawnAt = time.Now()
	fmt.Fprintf(s.terminal, "\r%s\x1b[K", text)
}

// block shows lines, cut to a width, in the place of those that stand there.
func (s *progress) block(lines []string, width int) {
	s.clear()
	s.drawnAt, s.lines = time.Now(), len(lines)-1
	for i, line := range lines {
		if cells := []rune(line); len(cells) >= width {
			lines[i] = string(cells[:width-1])
		}
	}
	fmt.Fprint(s.terminal, strings.Join(lines, "\n"))
}

// while shows how long something has taken of which no more is known.
func (s *progress) while(what string, do func()) {
	if s.terminal == nil {
		do()
		return
	}
	done, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		for {
			select {
			case <-done:
				return
			case <-time.After(pause):
				if s.due() {
					s.line(fmt.Sprintf("%s: %d s", what, int(time.Since(s.began).Seconds())))
				}
			}
		}
	}()
	defer func() {
		close(done)
		<-ended
		s.reset()
	}()
	do()
}

// entries shows how many entries of a session were gone through.
func (s *progress) entries(done, of int) { s.show(done, of, "entries") }

// end takes the line away, and shows none from now on: the terminal is another's.
func (s *progress) end() {
	s.clear()
	s.terminal = nil
}

// reset takes the line away: what comes next is another thing, which shows none before it has taken as long.
func (s *progress) reset() {
	s.clear()
	s.began = time.Now()
}

// clear takes the line away.
func (s *progress) clear() {
	if !s.drawnAt.IsZero() {
		fmt.Fprint(s.terminal, strings.Repeat("\r\x1b[K\x1b[A", s.lines), "\r\x1b[K")
		s.drawnAt, s.lines = time.Time{}, 0
	}
}
