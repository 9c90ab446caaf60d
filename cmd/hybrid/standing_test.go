package main

import (
	"bytes"
	"encoding/gob"
	"errors"
	"flag"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

// anew is whether every line of a script is a program of its own.
var anew = flag.Bool("anew", false, "start the program for every line of the scripts")

// A line `hybrid ARG…` of a script is carried out by a standing process, which takes one line after the other as main
// would: to start the program takes longer than most of what it is asked. It has no standard input. A line `exec hybrid ARG…`
// starts the program, as a shell does; so does every line with -anew and under -short, since the race detector has its
// say when a process ends.
type standing struct {
	lines   *gob.Encoder
	results *gob.Decoder
	end     func()
}

// standingName is what a standing process is called.
const standingName = "hybrid-standing"

// lineAsked is what a program is started with.
type lineAsked struct {
	Dir  string
	Env  []string
	Args []string
}

// lineResult is what a program leaves.
type lineResult struct {
	Code           int
	Stdout, Stderr string
}

// idle are the standing processes that have nothing to do.
var idle = make(chan *standing, 100)

// scriptProgram is what a script knows of the program that it runs.
type scriptProgram struct {
	environment []string // names of its variables
	code        int      // the exit code of the last line
}

// programOf returns what a script knows of the program.
func programOf(ts *testscript.TestScript) *scriptProgram {
	return ts.Value(programKey).(*scriptProgram)
}

// programKey is where a script keeps it.
const programKey = "program"

// hybridLine is `hybrid ARG…` in a script.
func hybridLine(ts *testscript.TestScript, neg bool, args []string) {
	p := programOf(ts)
	p.code = exitDone
	if *anew || testing.Short() {
		if err := ts.Exec("hybrid", args...); err != nil {
			var exit *exec.ExitError
			if !errors.As(err, &exit) {
				ts.Fatalf("hybrid: %v", err)
			}
			p.code = exit.ExitCode()
		}
	} else {
		asked := lineAsked{Dir: ts.MkAbs("."), Env: []string{"PWD=" + ts.MkAbs(".")}, Args: args}
		for _, name := range p.environment {
			asked.Env = append(asked.Env, name+"="+ts.Getenv(name))
		}
		result, err := haveDone(asked)
		ts.Check(err)
		ts.Stdout().Write([]byte(result.Stdout))
		ts.Stderr().Write([]byte(result.Stderr))
		p.code = result.Code
	}
	if p.code == exitDone == neg {
		ts.Fatalf("hybrid left exit code %d", p.code)
	}
}

// leavesCode is `leaves CODE` in a script: which exit code the last line `hybrid ARG…` left.
func leavesCode(ts *testscript.TestScript, neg bool, args []string) {
	if len(args) != 1 {
		ts.Fatalf("usage: leaves CODE")
	}
	if got := strconv.Itoa(programOf(ts).code); (got == args[0]) == neg {
		ts.Fatalf("the exit code is %s, want %s (not: %v)", got, args[0], neg)
	}
}

// haveDone has a line carried out by a process that is idle, or by one more.
func haveDone(asked lineAsked) (result lineResult, err error) {
	var by *standing
	select {
	case by = <-idle:
	default:
		if by, err = newStanding(); err != nil {
			return result, err
		}
	}
	if err = by.lines.Encode(asked); err == nil {
		err = by.results.Decode(&result)
	}
	if err == nil {
		idle <- by
	}
	return result, err
}

// newStanding starts a process, which ends at the latest with this one.
func newStanding() (*standing, error) {
	own, err := os.Executable()
	if err != nil {
		return nil, err
	}
	cmd := exec.Command(own)
	cmd.Args[0] = standingName
	cmd.Stderr = os.Stderr
	lines, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	results, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	end := func() {
		lines.Close()
		cmd.Wait()
	}
	return &standing{gob.NewEncoder(lines), gob.NewDecoder(results), end}, cmd.Start()
}

// endStanding ends the processes that have nothing to do.
func endStanding() {
	for len(idle) > 0 {
		(<-idle).end()
	}
}

// stand carries out lines until there are no more, or nobody is there any more who waits for one.
func stand() {
	delayFirstCollection()
	lines, results := gob.NewDecoder(os.Stdin), gob.NewEncoder(os.Stdout)
	os.Stdin, os.Stdout = nil, os.Stderr
	for {
		var asked lineAsked
		if lines.Decode(&asked) != nil {
			return
		}
		go func() {
			if results.Encode(asked.carryOut()) != nil {
				os.Exit(exitBad)
			}
		}()
	}
}

// carryOut does what main does, in a folder and with an environment.
func (a lineAsked) carryOut() lineResult {
	os.Clearenv()
	for _, variable := range a.Env {
		name, value, _ := strings.Cut(variable, "=")
		os.Setenv(name, value)
	}
	if err := os.Chdir(a.Dir); err != nil {
		return lineResult{Code: exitBad, Stderr: err.Error()}
	}
	var stdout, stderr bytes.Buffer
	code := run(a.Args, strings.NewReader(""), &stdout, &stderr)
	return lineResult{code, stdout.String(), stderr.String()}
}
