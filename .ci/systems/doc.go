/*
Systems checks the types of all packages and their tests for other systems, such as Windows. Of imported modules it reads
the declarations only: compiling them for each system would take minutes.

	go run ./.ci/systems windows/amd64 darwin/arm64
*/
package main
