package main

import (
	"strings"
	"testing"
)

// TestCSVHoldsNoFormula holds that a spreadsheet shows every name and carries none out; numbers stay numbers.
func TestCSVHoldsNoFormula(t *testing.T) {
	var out strings.Builder
	p := &program{stdout: &out}
	if err := p.writeCSV([][]any{{"=1+1", "+1", "-1", "@x", "\tx"}, {-1.5, -2, "1-1", "", "a=b"}}); err != nil {
		t.Fatal(err)
	}
	if got, want := out.String(), "'=1+1,'+1,'-1,'@x,'\tx\n-1.5,-2,1-1,,a=b\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
