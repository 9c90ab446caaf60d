package journal

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"testing"
	"time"

	"hybrid/gm/gmtest"
)

// TestSalvage destroys any page of a campaign: every entry that does not stand there comes back as it was.
func TestSalvage(t *testing.T) {
	gmtest.SkipIfShort(t)
	t.Parallel()
	folder := t.TempDir()
	path := filepath.Join(folder, "night.db")
	j := mustOpen(t, path)
	big := func(seq int64) Record {
		r := sample(seq)
		if seq%10 == 0 {
			r.Report = bytes.Repeat([]byte("report "), 2000)
		}
		return r
	}
	for seq := int64(1); seq <= 200; seq++ {
		r := big(seq)
		if err := j.Append(&r); err != nil {
			t.Fatal(err)
		}
	}
	if err := j.Put("name", bytes.Repeat([]byte("The Long Night "), 500)); err != nil {
		t.Fatal(err)
	}
	wal, early := read(t, path+"-wal"), read(t, path)
	j.Close()
	data := read(t, path)
	harmed := filepath.Join(folder, "harmed.db")
	look := func(name string, data, wal []byte, least int) {
		t.Helper()
		os.Remove(harmed + "-wal")
		if err := os.WriteFile(harmed, data, 0o600); err != nil {
			t.Fatal(err)
		}
		if wal != nil {
			if err := os.WriteFile(harmed+"-wal", wal, 0o600); err != nil {
				t.Fatal(err)
			}
		}
		s, err := Salvage(harmed, func(*Record) bool { return true })
		if err != nil {
			t.Fatal(err)
		}
		for seq, r := range s.Records {
			want := big(seq)
			want.Seq, want.At = seq, want.At.UTC()
			if len(want.Events) == 0 {
				want.Events = nil
			}
			if r.Report == nil {
				r.Report = want.Report
			}
			if !reflect.DeepEqual(*r, want) {
				t.Errorf("%s: entry %d is %+v", name, seq, r)
			}
		}
		if len(s.Records) < least {
			t.Errorf("%s: %d entries, want at least %d", name, len(s.Records), least)
		}
		copied, err := Salvage(path, nil)
		if err != nil {
			t.Fatal(err)
		}
		if s.Fill(copied); len(s.ContiguousRecords()) != 200 || len(s.Settings["name"]) != 7500 {
			t.Errorf("%s: filled from a copy there are %d entries", name, len(s.ContiguousRecords()))
		}
	}
	look("whole", data, nil, 200)
	look("beside its -wal", early, wal, 200)
	look("without its pages, beside its -wal", nil, wal, 200)
	look("not a database", bytes.Repeat([]byte("campaign:\n"), 3000), nil, 0)
	for at := 0; at < len(data); at += pageBytes {
		for name, with := range map[string]byte{"zeros": 0, "noise": 0xa5, "like a page": leafTable} {
			b := bytes.Clone(data)
			copy(b[at:], bytes.Repeat([]byte{with}, pageBytes))
			look(name, b, nil, 170)
		}
		look("cut", data[:at+100], nil, 0)
	}
}

// TestSalvageSettings writes settings of many sizes over and over: each comes back as it was written last, from whichever
// kind of page, and also while earlier ones are still in the -wal file.
func TestSalvageSettings(t *testing.T) {
	gmtest.SkipIfShort(t)
	t.Parallel()
	path := filepath.Join(t.TempDir(), "night.db")
	j := mustOpen(t, path)
	rng := rand.New(rand.NewPCG(41, 1))
	want := map[string][]byte{}
	look := func(when string) {
		t.Helper()
		s, err := Salvage(path, nil)
		if err != nil {
			t.Fatal(err)
		}
		for key, value := range want {
			if got, found := s.Settings[key]; !bytes.Equal(got, value) {
				t.Errorf("%s, %s: found %v, %d bytes that begin %.20q, want %d that begin %.20q", when, key, found, len(got), got, len(value), value)
			}
		}
	}
	for n := range 400 {
		key := fmt.Sprint("setting ", rng.IntN(30))
		value := bytes.Repeat([]byte(fmt.Sprint("value ", n, " ")), rng.IntN(800))
		if err := j.Put(key, value); err != nil {
			t.Fatal(err)
		}
		want[key] = value
		if n%50 == 49 {
			look(fmt.Sprint("after ", n+1))
		}
	}
	j.Close()
	look("closed")
	if t.Failed() {
		return
	}
	reopened := mustOpen(t, path)
	defer reopened.Close()
	copied := path + ".backup"
	if err := reopened.Backup(copied); err != nil {
		t.Fatal(err)
	}
	path = copied
	look("backup")
}

// TestFill takes entries from copies: from each as far as it tells the same history.
func TestFill(t *testing.T) {
	const torn = 't' // its Report is damaged
	for name, row := range map[string]struct {
		own    string // entry by entry: - is missing, t is torn, any other letter is the history that it is of
		copies []string
		want   string
	}{
		"a torn report does not reject a copy":         {"ata-aa", []string{"aaaaaa"}, "aaaaaa"},
		"a torn report of the copy takes nothing away": {"aa-a", []string{"atta"}, "aata"},
		"each of two copies fills a gap":               {"a--a", []string{"aa-a", "a-aa"}, "aaaa"},
		"a copy fills the end":                         {"aa--", []string{"aaa"}, "aaa-"},
		"another history ends with the last in common": {"a-a--b", []string{"aaaaaa"}, "aaa--b"},
		"the copy nearer to the file goes first":       {"aab--", []string{"aaaaa", "aabbb"}, "aabbb"},
		"another campaign":                             {"aaa-", []string{"bbbb"}, "aaa-"},
		"nothing in common, but in order":              {"---aa", []string{"aaa"}, "aaaaa"},
		"nothing in common, and out of order":          {"---aa", []string{"zzz"}, "---aa"},
		"nothing is left of the file":                  {"", []string{"aaa"}, "aaa"},
	} {
		t.Run(name, func(t *testing.T) {
			salvaged := func(text string) *SalvagedPages {
				s := &SalvagedPages{Records: map[int64]*Record{}, withoutReport: map[int64]bool{}, Last: int64(len(text))}
				for i, history := range []byte(text) {
					seq := int64(i + 1)
					r := &Record{Seq: seq, At: time.UnixMilli(seq), Events: []byte{'a'}, Report: []byte("report")}
					switch history {
					case '-':
						continue
					case torn:
						r.Report, s.withoutReport[seq] = nil, true
					case 'z':
						r.At = time.UnixMilli(1000)
						fallthrough
					default:
						r.Events = []byte{history}
					}
					s.Records[seq] = r
				}
				return s
			}
			own := salvaged(row.own)
			var copies []*SalvagedPages
			for _, text := range row.copies {
				copies = append(copies, salvaged(text))
			}
			own.Fill(copies...)
			got := ""
			for seq := int64(1); seq <= max(own.Last, int64(len(row.want))); seq++ {
				switch r := own.Records[seq]; {
				case r == nil:
					got += "-"
				case own.withoutReport[seq] != (r.Report == nil):
					t.Errorf("entry %d: torn %v, report %q", seq, own.withoutReport[seq], r.Report)
				case own.withoutReport[seq]:
					got += string(torn)
				default:
					got += string(r.Events)
				}
			}
			if got != row.want {
				t.Errorf("%s filled from %v is %s, want %s", row.own, row.copies, got, row.want)
			}
		})
	}
}
