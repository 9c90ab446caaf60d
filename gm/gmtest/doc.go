/*
Package gmtest has what the tests of gm and of the packages above it share. It does not import gm, so that gm's own tests
can use it: what it needs of a session it says as an interface, which a *gm.Session satisfies.

# Parts

  - gmtest.go: the sample campaign, a folder of files, a clock that goes on by itself, lines that must succeed ([Do]), and
    two texts that must be the same, with the first line in which they differ
  - party.go: a campaign with a party of any size
  - random.go: prompt lines at random, for a game that is played; questions answered and dice typed at random
  - crowd.go: fights of any size ([Crowd], [Clash]), for what must not grow with them
  - ratio.go: [Ratio] measures something against a yardstick in the same run
  - stream.go: what a seat hears, and how long it took
  - chromium: a real browser, for the pages

# What is measured

A time says little about another machine, or about this one in a busy hour. So each benchmark whose name contains Ratio
measures beside it what it cannot be cheaper than by much, in turns, and reports how many times that it takes:

	go test -run '^$' -bench Ratio ./...

prints them all. Such a yardstick is the same written in plain Go (rules), decoding the entries once (gm, gm/export),
bare append and fsync (gm, gm/journal), a fight of two (gm/simulate), the bytes of the cells that change (gm/dashboard), those
of the entries as they are written (gm), another key (gm/dashboard/draw), or the same among few.
*/
package gmtest
