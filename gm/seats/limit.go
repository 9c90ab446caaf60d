package seats

import (
	"net"
	"slices"
	"time"
)

// Limits of requests, connections and guesses.

// Limits of the server. Rates are for one seat or, for a device without a seat, for one address.
const (
	requestsPerSecond         = 20               // requests per second, in the long run
	requestBurst              = 40               // requests at once after a pause
	streamsPerSeat            = 8                // open event streams of one seat
	maxStreams                = 128              // open event streams of all seats
	maxConnections            = 512              // open connections of all addresses
	maxConnectionsPerAddress  = 256              // open connections of one address, so that it can't block all others
	maxNameLength             = 40               // characters in a player's name
	oddsPerSecond             = 5                // requests per second for the odds of an action
	bodyBytes                 = 4 << 10          // maximum size of a request's body
	notesBytes                = 4 * bodyBytes    // size of a player's notes, in bytes
	headerBytes               = 8 << 10          // maximum size of a request's header
	headerTime                = 5 * time.Second  // time to read a header
	bodyTime                  = 5 * time.Second  // time to read a body
	writeTime                 = 10 * time.Second // time to send an answer
	pictureTime               = time.Minute      // time to send one picture
	loopTime                  = 2 * time.Second  // time to wait for the session's event loop
	entriesPerLoop            = 48               // entries passed on to seats before the loop does other work
	heartbeat                 = 15 * time.Second // interval of messages that keep a stream open
	maxWrongCodes             = 10               // wrong codes of one address within guessPeriod, after which its codes are ignored
	maxWrongCodesTotal        = 50               // wrong codes of all addresses within guessPeriod, after which all new codes are ignored
	guessPeriod               = time.Minute      // time in which wrong codes are counted, and for which codes are then ignored
	maxJoinRequests           = 32               // requests to join that wait for the game master
	maxJoinRequestsPerAddress = 8                // waiting requests to join of one address
	joinTime                  = 10 * time.Minute // time after which a request to join expires
)

// maxBuckets is the number of keys after which a limiter forgets those that are idle.
const maxBuckets = 4096

// limiter is a token bucket for each key. perSecond is the number of requests allowed per second, burst the size of a burst.
type limiter struct {
	perSecond, burst float64            // requests per second in the long run, and at once after a pause
	buckets          map[string]*bucket // each key's bucket; a key is a seat or an address, and a missing bucket is full
}

// bucket holds the requests that a key can still make at once.
type bucket struct {
	level float64   // number of requests still allowed, as of at
	at    time.Time // time of the last request
}

