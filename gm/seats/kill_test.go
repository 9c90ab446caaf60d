package seats

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"
	"time"

	"hybrid/gm"
	"hybrid/gm/command"
	"hybrid/gm/gmtest"
	"hybrid/rules"
)

// killDir tells the test binary, run as the program that gets killed, where the session is; killAddr where the seats are
// opened, and killAsks what it asks for first.
const (
	killDir  = "HYBRID_KILL_SEATS"
	killAddr = "HYBRID_KILL_ADDR"
	killAsks = "HYBRID_KILL_ASKS"
)

// TestKilledTable is the program that gets killed: it serves the seats and says where.
func TestKilledTable(t *testing.T) {
	dir := os.Getenv(killDir)
	if dir == "" {
		t.Skip("only run by TestKilledBetweenReplyAndEntry")
	}
	session, _, err := gm.Open(sample(), gm.Options{Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	queue := NewQueue()
	if line := os.Getenv(killAsks); line != "" && session.OpenQuestion() == nil {
		_, _ = session.Do(command.Command{Line: line, Typed: true})
	}
	s, err := Open(session, queue, Options{Addr: cmp.Or(os.Getenv(killAddr), "127.0.0.1:0")})
	if err != nil {
		t.Fatal(err)
	}
	fmt.Println("serves", s.URL())
	queue.Run(context.Background())
}

// TestKilledBetweenReplyAndEntry kills the program, as kill -9 does, while a phone's answer is on its way. Afterwards it was
// done once, and surely where the phone was told so, or the same question is open still; the phone's page goes on.
func TestKilledBetweenReplyAndEntry(t *testing.T) {
	dir := t.TempDir()
	open := func() *gm.Session {
		t.Helper()
		s, _, err := gm.Open(sample(), gm.Options{Dir: dir})
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	s := open()
	gmtest.Do(t, s, "begin warehouse", "reveal shooter", "turn shooter 1", "next", "attack kira")
	seating := s.Seating()
	seating.Seats = append(seating.Seats, gm.Seat{Key: "kira", Player: "Ana", Hash: hashSecret("secret")})
	if err := s.KeepSeating(seating); err != nil {
		t.Fatal(err)
	}
	rounds, answered := 6, 0
	if *long {
		rounds = 200
	}
	for n := range rounds {
		if s.OpenQuestion() == nil {
			var need *rules.Need
			if _, err := s.Do(command.Command{Line: "next"}); !errors.As(err, &need) {
				t.Fatalf("round %d: nothing is asked: %v", n, err)
			}
		}
		id, entries := s.OpenQuestion().ID, len(s.LinesInForce())
		s.Close()

		told := killedWhileAnswering(t, dir, time.Millisecond<<(n%8)/2)
		s = open()
		switch done, asked := len(s.LinesInForce())-entries, s.OpenQuestion(); {
		case done == 1 && asked == nil:
			answered++
			gmtest.Do(t, s, "undo")
		case done != 0 || asked == nil || asked.ID != id || told == http.StatusOK:
			t.Fatalf("round %d: the phone was told %d, there are %d entries more, and %+v is asked", n, told, done, asked)
		}
	}
	s.Close()
	t.Logf("%d of %d were answered before", answered, rounds)
}

// startToBeKilled runs the program that gets killed; with an address it serves there, and with a line it carries that out.
func startToBeKilled(t *testing.T, dir, addr, line string) (child *exec.Cmd, url string) {
	t.Helper()
	child = exec.Command(os.Args[0], "-test.run=^TestKilledTable$")
	child.Env = append(os.Environ(), killDir+"="+dir, killAddr+"="+addr, killAsks+"="+line)
	out, err := child.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	for lines := bufio.NewScanner(out); url == "" && lines.Scan(); {
		_, url, _ = strings.Cut(lines.Text(), "serves ")
	}
	if url == "" {
		_ = child.Wait()
		t.Fatal("the program that gets killed does not serve")
	}
	return child, url
}

// killedWhileAnswering runs the program, answers from a phone and kills it a while after that. It gives what the phone was
// told, 0 for nothing.
func killedWhileAnswering(t *testing.T, dir string, after time.Duration) (status int) {
	t.Helper()
	child, url := startToBeKilled(t, dir, "", "")
	defer func() { _ = child.Wait() }()
	defer func() { _ = child.Process.Kill() }()
	ask := func(method, path, body string) (int, string) {
		r, _ := http.NewRequest(method, url+path, strings.NewReader(body))
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Origin", strings.TrimSuffix(url, "/"))
		r.AddCookie(&http.Cookie{Name: cookieName, Value: "secret"})
		reply, err := patient.Do(r)
		if err != nil {
			return 0, ""
		}
		defer reply.Body.Close()
		text, _ := io.ReadAll(reply.Body)
		return reply.StatusCode, string(text)
	}
	_, page := ask("GET", "seat", "")
	question := regexp.MustCompile(`data-question="(\d+)"`).FindStringSubmatch(page)
	if question == nil {
		t.Fatalf("the phone is asked nothing:\n%s", page)
	}
	killed := make(chan struct{})
	time.AfterFunc(after, func() { _ = child.Process.Kill(); close(killed) })
	status, _ = ask("POST", "seat/do", `{"Question":`+question[1]+`,"Choice":"none"}`)
	<-killed
	return status
}
