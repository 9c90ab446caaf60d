// Package collect has functions on slices that the standard library lacks, and a choice between two values. It imports nothing of the
// program, whose packages may all import it.
package collect
