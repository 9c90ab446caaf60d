package seats

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/netip"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
)

// TestWhatOtherPagesSend is the first two rows of what is hostile in a network: requests that the server's own page would
// not make.
func TestWhatOtherPagesSend(t *testing.T) {
	tb := newTable(t, Options{}, "begin warehouse")
	body := joinBody(tb.Code(), "kira", "Ana")
	tests := []struct {
		name   string
		change func(*http.Request)
		want   int
	}{
		{"its own page", header("Sec-Fetch-Site", "same-origin"), 200},
		{"its own page over plain HTTP", header("X", ""), 200},
		{"another site", header("Sec-Fetch-Site", "cross-site"), 403},
		{"another port of the same machine", header("Sec-Fetch-Site", "same-site"), 403},
		{"another origin", header("Origin", "http://evil.example"), 403},
		{"the same address by TLS", header("Origin", "https://"+tb.hosts[0]), 403},
		{"no origin", func(r *http.Request) { r.Header.Del("Origin") }, 403},
		{"an opaque origin", header("Origin", "null"), 403},
		{"a form", header("Content-Type", "application/x-www-form-urlencoded"), 415},
		{"a form of text", header("Content-Type", "text/plain"), 415},
		{"a rebound name", func(r *http.Request) { r.Host = "evil.example" }, 421},
		{"a rebound name with the port", func(r *http.Request) { r.Host = fmt.Sprintf("evil.example:%d", tb.address.Port()) }, 421},
		{"another port", func(r *http.Request) { r.Host = "127.0.0.1:1" }, 421},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if w := tb.ask("POST", "/join", body, test.change); w.Code != test.want {
				t.Errorf("got %d %s, want %d", w.Code, w.Body, test.want)
			}
		})
	}
	if w := tb.ask("GET", "/", "", func(r *http.Request) { r.Host = "evil.example" }); w.Code != http.StatusMisdirectedRequest {
		t.Errorf("a page by a rebound name: %d", w.Code)
	}
}

func TestHeadersOfEveryAnswer(t *testing.T) {
	tb := newTable(t, Options{}, "begin warehouse")
	with := tb.seat("kira")
	for _, path := range []string{"/", "/WRONGX", "/seat", "/joined", "/nowhere/at/all"} {
		h := tb.ask("GET", path, "", with).Header()
		for name, want := range map[string]string{"X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer", "Cache-Control": "no-store"} {
			if got := h.Get(name); got != want {
				t.Errorf("%s: %s is %q, want %q", path, name, got, want)
			}
		}
		for _, want := range []string{"default-src 'none'", "connect-src 'self'", "frame-ancestors 'none'", "base-uri 'none'"} {
			if !strings.Contains(h.Get("Content-Security-Policy"), want) {
				t.Errorf("%s: no %s in the policy", path, want)
			}
		}
	}
}

// TestThePolicyLetsTheirOwnStyleAndScriptIn holds the hashes to what is sent.
func TestThePolicyLetsTheirOwnStyleAndScriptIn(t *testing.T) {
	tb := newTable(t, Options{}, "begin warehouse")
	with := tb.seat("kira")
	for _, path := range []string{"/", "/" + tb.Code(), "/seat"} {
		page := tb.ask("GET", path, "", with).Body.String()
		policy := tb.ask("GET", path, "", with).Header().Get("Content-Security-Policy")
		found := regexp.MustCompile(`(?s)<style>(.*)</style>`).FindStringSubmatch(page)
		if found == nil || !regexp.MustCompile("style-src [^;]*'sha256-"+regexp.QuoteMeta(hashForPolicy(found[1]))+"'").MatchString(policy) {
			t.Errorf("%s: the policy does not let its style in", path)
		}
		found = regexp.MustCompile(`<script src="([^"]+)"></script>`).FindStringSubmatch(page)
		if found == nil || !strings.Contains(policy, "script-src "+strings.TrimSuffix(tb.URL(), "/")+found[1]+" ") || strings.Contains(policy, "script-src 'self'") {
			t.Errorf("%s: the policy does not let its script in, and nothing else: %s", path, policy)
		}
		file := tb.ask("GET", found[1], "", with, header("Accept-Encoding", "identity"))
		if file.Code != http.StatusOK || file.Body.String() != assets().script.text || !strings.Contains(file.Header().Get("Cache-Control"), "immutable") {
			t.Errorf("%s: %d, %v", found[1], file.Code, file.Header())
		}
		if regexp.MustCompile(`<[^>]* (style|on\w+)=`).MatchString(page) {
			t.Errorf("%s has a style or a script in an attribute, which the policy does not let in", path)
		}
	}
}

