package seats

import (
	"bufio"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"html/template"
	"io"
	"maps"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
	"unicode/utf16"

	"hybrid/gm"
	"hybrid/gm/campaign"
	"hybrid/gm/command"
	"hybrid/gm/gmtest"
	"hybrid/rules"
)

// table is a session with its loop and its seats, on loopback.
type table struct {
	*testing.T
	*Server
	session *gm.Session
	queue   *Queue
	passed  atomic.Int64 // what the server's clock shows, nanoseconds after eight on the first of May; it stands still
	dir     string
}

// passes moves the server's clock on. Streams that end look at it at any time.
func (tb *table) passes(d time.Duration) { tb.passed.Add(int64(d)) }

// sample is the campaign that comes along, loaded once for all tests.
var sample = sync.OnceValue(func() *campaign.Campaign {
	c, err := campaign.Open(campaign.Sample, nil)
	if err != nil {
		panic(err)
	}
	return c
})

// TestMain: most of what is done in a browser is waiting.
func TestMain(m *testing.M) { gmtest.RunParallel(m) }

// newTable opens the seats of the sample, in which lines were carried out.
func newTable(t *testing.T, o Options, lines ...string) *table {
	t.Helper()
	return newTableOf(t, sample(), o, lines...)
}

// newTableOf opens the seats of a campaign, in which lines were carried out.
func newTableOf(t *testing.T, c *campaign.Campaign, o Options, lines ...string) *table {
	t.Helper()
	return newTableWithDice(t, c, o, nil, lines...)
}

// newTableWithDice is newTableOf with the given dice; nil for dice that are the same whenever the test runs.
func newTableWithDice(t *testing.T, c *campaign.Campaign, o Options, dice rules.Dice, lines ...string) *table {
	t.Helper()
	return newTableIn(t, t.TempDir(), c, o, dice, lines...)
}

// newTableIn is newTableWithDice of the session in a folder.
func newTableIn(t *testing.T, dir string, c *campaign.Campaign, o Options, dice rules.Dice, lines ...string) *table {
	t.Helper()
	tb := &table{T: t, queue: NewQueue(), dir: dir}
	if dice == nil {
		dice = rules.NewSeededDice(sha256.Sum256([]byte(t.Name())))
	}
	session, _, err := gm.Open(c, gm.Options{Dir: tb.dir, Dice: dice})
	if err != nil {
		t.Fatal(err)
	}
	tb.session = session
	gmtest.Do(t, session, lines...)
	eight := time.Date(2024, 5, 1, 20, 0, 0, 0, time.UTC)
	o.Clock = func() time.Time { return eight.Add(time.Duration(tb.passed.Load())) }
	if tb.Server, err = newServer(session, tb.queue, o); err != nil {
		t.Fatal(err)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	tb.loopTimeout = time.Minute // a busy machine is not a busy table
	tb.beginServing(l, nil)
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan struct{})
	go func() { tb.queue.Run(ctx); close(ended) }()
	t.Cleanup(func() {
		tb.Close()
		cancel()
		<-ended
		session.Close()
	})
	return tb
}

// within runs do in the loop, and returns when it is done.
func (tb *table) within(do func()) {
	done := make(chan struct{})
	tb.queue.Post(func() { do(); close(done) })
	<-done
}

// do carries out lines in the loop.
func (tb *table) do(lines ...string) {
	tb.Helper()
	tb.within(func() { gmtest.Do(tb.T, tb.session, lines...) })
}

// ask sends a request as a page of the server would, changed by some.
func (tb *table) ask(method, path, body string, change ...func(*http.Request)) *httptest.ResponseRecorder {
	tb.Helper()
	r := httptest.NewRequest(method, "http://"+tb.hosts[0]+path, strings.NewReader(body))
	if method == http.MethodPost {
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Origin", "http://"+tb.hosts[0])
	}
	for _, do := range change {
		do(r)
	}
	w := httptest.NewRecorder()
	tb.ServeHTTP(w, r)
	return w
}

// header sets a header of a request.
func header(name, value string) func(*http.Request) {
	return func(r *http.Request) { r.Header.Set(name, value) }
}

func joinBody(code, key, player string) string {
	data, _ := json.Marshal(map[string]string{"Code": code, "Key": key, "Player": player})
	return string(data)
}

