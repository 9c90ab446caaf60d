package main

import (
	"bufio"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"runtime/debug"
	"strings"

	"golang.org/x/term"

	"hybrid/gm"
	"hybrid/gm/disk"
	"hybrid/rules"
	"hybrid/rules/message"
)

// Opening the campaign's saved session for one command: to play, to read, or only for its past. program_present.go caches its state. Only
// one process can have a session open for playing; others can read it at the same time.

// withSession calls do with the session of the campaign, opened for playing, or only for reading if readOnly is set.
func (p *program) withSession(readOnly bool, do func(*gm.Session) error) error {
	return p.withSessionOptions(gm.Options{ReadOnly: readOnly}, do)
}

// withReadOnlySession calls do with the session opened only for reading, which works while another process plays it.
func (p *program) withReadOnlySession(do func(*gm.Session) error) error {
	return p.withSession(true, do)
}

// withSessionOptions opens the campaign's session with options o, to which it adds the folder, and the terminal for questions and progress.
// It calls do and closes the session. If there is no session, it returns a *rules.Refusal.
func (p *program) withSessionOptions(o gm.Options, do func(*gm.Session) error) error {
	dir, err := p.stateDir()
	if err != nil {
		return err
	}
	if !gm.HasSession(dir, p.campaign) {
		return &rules.Refusal{Text: fmt.Sprintf("No saved session for %s in %s. Start one with `hybrid play`.", p.campaign.Label, dir)}
	}
	meter := newProgress(p.stderr)
	defer meter.clear()
	o.Dir, o.Ask, o.Progress = dir, p.terminalAsker(), meter.showEntries
	s, notice, err := gm.Open(p.campaign, o)
	if err != nil {
		return err
	}
	defer s.Close()
	if notice != "" {
		p.writeNote("%s", notice)
	}
	return do(s)
}

// tellNotices writes the session's notices about its file and its rules, and clears them so that each is written only once.
func (p *program) tellNotices(s *gm.Session) {
	for _, notice := range s.Notices() {
		p.writeNote("%s", notice)
	}
	s.Acknowledge()
}

// withPastSession calls do with the session opened for reading, and only for its past: do can read its entries, but its current state stays
// empty.
func (p *program) withPastSession(do func(*gm.Session) error) error {
	debug.SetGCPercent(historyGCPercent)
	return p.withSessionOptions(gm.Options{PastOnly: true}, do)
}

// stateDir returns the folder of the sessions: the value of --state, or else the default of the environment. It fails if the folder exists
// but can't be read.
func (p *program) stateDir() (dir string, err error) {
	if dir = p.flags.state; dir == "" {
		if dir, err = disk.StateDir(); err != nil {
			return "", err
		}
	}
	_, err = os.ReadDir(dir)
	if err == nil {
		_, err = os.Stat(dir + "/.") // fails for a folder that can be listed, but whose files can't be read
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return "", fmt.Errorf("Can't read the state folder %s: %w. Choose another with --state or HYBRID_STATE.", dir, message.WithoutPath(err))
	}
	return dir, nil
}

// terminalAsker returns a function that asks a yes-or-no question on the terminal until it is answered, or nil if stdin isn't a terminal.
func (p *program) terminalAsker() func(string) (bool, error) {
	terminal, ok := p.stdin.(*os.File)
	if !ok || !term.IsTerminal(int(terminal.Fd())) {
		return nil
	}
	return func(question string) (bool, error) {
		for lines := bufio.NewScanner(terminal); ; {
			fmt.Fprintf(p.stderr, "%s [y/n] ", question)
			if !lines.Scan() {
				return false, errors.New("No terminal to ask on.")
			}
			switch strings.ToLower(strings.TrimSpace(lines.Text())) {
			case "y", "yes":
				return true, nil
			case "n", "no":
				return false, nil
			}
		}
	}
}
