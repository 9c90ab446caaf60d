package seats_test

import (
	"errors"
	"flag"
	"fmt"
	"net"
	"regexp"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/gdamore/tcell/v2"

	"hybrid/gm"
	"hybrid/gm/campaign"
	"hybrid/gm/command"
	"hybrid/gm/dashboard"
	"hybrid/gm/players"
	"hybrid/gm/seats"
	"hybrid/rules"
)

// patience is after how long a test gives up that would otherwise wait for ever.
const patience = 3 * time.Minute

var whole = flag.Bool("whole", false, "play the whole fight of the sample on phones, not a shorter one")

// evening is a dashboard on a screen that is only simulated, the session it shows, and the players' phones.
type evening struct {
	*testing.T
	dir, addr string
	dice      rules.Dice
	session   *gm.Session
	d         *dashboard.Dashboard
	screen    tcell.SimulationScreen
	ended     chan error
	phones    map[string]seats.Browser
	changed   chan struct{}  // has something when the session may have changed
	played    map[string]int // what was done in which way
	telling   *players.Telling
	card      card         // that a phone answered last
	waited    atomic.Int64 // nanoseconds for which the game master waited, beside those that passed
}

// card holds a question that a phone shows: its number in the session and its number on that phone.
type card struct {
	phone  seats.Browser
	asked  int64
	number string
}

// begin opens the session and the dashboard with open seats, as the program does when it starts.
func (e *evening) begin() {
	e.Helper()
	c, err := campaign.Open(campaign.Sample, nil)
	if err != nil {
		e.Fatal(err)
	}
	if e.session, _, err = gm.Open(c, gm.Options{Dir: e.dir, Dice: e.dice}); err != nil {
		e.Fatal(err)
	}
	e.telling, e.card = players.NewTelling(e.session), card{}
	e.changed = make(chan struct{}, 1)
	e.session.OnChange(func() {
		select {
		case e.changed <- struct{}{}:
		default:
		}
	})
	e.screen = tcell.NewSimulationScreen("UTF-8")
	if err := e.screen.Init(); err != nil {
		e.Fatal(err)
	}
	e.screen.SetSize(120, 40)
	options := dashboard.Options{Screen: e.screen, Seats: seats.Options{Addr: e.addr, Clock: e.clock}, OpenSeats: true}
	e.d, e.ended = dashboard.New(e.session, options), make(chan error, 1)
	go func() { e.ended <- e.d.Run(options) }()
	e.key("Esc") // where the seats are opened
}

// clock is the time for the game master.
func (e *evening) clock() time.Time { return time.Now().Add(time.Duration(e.waited.Load())) }

// end ends the program in the middle of whatever it does.
func (e *evening) end() {
	e.Helper()
	e.key("Ctrl-C") // whatever is open
	for range 2 {   // again where a fight is left as it stands
		e.screen.InjectKey(tcell.KeyRune, 'q', tcell.ModNone)
	}
	select {
	case err := <-e.ended:
		if err := errors.Join(err, e.session.Close()); err != nil {
			e.Error(err)
		}
	case <-time.After(patience):
		e.Fatalf("the program does not end\n%s", e.frame())
	}
}

// key presses a key, by name or as what it types, and returns when the dashboard has done what it is for.
func (e *evening) key(name string) {
	e.Helper()
	event, special := tcell.NewEventKey(tcell.KeyRune, []rune(name)[0], tcell.ModNone), map[string]tcell.Key{"Enter": tcell.KeyEnter, "Esc": tcell.KeyEsc, "Ctrl-C": tcell.KeyCtrlC}
	if key, ok := special[name]; ok {
		event = tcell.NewEventKey(key, 0, tcell.ModNone)
	}
	e.waited.Add(int64(time.Second)) // right after a phone answered, Enter does nothing
	e.within(func() { e.d.InputHandler()(event, nil) })
}

// within runs do between two keys.
func (e *evening) within(do func()) {
	done := make(chan struct{})
	go e.d.Post(func() { do(); close(done) })
	select {
	case <-done:
	case <-time.After(patience):
		e.Fatal("the dashboard does not answer")
	}
}

