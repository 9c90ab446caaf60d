package export

import (
	"encoding/json"
	"fmt"
	"io"
	"testing"

	"hybrid/gm"
	"hybrid/gm/gmtest"
	"hybrid/gm/players"
)

// BenchmarkRatioExport holds accounts of fights of more and more, and their statistics, against decoding their entries once.
func BenchmarkRatioExport(b *testing.B) {
	for _, n := range []int{10, 50, 200} {
		s := opened(b, gmtest.Sample(b), b.TempDir(), 1)
		gmtest.Crowd(b, s, n)
		gmtest.Clash(b, s, 400)
		var list [][]byte
		for e, err := range s.History() {
			if err != nil {
				b.Fatal(err)
			}
			data, _ := json.Marshal(e.Entry)
			list = append(list, data)
		}
		decode := func() {
			for _, data := range list {
				var e gm.Entry
				if err := json.Unmarshal(data, &e); err != nil {
					b.Fatal(err)
				}
			}
		}
		for _, audience := range Audiences() {
			gmtest.Ratio(b, fmt.Sprintf("%s/%d", audience, n), func() {
				if err := Write(io.Discard, s, Markdown, audience, 0); err != nil {
					b.Fatal(err)
				}
			}, decode)
		}
		gmtest.Ratio(b, fmt.Sprintf("statistics/%d", n), func() {
			if _, err := Statistics(s); err != nil {
				b.Fatal(err)
			}
		}, decode)
	}
}

// BenchmarkExportOfAnEntry exports fights of more and more for both audiences, in microseconds an entry: no more for many than for few.
func BenchmarkExportOfAnEntry(b *testing.B) {
	const entries = 400
	for _, n := range []int{10, 50, 100, 200} {
		s := opened(b, gmtest.Sample(b), b.TempDir(), 1)
		gmtest.Crowd(b, s, n)
		gmtest.Clash(b, s, entries)
		for _, audience := range Audiences() {
			b.Run(fmt.Sprintf("%s/%d", audience, n), func(b *testing.B) {
				for b.Loop() {
					if err := Write(io.Discard, s, Markdown, audience, 0); err != nil {
						b.Fatal(err)
					}
				}
				b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N)/entries, "µs/entry")
			})
		}
	}
}

// BenchmarkRatioTelling tells the entries of fights of more and more in sentences, against the export that has them: telling is a
// part of it, so that it takes less time.
func BenchmarkRatioTelling(b *testing.B) {
	for _, n := range []int{10, 50, 200} {
		s := opened(b, gmtest.Sample(b), b.TempDir(), 1)
		gmtest.Crowd(b, s, n)
		gmtest.Clash(b, s, 400)
		gmtest.Ratio(b, fmt.Sprint(n), func() {
			log := players.NewLog(s.Game(), players.TableSeat)
			for e, err := range s.History() {
				if err != nil {
					b.Fatal(err)
				}
				log.Next(e)
			}
		}, func() {
			if err := Write(io.Discard, s, Markdown, Players, 0); err != nil {
				b.Fatal(err)
			}
		})
	}
}