func TestMarkupIsShownAsItIs(t *testing.T) {
	tb := newTable(t, Options{}, "begin warehouse")
	with := tb.seat("kira")
	tb.do(`whisper kira <script>alert(1)</script><img src=x onerror=alert(2)>`)
	page := tb.ask("GET", "/seat", "", with).Body.String()
	if strings.Contains(page, "<script>alert") || strings.Contains(page, "<img src=x") || !strings.Contains(page, "&lt;script&gt;alert") {
		t.Errorf("got\n%s", page)
	}
	if w := tb.ask("GET", `/%3Cscript%3Ealert(1)`, ""); strings.Contains(w.Body.String(), "<script>alert") {
		t.Errorf("got\n%s", w.Body)
	}
}

// from has a request come from an address.
func from(addr string) func(*http.Request) { return func(r *http.Request) { r.RemoteAddr = addr } }

func codeBody(code string) string { return `{"Code": "` + code + `"}` }

func TestWrongCodes(t *testing.T) {
	tb := newTable(t, Options{}, "begin warehouse")
	for range 2 * maxWrongCodes { // links on a foreign page, and what browsers ask for by themselves, are no guesses
		for path, want := range map[string]int{"/ABCDEF": http.StatusOK, "/?code=ABCDEF": http.StatusOK, "/table?code=ABCDEF": http.StatusOK, "/apple-touch-icon.png": http.StatusNotFound} {
			if w := tb.ask("GET", path, "", from("10.0.0.9:1")); w.Code != want || strings.Contains(w.Body.String(), "Kira") {
				t.Fatalf("%s: %d", path, w.Code)
			}
		}
		if w := tb.ask("POST", "/code", codeBody("ABCDEF"), from("10.0.0.9:1"), header("Origin", "http://evil.example")); w.Code != http.StatusForbidden || strings.Contains(w.Body.String(), "code") {
			t.Fatalf("a foreign page: %d %s", w.Code, w.Body)
		}
		tb.passes(time.Second)
	}
	for range maxWrongCodes {
		if w := tb.ask("POST", "/code", codeBody("ABCDEF"), from("10.0.0.9:1")); w.Code != http.StatusForbidden || w.Body.String() != wrongText+"\n" {
			t.Fatalf("a wrong code: %d %s", w.Code, w.Body)
		}
		tb.passes(time.Second)
	}
	right := joinBody(tb.Code(), "kira", "Ana")
	if w := tb.ask("POST", "/join", right, from("10.0.0.9:2")); w.Code != http.StatusTooManyRequests {
		t.Errorf("the right code after ten wrong ones: %d", w.Code)
	}
	if w := tb.ask("POST", "/join", right, from("10.0.0.8:1")); w.Code != http.StatusOK {
		t.Errorf("the right code of another one: %d", w.Code)
	}
	tb.passes(guessPeriod)
	if w := tb.ask("POST", "/join", right, from("10.0.0.9:3")); w.Code != http.StatusOK {
		t.Errorf("the right code a minute later: %d", w.Code)
	}
}

