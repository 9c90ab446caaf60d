/*
Mutants tests the tests. It picks operators of the code at random, replaces one at a time (a flip), runs the short tests of the
operator's package, and prints the flips that no test noticed. The files themselves don't change. A flip that doesn't compile doesn't
count; another operator is picked in its place.

	go run ./.ci/mutants -n 24 -seed 7 ./gm/... ./rules
*/
package main
