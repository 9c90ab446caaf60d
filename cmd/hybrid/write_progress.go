package main

import (
	"fmt"
	"io"
	"os"
	"strings"
	"time"
)

// Progress of work that takes longer than a second, shown on a terminal in a line (or a block of lines) that is overwritten with each
// update.

// progress displays the progress of one piece of work. Without a terminal, it shows nothing.
type progress struct {
	terminal *os.File  // terminal to write to; nil for none
	began    time.Time // time at which the work began
	drawnAt  time.Time // time of the last update; zero if nothing is shown
	lines    int       // number of lines shown above the last one
}

// newProgress returns the progress of work that begins now, shown on stderr if that is a terminal.
func newProgress(stderr io.Writer) *progress {
	return &progress{terminal: terminalOf(stderr), began: time.Now()}
}

// Times of updates.
const (
	showDelay      = time.Second            // duration of the work after which its progress is shown
	updateInterval = 100 * time.Millisecond // minimum time between two updates
)

// show displays the progress, done of total items, if it is time for an update. total is 0 if unknown; noun names the items. If all are
// done, it removes the line.
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
	return s.terminal != nil && time.Since(s.began) >= showDelay && time.Since(s.drawnAt) >= updateInterval
}

// showLine replaces the line on the terminal.
func (s *progress) showLine(text string) {
	s.drawnAt = time.Now()
	fmt.Fprintf(s.terminal, "\r%s\x1b[K", text) // \x1b[K clears the rest of the line
}

// showBlock replaces the lines on the terminal with the given ones, cut to a width in terminal columns.
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

// showWhile calls do, whose progress is unknown, and shows noun with the elapsed time meanwhile.
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
			case <-time.After(updateInterval):
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

// showEntries shows how many of a session's entries have been processed; see show.
func (s *progress) showEntries(done, total int) { s.show(done, total, "entries") }

// stopShowing removes the display, and shows nothing from now on, because something else uses the terminal.
func (s *progress) stopShowing() {
	s.clear()
	s.terminal = nil
}

// restartWait removes the display, and shows nothing again until showDelay has passed.
func (s *progress) restartWait() {
	s.clear()
	s.began = time.Now()
}

// clear removes the display.
func (s *progress) clear() {
	if !s.drawnAt.IsZero() { // clear each line and go up, then clear the top one
		fmt.Fprint(s.terminal, strings.Repeat("\r\x1b[K\x1b[A", s.lines), "\r\x1b[K")
		s.drawnAt, s.lines = time.Time{}, 0
	}
}