// seat lets a device in to a character, and returns what its requests have to carry.
func (tb *table) seat(key string) func(*http.Request) {
	tb.Helper()
	w := tb.ask("POST", "/join", joinBody(tb.Code(), key, "Ana"))
	if w.Code != http.StatusOK {
		tb.Fatalf("join: %d %s", w.Code, w.Body)
	}
	asking := tb.JoinRequests()
	if len(asking) != 1 || asking[0].Key != key {
		tb.Fatalf("asking are %+v", asking)
	}
	tb.within(func() {
		if err := tb.Accept(asking[0].ID); err != nil {
			tb.Error(err)
		}
	})
	cookie := w.Result().Cookies()[0]
	return func(r *http.Request) { r.AddCookie(cookie) }
}

// listener is an open stream.
type listener struct {
	*testing.T
	body  io.ReadCloser
	lines *bufio.Scanner
	id    string                   // of the last message
	parts map[string]template.HTML // as they were told
}

// patient gives up only where a test would wait for ever; a stream counts from its first byte to its last.
var patient = &http.Client{Timeout: 5 * time.Minute}

// listen opens a stream.
func (tb *table) listen(path string, change ...func(*http.Request)) *listener {
	tb.Helper()
	r, _ := http.NewRequest("GET", "http://"+tb.hosts[0]+path, nil)
	for _, do := range change {
		do(r)
	}
	client := *patient
	if *long {
		client.Timeout = 0
	}
	reply, err := client.Do(r)
	if err != nil {
		tb.Fatal(err)
	}
	if reply.StatusCode != http.StatusOK {
		reply.Body.Close()
		tb.Fatalf("GET %s: %s", path, reply.Status)
	}
	l := &listener{T: tb.T, body: reply.Body, lines: bufio.NewScanner(reply.Body)}
	l.lines.Buffer(nil, 1<<20)
	tb.Cleanup(func() { l.body.Close() })
	return l
}

// next is the next message: its event, empty for the ordinary one, and its data; at the end both are empty.
func (l *listener) next() (event, data string) {
	for l.lines.Scan() {
		switch name, value, _ := strings.Cut(l.lines.Text(), ": "); name {
		case "event":
			event = value
		case "data":
			data = value
		case "id":
			l.id = value
		case "":
			if data != "" {
				return event, data
			}
		}
	}
	return "", ""
}

// isUpToDate waits until the server has found that the page shows the present.
func (l *listener) isUpToDate() {
	l.Helper()
	if event, data := l.next(); event != "beat" {
		l.Fatalf("an up-to-date page got event %q with %q", event, data)
	}
}

// message is the next ordinary message.
func (l *listener) message() (m update) {
	l.Helper()
	event, data := l.next()
	for event == "beat" || event == "beside" {
		event, data = l.next()
	}
	if event != "" {
		l.Fatalf("got event %q with %q", event, data)
	}
	return l.read(data)
}

// read is a message with its parts whole, made as the script makes them.
func (l *listener) read(data string) (m update) {
	l.Helper()
	if err := json.Unmarshal([]byte(data), &m); err != nil {
		l.Fatalf("got %q: %v", data, err)
	}
	if m.Parts == nil {
		m.Parts = map[string]template.HTML{}
	}
	if l.parts == nil {
		l.parts = map[string]template.HTML{}
	}
	for name, e := range m.Edits {
		m.Parts[name] = e.applied(l.parts[name])
	}
	maps.Copy(l.parts, m.Parts)
	return m
}

// applied makes the new text of the old one, as the script does.
func (e edit) applied(old template.HTML) template.HTML {
	had := utf16.Encode([]rune(old))
	return template.HTML(string(utf16.Decode(had[:e.From])) + e.Text + string(utf16.Decode(had[len(had)-e.To:])))
}

// TestEditsKeepRunesWhole has texts that differ within a rune, by its first bytes or by its last ones.
func TestEditsKeepRunesWhole(t *testing.T) {
	texts := []template.HTML{"", "a", "é", "è", "−3", "–3", "3−", "3–", "🎲 4", "🎳 4", "4 🎲", "4 🎳", "🎲🎲", "🎲", "éé", "aéa", "aa", "ԩ", "é©"}
	for _, old := range texts {
		for _, now := range texts {
			if got := computeEdit(old, now).applied(old); got != now {
				t.Errorf("%q becomes %q, not %q", old, got, now)
			}
		}
	}
	if e := computeEdit("🎲 Kira: 14 left", "🎲 Kira: 12 left"); e != (edit{10, 5, "2"}) {
		t.Errorf("got %+v", e)
	}
}

