package seats

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"hybrid/gm"
	"hybrid/gm/command"
)

// attacked is a table at which the shooter attacks Kira, who has a page open, up to the question how she answers.
func attacked(t *testing.T) (tb *table, with func(*http.Request), page *listener) {
	t.Helper()
	tb = newTable(t, Options{}, "begin warehouse", "reveal shooter", "turn shooter 1", "next", "attack kira")
	with = tb.seat("kira")
	page = tb.listen("/seat/events", with)
	page.message()
	tb.carry(command.Command{Line: "next"})
	return tb, with, page
}

// carry carries out a command that stops at a question.
func (tb *table) carry(c command.Command) {
	tb.Helper()
	var err error
	asked := false
	tb.within(func() { _, err = tb.session.Do(c); asked = tb.session.OpenQuestion() != nil })
	if !asked {
		tb.Fatalf("%s: nothing is asked: %v", c.Line, err)
	}
}

// asks waits for a message with a question, or without one, and returns its part.
func (l *listener) asks() string {
	l.Helper()
	for {
		if ask, ok := l.message().Parts["ask"]; ok {
			return string(ask)
		}
	}
}

func replyBody(said reply) string {
	data, _ := json.Marshal(said)
	return string(data)
}

// TestOptionsComeWhenTheyAreOpened has the card of a question name the answers that have options, which another request gets.
func TestOptionsComeWhenTheyAreOpened(t *testing.T) {
	tb := newTable(t, Options{}, "begin warehouse", "turn kira 34", "turn bruiser 1", "next", "attack kira")
	kira, dov := tb.seat("kira"), tb.seat("dov")
	page := tb.listen("/seat/events", kira)
	tb.listen("/seat/events", dov).message()
	tb.carry(command.Command{Line: "next"})
	for card := ""; !strings.Contains(card, `data-options="fend"`); {
		card = page.asks()
		if strings.Contains(card, "data-how") {
			t.Errorf("the card has the options themselves:\n%s", card)
		}
	}
	for _, row := range []struct {
		choice string
		with   func(*http.Request)
		want   int
	}{{"fend", kira, http.StatusOK}, {"none", kira, http.StatusNotFound}, {"undo", kira, http.StatusNotFound}, {"fend", dov, http.StatusNotFound}} {
		w := tb.ask("GET", "/seat/options?choice="+row.choice, "", row.with)
		if has := strings.Contains(w.Body.String(), `<form data-how="fend">`) && strings.Contains(w.Body.String(), `value="all_out"`); w.Code != row.want || has != (row.want == http.StatusOK) {
			t.Errorf("the options of %q: %d %s", row.choice, w.Code, w.Body)
		}
		for _, impossible := range []string{"all_out_mind", "indirect_fire"} {
			if strings.Contains(w.Body.String(), impossible) {
				t.Errorf("the options of %q have %s, which the rules refuse:\n%s", row.choice, impossible, w.Body)
			}
		}
	}
}

func TestAnAnswerFromAPhone(t *testing.T) {
	tb, with, page := attacked(t)
	card := page.asks()
	for _, want := range []string{`data-question="1"`, `<h2 tabindex=-1><span>Tilde takes aim at you with her light crossbow.</span></h2>`, `data-choice="none"`, "How do you defend?", `<i class=n>65 or less</i>`, "Takes part of the harm", "Doubles your defence."} {
		if !strings.Contains(card, want) {
			t.Errorf("no %s in\n%s", want, card)
		}
	}
	before := len(tb.session.Log())
	tests := []struct {
		name string
		said reply
		want int
	}{
		{"an answer that was not offered", reply{Question: 1, Choice: "undo"}, 422},
		{"part of one", reply{Question: 1, Choice: "non"}, 422},
		{"nothing", reply{Question: 1}, 422},
		{"another question", reply{Question: 2, Choice: "none"}, 409},
		{"none", reply{Choice: "none"}, 409},
		{"the answer", reply{Question: 1, Choice: "none"}, 200},
		{"the answer again", reply{Question: 1, Choice: "none"}, 409},
	}
	for _, test := range tests {
		if w := tb.ask("POST", "/seat/do", replyBody(test.said), with); w.Code != test.want {
			t.Errorf("%s: %d %s, want %d", test.name, w.Code, w.Body, test.want)
		}
	}
	if got := len(tb.session.Log()) - before; got != 1 {
		t.Errorf("%d entries, want 1", got)
	}
	if card := page.asks(); card != "" {
		t.Errorf("the card stays\n%s", card)
	}
	for _, body := range []string{`{"Line":"undo"}`, `{"Question":"1"}`, `[]`} {
		if w := tb.ask("POST", "/seat/do", body, with); w.Code != http.StatusBadRequest {
			t.Errorf("%s: %d", body, w.Code)
		}
	}
}

