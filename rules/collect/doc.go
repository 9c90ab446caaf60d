// Package collect has functions on slices that the standard library lacks, and a choice between two values. It imports no package of the
// program, and any of them may import it.
package collect
