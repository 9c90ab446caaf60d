package seats

import (
	"bufio"
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"fmt"
	"math/big"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"
)

// proxyName is the name by which players reach the proxy.
const proxyName = "table.example"

// nginx is a real reverse proxy under TLS, set up with the lines of the manual.
type nginx struct {
	*testing.T
	port string
	pool *x509.CertPool
}

// startNginx starts nginx in front of a table, with more lines in its http section. It skips the test where there is none.
func startNginx(t *testing.T, tb *table, more string) *nginx {
	t.Helper()
	program, err := exec.LookPath("nginx")
	if err != nil {
		t.Skip("skipped: there is no nginx")
	}
	manual, err := os.ReadFile("../../rules/manual/phones.md")
	if err != nil {
		t.Fatal(err)
	}
	_, lines, _ := strings.Cut(string(manual), "    server {\n")
	lines, _, found := strings.Cut(lines, "\n    }\n")
	if !found {
		t.Fatal("the manual has no lines for nginx")
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	p := &nginx{T: t, pool: x509.NewCertPool()}
	_, p.port, _ = net.SplitHostPort(l.Addr().String())
	l.Close()
	dir := t.TempDir()
	p.certify(dir)
	for _, swap := range [][2]string{{"listen 443 ssl", "listen 127.0.0.1:" + p.port + " ssl"}, {"http://127.0.0.1:4747", "http://" + tb.hosts[0]}, {"/etc/ssl/", dir + "/"}} {
		if !strings.Contains(lines, swap[0]) {
			t.Fatalf("the manual's lines for nginx have no %s", swap[0])
		}
		lines = strings.ReplaceAll(lines, swap[0], swap[1])
	}
	head := "daemon off;\nmaster_process off;\npid " + dir + "/nginx.pid;\nerror_log " + dir + "/error.log;\n"
	if os.Geteuid() == 0 {
		head += "user root;\n"
	}
	temporary := ""
	for _, of := range []string{"client_body", "proxy", "fastcgi", "uwsgi", "scgi"} {
		temporary += of + "_temp_path " + filepath.Join(dir, of) + ";\n"
	}
	config := filepath.Join(dir, "nginx.conf")
	text := head + "events {}\nhttp {\naccess_log off;\n" + temporary + more + "\nserver {\n" + lines + "\n}\n}\n"
	if err := os.WriteFile(config, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(program, "-e", filepath.Join(dir, "error.log"), "-p", dir, "-c", config)
	var said strings.Builder
	cmd.Stderr = &said
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan struct{})
	go func() { _ = cmd.Wait(); close(ended) }()
	t.Cleanup(func() { _ = cmd.Process.Kill(); <-ended })
	for {
		if c, err := net.Dial("tcp", "127.0.0.1:"+p.port); err == nil {
			c.Close()
			return p
		}
		select {
		case <-ended:
			t.Fatalf("nginx does not start: %s", said.String())
		case <-time.After(20 * time.Millisecond):
		}
	}
}

// certify writes a certificate and its key where the lines of the manual have them.
func (p *nginx) certify(dir string) {
	p.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		p.Fatal(err)
	}
	now := time.Now()
	of := &x509.Certificate{SerialNumber: big.NewInt(1), DNSNames: []string{proxyName}, NotBefore: now.Add(-time.Hour), NotAfter: now.Add(time.Hour), IsCA: true, BasicConstraintsValid: true}
	certificate, err := x509.CreateCertificate(rand.Reader, of, of, &key.PublicKey, key)
	if err != nil {
		p.Fatal(err)
	}
	secret, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		p.Fatal(err)
	}
	public := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: certificate})
	p.pool.AppendCertsFromPEM(public)
	for name, data := range map[string][]byte{".pem": public, ".key": pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: secret})} {
		if err := os.WriteFile(filepath.Join(dir, proxyName+name), data, 0o600); err != nil {
			p.Fatal(err)
		}
	}
}

// proxied is a phone that reaches the table through a proxy, from an address of its own.
type proxied struct {
	*nginx
	http   *http.Client
	cookie *http.Cookie
}

// phone returns a phone with an address, such as 127.0.0.2.
func (p *nginx) phone(address string) *proxied {
	dialer := &net.Dialer{LocalAddr: &net.TCPAddr{IP: net.ParseIP(address)}}
	return &proxied{nginx: p, http: &http.Client{Timeout: patient.Timeout, Transport: &http.Transport{
		DialContext: func(ctx context.Context, network, _ string) (net.Conn, error) {
			return dialer.DialContext(ctx, network, "127.0.0.1:"+p.port)
		},
		TLSClientConfig: &tls.Config{RootCAs: p.pool, ServerName: proxyName},
	}}}
}

// ask sends a request as a browser does.
func (c *proxied) ask(method, path, body string) *http.Response {
	c.Helper()
	r, _ := http.NewRequest(method, "https://"+proxyName+path, strings.NewReader(body))
	if method == http.MethodPost {
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Origin", "https://"+proxyName)
		r.Header.Set("Sec-Fetch-Site", "same-origin")
	}
	r.Header.Set("X-Forwarded-For", "203.0.113.7") // a phone says what it likes
	if c.cookie != nil {
		r.AddCookie(c.cookie)
	}
	reply, err := c.http.Do(r)
	if err != nil {
		c.Fatal(err)
	}
	c.Cleanup(func() { reply.Body.Close() })
	return reply
}

