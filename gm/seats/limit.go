package seats

import (
	"net"
	"slices"
	"time"
)

// Limits of requests, connections and guesses.

// The limits of one seat or, for a device without a seat, of one address.
const (
	requestsPerSecond   = 20
	requestBurst        = 40
	streamsPerSeat      = 8
	maxStreams          = 128
	maxConnections      = 512
	maxConnectionsEach  = 256 // per address, so that one address can't block all others
	maxNameLength       = 40  // characters in a player's name
	oddsPerSecond       = 5
	bodyBytes           = 4 << 10
	notesBytes          = 4 * bodyBytes // size of a player's notes, in bytes
	headerBytes         = 8 << 10
	headerTime          = 5 * time.Second
	bodyTime            = 5 * time.Second
	writeTime           = 10 * time.Second
	pictureTime         = time.Minute // time to send one picture
	loopTime            = 2 * time.Second
	entriesPerLoop      = 48 // entries told to seats before the loop does other work
	heartbeat           = 15 * time.Second
	maxWrongCodes       = 10 // per minute and address; then its codes are ignored for a minute
	maxWrongCodesInAll  = 50 // per minute for all addresses together
	guessPeriod         = time.Minute
	maxJoinRequests     = 32 // requests to join that wait for the game master
	maxJoinRequestsEach = 8  // waiting requests to join per address
	joinTime            = 10 * time.Minute
)

// limiter is a token bucket for each key. perSecond is the number of requests allowed per second, burst the size of a burst.
type limiter struct {
	perSecond, burst float64
	buckets          map[string]*bucket
}

type bucket struct {
	level float64
	at    time.Time
}

// allowRequest reports whether one more request of a key is within the limit now.
func (l *limiter) allowRequest(key string, now time.Time) bool {
	if l.buckets == nil || len(l.buckets) > 4096 {
		l.buckets = l.dropIdleKeys(now)
	}
	b := l.buckets[key]
	if b == nil {
		b = &bucket{level: l.burst, at: now}
		l.buckets[key] = b
	}
	b.level = min(l.burst, b.level+l.perSecond*now.Sub(b.at).Seconds())
	b.at = now
	if b.level < 1 {
		return false
	}
	b.level--
	return true
}

// dropIdleKeys forgets the keys that have been idle long enough to have their full allowance again.
func (l *limiter) dropIdleKeys(now time.Time) map[string]*bucket {
	active := map[string]*bucket{}
	for key, b := range l.buckets {
		if b.level+l.perSecond*now.Sub(b.at).Seconds() < l.burst {
			active[key] = b
		}
	}
	return active
}

// guesses counts the wrong codes of each address, and of all together. The zero value is ready.
type guesses struct {
	by  map[string]*guess
	all guess
}

type guess struct {
	count  int
	since  time.Time
	silent time.Time // time until which codes are ignored
}

// isSilenced reports whether codes from an address are ignored now.
func (g *guesses) isSilenced(addr string, now time.Time) bool {
	one := g.by[addr]
	return one != nil && now.Before(one.silent) || now.Before(g.all.silent)
}

// countWrongCode counts a wrong code.
func (g *guesses) countWrongCode(addr string, now time.Time) {
	for a, one := range g.by {
		if now.Sub(one.since) > guessPeriod && !now.Before(one.silent) {
			delete(g.by, a)
		}
	}
	if g.by == nil {
		g.by = map[string]*guess{}
	}
	one := g.by[addr]
	if one == nil {
		one = &guess{since: now}
		g.by[addr] = one
	}
	one.addGuess(maxWrongCodes, now)
	if now.Sub(g.all.since) > guessPeriod {
		g.all = guess{since: now}
	}
	g.all.addGuess(maxWrongCodesInAll, now)
}

// addGuess counts a wrong code. Once there are limit of them, codes are ignored for a while.
func (g *guess) addGuess(limit int, now time.Time) {
	if g.count++; g.count >= limit {
		*g = guess{since: now, silent: now.Add(guessPeriod)}
	}
}

// connections holds the open connections. If there are too many, a new one replaces the one that has been silent longest. The zero value is
// ready. The server's mutex guards it.
type connections struct {
	open   map[net.Conn]*connection
	from   map[string]int // number of open connections, by address
	events int64
}

// connection is one connection.
type connection struct {
	from    string
	since   int64 // number of the event after which it was silent
	serving bool  // whether a request is being answered
	served  bool  // whether a request was ever answered
	seated  bool  // whether a device with a seat uses it
}

// addConnection adds a connection, or closes it if there is no room. behind reports whether all connections come from one proxy, and so
// have the same address.
func (d *connections) addConnection(c net.Conn, behind bool) {
	from, _, _ := net.SplitHostPort(c.RemoteAddr().String())
	if d.open == nil {
		d.open, d.from = map[net.Conn]*connection{}, map[string]int{}
	}
	switch {
	case d.from[from] >= maxConnectionsEach && !behind:
		if !d.closeLongestSilent(from) {
			c.Close()
			return
		}
	case len(d.open) >= maxConnections && !d.closeLongestSilent(""):
		c.Close()
		return
	}
	d.events++
	d.open[c] = &connection{from: from, since: d.events}
	d.from[from]++
}

// closeLongestSilent closes the connection that has been silent longest, of an address or of all if from is empty, and reports whether
// there is one. Connections that never sent a request go first.
func (d *connections) closeLongestSilent(from string) bool {
	var oldest net.Conn
	for c, one := range d.open {
		if one.serving || one.seated || from != "" && one.from != from {
			continue
		}
		if than := d.open[oldest]; oldest == nil || than.served && !one.served || than.served == one.served && one.since < than.since {
			oldest = c
		}
	}
	if oldest == nil {
		return false
	}
	d.removeConnection(oldest)
	oldest.Close()
	return true
}

// markServing marks a connection as busy with a request.
func (d *connections) markServing(c net.Conn, seated bool) {
	if one := d.open[c]; one != nil {
		one.serving, one.served, one.seated = true, true, seated
	}
}

// markSilent marks a connection as silent.
func (d *connections) markSilent(c net.Conn) {
	if one := d.open[c]; one != nil {
		d.events++
		one.serving, one.since = false, d.events
	}
}

// removeConnection deletes a connection.
func (d *connections) removeConnection(c net.Conn) {
	one := d.open[c]
	if one == nil {
		return
	}
	delete(d.open, c)
	if d.from[one.from]--; d.from[one.from] == 0 {
		delete(d.from, one.from)
	}
}

// dropOldestRequest drops a request to join if there is no room for another one from an address: the oldest request of the address that has
// the most.
func dropOldestRequest(list []*JoinRequest, from string) []*JoinRequest {
	by := map[string]int{}
	for _, a := range list {
		by[a.From]++
	}
	if by[from] < maxJoinRequestsEach {
		if len(list) < maxJoinRequests {
			return list
		}
		for _, a := range list {
			if by[a.From] > by[from] {
				from = a.From
			}
		}
		if by[from] == 0 {
			from = list[0].From
		}
	}
	oldest := slices.IndexFunc(list, func(a *JoinRequest) bool { return a.From == from })
	return slices.Delete(list, oldest, oldest+1)
}