// TestWrongCodesOfManyAddresses guesses from sixty addresses. A device that was let in asks for another character meanwhile.
func TestWrongCodesOfManyAddresses(t *testing.T) {
	tb := newTable(t, Options{}, "begin warehouse")
	with := tb.seat("kira")
	heard := 0
	for n := range 60 * (maxWrongCodes - 1) {
		if w := tb.ask("POST", "/code", codeBody("ABCDEF"), from(fmt.Sprintf("10.0.1.%d:1", n%60))); w.Code == http.StatusForbidden {
			heard++
		}
	}
	if heard != maxWrongCodesTotal {
		t.Errorf("%d guesses were heard", heard)
	}
	right := joinBody(tb.Code(), "bram", "Ana")
	if w := tb.ask("POST", "/join", right, from("10.0.0.8:1")); w.Code != http.StatusTooManyRequests {
		t.Errorf("a device that is new: %d", w.Code)
	}
	if w := tb.ask("POST", "/join", right, from("10.0.0.8:1"), with); w.Code != http.StatusOK {
		t.Errorf("a device that was let in: %d %s", w.Code, w.Body)
	}
	tb.passes(guessPeriod)
	if w := tb.ask("POST", "/join", right, from("10.0.0.8:1")); w.Code != http.StatusOK {
		t.Errorf("a minute later: %d", w.Code)
	}
}

// TestManyWhoAsk fills the places of those who ask: one more takes that of the oldest request of the busiest address.
func TestManyWhoAsk(t *testing.T) {
	tb := newTable(t, Options{}, "begin warehouse")
	ask := func(addr, player string) {
		t.Helper()
		tb.passes(time.Second)
		if w := tb.ask("POST", "/join", joinBody(tb.Code(), "kira", player), from(addr)); w.Code != http.StatusOK {
			t.Errorf("%s: %d %s", player, w.Code, w.Body)
		}
	}
	waiting := func() (list []string) {
		for _, a := range tb.JoinRequests() {
			list = append(list, a.Player)
		}
		return list
	}
	ask("10.0.0.1:1", "Ana")
	for n := range maxJoinRequestsPerAddress + 1 {
		ask("10.0.0.2:1", fmt.Sprint("first ", n))
	}
	if got := waiting(); len(got) != maxJoinRequestsPerAddress+1 || got[0] != "Ana" || got[1] != "first 1" {
		t.Errorf("waiting are %q", got)
	}
	for n := range 3 * maxJoinRequestsPerAddress {
		ask(fmt.Sprintf("10.0.0.%d:1", 3+n/maxJoinRequestsPerAddress), fmt.Sprint("later ", n))
	}
	ask("10.0.0.9:1", "Ben")
	got := waiting()
	if len(got) != maxJoinRequests || got[0] != "Ana" || got[len(got)-1] != "Ben" || slices.Contains(got, "first 1") || slices.Contains(got, "later 0") || !slices.Contains(got, "first 2") {
		t.Errorf("waiting are %q", got)
	}
}

