package journal

import (
	"bytes"
	"os"
	"path/filepath"
	"reflect"
	"testing"
)

// TestSalvage destroys any page of a campaign: every entry that does not stand there comes back as it was.
func TestSalvage(t *testing.T) {
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
		if s.Fill(copied); len(s.Upto()) != 200 || len(s.Settings["name"]) != 7500 {
			t.Errorf("%s: filled from a copy there are %d entries", name, len(s.Upto()))
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