// lines carries out lines, within the loop.
func (e *evening) lines(lines ...string) {
	for _, line := range lines {
		if _, err := e.session.Do(command.Command{Line: line}); err != nil {
			e.Errorf("%s: %v", line, err)
		}
	}
}

// frame is what the dashboard shows.
func (e *evening) frame() string {
	cells, w, h := e.screen.GetContents()
	var b strings.Builder
	for y := range h {
		for x := range w {
			b.WriteString(string(cells[y*w+x].Runes))
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// shows waits until the dashboard shows a text; the session tells of what changes.
func (e *evening) shows(text string) {
	e.Helper()
	for {
		frame := ""
		e.within(func() { frame = e.frame() })
		if strings.Contains(frame, text) {
			return
		}
		select {
		case <-e.changed:
		case <-time.After(patience):
			e.Fatalf("the dashboard never shows %q\n%s", text, frame)
		}
	}
}

// now is how things stand.
type now struct {
	entries int
	asked   int64
	who     string // is asked
	die     int
	shown   bool   // on the phone of who is asked; of an attack that isn't seen only the game master is asked
	open    string // whose turn has come
	due     string // who has proposed something
	foes    int    // who can still act
	party   int
	running bool
}

func (e *evening) now() (n now) {
	e.within(func() {
		s := e.session.State()
		n.entries, n.running = len(e.session.Log()), s.Running
		if q := e.session.OpenQuestion(); q != nil {
			n.asked, n.who, n.die = q.ID, q.Need.Who, q.Need.Die
			if seen, err := e.telling.SeatViewOf(n.who); err != nil {
				e.Error(err)
			} else if seen != nil {
				n.shown = seen.Question != nil
			}
		}
		for _, a := range s.Actors {
			if a.Open && (n.open == "" || e.phones[a.Key] != (seats.Browser{})) {
				n.open = a.Key
			}
			if able, _ := a.CanAct(e.session.Rules()); able && a.Side == "party" {
				n.party++
			} else if able {
				n.foes++
			}
		}
		if list := e.session.Proposals().List(); len(list) > 0 {
			n.due = list[0].By
		}
	})
	return n
}

// changes waits until things stand otherwise. Now and then it calls the functions in slow.
func (e *evening) changes(from now, slow ...func()) {
	e.Helper()
	often := time.NewTicker(20 * time.Second)
	defer often.Stop()
	for late := time.After(5 * time.Minute); e.now() == from; {
		select {
		case <-e.changed:
		case <-often.C:
			for _, do := range slow {
				do()
			}
		case <-late:
			e.Fatalf("nothing goes on from %+v\n%s", from, e.frame())
		}
	}
}

// join has a phone let in to a character.
func (e *evening) join(phone seats.Browser, key, player string) {
	e.Helper()
	code := ""
	e.within(func() { code = e.session.Seating().Code })
	phone.Open("http://"+e.addr+"/"+code, 390, 844)
	phone.Sees(fmt.Sprintf(`document.querySelector("[value=%s]") !== null`, key))
	phone.Run(fmt.Sprintf(`document.querySelector("[value=%s]").checked = true; document.querySelector("[name=player]").value = %q; document.querySelector("form").requestSubmit()`, key, player))
	phone.Sees(`!document.querySelector("[data-waiting]").hidden`)
	e.key("J")
	e.shows("waiting to join: Enter admits")
	e.key("Enter")
	phone.Sees(`document.body && document.body.dataset.page === "seat" && document.querySelector("h1") !== null`)
	e.key("Esc")
}

// step lets one thing happen: a phone answers or proposes, or the game master presses a key.
func (e *evening) step(n now) {
	e.Helper()
	phone, plays := e.phones[n.who]
	plays = plays && n.shown
	switch {
	case n.asked != 0 && plays && n.die > 0:
		e.asks(phone, n)
		throw(phone, "3")
		e.played["die"]++
		e.changes(n, func() { e.tapsAgain(phone, "[data-throw]") })
		return
	case n.asked != 0 && plays:
		e.asks(phone, n)
		press(phone, ".answers .answer")
		e.played["answer"]++
		e.changes(n, func() { e.tapsAgain(phone, ".answers .answer") })
		return
	case n.asked != 0 && n.die > 0:
		e.key("r")
	case n.asked != 0 && e.phones[n.who] != (seats.Browser{}):
		e.key("Enter")
	case n.asked != 0:
		e.key("z")
	case e.phones[n.open] != (seats.Browser{}) && n.due == n.open:
		e.key("Y")
		e.played["taken"]++
	case e.phones[n.open] != (seats.Browser{}):
		e.propose(e.phones[n.open])
		e.played["proposed"]++
	case n.open != "":
		e.key("z")
	default:
		e.key("n")
	}
	e.changes(n)
}

// tapsAgain taps a button of the question that a phone answered last, where the page says that the answer wasn't taken and offers
// the button again, as on a busy machine. What the page says is logged.
func (e *evening) tapsAgain(phone seats.Browser, button string) {
	e.Helper()
	said := ""
	phone.Do(chromedp.Evaluate(fmt.Sprintf(`(() => {
		const c = document.querySelector("[data-question]"), b = c && c.querySelector(%q);
		if (!c || c.dataset.question !== %q) return "shows no such question";
		if (!b || b.disabled) return "waits";
		b.click();
		return "is tapped again, it says: " + document.querySelector("[data-said]").textContent;
	})()`, button, e.card.number), &said))
	e.Logf("a phone %s", said)
}

// asks waits until a phone shows what is asked now, and not what it answered last.
func (e *evening) asks(phone seats.Browser, n now) {
	e.Helper()
	was := ""
	if e.card.phone == phone && e.card.asked != n.asked { // phones of two characters may count the same number of questions
		was = e.card.number
	}
	phone.Sees(fmt.Sprintf(`document.querySelector("[data-question]").dataset.question !== %q`, was))
	e.card.phone, e.card.asked = phone, n.asked
	phone.Do(chromedp.Evaluate(`document.querySelector("[data-question]").dataset.question`, &e.card.number))
}

// throw has a phone type what dice show, the same on each, and say so.
func throw(phone seats.Browser, faces ...string) {
	for _, face := range faces {
		press(phone, "[data-digit='"+face+"']")
	}
	phone.Sees(`(() => { const b = document.querySelector("[data-throw]"); if (b && b.disabled) document.querySelector("[data-digit='` + faces[len(faces)-1] + `']").click(); const can = b && !b.disabled; if (can) b.click(); return can })()`)
}

// propose has a phone propose something: the same again, by one tap, or else by tapping a person, a deed and the button below it.
func (e *evening) propose(phone seats.Browser) {
	e.Helper()
	phone.Sees(`document.querySelector(".turn") !== null && !document.querySelector(".turn").closest("body").classList.contains("off")`)
	again := false
	phone.Do(chromedp.Evaluate(`(() => { const b = document.querySelector("[data-again]"); if (b) b.click(); return !!b })()`, &again))
	if again {
		e.played["again"]++
		return
	}
	press(phone, "[data-to=act]")
	press(phone, ".act [data-who]")
	press(phone, "dialog .row[data-deed]:not(:disabled)")
	press(phone, "[data-want] .do")
	phone.Sees(`!document.querySelector("dialog").open`)
}

// between lets the player of Kira buy a rank, take it back, and have her dice rolled.
func (e *evening) between(phone seats.Browser) {
	e.Helper()
	rank := func() (n int) {
		e.within(func() {
			kira := e.session.State().Find("kira")
			for _, skill := range kira.Sheet.Skills {
				n += kira.Sheet.Rank(skill)
			}
		})
		return n
	}
	before := rank()
	press(phone, "[data-to=act]")
	press(phone, "[data-other=raise]")
	phone.Sees(`document.querySelector(".plan") !== null`)
	n := e.now()
	e.key("Y")
	if e.changes(n); rank() != before+1 {
		e.Errorf("no rank is bought: %d, before %d\n%s", rank(), before, e.frame())
	}
	phone.Sees(`document.querySelector(".plan") === null`)
	phone.Run(`document.querySelector("[data-undo]").click(); const f = document.querySelector("[data-why]"); f.elements.text.value = "another one"; f.requestSubmit()`)
	phone.Sees(`document.querySelector(".plan") !== null && document.querySelector(".plan").textContent.includes("“another one”")`)
	n = e.now()
	e.key("Y")
	if e.changes(n); rank() != before {
		e.Errorf("it is not taken back: %d, before %d\n%s", rank(), before, e.frame())
	}
	elapsed := func() (x float64) { e.within(func() { x = e.session.State().Elapsed }); return x }
	was := elapsed()
	phone.Sees(`document.querySelector(".plan") === null`)
	press(phone, "[data-other=pass][data-check=resting]")
	phone.Sees(`document.querySelector(".plan") !== null && document.querySelector(".plan").textContent.includes("Resting for 1 h")`)
	n = e.now()
	e.key("Y")
	e.changes(n)
	for range 5 { // one who bleeds stops them, and is asked about
		if e.now().asked != 0 {
			e.key("Enter")
		}
	}
	if now := elapsed(); now <= was {
		e.Errorf("an hour of rest: %v s before, %v after\n%s", was, now, e.frame())
	}
	phone.Sees(`document.querySelector(".plan") === null`)
	press(phone, "[data-say=Dice][aria-pressed=true]")
	phone.Sees(`document.querySelector("[data-say=Dice]").getAttribute("aria-pressed") === "false"`)
	e.within(func() {
		if e.session.TypesDice("kira") {
			e.Error("her dice are still typed")
		}
	})
}

// press waits for buttons that can be pressed, and presses them in one go.
func press(phone seats.Browser, buttons ...string) {
	all := `"` + strings.Join(buttons, `", "`) + `"`
	phone.Sees(`(() => { const all = [` + all + `].map((q) => document.querySelector(q)), can = all.every((b) => b && !b.disabled); if (can) for (const b of all) b.click(); return can })()`)
}

// play lets things happen until the fight is decided, or so many have happened.
func (e *evening) play(most int) (over bool) {
	e.Helper()
	for range most {
		n := e.now()
		if n.foes*n.party == 0 && n.asked == 0 {
			return true
		}
		e.step(n)
	}
	return false
}

// killed has the program killed, as kill -9 does, while a phone is asked for a die, and again right after it threw that. What
// was asked is asked again by the next program.
func (e *evening) killed(phone seats.Browser) {
	e.Helper()
	const asked = `document.querySelector("[data-roll]") !== null && !document.querySelector("[data-roll]").disabled`
	kill := seats.StartToBeKilled(e.T, e.dir, e.addr, "roll climbing by kira")
	phone.Sees(asked)
	phone.Run(`document.querySelector("[data-said]").textContent = ""`)
	kill()
	phone.Sees(`!document.querySelector("[data-offline]").hidden && document.querySelector("[data-roll]").disabled`)
	kill = seats.StartToBeKilled(e.T, e.dir, e.addr, "")
	phone.Sees(asked)
	said := ""
	phone.Do(chromedp.Evaluate(`document.querySelector("[data-said]").textContent`, &said))
	if said != "" {
		e.Errorf("before the die is asked again, the page says %q", said)
	}
	throw(phone, "4", "2")
	phone.Sees(`document.querySelector("[data-question]") === null`)
	kill()
}

// TestAFightOnPhones plays a fight of the sample to its end: three phones say what their characters do, answer and throw dice,
// and the game master takes it on the dashboard. In between the program is ended and begun again, and killed twice, and a
// second device shows the same seat.
func TestAFightOnPhones(t *testing.T) {
	if testing.Short() {
		t.Skip("skipped: browsers take seconds")
	}
	t.Parallel()
	first := seats.NewBrowser(t)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	e := &evening{T: t, dir: t.TempDir(), addr: l.Addr().String(), dice: rules.NewSeededDice([32]byte{5}), played: map[string]int{}}
	l.Close()
	e.begin()
	e.within(func() {
		e.lines("begin warehouse", "remove bram")
		if !*whole {
			e.lines("remove grell", "remove warden", "remove shooter", "remove bruiser", "set cutter_1 PFT 9", "set hanne PFT 7")
		}
		e.lines("dice kira", "turn cutter_1 1", "next", "attack kira", "turn hanne 2", "next", "attack dov", "initiative all")
	})
	e.phones = map[string]seats.Browser{"kira": first, "dov": first.Another(), "ilse": first.Another()}
	for key, phone := range e.phones {
		e.join(phone, key, "Player of "+key)
	}
	e.within(func() {
		e.lines("note SECRETnote", "note cutter_1: SECRETpinned", "favourite cutter_1 note SECRETline", "whisper dov SECRETwhisper", "put ilse cloaked, secret", "set dov MFT -1 because SECRETreason")
	})
	e.play(10)
	for n := e.now(); n.asked > 0; n = e.now() { // a question has to be answered before a device is let in
		e.step(n)
	}

	again := first.Another() // a second device of the same player
	e.join(again, "kira", "Player of kira")
	e.end()
	for _, phone := range e.phones {
		phone.Sees(`!document.querySelector("[data-offline]").hidden && [...document.querySelectorAll("main button")].every((b) => b.disabled)`)
	}
	e.killed(first)
	e.begin()
	for _, phone := range e.phones {
		phone.Sees(`document.querySelector("[data-offline]").hidden`)
	}
	e.within(func() {
		if log := e.session.Log(); !strings.Contains(log[len(log)-1].Text(), "Kira tries her climbing") {
			t.Errorf("what was thrown before the program was killed is lost: the last entry is %q", log[len(log)-1].Text())
		}
	})
	e.within(func() { // an attack that both devices are asked about
		if e.session.OpenQuestion() == nil {
			_, _ = e.session.Do(command.Command{Line: "roll dodging by kira", Typed: true})
		}
		if q := e.session.OpenQuestion(); q == nil || q.Need.Who != "kira" {
			t.Errorf("Kira is not asked: %+v", q)
		}
	})
	for _, phone := range []seats.Browser{first, again} {
		phone.Sees(`document.querySelector("[data-throw]") !== null`)
	}
	press(again, "[data-roll]")
	first.Sees(`document.querySelector("[data-question]") === null && document.querySelector("[data-said]").textContent === "Answered."`)

	most := 250
	if *whole {
		most = 5000
	}
	if !e.play(most) {
		t.Errorf("the fight does not end: %+v\n%s", e.now(), e.frame())
	}
	e.within(func() { e.lines("finish", "award 60 kira") })
	e.between(first)
	for key, phone := range e.phones {
		phone.Sees(`document.querySelector(".state").textContent.includes("no fight")`)
		phone.Do(emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{{Name: "prefers-reduced-motion", Value: "reduce"}}))
		phone.Sees(`(() => { document.body.classList.add("flash"); return getComputedStyle(document.body, "::after").animationName === "none" })()`)
		phone.Do(chromedp.EmulateViewport(195, 422)) // the same screen at 200 %
		if key != "kira" {
			continue
		}
		for _, tab := range []string{"now", "act", "sheet", "log"} {
			phone.Run(`document.querySelector("[data-to=` + tab + `]").click()`)
			phone.Looks("zoom-" + tab + "-" + key)
		}
	}
	e.within(func() { e.lines("begin rooftops") }) // the evening goes on, and the phones with it; two are not in that scene
	for key, phone := range e.phones {
		if key != "ilse" {
			phone.Sees(`document.querySelector(".state").textContent.includes("Not in the scene")`)
			continue
		}
		phone.Sees(`document.querySelector(".count") !== null && document.querySelector("[data-offline]").hidden && document.querySelector("[data-part=log]").lastElementChild.textContent.includes("The scene begins")`)
	}
	secrets := regexp.MustCompile(`(?i)SECRET\w+|\bScar\b|cutter_\d|Osric|Tilde|Hanne|Pummel|\bWren\b|\bSwift\b|runner_\d`) // the names have not been told
	for key, phone := range e.phones {
		all := phone.Received()
		if !strings.Contains(all, "The scene begins") {
			t.Errorf("nothing reached %s", key)
		}
		for _, secret := range secrets.FindAllString(all, -1) {
			if told := key == "dov" && strings.EqualFold(secret, "SECRETwhisper"); !told {
				t.Errorf("%s reached %s", secret, key)
				break
			}
		}
	}
	for key, phone := range e.phones {
		if list := phone.Fails(); len(list) > 0 {
			t.Errorf("the scripts of %s fail: %s", key, strings.Join(list, "\n"))
		}
	}
	if e.played["answer"] == 0 || e.played["die"] == 0 || e.played["taken"] < 3 {
		t.Errorf("played were %v", e.played)
	}
	t.Logf("played were %v", e.played)
	e.end()
}
