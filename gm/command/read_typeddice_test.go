package command_test

import (
	"fmt"
	"testing"

	"hybrid/gm/command"
	"hybrid/rules"
)

func TestParseDice(t *testing.T) {
	tests := []struct {
		text  string
		faces int
		want  string
	}{
		{"17", 100, "[17]"}, {"0", 100, "[100]"}, {"00", 100, "[100]"}, {"100", 100, "[100]"}, {"0 7", 100, "[7]"},
		{"30 7", 100, "[37]"}, {"3 7", 100, "[37]"}, {"0 0", 100, "[100]"}, {"00 0", 100, "[100]"}, {"90 0", 100, "[90]"},
		{"54 3 8", 100, "[54 3 8]"}, {"35 7", 100, "[35 7]"}, {"9 0", 100, "[90]"}, {"10 0", 100, "[10]"}, {"20 9", 100, "[29]"},
		{"3 10", 100, "[3 10]"}, {"100 5", 100, "[100 5]"}, {"0 1 4", 100, "[100 1 4]"},
		{"101", 100, "“101” isn't on a d100. Type 1 to 100."},
		{"6", 6, "[6]"}, {"3 5", 6, "[3 5]"}, {"0", 6, "[6]"}, {"0", 10, "[10]"}, {"-1", 6, "“-1” isn't on a d6. Type 1 to 6."},
		{"", 6, "Type the roll, 1 to 6."},
	}
	for _, test := range tests {
		faces, err := command.ParseDice(test.text, &rules.Need{Die: test.faces})
		got := fmt.Sprint(faces)
		if err != nil {
			got = err.Error()
		}
		if got != test.want {
			t.Errorf("ParseDice(%q, d%d) = %s, want %s", test.text, test.faces, got, test.want)
		}
	}
}
