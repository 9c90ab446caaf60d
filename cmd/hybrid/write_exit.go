package main

import (
	"errors"
	"fmt"
	"strings"

	"hybrid/rules"
	"hybrid/rules/source"
)

// Exit codes.
const (
	exitDone    = 0
	exitRefused = 1 // the rules refuse it, or a warning counts
	exitBad     = 2 // a mistake in the command line or in files
)

// exitStatus is the exit code of an error that has been reported already.
type exitStatus int

// Error returns the code as text, which isn't shown.
func (t exitStatus) Error() string { return fmt.Sprintf("exit %d", int(t)) }

// exitCode writes an error, one line for each mistake, and returns the exit code.
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
	var refused *rules.Refusal
	var need *rules.Need
	if errors.As(err, &refused) || errors.As(err, &need) {
		return exitRefused
	}
	return exitBad
}

// vetName is the command that lists the mistakes of a campaign.
const vetName = "vet"

// maxMistakes is the maximum number of mistakes that a command other than vet lists.
const maxMistakes = 20

// noteMistakes writes a note that the campaign has mistakes and vet lists them.
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

// badInput turns a refusal from parsing input into an error of input.
func badInput(err error) error {
	if err == nil {
		return nil
	}
	return errors.New(err.Error())
}
