// Package collect makes lists of lists, and chooses between two values: what the standard library lacks. It knows nothing of the
// program, whose packages may all import it.
package collect
