package source

import (
	"errors"
	"testing"
)

func TestReport(t *testing.T) {
	var r Report
	if err := r.Err(); err != nil {
		t.Fatalf("an empty report: got %v, want nil", err)
	}
	r.Addf(Pos{"b.yaml", 2, 1}, "unknown stat %s", "PCB")
	r.Addf(Pos{"a.yaml", 10, 3}, "late")
	r.Addf(Pos{"a.yaml", 9, 30}, "early")
	r.Addf(Pos{"a.yaml", 9, 4}, "earlier,\n on two lines")
	r.Addf(Pos{"b.yaml", 2, 1}, "unknown stat %s", "PCB")
	r.Addf(Pos{File: "c.yaml"}, "a whole file")
	r.Addf(Pos{}, "no place")
	want := `no place
a.yaml:9:4: earlier, on two lines
a.yaml:9:30: early
a.yaml:10:3: late
b.yaml:2:1: unknown stat PCB
c.yaml: a whole file`
	if got := r.Err().Error(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if r.Len() != 7 {
		t.Errorf("Len: got %d, want 7", r.Len())
	}
	var ms Mistakes
	if !errors.As(r.Err(), &ms) || len(ms) != 6 {
		t.Errorf("as Mistakes: got %d, want 6", len(ms))
	}
}

func TestSuggest(t *testing.T) {
	tests := []struct {
		name, word string
		words      []string
		want       string
	}{
		{"one letter wrong", "PCB", []string{"PST", "PCA", "PEN"}, "PCA"},
		{"swapped", "lable", []string{"table", "label"}, "label"},
		{"missing", "skils", []string{"spells", "skills"}, "skills"},
		{"added", "situationns", []string{"situations", "conditions"}, "situations"},
		{"other case", "pca", []string{"PCB", "PCA"}, "PCA"},
		{"one letter, other case", "x", []string{"Y", "X"}, "X"},
		{"one letter", "x", []string{"y", "z"}, ""},
		{"two letters", "bu", []string{"by", "up"}, "by"},
		{"three of eight", "notabel_sucess", []string{"success", "notable_success"}, "notable_success"},
		{"too far", "sword", []string{"knife", "axe"}, ""},
		{"two of four is too far", "cost", []string{"case"}, ""},
		{"equally near: alike in front", "PCB", []string{"ACB", "PDB", "PCA"}, "PCA"},
		{"equally near: alphabet", "bat", []string{"bad", "bag", "bab"}, "bab"},
		{"itself", "same", []string{"same"}, ""},
		{"none to choose from", "x", nil, ""},
		{"no word", "", []string{"a"}, ""},
		{"a part of it", "simple_tools", []string{"bare_handed", "simple", "complex"}, "simple"},
		{"it is a part", "gravity", []string{"sword", "zero_gravity"}, "zero_gravity"},
		{"a part of two", "sword", []string{"axe", "short_sword", "long_sword"}, "short_sword or long_sword"},
		{"a part of many", "sword", []string{"one_sword", "two_sword", "big_sword", "old_sword"}, ""},
		{"letters, not bytes", "stärke", []string{"staerke", "starke"}, "starke"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			want := tt.want
			if want != "" {
				want = ". Did you mean " + want + "?"
			}
			if got := Suggest(tt.word, tt.words); got != want {
				t.Errorf("Suggest(%q): got %q, want %q", tt.word, got, want)
			}
		})
	}
}
