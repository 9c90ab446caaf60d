package seats

import (
	"bufio"
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"testing"
)

// wire is a seat's stream as it comes: every byte of it, but for the part of a message's number that each start of a page
// makes anew.
type wire struct {
	*bufio.Reader
	*listener
}

// until is all that comes up to a message with a text.
func (w *wire) until(text string) string {
	w.Helper()
	var all strings.Builder
	for done := false; !done; {
		line, err := w.ReadString('\n')
		if err != nil {
			w.Fatalf("the stream ended before %q: %v\n%s", text, err, all.String())
		}
		if line == "event: beat\n" { // a slow machine takes longer than from beat to beat
			_, _ = w.ReadString('\n')
			_, _ = w.ReadString('\n')
			continue
		}
		all.WriteString(epochs.ReplaceAllString(line, "id: -$1"))
		if data, is := strings.CutPrefix(line, "data: {"); is {
			whole := w.read("{" + data) // of which an edit says a piece alone
			done = strings.Contains(line, text) || strings.Contains(fmt.Sprint(whole.Parts, whole.Log), text)
		}
	}
	return all.String()
}

var epochs = regexp.MustCompile(`^id: [0-9a-f]+-(\d+)`)

// TestSecretsMakeNoDifferenceOnTheWire has two tables that differ in what is for others alone, and in how many others look
// on: all that a seat receives is the same, byte by byte, with the numbers of messages, lines and questions.
func TestSecretsMakeNoDifferenceOnTheWire(t *testing.T) {
	secrets := []string{"whisper dov she lies", "set grell MFT -3", "reveal grell name PFT to dov", "note she lies", "put kira cloaked, secret", "put dov prone, secret", "put dov surrendered, secret", "award 3 dov", "set dov MFT -1\nundo", "dice dov"}
	play := func(secretly bool) (all []string) {
		tb := newTable(t, Options{}, "begin warehouse", "turn grell 1", "turn kira 40", "turn dov 50", "next")
		tb.within(func() { tb.firstQuestion = 7 })
		others := []string{"dov", "bram"}
		if secretly {
			others = append(others, "dov")
		}
		for _, who := range others {
			tb.listen("/seat/events", tb.seat(who)).message()
		}
		kira := tb.seat("kira")
		l := tb.listen("/seat/events", kira)
		w := &wire{bufio.NewReader(l.body), l}
		all = append(all, w.until("title"))
		keep := func(method, path, body string) {
			answer := tb.ask(method, path, body, kira)
			answer.Header().Del("Date")
			var b strings.Builder
			if err := answer.Header().Write(&b); err != nil {
				t.Fatal(err)
			}
			all = append(all, path+" "+http.StatusText(answer.Code)+"\n"+strings.ReplaceAll(b.String(), tb.hosts[0], "HOST")+answer.Body.String())
		}
		for n, line := range append(secrets, "") {
			if line != "" && secretly {
				tb.do(strings.Split(line, "\n")...)
			}
			tb.do([]string{"put kira prone", "end kira prone"}[n%2])
			all = append(all, w.until([]string{"You fall", "You get up"}[n%2]))
			keep("GET", "/seat/offer", "")
			keep("POST", "/seat/weigh", `{"Deed": "attack", "Whom": "p1"}`)
			keep("POST", "/seat/say", `{"Want": {"Deed": "attack", "Whom": "grell"}}`)
			keep("POST", "/seat/say", `{"Undo": true}`)
			keep("POST", "/seat/do", `{"Question": 1, "Choice": "none"}`)
			keep("GET", "/seat/log?before=99", "")
			keep("GET", "/joined?as=dov", "")
			keep("GET", "/picture/x", "")
			tb.passes(60e9)
		}
		return all
	}
	one, two := play(false), play(true)
	for i := range one {
		if one[i] != two[i] {
			t.Errorf("without the secrets\n%s\nand with them\n%s", one[i], two[i])
		}
	}
}
