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
	r.Addf(Pos{"b.yaml", 2, 1}, "No stat named “%s”", "PCB")
	r.Addf(Pos{"a.yaml", 10, 3}, "late")
	r.Addf(Pos{"a.yaml", 9, 30}, "early")
	r.Addf(Pos{"a.yaml", 9, 4}, "earlier,\n on two lines")
	r.Addf(Pos{"b.yaml", 2, 1}, "No stat named “%s”", "PCB")
	r.Addf(Pos{File: "c.yaml"}, "a whole file")
	r.Addf(Pos{}, "no place")
	want := `no place
a.yaml:9:4: earlier, on two lines
a.yaml:9:30: early
a.yaml:10:3: late
b.yaml:2:1: No stat named “PCB”
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

// TestNeededPlacesAreFolded reports a removed entry once, at the first place that needs it.
func TestNeededPlacesAreFolded(t *testing.T) {
	var r Report
	for line := range 4 {
		r.Add(UnknownName, Pos{"a.yaml", line + 1, 1}, "“PST”%sb.yaml:1:1 removes it. Keep it, or change this too.", NeededHere)
	}
	r.Add(UnknownName, Pos{"a.yaml", 9, 1}, "“DEX”%sb.yaml:2:1 removes it. Keep it, or change this too.", NeededHere)
	const want = "a.yaml:1:1: “PST” is needed here and in 3 more places, but b.yaml:1:1 removes it. Keep it, or change them too.\n" +
		"a.yaml:9:1: “DEX” is needed here, but b.yaml:2:1 removes it. Keep it, or change this too."
	if err := r.Err(); err == nil || err.Error() != want {
		t.Errorf("the report is\n%v", err)
	}
}
