/*
Mutants flips operators of the code by lot, one at a time, runs the short tests of the package that each stands in, and prints the
flips that no test found. The files stay as they are. A flip that does not compile is replaced by another one.

	go run ./.ci/mutants -n 24 -seed 7 ./gm/... ./rules
*/
package main
