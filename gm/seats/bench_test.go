package seats

import (
	"bytes"
	"context"
	"fmt"
	"net"
	"runtime"
	"slices"
	"testing"
	"time"

	"hybrid/gm"
	"hybrid/gm/command"
	"hybrid/gm/gmtest"
)

// timed is a loop that notes how long it is held by what is posted to it.
type timed struct {
	Loop
	held []time.Duration
}

func (l *timed) Post(do func()) {
	l.Loop.Post(func() {
		began := time.Now()
		do()
		l.held = append(l.held, time.Since(began))
	})
}

// bench is a fight kept on disk, with players on so many seats and connections.
type bench struct {
	*testing.B
	*Server
	session *gm.Session
	loop    *timed
	heard   chan gmtest.StreamMessage
	streams int
}

// newBench has all devices listen.
func newBench(b *testing.B, seats, connections int) *bench {
	b.Helper()
	e := openBench(b, seats, connections)
	for i := range connections {
		e.listen(i)
	}
	return e
}

// openBench has nothing listen yet.
func openBench(b *testing.B, seats, connections int) *bench {
	b.Helper()
	session, _, err := gm.Open(gmtest.Party(b, seats, "../.."), gm.Options{Dir: b.TempDir()})
	if err != nil {
		b.Fatal(err)
	}
	lines := []string{"begin fight"}
	for i := range seats {
		lines = append(lines, fmt.Sprintf("turn pc%d %d", i+1, 5+i))
	}
	gmtest.Do(b, session, append(lines, "turn foe1 30", "next")...)
	seating := session.Seating()
	for i := range connections {
		seating.Seats = append(seating.Seats, gm.Seat{Key: fmt.Sprintf("pc%d", i%seats+1), Player: "Ana", Hash: hashSecret(fmt.Sprint("secret", i))})
	}
	if err := session.KeepSeating(seating); err != nil {
		b.Fatal(err)
	}
	queue := NewQueue()
	e := &bench{B: b, session: session, loop: &timed{Loop: queue}, heard: make(chan gmtest.StreamMessage, 4*connections)}
	if e.Server, err = newServer(session, e.loop, Options{}); err != nil {
		b.Fatal(err)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		b.Fatal(err)
	}
	e.beginServing(l, nil)
	ctx, cancel := context.WithCancel(context.Background())
	go queue.Run(ctx)
	b.Cleanup(func() { e.Close(); cancel(); session.Close() })
	return e
}

// listen opens a page, and waits for the first message.
func (e *bench) listen(device int) {
	gmtest.Listen(e.B, e.URL()+"seat/events", fmt.Sprint(cookieName, "=secret", device), e.heard)
	e.streams++
	<-e.heard
}

// do carries a line out, and waits until each device has heard of it: how long after it was on disk, and how much.
func (e *bench) do(line string) (late []time.Duration, bytes []int) {
	var began time.Time
	done := make(chan error)
	go e.loop.Loop.Post(func() {
		_, err := e.session.Do(command.Command{Line: line})
		began = time.Now()
		done <- err
	})
	if err := <-done; err != nil {
		e.Fatalf("%s: %v", line, err)
	}
	for range e.streams {
		heard := <-e.heard
		late, bytes = append(late, heard.At.Sub(began)), append(bytes, heard.Bytes)
	}
	return late, bytes
}

// BenchmarkEventToPhone is how long after an entry is on disk each device has read of it, how many bytes that are, and how
// long the loop in which the session lives is held for it.
func BenchmarkEventToPhone(b *testing.B) {
	for _, row := range []struct{ seats, connections int }{{8, 8}, {13, 100}} {
		b.Run(fmt.Sprintf("%d seats %d connections", row.seats, row.connections), func(b *testing.B) {
			e := newBench(b, row.seats, row.connections)
			var late []time.Duration
			var bytes []int
			n := 0
			for i := range gmtest.LinesForAll { // each has a first time
				e.do(gmtest.LineForAll(i))
			}
			e.loop.held = nil
			for b.Loop() {
				l, s := e.do(gmtest.LineForAll(n))
				late, bytes, n = append(late, l...), append(bytes, s...), n+1
			}
			b.ReportMetric(0, "ns/op")
			gmtest.Percentiles(b, "phone", late)
			gmtest.Percentiles(b, "held", e.loop.held)
			slices.Sort(bytes)
			b.ReportMetric(float64(bytes[len(bytes)/2]), "bytes-p50")
			b.ReportMetric(float64(bytes[len(bytes)*99/100]), "bytes-p99")
		})
	}
}

// inUse is the memory in use, but for what is to be collected.
func inUse() float64 {
	var m runtime.MemStats
	runtime.GC()
	runtime.GC()
	runtime.ReadMemStats(&m)
	return float64(m.HeapAlloc + m.StackInuse)
}

// BenchmarkIdleSeat is the memory of an open page of a character that was told a long fight, and of one device more that
// shows it.
func BenchmarkIdleSeat(b *testing.B) {
	const players = 13
	for b.Loop() {
		e := openBench(b, players, 2*players)
		for range 100 {
			e.do("put foe1 prone")
			e.do("end foe1 prone")
		}
		none := inUse()
		for i := range players {
			e.hold(i)
		}
		one := inUse()
		for i := range players {
			e.hold(players + i)
		}
		b.ReportMetric((one-none)/players, "bytes/seat")
		b.ReportMetric((inUse()-one)/players, "bytes/device-more")
	}
}

// hold opens a page with as little as that takes, up to its first message.
func (e *bench) hold(device int) {
	conn, err := net.Dial("tcp", e.hosts[0])
	if err != nil {
		e.Fatal(err)
	}
	e.Cleanup(func() { conn.Close() })
	fmt.Fprintf(conn, "GET /seat/events HTTP/1.1\r\nHost: %s\r\nCookie: %s=secret%d\r\n\r\n", e.hosts[0], cookieName, device)
	var heard []byte
	for buffer := make([]byte, 4096); !bytes.Contains(heard, []byte("data: ")); {
		n, err := conn.Read(buffer)
		if err != nil {
			e.Fatal(err)
		}
		heard = append(heard, buffer[:n]...)
	}
}

// BenchmarkDraw is drawing one page, and what has changed of it.
func BenchmarkDraw(b *testing.B) {
	e := newBench(b, 8, 0)
	for range 80 {
		gmtest.Do(b, e.session, "whisper party listen", "put foe1 prone", "end foe1 prone")
	}
	seen, err := e.telling.SeatViewOf("pc1")
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		drawPage(seatSnapshot{key: "pc1", seen: seen})
	}
}

// BenchmarkLook is what the loop is held for: what eight seats see after one entry more.
func BenchmarkLook(b *testing.B) {
	e := newBench(b, 8, 0)
	keys := []string{"pc1", "pc2", "pc3", "pc4", "pc5", "pc6", "pc7", "pc8"}
	for b.Loop() {
		gmtest.Do(b, e.session, "put foe1 prone")
		for _, key := range keys {
			if _, err := e.telling.SeatViewOf(key); err != nil {
				b.Fatal(err)
			}
		}
		gmtest.Do(b, e.session, "undo")
	}
}
