// Package collect makes lists of lists: what package slices of the standard library lacks. It knows nothing of the program, whose
// packages may all import it.
package collect
