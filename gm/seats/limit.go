package seats

import "time"

// The limits of one seat, and before there is one, of one address.
const (
	requestsPerSecond = 20
	requestsAtOnce    = 40
	streamsPerSeat    = 8
	streamsInAll      = 128
	connections       = 512
	connectionsEach   = 256 // of one address, so that it cannot keep all others out
	longestName       = 40  // of a player
	weighsPerSecond   = 5
	bodyBytes         = 4 << 10
	headerBytes       = 8 << 10
	headerTime        = 5 * time.Second
	bodyTime          = 5 * time.Second
	writeTime         = 10 * time.Second
	pictureTime       = time.Minute // for one to be sent
	loopTime          = 2 * time.Second
	standsBack        = time.Millisecond // from a change until it is worked out for the seats
	toldAtOnce        = 48               // entries told to seats before the loop goes on
	heartbeat         = 15 * time.Second
	wrongCodes        = 10 // in a minute; then silence lasts as long
	silence           = time.Minute
	joinsAtOnce       = 32 // that wait for the game master
	joinTime          = 10 * time.Minute
)

// limiter lets each key have so many requests a second, and so many at once.
type limiter struct {
	each, once float64
	buckets    map[string]*bucket
}

type bucket struct {
	level float64
	at    time.Time
}

// take reports whether one more request of a key is within the limit now.
func (l *limiter) take(key string, now time.Time) bool {
	if l.buckets == nil || len(l.buckets) > 4096 {
		l.buckets = l.full(now)
	}
	b := l.buckets[key]
	if b == nil {
		b = &bucket{level: l.once, at: now}
		l.buckets[key] = b
	}
	b.level = min(l.once, b.level+l.each*now.Sub(b.at).Seconds())
	b.at = now
	if b.level < 1 {
		return false
	}
	b.level--
	return true
}

// full forgets the keys that have asked nothing for so long that they may ask all at once again.
func (l *limiter) full(now time.Time) map[string]*bucket {
	kept := map[string]*bucket{}
	for key, b := range l.buckets {
		if b.level+l.each*now.Sub(b.at).Seconds() < l.once {
			kept[key] = b
		}
	}
	return kept
}

// guesses counts the wrong codes of each address. The zero value is ready.
type guesses struct{ by map[string]*guess }

type guess struct {
	count  int
	since  time.Time
	silent time.Time // until then nothing is listened to
}

// silent reports whether an address is not listened to now.
func (g *guesses) silent(addr string, now time.Time) bool {
	one := g.by[addr]
	return one != nil && now.Before(one.silent)
}

// wrong counts a wrong code.
func (g *guesses) wrong(addr string, now time.Time) {
	for a, one := range g.by {
		if now.Sub(one.since) > silence && !now.Before(one.silent) {
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
	if one.count++; one.count >= wrongCodes {
		*one = guess{since: now, silent: now.Add(silence)}
	}
}
