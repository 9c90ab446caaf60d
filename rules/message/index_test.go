package message

import (
	"fmt"
	"testing"
)

// TestWorkOfSuggestionsEnds looks up ever more misspelt words among as many that are near: the words looked at stay below a bound,
// and the first are still suggested.
func TestWorkOfSuggestionsEnds(t *testing.T) {
	for _, n := range []int{1000, 4000, 16000} {
		words := make([]string, n)
		for i := range words {
			words[i] = fmt.Sprintf("lantern_%d", i)
		}
		ix := NewIndex(words)
		for i := range n {
			if hint := ix.Suggest(fmt.Sprintf("latnern_%d", i)); i == 0 && hint != ". Did you mean “lantern_0”?" {
				t.Errorf("among %d: %q", n, hint)
			}
		}
		if most := maxWork + 2*n*comparedWork; ix.work > most {
			t.Errorf("among %d words: %d looked at, at most %d are expected", n, ix.work, most)
		}
	}
}
