package source

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"
)

// TestReports takes each bad file of testdata the whole way: parsed, laid over base.yaml, decoded. What is reported
// must be the .report beside it; UPDATE=1 writes that anew.
func TestReports(t *testing.T) {
	files, err := filepath.Glob("testdata/*.yaml")
	if err != nil || len(files) < 10 {
		t.Fatalf("found %d files, %v", len(files), err)
	}
	for _, file := range files {
		if filepath.Base(file) == "base.yaml" {
			continue
		}
		t.Run(filepath.Base(file), func(t *testing.T) {
			got := load(t, file)
			golden := strings.TrimSuffix(file, ".yaml") + ".report"
			if os.Getenv("UPDATE") != "" {
				if err := os.WriteFile(golden, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			if got != string(want) {
				t.Errorf("got\n%s\nwant\n%s", got, want)
			}
		})
	}
}

func load(t *testing.T, file string) string {
	t.Helper()
	var r Report
	base := parse(t, "base.yaml", string(read(t, "testdata/base.yaml")))
	if n := Parse(filepath.Base(file), read(t, file), &r); n != nil {
		var p pack
		Decode(Lay(base, n, &r), &p, &r)
	}
	if r.Err() == nil {
		return "no mistakes\n"
	}
	return r.Err().Error() + "\n"
}

func read(t *testing.T, file string) []byte {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func TestParseBytes(t *testing.T) {
	const empty = "f:1:1: The file is empty. Write sections: a name, a colon, and its entries below."
	tests := []struct {
		name, text, want string
	}{
		{"no bytes", "", empty},
		{"only comments", "# a\n\n# b\n", empty},
		{"only a document start", "---\n", empty},
		{"null", "~\n", empty},
		{"a mark in front", "\uFEFFa: 1\n", ""},
		{"a mark inside", "a: 1\nb\uFEFF: 2\n", "f:2:2: Control character U+FEFF. Remove it."},
		{"CR LF", "a: 1\r\nb:\r\n  c: 2\r\n", ""},
		{"CR LF, mistake", "a: 1\r\nb: 2\r\na: 3\r\n", "f:3:1: Key a is repeated; the first is at f:1:1. Keep one."},
		{"Latin 1", "a: 1\nb: ä St\xE4rke\n", "f:2:8: Byte E4 isn't UTF-8. Save the file as UTF-8."},
		{"UTF-16", "\xFF\xFEa\x00:\x00", "f:1:1: Byte FF isn't UTF-8. Save the file as UTF-8."},
		{"NUL", "a: 1\n\x00\x00", "f:2:1: The file has a NUL byte. It isn't a text file, or wasn't saved completely."},
		{"escape", "a: \x1b[0m\n", "f:1:4: Control character U+001B. Remove it."},
		{"CR alone", "a: 1\rb: 2\r", "f:1:5: Control character U+000D. Remove it."},
		{"line ends of other worlds", "a: 1\u2028b: 2\n", "f:1:5: Control character U+2028. Remove it."},
		{"columns are characters", "ä: {ö: 1, ö: 2}\n", "f:1:11: Key ö is repeated; the first is at f:1:5. Keep one."},
		{"a key of two lines", "\"a\\nb\": 1\n\"a\\nb\": 2\n", "f:1:1: Control character U+000A. Remove it.\nf:2:1: Key a b is repeated; the first is at f:1:1. Keep one."},
		{"tab behind a value", "a: 1\t# one\n", ""},
		{"document end", "a: 1\n...\n", ""},
		{"nested deep", "a: " + strings.Repeat("[", 20000), "f:1:1: The values are nested too deep."},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var r Report
			n := Parse("f", []byte(tt.text), &r)
			got := ""
			if err := r.Err(); err != nil {
				got = err.Error()
			}
			if got != tt.want || (n == nil) != (got != "") {
				t.Errorf("got  %q, %s\nwant %q", got, show(n), tt.want)
			}
		})
	}
}

func TestParseAsWritten(t *testing.T) {
	n := parse(t, "f", `
a: [07-30, 00, 010, 1/2, 2d6 + 4, no, on, 2001-01-01, 1_000, 0x1F, .5, "true", 'it''s', "a\"b"]
no: {25+: 1, 7-30: 2, null: 3}
b: [~, null, "~", ""]
c: |
  two
  lines
d: folded
  text
e:
`)
	want := `{a: [07-30, 00, 010, 1/2, 2d6 + 4, no, on, 2001-01-01, 1_000, 0x1F, .5, <true>, <it's>, <a"b>], ` +
		`no: {25+: 1, 7-30: 2, null: 3}, b: [~, ~, <~>, <>], c: two` + "\nlines\n" + `, d: folded text, e: ~}`
	if got := show(n); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if got := n.Get("no").Get("25+").Pos; got != (Pos{"f", 3, 11}) {
		t.Errorf("place of a value: got %s, want f:3:11", got)
	}
	if n.Get("x") != nil || n.Get("x").Get("y") != nil || n.Get("c").Get("y") != nil {
		t.Error("Get of what is not there: want nil")
	}
}

func TestParseAll(t *testing.T) {
	var r Report
	files := []File{{"a", []byte("a: 1")}, {"b", []byte("a: {")}, {"c", nil}, {"d", []byte("d: 2")}}
	nodes := ParseAll(files, &r)
	if got, want := show(nodes[0])+show(nodes[1])+show(nodes[2])+show(nodes[3]), "{a: 1}nilnil{d: 2}"; got != want {
		t.Errorf("nodes: got %s, want %s", got, want)
	}
	if r.Len() != 2 {
		t.Errorf("mistakes: got %v, want two", r.Err())
	}
}

// addFiles begins with the files of testdata.
func addFiles(f *testing.F) {
	files, err := filepath.Glob("testdata/*.yaml")
	if err != nil {
		f.Fatal(err)
	}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
}

// FuzzParse holds that no file whatever makes the way to Go values panic, that a nil node comes with a mistake and
// only so, and that each mistake is one line at a place inside the file.
func FuzzParse(f *testing.F) {
	addFiles(f)
	for _, s := range []string{"", "a: &x [*x]", "a: {b: max(0, c)}", "a: [(, (, )]", "? a\n: b", "--- a\n--- b", "a: |\n\t", "%YAML 1.1\n", "\xFF", "a: \"\\xZZ\""} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		var r Report
		n := Parse("f", data, &r)
		if (n == nil) != (r.Len() > 0) {
			t.Errorf("got %s with %d mistakes", show(n), r.Len())
		}
		var p pack
		Decode(Lay(n, n, &r), &p, &r)
		Decode(Lay(nil, n, &r), &p, &r)
		if err := r.Err(); err != nil {
			sane(t, data, err.(Mistakes))
		}
	})
}