func TestJoining(t *testing.T) {
	notes := 0
	tb := newTable(t, Options{Notify: func() { notes++ }}, "begin warehouse")
	if w := tb.ask("GET", "/", ""); w.Code != http.StatusOK || strings.Contains(w.Body.String(), "Kira") {
		t.Errorf("without a code: %d\n%s", w.Code, w.Body)
	}
	for _, path := range []string{"/" + tb.Code(), "/?code=" + strings.ToLower(tb.Code())} {
		if w := tb.ask("GET", path, ""); !strings.Contains(w.Body.String(), `value="`+tb.Code()+`"`) || strings.Contains(w.Body.String(), "Kira") {
			t.Errorf("with the code in the address:\n%s", w.Body)
		}
	}
	for _, code := range []string{tb.Code(), " " + strings.ToLower(tb.Code()) + " "} {
		if w := tb.ask("POST", "/code", codeBody(code)); !strings.Contains(w.Body.String(), `value="kira"`) || !strings.Contains(w.Body.String(), "Kira Vance") || strings.Contains(w.Body.String(), "Grell") {
			t.Errorf("with the code typed:\n%s", w.Body)
		}
	}
	w := tb.ask("POST", "/join", joinBody(tb.Code(), "kira", " Ana\n"))
	cookie := w.Result().Cookies()[0]
	if !regexp.MustCompile(`^[0-9a-f]{32}$`).MatchString(cookie.Value) || !cookie.HttpOnly || cookie.SameSite != http.SameSiteStrictMode || cookie.Path != "/" || cookie.Secure {
		t.Errorf("the cookie is %+v", cookie)
	}
	with := func(r *http.Request) { r.AddCookie(cookie) }
	if w := tb.ask("GET", "/joined", "", with); !strings.Contains(w.Body.String(), "waiting") {
		t.Errorf("before it is accepted: %s", w.Body)
	}
	if w := tb.ask("GET", "/seat", "", with); w.Code != http.StatusSeeOther {
		t.Errorf("its page before it is accepted: %d\n%s", w.Code, w.Body)
	}
	asking := tb.JoinRequests()
	if len(asking) != 1 || asking[0].Character != "Kira Vance" || asking[0].Player != "Ana" || notes != 1 {
		t.Fatalf("asking are %+v, and the game master was told %d times", asking, notes)
	}
	tb.within(func() {
		if err := tb.Accept(asking[0].ID); err != nil {
			t.Error(err)
		}
	})
	if w := tb.ask("GET", "/joined?as=kira", "", with); !strings.Contains(w.Body.String(), `"in"`) {
		t.Errorf("after it is accepted: %s", w.Body)
	}
	if w := tb.ask("GET", "/seat", "", with); !strings.Contains(w.Body.String(), "Kira Vance") {
		t.Errorf("its page: %d\n%s", w.Code, w.Body)
	}
	if got := tb.ListSeated(); len(got) != 1 || got[0].Devices != 1 || !slices.Equal(got[0].Players, []string{"Ana"}) || got[0].Last.IsZero() {
		t.Errorf("seated are %+v", got)
	}
	for _, file := range files(t, tb.dir) {
		if strings.Contains(file, cookie.Value) {
			t.Error("the session's file has the secret itself")
		}
	}
}

// files is what the files of a folder have.
func files(t *testing.T, dir string) (list []string) {
	names, err := filepath.Glob(filepath.Join(dir, "*"))
	if err != nil || len(names) == 0 {
		t.Fatal("the session has no file")
	}
	for _, name := range names {
		if data, err := os.ReadFile(name); err == nil {
			list = append(list, string(data))
		}
	}
	return list
}

func TestSeatsOutliveTheProgram(t *testing.T) {
	tb := newTable(t, Options{}, "begin warehouse")
	with, code := tb.seat("kira"), tb.Code()
	tb.Close()
	again, err := newServer(tb.session, tb.queue, Options{})
	if err != nil {
		t.Fatal(err)
	}
	again.hosts = tb.hosts
	defer again.Close()
	tb.Server = again
	if again.Code() != code {
		t.Errorf("the code is %s, and was %s on the same evening", again.Code(), code)
	}
	if w := tb.ask("GET", "/seat", "", with); w.Code != http.StatusOK {
		t.Errorf("the seat is gone: %d", w.Code)
	}
}