// TestOthersAreNotAsked has the page of another character open, which must not change, and refuses its reply.
func TestOthersAreNotAsked(t *testing.T) {
	tb, _, page := attacked(t)
	page.asks()
	other := tb.seat("bram")
	if html := tb.ask("GET", "/seat", "", other).Body.String(); strings.Contains(html, "data-choice=") {
		t.Error("Bram is asked what Kira is asked")
	}
	if w := tb.ask("POST", "/seat/do", replyBody(reply{Question: 1, Choice: "none"}), other); w.Code != http.StatusConflict {
		t.Errorf("Bram answers for Kira: %d", w.Code)
	}
	if w := tb.ask("POST", "/seat/do?as=kira", replyBody(reply{Question: 1, Choice: "none"}), other); w.Code != http.StatusForbidden {
		t.Errorf("Bram answers as Kira: %d", w.Code)
	}
}

// TestWhatIsAnsweredAtTheTableClosesTheCard answers there, and takes a question back.
func TestWhatIsAnsweredAtTheTableClosesTheCard(t *testing.T) {
	tb, with, page := attacked(t)
	page.asks()
	tb.within(func() { _ = tb.session.Withdraw(tb.session.OpenQuestion().ID) })
	if card := page.asks(); card != "" {
		t.Errorf("what was taken back is asked\n%s", card)
	}
	tb.carry(command.Command{Line: "next"})
	if card := page.asks(); !strings.Contains(card, `data-question="2"`) {
		t.Errorf("asked again\n%s", card)
	}
	tb.within(func() {
		if _, err := tb.session.Reply(tb.session.OpenQuestion().ID, gm.Reply{Choice: "none"}); err != nil {
			t.Error(err)
		}
	})
	page.asks()
	if w := tb.ask("POST", "/seat/do", replyBody(reply{Question: 2, Choice: "none"}), with); w.Code != http.StatusConflict || !strings.Contains(w.Body.String(), settledText) {
		t.Errorf("the phone is told %d %s", w.Code, w.Body)
	}
}

func TestDiceFromAPhone(t *testing.T) {
	tb := newTable(t, Options{}, "begin warehouse", "dice kira")
	with := tb.seat("kira")
	page := tb.listen("/seat/events", with)
	page.message()
	tb.carry(command.Command{Line: "roll climbing by kira", Typed: true})
	if card := page.asks(); !strings.Contains(card, "d100") || !strings.Contains(card, `data-digit="7"`) || strings.Contains(card, "<input") {
		t.Errorf("asked\n%s", card)
	}
	for text, want := range map[string]int{"101": 422, "seven": 422, " ": 422} {
		if w := tb.ask("POST", "/seat/do", replyBody(reply{Question: 1, Text: text}), with); w.Code != want || !strings.Contains(w.Body.String(), dieText) {
			t.Errorf("%q: %d %s", text, w.Code, w.Body)
		}
	}
	if w := tb.ask("POST", "/seat/do", replyBody(reply{Question: 1, Text: "30 7"}), with); w.Code != http.StatusOK {
		t.Fatalf("30 7: %d %s", w.Code, w.Body)
	}
	if die := lastDie(t, tb); die != "37 typed true" {
		t.Errorf("it shows %s", die)
	}
	tb.carry(command.Command{Line: "roll dodging by kira", Typed: true})
	for !strings.Contains(page.asks(), `data-question="2"`) {
	}
	if w := tb.ask("POST", "/seat/do", replyBody(reply{Question: 2, Roll: true}), with); w.Code != http.StatusOK {
		t.Errorf("roll it for me: %d %s", w.Code, w.Body)
	}
	tb.within(func() {
		if q := tb.session.OpenQuestion(); q != nil { // some dice ask for another one
			_, _ = tb.session.Reply(q.ID, gm.Reply{Rest: true})
		}
	})
	if die := lastDie(t, tb); !strings.HasSuffix(die, "typed false") {
		t.Errorf("it shows %s", die)
	}
}

func lastDie(t *testing.T, tb *table) (text string) {
	tb.within(func() {
		log := tb.session.Log()
		entry, err := tb.session.Entry(log[len(log)-1].Seq())
		if err != nil || len(entry.Dice) == 0 {
			t.Errorf("no die in %+v, %v", entry, err)
			return
		}
		text = fmt.Sprintf("%d typed %v", entry.Dice[0].Result, entry.Dice[0].Typed)
	})
	return text
}

// TestPhoneAndTableRace lets phone and table answer the same questions at once: each is answered once.
func TestPhoneAndTableRace(t *testing.T) {
	tb, with, page := attacked(t)
	rounds := 300
	if *long {
		rounds = 1000
	}
	for n := 1; n <= rounds; n++ {
		if page.asks() == "" { // the card closes first
			page.asks()
		}
		tb.mu.Lock()
		tb.requests.buckets = nil
		number := tb.rooms["kira"].question.number
		tb.mu.Unlock()
		var before int
		var id int64
		tb.within(func() { before, id = len(tb.session.Log()), tb.session.OpenQuestion().ID })
		var both sync.WaitGroup
		var code int
		var here error
		both.Go(func() {
			code = tb.ask("POST", "/seat/do", replyBody(reply{Question: number, Choice: "none"}), with).Code
		})
		both.Go(func() { tb.within(func() { _, here = tb.session.Reply(id, gm.Reply{Choice: "none"}) }) })
		both.Wait()
		busy := code == http.StatusServiceUnavailable // what the phone said may have been done all the same
		if (code == http.StatusOK) == (here == nil) && !busy || code != http.StatusOK && code != http.StatusConflict && !busy {
			t.Fatalf("round %d: the phone is told %d, the table %v", n, code, here)
		}
		tb.within(func() {
			if got := len(tb.session.Log()) - before; got != 1 {
				t.Errorf("round %d: %d entries", n, got)
			}
		})
		tb.do("undo")
		tb.carry(command.Command{Line: "next"})
	}
}

