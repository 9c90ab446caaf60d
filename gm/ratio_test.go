package gm

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"testing"

	"hybrid/gm/gmtest"
	"hybrid/gm/journal"
	"hybrid/rules"
)

// BenchmarkRatioAppend holds a command done end to end, parsed, decided, written, applied and told, and its entry written
// alone, against writing the same bytes to the end of a file and an fsync: one whose entry is of the usual size, and one
// of some 6 kB.
func BenchmarkRatioAppend(b *testing.B) {
	dir := b.TempDir()
	s := opened(b, sample(b), dir, 1)
	do(b, s, "begin warehouse", "turn kira 1", "next")
	f, err := os.Create(filepath.Join(dir, "plain"))
	if err != nil {
		b.Fatal(err)
	}
	defer f.Close()
	alone, err := journal.Open(filepath.Join(dir, "alone.db"))
	if err != nil {
		b.Fatal(err)
	}
	defer alone.Close()
	for _, line := range []string{"contest kira sword against grell sword", "roll dodge by all"} {
		do(b, s, line)
		k := lastRecord(s.entries)
		data := slices.Concat(k.Command, k.Events, k.Report)
		plain := func() { writeDurably(b, f, data) }
		gmtest.Ratio(b, fmt.Sprint("written/", len(data)), func() {
			r := k.Record
			if err := alone.Append(&r); err != nil {
				b.Fatal(err)
			}
		}, plain)
		gmtest.Ratio(b, fmt.Sprint("durable/", len(data)), func() { do(b, s, line) }, plain)
	}
}

func writeDurably(b *testing.B, f *os.File, data []byte) {
	if _, err := f.Write(data); err != nil {
		b.Fatal(err)
	}
	if err := f.Sync(); err != nil {
		b.Fatal(err)
	}
}

// BenchmarkRatioReopen holds opening a session of 2,000 entries against decoding each of them once.
func BenchmarkRatioReopen(b *testing.B) {
	c, dir := sample(b), b.TempDir()
	fill(b, c, dir, 2000)
	var records []journal.Record
	j, err := journal.OpenReadOnly(SessionPath(dir, c))
	if err != nil {
		b.Fatal(err)
	}
	if err := j.Each(func(r journal.Record) error { records = append(records, r); return nil }); err != nil {
		b.Fatal(err)
	}
	j.Close()
	gmtest.Ratio(b, "open", func() {
		if err := opened(b, c, dir, 1).Close(); err != nil {
			b.Fatal(err)
		}
	}, func() {
		for i := range records {
			var is payload
			var events []rules.Event
			if json.Unmarshal(records[i].Command, &is) != nil || json.Unmarshal(records[i].Events, &events) != nil {
				b.Fatal("an entry cannot be read")
			}
		}
	})
}

// BenchmarkRatioMemory holds what is in use once a session of 10,000 entries is open to what its entries are in the journal.
func BenchmarkRatioMemory(b *testing.B) {
	c, dir := sample(b), b.TempDir()
	fill(b, c, dir, 10_000)
	inUse := func() float64 {
		runtime.GC()
		runtime.GC()
		var now runtime.MemStats
		runtime.ReadMemStats(&now)
		return float64(now.HeapAlloc) / 1e6
	}
	b.Run("open", func(b *testing.B) {
		before := inUse()
		var s *Session
		for b.Loop() {
			if s != nil {
				s.Close()
			}
			s = opened(b, c, dir, 1)
		}
		own, written := inUse()-before, 0.0
		for _, k := range s.entries {
			written += float64(len(k.Command)+len(k.Events)+len(k.Report)) / 1e6
		}
		s.Close()
		b.ReportMetric(0, "ns/op")
		b.ReportMetric(own, "MB")
		b.ReportMetric(written, "MB/yardstick")
		b.ReportMetric(own/written, "times")
	})
}

// BenchmarkRatioLong holds a command in a session with 20,000 entries behind it against one with 500: looked for what an
// actor did lately, done, and taken back.
func BenchmarkRatioLong(b *testing.B) {
	c := sample(b)
	played := func(entries int) func() {
		dir := b.TempDir()
		fill(b, c, dir, entries)
		s := opened(b, c, dir, 1)
		if s.State().Running {
			do(b, s, "finish")
		}
		do(b, s, "begin warehouse fresh", "turn kira 1", "next")
		return func() {
			s.Ranking("kira")
			s.Proposals().LastDeedSeq("nobody")
			do(b, s, "note it rains", "undo")
		}
	}
	gmtest.Ratio(b, "command", played(20_000), played(500))
}
