package gmtest

import (
	"bufio"
	_ "embed"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

// Helpers for benchmarks of the pages that players see: a client for a stream of server-sent events, and lines that change the content of
// every page.

// StreamMessage is a message received on a stream.
type StreamMessage struct {
	At    time.Time // time of its arrival
	Bytes int       // length of its data line, in bytes
}

// Listen opens a stream of server-sent events with a cookie, and sends each event without a name to heard until the test ends. Events with
// a name, such as heartbeats, are omitted.
func Listen(t testing.TB, url, cookie string, heard chan<- StreamMessage) {
	t.Helper()
	r, err := http.NewRequest("GET", url, nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Cookie", cookie)
	reply, err := (&http.Transport{DisableCompression: true}).RoundTrip(r)
	if err != nil {
		t.Fatal(err)
	}
	if reply.StatusCode != http.StatusOK {
		t.Fatalf("GET %s: %s", url, reply.Status)
	}
	over := make(chan struct{})
	t.Cleanup(func() { close(over); reply.Body.Close() })
	go func() {
		lines, event := bufio.NewReader(reply.Body), ""
		for {
			line, err := lines.ReadString('\n')
			if err != nil {
				return
			}
			name, _, _ := strings.Cut(line, ":")
			if name == "event" {
				event = line
			} else if name == "data" && event == "" {
				select {
				case heard <- StreamMessage{time.Now(), len(line)}:
				case <-over:
					return
				}
			} else if name == "\n" {
				event = ""
			}
		}
	}()
}

// Percentiles sorts times and reports their median and 99th percentile in milliseconds, as the metrics name-p50-ms and name-p99-ms.
func Percentiles(b *testing.B, name string, times []time.Duration) {
	slices.Sort(times)
	b.ReportMetric(float64(times[len(times)/2])/1e6, name+"-p50-ms")
	b.ReportMetric(float64(times[len(times)*99/100])/1e6, name+"-p99-ms")
}

// LinesForAll is the number of lines in stream.txt, through which LineForAll cycles.
const LinesForAll = 6

//go:embed stream.txt
var streamText string

// LineForAll returns prompt line n for a session in a [Party], cycling through the lines of stream.txt. Each line changes a part of
// every page. N in a line is replaced by a number that differs from the previous one, so that no wound is as deep as the last one.
func LineForAll(n int) string {
	lines := strings.Split(strings.TrimSpace(streamText), "\n")
	return strings.ReplaceAll(lines[n%LinesForAll], "N", strconv.Itoa(5+n%13))
}
