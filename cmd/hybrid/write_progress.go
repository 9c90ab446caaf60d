package main

import (
	"fmt"
	"io"
	"os"
	"strings"
	"time"
)

// Progress of work that takes longer than a second, on a terminal.

// progress shows on a terminal the progress of work that takes longer than a second.
type progress struct {
	terminal *os.File  // nil if there is none
	began    time.Time // time when the work began
	drawnAt  time.Time // time when the line was last written; zero if there is no line
	lines    int       // number of lines above it
}

// newProgress returns the progress of work that begins now, shown on stderr if that is a terminal.
func newProgress(stderr io.Writer) *progress {
	return &progress{terminal: terminalOf(stderr), began: time.Now()}
}

// patience is the time after which progress is shown; pause is the minimum time between two updates.
const (
	patience = time.Second
	pause    = 100 * time.Millisecond
)

// show shows the number of things done, out of a total that is 0 if unknown.
func (s *progress) show(done, total int, noun string) {
	if !s.isDueNow() && done != total {
		return
	}
	if done == total {
		s.restartWait()
		return
	}
	line := fmt.Sprintf("%d %s", done, noun)
	if total > 0 {
		line = fmt.Sprintf("%d of %d %s  %s", done, total, noun, bar(float64(done)/float64(total), 30))
	}
	s.showLine(line)
}

// isDueNow reports whether it is time for an update.
func (s *progress) isDueNow() bool {
	return s.terminal != nil && time.Since(s.began) >= patience && time.Since(s.drawnAt) >= pause
}

// showLine replaces the line on the terminal.
func (s *progress) showLine(text string) {
	s.drawnAt = time.Now()
	fmt.Fprintf(s.terminal, "\r%s\x1b[K", text)
}

// showBlock replaces the lines on the terminal with other lines, cut to a width.
func (s *progress) showBlock(lines []string, width int) {
	s.clear()
	s.drawnAt, s.lines = time.Now(), len(lines)-1
	for i, line := range lines {
		if cells := []rune(line); len(cells) >= width {
			lines[i] = string(cells[:width-1])
		}
	}
	fmt.Fprint(s.terminal, strings.Join(lines, "\n"))
}

// showWhile calls do and shows the elapsed time, since the progress is unknown.
func (s *progress) showWhile(noun string, do func()) {
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
				if s.isDueNow() {
					s.showLine(fmt.Sprintf("%s: %d s", noun, int(time.Since(s.began).Seconds())))
				}
			}
		}
	}()
	defer func() {
		close(done)
		<-ended
		s.restartWait()
	}()
	do()
}

// showEntries shows the number of entries of a session that have been read.
func (s *progress) showEntries(done, total int) { s.show(done, total, "entries") }

// stopShowing removes the line and shows none from now on, because something else uses the terminal.
func (s *progress) stopShowing() {
	s.clear()
	s.terminal = nil
}

// restartWait clears the progress line and restarts the delay after which progress is shown.
func (s *progress) restartWait() {
	s.clear()
	s.began = time.Now()
}

// clear removes the line.
func (s *progress) clear() {
	if !s.drawnAt.IsZero() {
		fmt.Fprint(s.terminal, strings.Repeat("\r\x1b[K\x1b[A", s.lines), "\r\x1b[K")
		s.drawnAt, s.lines = time.Time{}, 0
	}
}
