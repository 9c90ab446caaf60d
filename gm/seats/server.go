package seats

import (
	"context"
	"errors"
	"io"
	"log"
	"math/rand/v2"
	"net"
	"net/http"
	"net/netip"
	"strings"
	"sync"
	"time"

	"github.com/klauspost/compress/gzhttp"

	"hybrid/gm"
	"hybrid/gm/players"
)

// The HTTP server: options, routes, opening and closing. Requests go through guard.go. The loop ([Loop]) runs functions in the goroutine
// that the session belongs to.

// Options holds the options for opening seats. The zero value opens them in the only private network.
type Options struct {
	Addr        string           // ADDRESS or ADDRESS:PORT; empty for the only private network
	Host        string           // host name of a reverse proxy; empty if there is none
	BehindProxy bool             // whether requests come from that proxy, which reports the client and the scheme of each
	Clock       func() time.Time // clock; nil for the system's
	Auto        bool             // whether players' proposals are carried out automatically, unless the game master has set it otherwise for a player

	// RunForSeat carries out, within the loop, a command that comes from a seat; if nil, it is run directly.
	RunForSeat func(do func(*gm.Session) (gm.Entry, error)) (gm.Entry, error)

	// Notify is called, from any goroutine, when a player asks to be let in or makes a proposal, and when the list of devices or of open
	// pages has changed.
	Notify func()
}

// Server serves the seats of one session. It has many methods because each route has its own handler, and all of them need the session and
// the rooms.
type Server struct {
	session       *gm.Session        // session being served; used only within the loop
	telling       *players.Telling   // source of the contents of the pages; used only within the loop
	loop          Loop               // loop that runs functions in the goroutine that the session belongs to
	options       Options            // options that the seats were opened with
	hosts         []string           // host names and addresses under which browsers may reach it
	address       netip.AddrPort     // address that it listens on
	mux           *http.ServeMux     // routes
	http          http.Server        // server that listens
	ctx           context.Context    // context of the streams, which ends when the server closes
	cancel        context.CancelFunc // function that ends ctx
	changed       chan struct{}      // channel with an element while the pages must be redrawn
	stopListening func()             // function that stops the session's notifications of changes
	firstQuestion int64              // number before the first question; random, so that none repeats a number from an earlier run
	beatInterval  time.Duration      // time between two heartbeats on a stream
	loopTimeout   time.Duration      // longest wait for the loop
	done          sync.WaitGroup     // group of the server's running goroutines

	mu               sync.Mutex           // guards the fields below
	seating          gm.Seating           // code and seats, as stored with the session
	names            map[string]string    // characters that a device can ask for: their names, by key
	cast             []players.Character  // the same characters, with their players
	joinRequests     []*JoinRequest       // waiting requests to join, oldest first
	joinRequestCount int64                // number of requests to join so far
	lastContact      map[string]time.Time // time of the latest contact with a device, by hash of its secret
	busyErrands      map[errand]bool      // errands (jobs for a device, see do.go) that wait for the loop
	rooms            map[string]*room     // open rooms, by key
	lastQuestions    map[string]int64     // last question number of a closed room, by key
	streams          int                  // number of open streams
	requests         limiter              // limit of requests
	weighings        limiter              // limit of requests for the odds of a deed
	wrongCodes       wrongCodeCounts      // wrong codes entered lately
	version          string               // page version; pages of another version are reloaded
	connections      connections          // open connections
}

// Open opens the seats of a session. It must be called within the loop.
func Open(session *gm.Session, loop Loop, o Options) (*Server, error) {
	door, err := Listen(o)
	if err != nil {
		return nil, err
	}
	return door.Open(session, loop, o)
}

// Door is an address that seats will be served on. It answers no requests yet.
type Door struct {
	listener net.Listener // listener that holds the address
	networks []Network    // private networks of this machine
}

// Listen reserves the address of the seats; the session may be opened later.
func Listen(o Options) (*Door, error) {
	if o.BehindProxy && o.Host == "" {
		return nil, errors.New("The proxy's public name is missing. Add --seats-host NAME.")
	}
	list, err := Networks()
	if err != nil && o.Addr == "" {
		return nil, err
	}
	at, anyPort, err := listenAddress(o.Addr, list)
	if err != nil {
		return nil, err
	}
	l, err := listenOrNextPort(at, anyPort && !o.BehindProxy) // the proxy knows only one port
	if err != nil {
		return nil, err
	}
	return &Door{l, list}, nil
}

// Close releases the address.
func (d *Door) Close() error { return d.listener.Close() }

// Open opens the seats of a session at the door's address, with the options passed to Listen. The server closes the door; if there is an
// error, Open has closed it.
func (d *Door) Open(session *gm.Session, loop Loop, o Options) (*Server, error) {
	s, err := newServer(session, loop, o)
	if err != nil {
		d.Close()
		return nil, err
	}
	s.firstQuestion = rand.Int64N(1 << 40)
	s.beginServing(d.listener, d.networks)
	return s, nil
}