func TestFloods(t *testing.T) {
	tb := newTable(t, Options{}, "begin warehouse")
	with := tb.seat("kira")
	t.Run("requests", func(t *testing.T) {
		tb.passes(time.Minute)
		for i := range requestBurst {
			if w := tb.ask("GET", "/joined", "", with); w.Code != http.StatusOK {
				t.Fatalf("request %d: %d", i+1, w.Code)
			}
		}
		if w := tb.ask("GET", "/joined", "", with); w.Code != http.StatusTooManyRequests {
			t.Errorf("one more: %d", w.Code)
		}
		tb.passes(time.Second)
		for i := range requestsPerSecond {
			if w := tb.ask("GET", "/joined", "", with); w.Code != http.StatusOK {
				t.Fatalf("request %d a second later: %d", i+1, w.Code)
			}
		}
		if w := tb.ask("GET", "/joined", "", with); w.Code != http.StatusTooManyRequests {
			t.Errorf("one more a second later: %d", w.Code)
		}
	})
	tb.passes(time.Minute)
	t.Run("what is weighed", func(t *testing.T) {
		for range oddsPerSecond {
			if w := tb.ask("POST", "/seat/weigh", `{"Deed":"attack"}`, with); w.Code != http.StatusOK {
				t.Fatalf("%d %s", w.Code, w.Body)
			}
		}
		if w := tb.ask("POST", "/seat/weigh", `{"Deed":"attack"}`, with); w.Code != http.StatusTooManyRequests || w.Body.String() != weighText+"\n" || w.Header().Get("Retry-After") == "" {
			t.Errorf("one more: %d %s", w.Code, w.Body)
		}
		tb.passes(time.Second / oddsPerSecond)
		if w := tb.ask("POST", "/seat/weigh", `{"Deed":"attack"}`, with); w.Code != http.StatusOK {
			t.Errorf("a fifth of a second later: %d %s", w.Code, w.Body)
		}
	})
	tb.passes(time.Minute)
	t.Run("streams of a seat", func(t *testing.T) {
		for range streamsPerSeat {
			tb.listen("/seat/events", with)
		}
		if w := tb.ask("GET", "/seat/events", "", with); w.Code != http.StatusTooManyRequests {
			t.Errorf("one more: %d", w.Code)
		}
	})
	t.Run("streams in all", func(t *testing.T) {
		other := tb.seat("bram")
		tb.mu.Lock()
		had := tb.streams
		tb.streams = maxStreams
		tb.mu.Unlock()
		if w := tb.ask("GET", "/seat/events", "", other); w.Code != http.StatusTooManyRequests {
			t.Errorf("one more: %d", w.Code)
		}
		tb.mu.Lock()
		tb.streams = had
		tb.mu.Unlock()
	})
	t.Run("a large body", func(t *testing.T) {
		if w := tb.ask("POST", "/join", joinBody(tb.Code(), "kira", strings.Repeat("a", bodyBytes))); w.Code != http.StatusRequestEntityTooLarge {
			t.Errorf("got %d", w.Code)
		}
	})
	t.Run("a large header", func(t *testing.T) {
		r, _ := http.NewRequest("GET", "http://"+tb.hosts[0]+"/", nil)
		r.Header.Set("X", strings.Repeat("a", headerBytes+4096))
		reply, err := http.DefaultClient.Do(r)
		if err == nil {
			reply.Body.Close()
			if reply.StatusCode != http.StatusRequestHeaderFieldsTooLarge {
				t.Errorf("got %s", reply.Status)
			}
		}
	})
	t.Run("connections of one address", func(t *testing.T) {
		one := net.Dialer{LocalAddr: &net.TCPAddr{IP: net.IPv4(127, 0, 0, 2)}}
		for n := range 2 * maxConnections {
			c, err := one.Dial("tcp", tb.hosts[0])
			if err != nil && n == 0 {
				t.Skip("this system has one address of its own: ", err)
			}
			if err == nil {
				defer c.Close()
			}
		}
		reply, err := (&http.Client{Transport: &http.Transport{DisableKeepAlives: true}}).Get(tb.URL())
		if err != nil {
			t.Fatal("another address is kept out: ", err)
		}
		reply.Body.Close()
	})
	t.Run("half-open connections of many addresses", func(t *testing.T) {
		for n := range maxConnections + 100 {
			one := net.Dialer{LocalAddr: &net.TCPAddr{IP: net.IPv4(127, 0, 1, byte(1+n%250))}}
			c, err := one.Dial("tcp", tb.hosts[0])
			if err != nil && n == 0 {
				t.Skip("this system has one address of its own: ", err)
			}
			if err == nil {
				defer c.Close()
				_, _ = io.WriteString(c, "GET / HT")
			}
		}
		reply, err := (&http.Client{Transport: &http.Transport{DisableKeepAlives: true}}).Get(tb.URL())
		if err != nil {
			t.Fatal("one more is kept out: ", err)
		}
		reply.Body.Close()
	})
	t.Run("time", func(t *testing.T) {
		if tb.http.ReadHeaderTimeout != headerTime || tb.http.WriteTimeout != writeTime || tb.http.IdleTimeout == 0 {
			t.Errorf("the server waits %+v", tb.http.ReadHeaderTimeout)
		}
	})
}