// TestTheCodeChangesWithTheEvening goes on with the seats of another evening.
func TestTheCodeChangesWithTheEvening(t *testing.T) {
	tb := newTable(t, Options{})
	tb.within(func() {
		seating := tb.session.Seating()
		seating.Evening, seating.Code = seating.Evening-1, "ABCDEF"
		if err := tb.session.KeepSeating(seating); err != nil {
			t.Error(err)
		}
	})
	again, err := newServer(tb.session, tb.queue, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer again.Close()
	if code := again.Code(); !regexp.MustCompile(`^[`+codeLetters+`]{6}$`).MatchString(code) || code == "ABCDEF" {
		t.Errorf("the code is %s", code)
	}
}

// TestAStreamSendsWhatChanges plays with a page open: first all of it, then what differs, and nothing for what the
// character does not know.
func TestAStreamSendsWhatChanges(t *testing.T) {
	tb := newTable(t, Options{}, "begin warehouse")
	with := tb.seat("kira")
	page := tb.ask("GET", "/seat", "", with).Body.String()
	at := regexp.MustCompile(`data-at="([^"]+)"`).FindStringSubmatch(page)[1]
	if len(page) > 30<<10 {
		t.Errorf("the page has %d bytes", len(page))
	}
	zipped := tb.ask("GET", "/seat", "", with, header("Accept-Encoding", "gzip")).Body
	long := zipped.Len()
	if z, err := gzip.NewReader(zipped); err != nil {
		t.Error(err)
	} else if plain, err := io.ReadAll(z); err != nil || string(plain) != page || long > 12<<10 {
		t.Errorf("gzipped it has %d bytes, and is another one: %v, %v", long, string(plain) != page, err)
	}
	all := tb.listen("/seat/events", with)
	if m := all.message(); len(m.Parts) != len(partNames)+2 || m.Title == "" || m.Parts[logPart] == "" {
		t.Errorf("at first it has %d parts and the log %q", len(m.Parts), m.Parts[logPart])
	}
	goes := tb.listen("/seat/events?at="+at, with)
	goes.isUpToDate()
	tb.do("note evening, the harpooner is the excise man's spy", "whisper kira <b>the stove</b> is hot", "set kira PFT -1")
	pools := ""
	for _, l := range []*listener{all, goes} {
		log := ""
		for pools = ""; !strings.Contains(pools, "40<small> of 41"); { // the whisper may come in a message of its own
			m := l.message()
			for name := range m.Parts {
				if name != "now" && name != "shown" && name != "top" && name != "sheet" {
					t.Errorf("%s is sent, and does not differ", name)
				}
			}
			pools, log = string(m.Parts["now"]), log+string(m.Log)
		}
		if !strings.Contains(log, "&lt;b&gt;the stove") || strings.Contains(log, "spy") {
			t.Errorf("the log is %s", log)
		}
	}
	back := tb.listen("/seat/events?at="+at, with, header("Last-Event-ID", goes.id))
	back.isUpToDate()
	tb.do("set kira PFT -1")
	if m := back.message(); len(m.Parts) != 3 { // not all of it
		t.Errorf("coming back with the last message's id got %v", m.Parts)
	}
}

// TestNothingIsSentWhenNothingDiffers has a beat after each message, which must be the next thing heard.
func TestNothingIsSentWhenNothingDiffers(t *testing.T) {
	tb := newTable(t, Options{}, "begin warehouse")
	tb.Server.beatInterval = time.Millisecond
	l := tb.listen("/seat/events", tb.seat("kira"))
	l.message()
	tb.do("note grell, secret", "set grell MFT -3")
	tb.markChanged()
	tb.markChanged()
	tb.mu.Lock()
	room := tb.rooms["kira"]
	drawn := room.pages
	tb.mu.Unlock()
	for range 3 {
		if event, data := l.next(); event != "beat" || data != "0" {
			t.Errorf("got %q %q", event, data)
		}
	}
	tb.mu.Lock()
	defer tb.mu.Unlock()
	if room.pages != drawn {
		t.Errorf("%d pages are drawn for what nobody sees", room.pages-drawn)
	}
}

func TestTwoDevicesShareAPage(t *testing.T) {
	tb := newTable(t, Options{}, "begin warehouse")
	one, two := tb.listen("/seat/events", tb.seat("kira")), tb.listen("/seat/events", tb.seat("kira"))
	one.message()
	two.message()
	tb.do("set kira PFT -1")
	if a, b := one.message(), two.message(); a.Parts["now"] == "" || fmt.Sprint(a) != fmt.Sprint(b) {
		t.Errorf("one shows %v, the other %v", a, b)
	}
	if got := tb.ListSeated(); len(got) != 1 || got[0].Devices != 2 || got[0].Open != 2 {
		t.Errorf("seated are %+v", got)
	}
}

// TestPagesComeAndGo: the list of devices is told when a page is opened, and when it goes away.
func TestPagesComeAndGo(t *testing.T) {
	tb := newTable(t, Options{}, "begin warehouse")
	kira, open := tb.seat("kira"), make(chan int, 8)
	tb.options.Notify = func() { open <- tb.ListSeated()[0].Open }
	l := tb.listen("/seat/events", kira)
	if n := <-open; n != 1 {
		t.Errorf("%d pages are open", n)
	}
	l.body.Close()
	if n := <-open; n != 0 {
		t.Errorf("%d pages are open still", n)
	}
}

func TestADeviceWithTwoCharacters(t *testing.T) {
	tb := newTable(t, Options{}, "begin warehouse")
	first := tb.seat("kira")
	w := tb.ask("POST", "/join", joinBody(tb.Code(), "bram", "Ana"), first)
	tb.within(func() { _ = tb.Accept(tb.JoinRequests()[0].ID) })
	cookie := w.Result().Cookies()[0]
	with := func(r *http.Request) { r.AddCookie(cookie) }
	for key, name := range map[string]string{"": "Bram Teague", "?as=kira": "Kira Vance", "?as=bram": "Bram Teague"} {
		page := tb.ask("GET", "/seat"+key, "", with).Body.String()
		if !strings.Contains(page, "<h1>"+name+"</h1>") || !strings.Contains(page, `href="/seat?as=kira"`) {
			t.Errorf("/seat%s is not %s's page with a way to the other", key, name)
		}
	}
	if w := tb.ask("GET", "/seat?as=dov", "", with); w.Code != http.StatusSeeOther {
		t.Errorf("the seat of another character: %d", w.Code)
	}
}

// TestTheOtherCharacterIsMarked asks one character of a device that shows the page of another: it is told that, and no more,
// and that it is over.
func TestTheOtherCharacterIsMarked(t *testing.T) {
	tb := newTable(t, Options{}, "begin warehouse", "reveal shooter", "turn shooter 1", "turn bram 60", "next", "attack kira")
	first := tb.seat("kira")
	w := tb.ask("POST", "/join", joinBody(tb.Code(), "bram", "Ana"), first)
	tb.within(func() { _ = tb.Accept(tb.JoinRequests()[0].ID) })
	cookie := w.Result().Cookies()[0]
	bram := tb.listen("/seat/events?as=bram", func(r *http.Request) { r.AddCookie(cookie) })
	alone := tb.listen("/seat/events?as=bram", tb.seat("bram"))
	beside := func(l *listener) string {
		for {
			event, data := l.next()
			if strings.Contains(data, "the end") {
				return ""
			}
			if event == "beside" {
				return data
			}
		}
	}
	tb.carry(command.Command{Line: "next"})
	if got := beside(bram); !regexp.MustCompile(`^\{"kira":"asked \d+"\}$`).MatchString(got) {
		t.Errorf("when she is asked: %s", got)
	}
	tb.within(func() { _ = tb.session.Withdraw(tb.session.OpenQuestion().ID) })
	if got := beside(bram); got != "{}" {
		t.Errorf("when that is over: %s", got)
	}
	tb.carry(command.Command{Line: "next"})
	beside(bram)
	tb.within(func() {
		if _, err := tb.Revoke("kira"); err != nil {
			t.Error(err)
		}
	})
	tb.do("whisper bram the end")
	if got := beside(bram); got != "{}" && got != "" {
		t.Errorf("of a seat that was taken back: %s", got)
	}
	if got := beside(alone); got != "" {
		t.Errorf("a device with one character is told %s", got)
	}
}

func TestARevokedPageGoesBlank(t *testing.T) {
	tb := newTable(t, Options{}, "begin warehouse")
	with, other := tb.seat("kira"), tb.seat("bram")
	l := tb.listen("/seat/events", with)
	l.message()
	tb.within(func() {
		if n, err := tb.Revoke("kira"); n != 1 || err != nil {
			t.Errorf("revoked %d, %v", n, err)
		}
	})
	if event, _ := l.next(); event != "gone" {
		t.Errorf("got event %q", event)
	}
	if event, data := l.next(); event+data != "" {
		t.Errorf("the stream goes on with %q %q", event, data)
	}
	if w := tb.ask("GET", "/seat/events", "", with); w.Code != http.StatusForbidden {
		t.Errorf("another stream: %d", w.Code)
	}
	if w := tb.ask("GET", "/seat", "", other); w.Code != http.StatusOK {
		t.Errorf("the other's page: %d", w.Code)
	}
	tb.within(func() {
		if n, _ := tb.Revoke(""); n != 1 {
			t.Errorf("revoked %d of all, want 1", n)
		}
	})
}

// TestClosingDoesNotWaitForStreams would hang if it did.
// A device that was let in to several characters loses all of them, whichever is taken back.
func TestADeviceIsRevoked(t *testing.T) {
	for _, key := range []string{"kira", "bram"} {
		tb := newTable(t, Options{}, "begin warehouse")
		tb.within(func() {
			for _, key := range []string{"kira", "bram"} {
				tb.seating.Seats = append(tb.seating.Seats, gm.Seat{Key: key, Player: "Ana", Hash: "one"})
			}
			if n, err := tb.Revoke(key); n != 1 || err != nil || len(tb.seating.Seats) > 0 {
				t.Errorf("revoke %s: %d, %v, %v are left", key, n, err, tb.seating.Seats)
			}
		})
	}
}

func TestClosingDoesNotWaitForStreams(t *testing.T) {
	tb := newTable(t, Options{}, "begin warehouse")
	l := tb.listen("/seat/events", tb.seat("kira"))
	l.message()
	tb.Close()
	if event, data := l.next(); event+data != "" {
		t.Errorf("got %q %q", event, data)
	}
}

// TestABusyTable asks while the loop is held: the page says so, and comes when the loop goes on.
func TestABusyTable(t *testing.T) {
	tb := newTable(t, Options{}, "begin warehouse")
	with := tb.seat("kira")
	tb.loopTimeout = time.Millisecond
	held, free := make(chan struct{}), make(chan struct{})
	go tb.queue.Post(func() { close(held); <-free })
	<-held
	if w := tb.ask("GET", "/seat", "", with); w.Code != http.StatusServiceUnavailable {
		t.Errorf("got %d", w.Code)
	}
	close(free)
	tb.loopTimeout = time.Minute
	if w := tb.ask("GET", "/seat", "", with); w.Code != http.StatusOK {
		t.Errorf("got %d", w.Code)
	}
}

// TestACharacterThatIsNotHere opens a page before the encounter begins.
func TestACharacterThatIsNotHere(t *testing.T) {
	tb := newTable(t, Options{})
	with := tb.seat("kira")
	if page := tb.ask("GET", "/seat", "", with).Body.String(); !strings.Contains(page, "Not in the scene") || !strings.Contains(page, "<title>Kira Vance</title>") {
		t.Errorf("got\n%s", page)
	}
	l := tb.listen("/seat/events", with)
	l.message()
	tb.do("begin warehouse")
	for {
		if m := l.message(); strings.Contains(string(m.Parts["top"]), "no fight") {
			break
		}
	}
}

func TestQR(t *testing.T) {
	tb := newTable(t, Options{})
	link := tb.Link()
	if strings.ToUpper(link) != link || !strings.HasSuffix(link, "/"+tb.Code()) {
		t.Errorf("the link is %s", link)
	}
	rows := QR("HTTP://192.168.178.123:4747/ABCDEF")
	if len(rows) != 15 {
		t.Errorf("%d rows, want 15", len(rows))
	}
	for _, row := range rows {
		if n := len([]rune(row)); n != 29 {
			t.Errorf("a row of %d columns, want 29", n)
		}
	}
}

// TestAClosedServerHearsNothing closes the seats and opens others: the session tells those alone of changes.
func TestAClosedServerHearsNothing(t *testing.T) {
	tb := newTable(t, Options{}, "begin warehouse")
	first := tb.Server
	first.Close()
	tb.within(func() {
		var err error
		if tb.Server, err = newServer(tb.session, tb.queue, Options{}); err != nil {
			t.Error(err)
		}
	})
	tb.do("set kira PFT -1")
	if len(first.changed) > 0 {
		t.Error("a closed server is told of a change")
	}
	tb.within(func() {}) // what it looks at is looked at
}