// allowRequest reports whether one more request of a key is within the limit now.
func (l *limiter) allowRequest(key string, now time.Time) bool {
	if l.buckets == nil || len(l.buckets) > maxBuckets {
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

// dropIdleKeys returns the buckets without those of keys that have been idle long enough to have their full allowance again.
func (l *limiter) dropIdleKeys(now time.Time) map[string]*bucket {
	active := map[string]*bucket{}
	for key, b := range l.buckets {
		if b.level+l.perSecond*now.Sub(b.at).Seconds() < l.burst {
			active[key] = b
		}
	}
	return active
}

// wrongCodeCounts counts the wrong codes of each address, and of all addresses together. The zero value is ready for use.
type wrongCodeCounts struct {
	byAddress map[string]*wrongCodeCount // wrong codes by address
	all       wrongCodeCount             // wrong codes of all addresses together
}

// wrongCodeCount counts wrong codes within guessPeriod.
type wrongCodeCount struct {
	count       int       // number of wrong codes since the time in since
	since       time.Time // time of the first code counted
	silentUntil time.Time // time until which codes are ignored
}

// isSilenced reports whether codes from an address are ignored now.
func (g *wrongCodeCounts) isSilenced(addr string, now time.Time) bool {
	own := g.byAddress[addr]
	return own != nil && now.Before(own.silentUntil) || now.Before(g.all.silentUntil)
}

// countWrongCode counts a wrong code.
func (g *wrongCodeCounts) countWrongCode(addr string, now time.Time) {
	for a, own := range g.byAddress {
		if now.Sub(own.since) > guessPeriod && !now.Before(own.silentUntil) {
			delete(g.byAddress, a)
		}
	}
	if g.byAddress == nil {
		g.byAddress = map[string]*wrongCodeCount{}
	}
	own := g.byAddress[addr]
	if own == nil {
		own = &wrongCodeCount{since: now}
		g.byAddress[addr] = own
	}
	own.countWrongCode(maxWrongCodes, now)
	if now.Sub(g.all.since) > guessPeriod {
		g.all = wrongCodeCount{since: now}
	}
	g.all.countWrongCode(maxWrongCodesTotal, now)
}

// countWrongCode counts a wrong code. Once their number reaches limit, codes are ignored for a while.
func (g *wrongCodeCount) countWrongCode(limit int, now time.Time) {
	if g.count++; g.count >= limit {
		*g = wrongCodeCount{since: now, silentUntil: now.Add(guessPeriod)}
	}
}

// connections holds the open connections. If there are too many, a new one replaces the one that has been silent longest. The zero value is
// ready for use. The server's mutex guards it.
type connections struct {
	open           map[net.Conn]*connection // open connections, each with its state
	countByAddress map[string]int           // number of open connections, by address
	events         int64                    // number of connections opened or gone silent so far, which orders them in time
}

// connection is one connection.
type connection struct {
	address string // address that it comes from, without the port
	since   int64  // value of connections.events since which it is silent
	serving bool   // whether a request is being answered
	served  bool   // whether a request was ever answered
	seated  bool   // whether a device with a seat uses it
}

// addConnection adds a connection, or closes it if there is no room. behindProxy reports whether all connections come from one proxy, and
// so have the same address.
func (d *connections) addConnection(c net.Conn, behindProxy bool) {
	from, _, _ := net.SplitHostPort(c.RemoteAddr().String())
	if d.open == nil {
		d.open, d.countByAddress = map[net.Conn]*connection{}, map[string]int{}
	}
	switch {
	case d.countByAddress[from] >= maxConnectionsPerAddress && !behindProxy:
		if !d.closeLongestSilent(from) {
			c.Close()
			return
		}
	case len(d.open) >= maxConnections && !d.closeLongestSilent(""):
		c.Close()
		return
	}
	d.events++
	d.open[c] = &connection{address: from, since: d.events}
	d.countByAddress[from]++
}

// closeLongestSilent closes the connection that has been silent longest, among those from the address from or, if from is empty, among all.
// It reports whether there is one. Connections that never sent a request go first.
func (d *connections) closeLongestSilent(from string) bool {
	var oldest net.Conn
	for c, candidate := range d.open {
		if candidate.serving || candidate.seated || from != "" && candidate.address != from {
			continue
		}
		if oldest == nil || candidate.isClosedBefore(d.open[oldest]) {
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

// isClosedBefore reports whether, if there are too many connections, c is closed rather than other: one that never sent a request goes
// first, otherwise the one that has been silent longer.
func (c *connection) isClosedBefore(other *connection) bool {
	if c.served != other.served {
		return other.served
	}
	return c.since < other.since
}

// markServing marks a connection as busy with a request.
func (d *connections) markServing(c net.Conn, seated bool) {
	if open := d.open[c]; open != nil {
		open.serving, open.served, open.seated = true, true, seated
	}
}

// markSilent marks a connection as silent.
func (d *connections) markSilent(c net.Conn) {
	if open := d.open[c]; open != nil {
		d.events++
		open.serving, open.since = false, d.events
	}
}

// removeConnection deletes a connection.
func (d *connections) removeConnection(c net.Conn) {
	open := d.open[c]
	if open == nil {
		return
	}
	delete(d.open, c)
	if d.countByAddress[open.address]--; d.countByAddress[open.address] == 0 {
		delete(d.countByAddress, open.address)
	}
}

// dropOldestRequest returns list with room for another request to join from an address. If there is none, it drops the oldest request of
// that address or, if the whole list is full, of the address with the most requests.
func dropOldestRequest(list []*JoinRequest, from string) []*JoinRequest {
	count := map[string]int{} // number of requests by address
	for _, r := range list {
		count[r.From]++
	}
	if count[from] < maxJoinRequestsPerAddress {
		if len(list) < maxJoinRequests {
			return list
		}
		for _, r := range list {
			if count[r.From] > count[from] {
				from = r.From
			}
		}
	}
	oldest := slices.IndexFunc(list, func(r *JoinRequest) bool { return r.From == from })
	return slices.Delete(list, oldest, oldest+1)
}