func TestBodiesThatCannotBeRead(t *testing.T) {
	tb := newTable(t, Options{}, "begin warehouse")
	for _, body := range []string{"", "{", "[]", `{"Code":1}`, `{"Line":"undo"}`, joinBody(tb.Code(), "kira", "Ana") + "x"} {
		if w := tb.ask("POST", "/join", body); w.Code != http.StatusBadRequest {
			t.Errorf("%q: %d", body, w.Code)
		}
	}
	for key, want := range map[string]int{"grell": 404, "../kira": 404, "": 404} {
		if w := tb.ask("POST", "/join", joinBody(tb.Code(), key, "Ana")); w.Code != want {
			t.Errorf("asking for %q: %d", key, w.Code)
		}
	}
	if w := tb.ask("POST", "/join", joinBody(tb.Code(), "kira", " \x00 ")); w.Code != http.StatusBadRequest {
		t.Errorf("without a name: %d", w.Code)
	}
	for _, method := range []string{"PUT", "DELETE", "OPTIONS", "PATCH"} {
		if w := tb.ask(method, "/join", ""); w.Code != http.StatusMethodNotAllowed {
			t.Errorf("%s: %d", method, w.Code)
		}
	}
}

func TestBehindAProxy(t *testing.T) {
	tb := newTable(t, Options{Host: "table.example", BehindProxy: true}, "begin warehouse")
	body := joinBody(tb.Code(), "kira", "Ana")
	forwarded := func(proto, origin string) func(*http.Request) {
		return func(r *http.Request) {
			r.Host = "table.example"
			r.Header.Set("Origin", origin)
			r.Header.Set("X-Forwarded-Proto", proto)
			r.Header.Set("X-Forwarded-For", "203.0.113.7, 198.51.100.4")
		}
	}
	if w := tb.ask("POST", "/join", body, forwarded("http", "https://table.example")); w.Code != http.StatusForbidden {
		t.Errorf("another scheme than the page's: %d", w.Code)
	}
	w := tb.ask("POST", "/join", body, forwarded("https", "https://table.example"))
	if w.Code != http.StatusOK || !w.Result().Cookies()[0].Secure {
		t.Errorf("got %d, cookies %v", w.Code, w.Result().Cookies())
	}
	if from := tb.JoinRequests()[0].From; from != "198.51.100.4" {
		t.Errorf("it comes from %s, want what the proxy says last", from)
	}
	if tb.URL() != "https://table.example/" {
		t.Errorf("players are told %s", tb.URL())
	}
	if _, err := Open(tb.session, tb.queue, Options{BehindProxy: true}); err == nil || !strings.Contains(err.Error(), "--seats-host NAME") {
		t.Errorf("without its name: %v", err)
	}
	direct := newTable(t, Options{}, "begin warehouse")
	w = direct.ask("POST", "/join", joinBody(direct.Code(), "kira", "Ana"), header("X-Forwarded-For", "203.0.113.7"), header("X-Forwarded-Proto", "https"))
	if w.Code != http.StatusOK || w.Result().Cookies()[0].Secure || direct.JoinRequests()[0].From == "203.0.113.7" {
		t.Errorf("without a proxy its headers are believed: %d", w.Code)
	}
}

// TestTheProxysPort takes the port first: behind a proxy the seats are not opened at another one, where no phone finds them.
func TestTheProxysPort(t *testing.T) {
	if l, err := net.Listen("tcp", fmt.Sprint("127.0.0.1:", Port)); err == nil {
		defer l.Close()
	}
	tb := newTable(t, Options{}, "begin warehouse")
	tb.within(func() {
		s, err := Open(tb.session, tb.queue, Options{Addr: "127.0.0.1", Host: "table.example", BehindProxy: true})
		if err == nil {
			t.Errorf("opened at %s", s.address)
			s.Close()
		} else if !strings.Contains(err.Error(), "127.0.0.1:4747") {
			t.Error(err)
		}
	})
}

