package collect

import (
	"fmt"
	"slices"
	"testing"
)

// TestCollect holds what each function returns, of an empty list too: nil, which JSON and callers tell from an empty one.
func TestCollect(t *testing.T) {
	list := []int{3, 4, 5, 6}
	even := func(n int) bool { return n%2 == 0 }
	if got := Map(list, func(n int) string { return fmt.Sprint(n) }); !slices.Equal(got, []string{"3", "4", "5", "6"}) {
		t.Errorf("Map: %v", got)
	}
	if got := Filter(list, even); !slices.Equal(got, []int{4, 6}) {
		t.Errorf("Filter: %v", got)
	}
	if got := MapIf(list, even, func(n int) int { return 10 * n }); !slices.Equal(got, []int{40, 60}) {
		t.Errorf("MapIf: %v", got)
	}
	if got := FilterMap(list, func(n int) (int, bool) { return n / 2, even(n) }); !slices.Equal(got, []int{2, 3}) {
		t.Errorf("Some: %v", got)
	}
	if Map(nil, even) != nil || Filter([]int{3}, even) != nil {
		t.Error("Map or Filter of nothing isn't nil")
	}
	if got, ok := Find(list, even); got != 4 || !ok || First(list, even) != 4 || First(list[:1], even) != 0 {
		t.Errorf("Find: %d, %v", got, ok)
	}
	if got := FindPointer(list, func(n *int) bool { return *n == 5 }); got != &list[2] || FindPointer(list, func(*int) bool { return false }) != nil {
		t.Errorf("Ref: %v", got)
	}
	if Choose(true, "yes", "no") != "yes" || Choose(false, "yes", "no") != "no" {
		t.Error("Choose takes the other one")
	}
}
