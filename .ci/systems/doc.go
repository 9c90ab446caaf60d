/*
Systems type-checks all packages and their tests for other operating systems, such as Windows. In imported modules it checks only the
declarations, since compiling them for each system would take minutes.

	go run ./.ci/systems windows/amd64 darwin/arm64
*/
package main
