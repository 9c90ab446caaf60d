package main

import (
	"bytes"
	"encoding/gob"
	"flag"
	"os"
	"os/exec"
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

// hybridLine is `hybrid ARG…` in a script.
func hybridLine(ts *testscript.TestScript, neg bool, args []string) {
	if *anew || testing.Short() {
		if err := ts.Exec("hybrid", args...); err == nil == neg {
			ts.Fatalf("hybrid %s: %v", strings.Join(args, " "), err)
		}
		return
	}
	asked := lineAsked{Dir: ts.MkAbs("."), Env: []string{"PWD=" + ts.MkAbs(".")}, Args: args}
	for _, name := range ts.Value(environment{}).([]string) {
		asked.Env = append(asked.Env, name+"="+ts.Getenv(name))
	}
	result, err := haveDone(asked)
	ts.Check(err)
	ts.Stdout().Write([]byte(result.Stdout))
	ts.Stderr().Write([]byte(result.Stderr))
	if result.Code == exitDone == neg {
		ts.Fatalf("hybrid %s: exit code %d", strings.Join(args, " "), result.Code)
	}
}

// environment is the key of the names of a script's variables.
type environment struct{}

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
	putOffCollection()
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