// TestThroughAProxy joins and plays through a reverse proxy with TLS, set up as the manual says, and with each thing left
// out that it must forward.
func TestThroughAProxy(t *testing.T) {
	const name = "table.example"
	tb := newTable(t, Options{Host: name, BehindProxy: true}, "begin warehouse")
	backend, _ := url.Parse("http://" + tb.hosts[0])
	leftOut := ""
	proxy := httptest.NewUnstartedServer(&httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) {
		r.SetURL(backend)
		r.SetXForwarded()
		if leftOut != "Host" {
			r.Out.Host = r.In.Host
		}
		r.Out.Header.Del(leftOut)
	}})
	proxy.StartTLS()
	t.Cleanup(proxy.Close)
	client := proxy.Client()
	client.Timeout = patient.Timeout
	client.Transport.(*http.Transport).DialContext = func(ctx context.Context, network, _ string) (net.Conn, error) {
		return (&net.Dialer{}).DialContext(ctx, network, proxy.Listener.Addr().String())
	}
	client.Transport.(*http.Transport).TLSClientConfig.ServerName = "example.com" // as the test's certificate says
	ask := func(method, path, body string, cookie *http.Cookie) *http.Response {
		t.Helper()
		r, _ := http.NewRequest(method, "https://"+name+path, strings.NewReader(body))
		if method == http.MethodPost {
			r.Header.Set("Content-Type", "application/json")
			r.Header.Set("Origin", "https://"+name)
			r.Header.Set("Sec-Fetch-Site", "same-origin")
		}
		if cookie != nil {
			r.AddCookie(cookie)
		}
		reply, err := client.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { reply.Body.Close() })
		return reply
	}
	join := joinBody(tb.Code(), "kira", "Ana")
	for _, leftOut = range []string{"Host", "X-Forwarded-Proto"} {
		if reply := ask("POST", "/join", join, nil); reply.StatusCode != http.StatusForbidden {
			t.Errorf("without %s: %s", leftOut, reply.Status)
		}
	}
	leftOut = ""
	reply := ask("POST", "/join", join, nil)
	if reply.StatusCode != http.StatusOK || len(reply.Cookies()) != 1 || !reply.Cookies()[0].Secure {
		t.Fatalf("join: %s, cookies %v", reply.Status, reply.Cookies())
	}
	cookie := reply.Cookies()[0]
	if from := tb.JoinRequests()[0].From; from != "127.0.0.1" {
		t.Errorf("it comes from %s", from)
	}
	tb.within(func() { _ = tb.Accept(tb.JoinRequests()[0].ID) })
	if page := ask("GET", "/seat", "", cookie); page.StatusCode != http.StatusOK {
		t.Errorf("the page: %s", page.Status)
	}
	stream := ask("GET", "/seat/events", "", cookie)
	l := &listener{T: t, body: stream.Body, lines: bufio.NewScanner(stream.Body)}
	l.lines.Buffer(nil, 1<<20)
	l.message()
	tb.do("whisper kira the tide turns")
	if m := l.message(); !strings.Contains(string(m.Log), "the tide turns") {
		t.Errorf("through the proxy came %+v", m)
	}
	if reply := ask("POST", "/seat/do", `{"Question":1,"Choice":"none"}`, cookie); reply.StatusCode != http.StatusConflict {
		t.Errorf("a reply to nothing: %s", reply.Status)
	}
}

func TestWhereSeatsAreOpened(t *testing.T) {
	home, docker := Network{netip.MustParseAddr("192.168.1.5"), "wlan0"}, Network{netip.MustParseAddr("172.17.0.1"), "docker0"}
	tests := []struct {
		asked string
		list  []Network
		want  string // an address, or a part of the refusal
	}{
		{"", []Network{home}, "192.168.1.5:4747"},
		{"", []Network{home, docker}, "several networks: 192.168.1.5 (wlan0), 172.17.0.1 (docker0). Choose one, such as `seats 192.168.1.5`"},
		{"", nil, "No private network was found"},
		{"172.17.0.1", []Network{home, docker}, "172.17.0.1:4747"},
		{"127.0.0.1:80", nil, "127.0.0.1:80"},
		{"0.0.0.0", []Network{home}, "opens the seats to every network. If you want that, add the port: `seats 0.0.0.0:4747` (in the shell --seats 0.0.0.0:4747)."},
		{"0.0.0.0:4747", []Network{home}, "0.0.0.0:4747"},
		{"::1", nil, "[::1]:4747"},
		{"kitchen", nil, "“kitchen” isn't an address."},
	}
	for _, test := range tests {
		at, _, err := listenAddress(test.asked, test.list)
		if got := at.String(); got != test.want && (err == nil || !strings.Contains(err.Error(), test.want)) {
			t.Errorf("%q in %v: got %s, %v; want %s", test.asked, test.list, got, err, test.want)
		}
	}
	if got := acceptedHosts(netip.MustParseAddrPort("0.0.0.0:4747"), []Network{home}, "Table.Example"); !slices.Equal(got, []string{"192.168.1.5:4747", "127.0.0.1:4747", "localhost:4747", "table.example"}) {
		t.Errorf("with a wildcard it is called %v", got)
	}
}

