package collect

import "slices"

// Map calls convert for each item of list and returns the results; nil for an empty list.
func Map[E, T any](list []E, convert func(E) T) (result []T) {
	for _, item := range list {
		result = append(result, convert(item))
	}
	return result
}

// Filter returns the items of list for which keep returns true, in their order, or nil if there are none.
func Filter[E any](list []E, keep func(E) bool) (result []E) {
	for _, item := range list {
		if keep(item) {
			result = append(result, item)
		}
	}
	return result
}

// MapIf calls convert for each item of list for which keep returns true, and returns the results, or nil if there are none.
func MapIf[E, T any](list []E, keep func(E) bool, convert func(E) T) []T {
	return Map(Filter(list, keep), convert)
}

// FilterMap calls convert for each item of list and returns the results for which it reported true, or nil if there are none.
func FilterMap[E, T any](list []E, convert func(E) (T, bool)) (result []T) {
	for _, item := range list {
		if converted, ok := convert(item); ok {
			result = append(result, converted)
		}
	}
	return result
}

// Find returns the first item of list for which matches returns true, and whether there is one.
func Find[E any](list []E, matches func(E) bool) (item E, found bool) {
	if i := slices.IndexFunc(list, matches); i >= 0 {
		return list[i], true
	}
	return item, false
}

// First returns the first item of list for which matches returns true, or the zero value if there is none.
func First[E any](list []E, matches func(E) bool) E {
	item, _ := Find(list, matches)
	return item
}

// FindPointer returns a pointer to the first item of list for which matches returns true, or nil if there is none.
func FindPointer[E any](list []E, matches func(*E) bool) *E {
	for i := range list {
		if matches(&list[i]) {
			return &list[i]
		}
	}
	return nil
}

// LastIndex returns the last index of item in list, or -1.
func LastIndex[E comparable](list []E, item E) int {
	for i := len(list) - 1; i >= 0; i-- {
		if list[i] == item {
			return i
		}
	}
	return -1
}

// Choose returns yes if cond is true, else no. Both are evaluated.
func Choose[T any](cond bool, yes, no T) T {
	if cond {
		return yes
	}
	return no
}
