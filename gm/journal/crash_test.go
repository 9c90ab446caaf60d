package journal

import (
	"bufio"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"hybrid/gm/gmtest"
)

var long = flag.Bool("long", false, "kill the writing process many times instead of ten")

// The test binary runs itself as the writer that gets killed; these tell it.
const (
	envPath  = "JOURNAL_TEST_PATH"
	envBatch = "JOURNAL_TEST_BATCH"
)

func TestMain(m *testing.M) {
	if path := os.Getenv(envPath); path != "" {
		write(path)
		return
	}
	gmtest.RunParallel(m) // nearly all of it is waiting for the disk
}

// write appends samples until the process is ended, and tells of each one
// that is safe. With a batch, it closes and opens again after so many, and tells
// when it begins to.
func write(path string) {
	batch, _ := strconv.Atoi(os.Getenv(envBatch))
	for {
		fmt.Println("open")
		j, err := Open(path)
		if err != nil {
			fmt.Println(err)
			return
		}
		for n := 0; batch == 0 || n < batch; n++ {
			r := sample(j.Len() + 1)
			if err := j.Append(&r); err != nil {
				fmt.Println(err)
				return
			}
			fmt.Println(r.Seq)
		}
		fmt.Println("close")
		if err := j.Close(); err != nil {
			fmt.Println(err)
			return
		}
	}
}

func TestKill(t *testing.T) {
	rounds := 10
	if *long {
		rounds = 1000
	}
	for name, kind := range map[string]struct{ batch, lines int }{
		"appending": {0, 101},
		"opening":   {1, 11},
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "night.db")
			var before int64
			for round := range rounds {
				safe := killed(t, path, kind.batch, 1+round*37%kind.lines, time.Duration(round*7%23)*time.Millisecond/2)
				safe = max(safe, before)
				j := mustOpen(t, path)
				last := j.Len()
				if last != safe && last != safe+1 {
					t.Fatalf("round %d: %d entries, of which %d were said to be safe", round, last, safe)
				}
				mustHold(t, j, last)
				j.Close()
				before = last
			}
			t.Logf("%d entries", before)
		})
	}
}

// killed runs a writer, kills it some time after it told so many lines, and
// returns the last entry that it said was safe, 0 if none.
func killed(t *testing.T, path string, batch, after int, later time.Duration) int64 {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	child := exec.Command(self)
	child.Env = append(os.Environ(), envPath+"="+path, fmt.Sprintf("%s=%d", envBatch, batch))
	out, err := child.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	defer child.Wait()
	defer child.Process.Kill()
	var safe int64
	lines := bufio.NewScanner(out)
	for n := 1; lines.Scan(); n++ {
		if n == after {
			time.AfterFunc(later, func() { child.Process.Kill() }) // what it tells until then is read below
		}
		if line := lines.Text(); line == "open" || line == "close" {
			continue
		}
		safe, err = strconv.ParseInt(lines.Text(), 10, 64)
		if err != nil {
			t.Fatalf("the writer failed: %s", lines.Text())
		}
	}
	return safe
}
