package main

import (
	"errors"
	"fmt"
	"strings"

	"hybrid/rules"
	"hybrid/rules/source"
)

// Exit codes, errors and notes.

// Exit codes.
const (
	exitDone    = 0 // no error
	exitRefused = 1 // the rules don't allow it, a die or an answer is missing, or there are warnings with --strict
	exitBad     = 2 // a mistake in the command line or in files
)

// exitStatus is an error that has already been reported, with the exit code for it.
type exitStatus int

// Error returns the code as text, which isn't shown.
func (t exitStatus) Error() string { return fmt.Sprintf("exit %d", int(t)) }

// exitCode writes an error to stderr, one line for each mistake, and returns the exit code for it. err can be nil.
func (p *program) exitCode(err error) int {
	if err == nil {
		return exitDone
	}
	var code exitStatus
	if errors.As(err, &code) {
		return int(code)
	}
	var mistakes source.Mistakes
	if errors.As(err, &mistakes) {
		more := max(0, len(mistakes)-maxMistakes)
		fmt.Fprintln(p.stderr, mistakes[:len(mistakes)-more])
		if more > 0 {
			fmt.Fprintf(p.stderr, "… and %d more\n", more)
		}
		if p.loadError != nil && !p.hasRulings {
			p.noteMistakes()
		}
		return exitBad
	}
	fmt.Fprintln(p.stderr, "hybrid:", strings.ReplaceAll(err.Error(), "\n", " "))
	if p.campaign != nil && p.campaign.TablesLeftOut {
		p.writeNote("the campaign's tables have mistakes and are ignored. Run `hybrid vet`, and fix them.")
	}
	var refusal *rules.Refusal
	var need *rules.Need
	if errors.As(err, &refusal) || errors.As(err, &need) {
		return exitRefused
	}
	return exitBad
}

// vetName is the name of the command that lists the mistakes of a campaign.
const vetName = "vet"

// maxMistakes is the maximum number of mistakes that a command other than vet lists.
const maxMistakes = 20

// noteMistakes writes a note that the campaign has mistakes, with the command that lists them.
func (p *program) noteMistakes() { p.writeNote("the campaign has mistakes. Run `%s`.", p.vetLine()) }

// vetLine returns the command line that lists the mistakes of the campaign.
func (p *program) vetLine() string {
	if p.campaignName == "." {
		return "hybrid " + vetName
	}
	return "hybrid " + vetName + " " + p.campaignName
}

// writeNote writes a note to stderr.
func (p *program) writeNote(format string, args ...any) {
	fmt.Fprintf(p.stderr, "note: "+format+"\n", args...)
}

// badInput returns an error that has the text of err but isn't a *rules.Refusal or *rules.Need, so that the exit code is exitBad. Use it
// for names and numbers on the command line that can't be parsed. It returns nil for nil.
func badInput(err error) error {
	if err == nil {
		return nil
	}
	return errors.New(err.Error())
}