// TestOneThingOfASeatAtATime has a seat weigh, answer and say something while the loop is held: one preview and one answer wait,
// further ones are refused at once, so that no device fills the queue.
func TestOneThingOfASeatAtATime(t *testing.T) {
	tb, with, page := attacked(t)
	page.asks()
	tb.loopTimeout = time.Millisecond
	held, free := make(chan struct{}), make(chan struct{})
	go tb.queue.Post(func() { close(held); <-free })
	<-held
	tb.mu.Lock()
	answer := replyBody(reply{Question: tb.rooms["kira"].question.number, Choice: "none"})
	tb.mu.Unlock()
	for _, first := range [][2]string{{"/seat/weigh", "{}"}, {"/seat/do", answer}} {
		if w := tb.ask("POST", first[0], first[1], with); w.Code != http.StatusServiceUnavailable {
			t.Errorf("the first to %s: %d %s", first[0], w.Code, w.Body)
		}
	}
	for path, body := range map[string]string{"/seat/do": answer, "/seat/weigh": "{}", "/seat/say": sayBody(seatMessage{Ready: true})} {
		if w := tb.ask("POST", path, body, with); w.Code != http.StatusTooManyRequests {
			t.Errorf("%s meanwhile: %d %s", path, w.Code, w.Body)
		}
	}
	close(free)
	tb.within(func() {}) // behind the answer
	tb.loopTimeout = time.Minute
	if w := tb.ask("POST", "/seat/say", sayBody(seatMessage{Ready: true}), with); w.Code != http.StatusOK {
		t.Errorf("afterwards: %d %s", w.Code, w.Body)
	}
}

// FuzzDo sends any body. Nothing but an answer that was offered changes anything.
func FuzzDo(f *testing.F) {
	for _, body := range []string{replyBody(reply{Question: 1, Choice: "parry"}), `{"Question":1,"Text":"30 7"}`, `{"Question":1e9}`, "{", `{"Rest":true}`} {
		f.Add(body)
	}
	f.Fuzz(func(t *testing.T, body string) {
		tb := newTable(t, Options{}, "begin warehouse")
		with := tb.seat("kira")
		before := len(tb.session.Log())
		if w := tb.ask("POST", "/seat/do", body, with); w.Code < 400 || w.Code >= 500 {
			t.Errorf("%q: %d", body, w.Code)
		}
		if len(tb.session.Log()) != before {
			t.Errorf("%q did something", body)
		}
	})
}

// TestDiceOfSeveral has an attack and its parry thrown on two phones, each asked of its own alone and for what it is.
func TestDiceOfSeveral(t *testing.T) {
	tb := newTable(t, Options{}, "begin warehouse", "dice kira", "dice dov", "turn grell 90", "turn kira 1", "next", "attack dov")
	kira, dov := tb.seat("kira"), tb.seat("dov")
	pages := map[string]*listener{"kira": tb.listen("/seat/events", kira), "dov": tb.listen("/seat/events", dov)}
	seats := map[string]func(*http.Request){"kira": kira, "dov": dov}
	for _, page := range pages {
		page.message()
	}
	tb.carry(command.Command{Line: "next", Typed: true})
	var heads []string
	for range 4 {
		who := ""
		tb.within(func() {
			if q := tb.session.OpenQuestion(); q != nil {
				who = q.Need.Who
			}
		})
		if who == "" {
			break
		}
		card := pages[who].asks()
		for card == "" {
			card = pages[who].asks()
		}
		heads = append(heads, who+": "+between(card, `<h2 tabindex=-1>`, "</h2>"))
		said := reply{Text: "60"}
		if strings.Contains(card, "data-choice") {
			said = reply{Choice: between(card, `data-choice="parry`, `"`)}
			said.Choice = "parry" + said.Choice
		}
		tb.mu.Lock()
		said.Question = tb.rooms[who].question.number
		tb.mu.Unlock()
		if w := tb.ask("POST", "/seat/do", replyBody(said), seats[who]); w.Code != http.StatusOK {
			t.Fatalf("%s: %d %s", heads[len(heads)-1], w.Code, w.Body)
		}
	}
	want := []string{"dov: <span>Kira goes for you with her sabre.</span>", "kira: You go for Dov with your sabre.", "dov: Parry: Axe with battle axe"}
	if len(heads) < 3 || !slices.Equal(heads[:3], want) {
		t.Errorf("asked were %q", heads)
	}
}
