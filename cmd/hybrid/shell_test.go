package main

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"testing"
)

// shell is a running sh, in which hybrid is a function that carries out its words in this process. Lines that the manual,
// the README or a help shows are typed into it, so that quotes, brackets and > mean what they mean to a reader.
type shell struct {
	t       *testing.T
	hybrid  func(args []string, stdout, stderr io.Writer) (code int)
	lines   io.Writer     // read by sh as its script
	calls   *bufio.Reader // words from sh, each ended by a zero byte
	replies io.Writer     // exit codes, a line each
	folder  string        // of the files through which output goes
}

// shellScript defines hybrid: it writes the folder and its words to descriptor 3, reads an exit code from descriptor 4, and
// copies the output that this process left in files.
const shellScript = `hybrid() {
	printf '%%s\0' hybrid "$PWD" "$#" "$@" >&3
	read -r code <&4
	cat '%[1]s/stdout'
	cat '%[1]s/stderr' >&2
	return "$code"
}
`

// newShell starts sh in the working folder; it ends with the test. The test is skipped where there is no sh.
func newShell(t *testing.T, hybrid func(args []string, stdout, stderr io.Writer) int) *shell {
	t.Helper()
	path, err := exec.LookPath("sh")
	if err != nil || runtime.GOOS == "windows" {
		t.Skip("there is no sh")
	}
	calls, callsIn := pipe(t)
	repliesOut, replies := pipe(t)
	cmd := exec.Command(path)
	cmd.ExtraFiles = []*os.File{callsIn, repliesOut}
	cmd.Stderr = os.Stderr
	lines, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	callsIn.Close()
	repliesOut.Close()
	t.Cleanup(func() {
		lines.Close()
		replies.Close()
		cmd.Wait()
		calls.Close()
	})
	s := &shell{t, hybrid, lines, bufio.NewReader(calls), replies, t.TempDir()}
	fmt.Fprintf(s.lines, shellScript, s.folder)
	return s
}

func pipe(t *testing.T) (out, in *os.File) {
	t.Helper()
	out, in, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	return out, in
}

// do types a line, follows sh into the folder that it is in afterwards, and returns what the line wrote.
func (s *shell) do(line string) string {
	s.t.Helper()
	fmt.Fprintf(s.lines, "{ %s\n} >'%s/said' 2>&1 </dev/null\nprintf '%%s\\0' done \"$PWD\" >&3\n", line, s.folder)
	for {
		kind, folder := s.word(), s.word()
		if own, err := os.Getwd(); err != nil || own != folder {
			s.t.Chdir(folder)
		}
		if kind == "done" {
			said, err := os.ReadFile(filepath.Join(s.folder, "said"))
			if err != nil {
				s.t.Fatal(err)
			}
			return string(said)
		}
		n, err := strconv.Atoi(s.word())
		if err != nil {
			s.t.Fatal(err)
		}
		args := make([]string, n)
		for i := range args {
			args[i] = s.word()
		}
		s.carryOut(args)
	}
}

// carryOut calls hybrid with the words that sh made of a line, and tells sh the result.
func (s *shell) carryOut(args []string) {
	var stdout, stderr bytes.Buffer
	code := s.hybrid(args, &stdout, &stderr)
	for name, text := range map[string][]byte{"stdout": stdout.Bytes(), "stderr": stderr.Bytes()} {
		if err := os.WriteFile(filepath.Join(s.folder, name), text, 0o644); err != nil {
			s.t.Fatal(err)
		}
	}
	fmt.Fprintln(s.replies, code)
}

// word returns the next word from sh.
func (s *shell) word() string {
	s.t.Helper()
	word, err := s.calls.ReadString(0)
	if err != nil {
		s.t.Fatalf("sh ended: %v", err)
	}
	return word[:len(word)-1]
}

// TestShell holds that a shell sees what a line quotes, and that a line which sh cannot read fails.
func TestShell(t *testing.T) {
	t.Chdir(t.TempDir())
	var got [][]string
	sh := newShell(t, func(args []string, stdout, _ io.Writer) int {
		got = append(got, args)
		fmt.Fprintln(stdout, "said")
		return len(args)
	})
	if said := sh.do(`hybrid try formula "hold(depth)" ''; echo $?`); said != "said\n4\n" {
		t.Errorf("said %q", said)
	}
	if want := "[[try formula hold(depth) ]]"; fmt.Sprint(got) != want {
		t.Errorf("got %v, want %v", got, want)
	}
	if said := sh.do("mkdir below && cd below && hybrid a > out"); said != "" {
		t.Errorf("said %q", said)
	}
	if text, err := os.ReadFile("../below/out"); string(text) != "said\n" {
		t.Errorf("wrote %q, %v", text, err)
	}
}
