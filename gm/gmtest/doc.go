/*
Package gmtest has what the tests of gm and of the packages above it share. It does not import gm, so that gm's own tests
can use it: what it needs of a session it says as an interface, which a *gm.Session satisfies.

# Parts

  - gmtest.go: the sample campaign, a folder of files, a clock that goes on by itself, lines that must succeed ([Do]), and
    two texts that must be the same, with the first line in which they differ
  - memory.go: files of tests are kept in memory where there is enough of it; -disk has them on the disk
  - party.go: a campaign with a party of any size
  - random.go: prompt lines at random, for a game that is played; questions answered and dice typed at random
  - crowd.go: fights of any size ([Crowd], [Clash]), for what must not grow with them
  - ratio.go: [Ratio] measures something against a yardstick in the same run
  - secrets.go: kinds of secrets, from gm/testdata/secrets.yaml, and the campaign that they are kept in
  - stream.go: what a seat hears, and how long it took
  - chromium: a real browser, for the pages
  - transcript: prompt lines and what comes of each in a session; it imports gm, so its tests are of packages gm_test, verbs_test, …

# What is measured

A time says little about another machine, or about this one in a busy hour. So each benchmark whose name contains Ratio
measures beside it what it cannot be cheaper than by much, in turns, and reports how many times that it takes:

	go test -run '^$' -bench Ratio ./...

prints them all, and times is what counts. What is held to what:

	rules            Ratio/formula              a formula, to the same in Go
	                 Ratio/check, /attack       a roll and an attack with their consequences, to the same by hand
	                 Ratio/odds                 exact odds of a check and of an attack, to the same by hand
	                 Ratio/duel                 a fight of two, to the same by hand
	tables           RatioChoices               every choice of the rulings checked, to opening the campaign
	gm/campaign      RatioFiles                 10 to 10,000 files checked, to yaml.v3 parsing them
	gm/journal       RatioAppend                entries of 600 bytes and 6 kB on disk, to a bare append and fsync
	                 RatioReopen                a journal opened and read, to a checksum of its file
	gm               RatioAppend                a command from line to disk, and its entry alone, to an append and fsync of its bytes
	                 RatioReopen, RatioMemory   a session opened, to decoding its entries; what it takes, to their length
	                 RatioVerify                everything decided again among 10, 50 and 200, to decoding it
	                 RatioCrowd                 an attack declared among 1,000, to one among 10; rolls of all, an end, hours, to those of a tenth
	                 RatioLong                  a command behind 20,000 entries, to one behind 500
	gm/export        RatioExport                accounts and statistics of 10, 50 and 200, to decoding the entries
	gm/simulate      RatioFighters, RatioCores  a step of 5, 20 and 100 a side, to one of a duel; two cores, to one
	gm/dashboard     RatioFrame, RatioBytes     a key with its frame, to writing its cells; its bytes, to those that change
	                 RatioKeyWithSeats          a key with eight seats, to one without
	gm/dashboard/draw RatioEscape               the key Esc, to another key
	cmd/hybrid       RatioShell                 a process that works something out, to one that shows a sheet
*/
package gmtest