// listen opens the phone's stream, from the state of the page with a number on; empty for from the start.
func (c *proxied) listen(at string) *listener {
	c.Helper()
	reply := c.ask("GET", "/seat/events?as=kira&at="+at, "")
	if reply.StatusCode != http.StatusOK {
		c.Fatalf("the stream: %s", reply.Status)
	}
	l := &listener{T: c.T, body: reply.Body, lines: bufio.NewScanner(reply.Body)}
	l.lines.Buffer(nil, 1<<20)
	return l
}

// join lets the phone in as kira.
func (c *proxied) join(tb *table) {
	c.Helper()
	reply := c.ask("POST", "/join", joinBody(tb.Code(), "kira", "Ana"))
	if reply.StatusCode != http.StatusOK || len(reply.Cookies()) != 1 || !reply.Cookies()[0].Secure || !reply.Cookies()[0].HttpOnly {
		c.Fatalf("join: %s, cookies %v", reply.Status, reply.Cookies())
	}
	c.cookie = reply.Cookies()[0]
	tb.within(func() {
		if err := tb.Accept(tb.JoinRequests()[0].ID); err != nil {
			c.Error(err)
		}
	})
}

// TestBehindNginx plays through a real proxy under TLS, set up as the manual says: a stream outlives the time after which the proxy
// closes silent connections, a phone that changes networks misses nothing, and wrong codes count for the address that the proxy
// names.
func TestBehindNginx(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("skipped: other systems have one address of their own")
	}
	const idle = "proxy_read_timeout 2s;"
	t.Run("silence", func(t *testing.T) {
		for _, row := range []struct {
			beat time.Duration
			ends bool
		}{{time.Hour, true}, {300 * time.Millisecond, false}} {
			tb := newTable(t, Options{Host: proxyName, BehindProxy: true}, "begin warehouse")
			tb.beatInterval = row.beat
			phone := startNginx(t, tb, idle).phone("127.0.0.2")
			phone.join(tb)
			l := phone.listen("")
			l.message()
			if row.ends {
				if event, data := l.next(); data != "" {
					t.Errorf("the proxy does not close what is silent: %s %s", event, data)
				}
				continue
			}
			for since := time.Now(); time.Since(since) < 5*time.Second; {
				if event, _ := l.next(); event != "beat" {
					t.Fatalf("the stream ended after %s with %q", time.Since(since), event)
				}
			}
			tb.do("whisper kira the tide turns")
			if m := l.message(); !strings.Contains(string(m.Log), "the tide turns") {
				t.Errorf("after a long silence came %+v", m)
			}
		}
	})
	t.Run("another network", func(t *testing.T) {
		tb := newTable(t, Options{Host: proxyName, BehindProxy: true}, "begin warehouse")
		p := startNginx(t, tb, "")
		home, abroad := p.phone("127.0.0.5"), p.phone("127.0.0.6")
		home.join(tb)
		l := home.listen("")
		l.message()
		tb.do("whisper kira before it")
		l.message()
		home.http.CloseIdleConnections() // the first stream stays open: the server doesn't know yet that the phone has gone
		tb.do("whisper kira meanwhile")
		abroad.cookie = home.cookie
		if reply := abroad.ask("GET", "/seat?as=kira", ""); reply.StatusCode != http.StatusOK {
			t.Fatalf("the page from another network: %s", reply.Status)
		}
		log := abroad.listen(l.id).message().Parts["log"]
		for _, words := range []string{"before it", "meanwhile"} {
			if n := strings.Count(string(log), words); n != 1 {
				t.Errorf("%d whispers %q in the log of a phone that changed networks: %s", n, words, log)
			}
		}
	})
	t.Run("addresses", func(t *testing.T) {
		tb := newTable(t, Options{Host: proxyName, BehindProxy: true}, "begin warehouse")
		p := startNginx(t, tb, "")
		guesser, other := p.phone("127.0.0.3"), p.phone("127.0.0.4")
		for range maxWrongCodes {
			if reply := guesser.ask("POST", "/code", `{"Code": "WRONGS"}`); reply.StatusCode != http.StatusForbidden {
				t.Fatalf("a wrong code: %s", reply.Status)
			}
		}
		if reply := guesser.ask("POST", "/code", `{"Code": "`+tb.Code()+`"}`); reply.StatusCode != http.StatusTooManyRequests {
			t.Errorf("the one who guessed: %s", reply.Status)
		}
		other.join(tb)
		// Without the option a header is what anybody can say: all guesses are those of one address.
		direct := newTable(t, Options{}, "begin warehouse")
		for n := range maxWrongCodes {
			direct.ask("POST", "/code", `{"Code": "WRONGS"}`, header("X-Forwarded-For", fmt.Sprint("203.0.113.", n)))
		}
		if w := direct.ask("POST", "/code", `{"Code": "`+direct.Code()+`"}`, header("X-Forwarded-For", "203.0.113.99")); w.Code != http.StatusTooManyRequests {
			t.Errorf("untold, the header is believed: %d", w.Code)
		}
	})
}