// newServer returns a server that does not listen yet.
func newServer(session *gm.Session, loop Loop, o Options) (*Server, error) {
	if o.Clock == nil {
		o.Clock = time.Now
	}
	if o.Notify == nil {
		o.Notify = func() {}
	}
	if o.RunForSeat == nil {
		o.RunForSeat = func(do func(*gm.Session) (gm.Entry, error)) (gm.Entry, error) { return do(session) }
	}
	s := &Server{session: session, telling: players.NewTelling(session), loop: loop, options: o, changed: make(chan struct{}, 1), beatInterval: heartbeat, loopTimeout: loopTime, version: assets().version,
		requests: limiter{perSecond: requestsPerSecond, burst: requestBurst}, weighings: limiter{perSecond: oddsPerSecond, burst: oddsPerSecond},
		lastContact: map[string]time.Time{}, busyErrands: map[errand]bool{}, rooms: map[string]*room{}, lastQuestions: map[string]int64{}, seating: session.Seating()}
	s.ctx, s.cancel = context.WithCancel(context.Background())
	if err := s.renewCode(); err != nil {
		return nil, err
	}
	s.updateCharacters()
	s.mux = http.NewServeMux()
	s.registerRoutes()
	s.stopListening = session.OnChange(s.markChanged)
	s.done.Go(s.redrawOnChange)
	return s, nil
}

// beginServing starts serving requests.
func (s *Server) beginServing(l net.Listener, list []Network) {
	if addr, ok := l.Addr().(*net.TCPAddr); ok {
		at := addr.AddrPort()
		s.address = netip.AddrPortFrom(at.Addr().Unmap(), at.Port())
	}
	s.hosts = acceptedHosts(s.address, list, s.options.Host)
	s.http = http.Server{Handler: s, ReadHeaderTimeout: headerTime, WriteTimeout: writeTime, IdleTimeout: time.Minute, MaxHeaderBytes: headerBytes,
		ErrorLog: log.New(io.Discard, "", 0), ConnState: s.trackConnection,
		ConnContext: func(ctx context.Context, c net.Conn) context.Context { return context.WithValue(ctx, connKey{}, c) }}
	s.done.Go(func() { _ = s.http.Serve(l) })
}

// connKey is the key of a request's connection in its context.
type connKey struct{}

// trackConnection updates the list of connections.
func (s *Server) trackConnection(c net.Conn, state http.ConnState) {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch state {
	case http.StateNew:
		s.connections.addConnection(c, s.options.BehindProxy)
	case http.StateIdle:
		s.connections.markSilent(c)
	case http.StateClosed, http.StateHijacked:
		s.connections.removeConnection(c)
	}
}

// Close ends all streams and stops serving. Devices that were let in keep their seats.
func (s *Server) Close() {
	s.stopListening()
	s.cancel()
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	if s.http.Shutdown(ctx) != nil {
		s.http.Close()
	}
	s.done.Wait()
}

// registerRoutes registers the handlers of all pages and requests. All but the stream of events are compressed.
func (s *Server) registerRoutes() {
	handle := func(pattern string, answer http.HandlerFunc) { s.mux.Handle(pattern, gzhttp.GzipHandler(answer)) }
	handle("GET /{$}", s.serveJoinPage)
	handle("GET /{code}", s.serveJoinPage)
	handle("POST /code", s.enterCode)
	handle("POST /join", s.handleJoin)
	handle("GET /joined", s.reportJoinResult)
	handle("GET /seat", s.serveSeatPage)
	s.mux.HandleFunc("GET /seat/events", s.serveEvents)
	handle("GET /seat/log", s.serveEarlierLines)
	handle("POST /seat/do", s.handleReply)
	handle("GET /seat/sheet", s.serveSheet)
	handle("GET /seat/skills", s.serveSkills)
	handle("GET "+notesPath, s.serveNotes)
	handle("POST "+notesPath, s.saveNotes)
	handle("GET /seat/options", s.serveAnswerOptions)
	handle("GET /seat/offer", s.serveOffers)
	handle("GET /seat/person", s.servePerson)
	handle("GET /seat/card", s.serveCard)
	handle("POST /seat/weigh", s.serveWeighing)
	handle("POST /seat/say", s.handleMessage)
	handle("GET "+picturePath+"{hash}", s.servePicture)
	a := assets()
	handle("GET "+a.script.path, a.script.ServeHTTP)
	handle("GET "+a.tableScript.path, a.tableScript.ServeHTTP)
	handle("GET /table", s.serveTableScreen)
	handle("GET "+watchPath+"{secret}", s.admitSpectator)
	s.registerHomeRoutes(handle)
}

// URL returns the address that players open, without the code.
func (s *Server) URL() string {
	if s.options.Host != "" {
		return s.publicScheme() + "://" + s.options.Host + "/"
	}
	return "http://" + s.hosts[0] + "/"
}

// publicScheme returns the scheme of URL: https if the server is behind a proxy, otherwise http.
func (s *Server) publicScheme() string {
	if s.options.BehindProxy {
		return "https"
	}
	return "http"
}

// Link returns the address with the code, in capitals, which make a smaller QR code.
func (s *Server) Link() string { return strings.ToUpper(s.URL()) + s.Code() }