// TestDoors has silent connections make room for new ones, the oldest first, and never those of devices that were let in.
func TestDoors(t *testing.T) {
	var d connections
	enter := func(addr string) *strange {
		c := &strange{addr: &net.TCPAddr{IP: net.ParseIP(addr), Port: 5000}}
		d.addConnection(c, false)
		return c
	}
	seated, served := enter("192.0.2.1"), enter("192.0.2.1")
	d.markServing(seated, true)
	d.markSilent(seated)
	d.markServing(served, false)
	d.markSilent(served)
	var all []*strange
	for n := range maxConnections {
		all = append(all, enter(fmt.Sprintf("198.51.100.%d", n%200)))
	}
	if !all[0].closed || !all[1].closed || all[2].closed || served.closed || seated.closed || len(d.open) != maxConnections {
		t.Errorf("the oldest are closed: %t %t %t, one that was answered: %t, one of a device that was let in: %t; open are %d", all[0].closed, all[1].closed, all[2].closed, served.closed, seated.closed, len(d.open))
	}
	for _, c := range all[2:] {
		d.markServing(c, false)
	}
	if enter("203.0.113.1"); !served.closed {
		t.Error("one that was answered and is silent since keeps out a new one")
	}
	for c := range d.open {
		d.markServing(c, false)
	}
	if full := enter("203.0.113.2"); !full.closed {
		t.Error("one more is open, though all are being answered")
	}
	for c := range d.open {
		d.removeConnection(c)
	}
	for range 2 * maxConnectionsPerAddress { // one address does not drop the others
		all = append(all, enter("192.0.2.7"))
	}
	if other := enter("192.0.2.8"); other.closed || d.countByAddress["192.0.2.7"] != maxConnectionsPerAddress || all[len(all)-1].closed {
		t.Errorf("%d of one address are open", d.countByAddress["192.0.2.7"])
	}
	for _, c := range all {
		d.removeConnection(c)
		d.removeConnection(c)
	}
	if len(d.open) != 1 || len(d.countByAddress) != 1 {
		t.Errorf("%d are open, of %v", len(d.open), d.countByAddress)
	}
}

// strange is a connection from anywhere.
type strange struct {
	net.Conn
	addr   net.Addr
	closed bool
}

func (c *strange) RemoteAddr() net.Addr { return c.addr }
func (c *strange) Close() error         { c.closed = true; return nil }

// TestAcceptAll admits everybody who asks by one line, and one by the player's name.
func TestAcceptAll(t *testing.T) {
	tb := newTable(t, Options{}, "begin warehouse")
	for i, row := range [][2]string{{"kira", "Ana"}, {"dov", "Bo"}, {"ilse", "Cy"}} {
		if w := tb.ask("POST", "/join", joinBody(tb.Code(), row[0], row[1]), from(fmt.Sprintf("10.0.0.%d:1", i+1))); w.Code != http.StatusOK {
			t.Fatalf("%s: %d %s", row[1], w.Code, w.Body)
		}
	}
	tb.within(func() {
		if said, err := tb.RunLine("accept bo"); err != nil || len(said) != 1 || len(tb.ListSeated()) != 1 {
			t.Errorf("accept bo says %q, %v", said, err)
		}
		if said, err := tb.RunLine("accept all"); err != nil || len(said) != 2 || len(tb.ListSeated()) != 3 {
			t.Errorf("accept all says %q, %v", said, err)
		}
		if _, err := tb.RunLine("accept all"); err == nil {
			t.Error("nobody asks any more")
		}
	})
}