func sane(t *testing.T, data []byte, ms Mistakes) {
	t.Helper()
	lines := strings.Split(string(data), "\n")
	for _, m := range ms {
		if m.Text == "" || strings.ContainsAny(m.Text, "\r\n") {
			t.Errorf("%q is not one line", m.Text)
		}
		if m.Pos.Line < 1 || m.Pos.Line > len(lines) || m.Pos.Col < 1 || m.Pos.Col > utf8.RuneCountInString(lines[m.Pos.Line-1])+2 {
			t.Errorf("%v is outside the file of %d lines", m, len(lines))
		}
	}
}

func BenchmarkLoad(b *testing.B) {
	data, err := os.ReadFile("testdata/base.yaml")
	if err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(len(data)))
	b.ReportAllocs()
	for b.Loop() {
		var r Report
		var p pack
		Decode(Lay(nil, Parse("base.yaml", data, &r), &r), &p, &r)
		if r.Len() > 0 {
			b.Fatal(r.Err())
		}
	}
}

// TestParseAllAgain holds that a file that is read again is as it is now, and has its mistakes each time.
func TestParseAllAgain(t *testing.T) {
	for _, step := range []struct{ text, want, wrong string }{
		{"a: {b: 1}", "1", ""},
		{"a: {b: 1}", "1", ""},
		{"a: {b: 2}", "2", ""},
		{"a: {b: 3", "", "again.yaml:1:4: This { is never closed."},
		{"a: {b: 3", "", "again.yaml:1:4: This { is never closed."},
		{"a: {b: 2}", "2", ""},
		{"a: {b: 3,\n# a bracket }\n", "", "again.yaml:1:4: This { is never closed."},
		{"a: {b: 3 # a bracket }", "", "again.yaml:1:4: This { is never closed."},
		{"a: {b: 1}", "1", ""},
	} {
		var report Report
		nodes := ParseAll([]File{{Name: "again.yaml", Data: []byte(step.text)}, {Name: "other.yaml", Data: []byte(step.text)}}, &report)
		if got := nodes[0].At("a", "b").Word(); got != step.want {
			t.Errorf("%s: a.b is %q, want %q", step.text, got, step.want)
		}
		if err := report.Err(); (err == nil) != (step.wrong == "") || err != nil && !strings.HasPrefix(err.Error(), step.wrong+"\n") {
			t.Errorf("%s: %v, want %q", step.text, err, step.wrong)
		}
		for i, node := range nodes {
			if name := []string{"again.yaml", "other.yaml"}[i]; node != nil && node.Pos.File != name {
				t.Errorf("%s: stands in %s, want %s", step.text, node.Pos.File, name)
			}
		}
	}
}
