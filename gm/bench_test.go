package gm

import (
	"errors"
	"fmt"
	"testing"

	"hybrid/gm/campaign"
	"hybrid/gm/command"
	"hybrid/gm/journal"
	"hybrid/rules"
)

// BenchmarkLongSession is a campaign with 100,000 entries behind it: opening it again, and a step back and forth.
func BenchmarkLongSession(b *testing.B) {
	c := sample(b)
	dir := b.TempDir()
	fill(b, c, dir, 100_000)
	b.Run("reopen", func(b *testing.B) {
		for b.Loop() {
			s := opened(b, c, dir, 1)
			if err := s.Close(); err != nil {
				b.Fatal(err)
			}
		}
	})
	s := opened(b, c, dir, 1)
	b.Run("undo_redo", func(b *testing.B) {
		for b.Loop() {
			do(b, s, "undo", "redo")
		}
	})
	b.Run("do", func(b *testing.B) {
		for b.Loop() {
			do(b, s, "note it rains")
		}
	})
}

// fill writes a session of so many entries: a fight played once, and written down again and again.
func fill(b testing.TB, c *campaign.Campaign, dir string, n int) {
	s := opened(b, c, "", 2)
	do(b, s, "begin warehouse fresh", "initiative", "next")
	for range 400 {
		if entry, err := s.Do(command.Command{Line: "attack " + s.foe()}); err == nil && entry.Seq > 0 {
			continue
		}
		_, err := s.Do(command.Command{Line: "next, answer parry"})
		if err != nil {
			_, err = s.Do(command.Command{Line: "next, answer none"})
		}
		var refused *rules.Refusal
		if errors.As(err, &refused) {
			if _, err := s.Do(command.Command{Line: "wait"}); err != nil {
				break
			}
		}
	}
	do(b, s, "finish")
	j, err := journal.Open(SessionPath(dir, c))
	if err != nil {
		b.Fatal(err)
	}
	defer j.Close()
	var records []*journal.Record
	for _, k := range s.entries {
		records = append(records, &k.Record)
	}
	for written := 0; written < n; written += len(records) {
		if err := j.AppendAll(records[:min(len(records), n-written)]); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkPreview is the panel on the right, drawn anew for every key.
func BenchmarkPreview(b *testing.B) {
	s := opened(b, sample(b), "", 1)
	do(b, s, "begin warehouse", "turn kira 1", "next")
	for b.Loop() {
		if _, err := s.game.Preview("kira: attack grell with sabre, called_shot chest, all_out"); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkDo is a command without a journal.
func BenchmarkDo(b *testing.B) {
	for _, line := range []string{"note it rains", "set kira PFT 20", "kira: attack grell with sabre"} {
		b.Run(fmt.Sprintf("%.6s", line), func(b *testing.B) {
			s := opened(b, sample(b), "", 1)
			do(b, s, "begin warehouse", "turn kira 1", "next")
			for b.Loop() {
				do(b, s, line)
				b.StopTimer()
				do(b, s, "undo")
				b.StartTimer()
			}
		})
	}
}

// BenchmarkComplete is a word being completed.
func BenchmarkComplete(b *testing.B) {
	s := opened(b, sample(b), "", 1)
	do(b, s, "begin warehouse", "turn kira 1", "next")
	for b.Loop() {
		s.Complete("attack grell, ", 14)
	}
}
