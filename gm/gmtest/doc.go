/*
Package gmtest contains helpers for the tests of gm and of the packages above it. It does not import gm, so that gm's own tests can use
it; it accesses a session through an interface that a *gm.Session satisfies.

# Parts

  - gmtest.go: the sample campaign, a folder of files, an advancing clock, lines that must succeed ([Do]), and a comparison of two
    texts, which reports the first different line
  - memory.go: temporary files of tests in memory, if there is enough of it, or on the disk with -disk
  - party.go: a campaign with a party of any size
  - random.go, rounds.go: random prompt lines, answers and typed dice for a game in progress
  - crowd.go: fights of any size ([Crowd], [Clash]), for tests of costs that must not grow with the size
  - ratio.go: [Ratio] compares a duration with a yardstick in the same run
  - secrets.go: kinds of secrets, from gm/testdata/secrets.yaml, and their campaign
  - stream.go: the messages of a seat's stream, with their durations
  - chromium: a real browser, for the pages
  - transcript: prompt lines with their output; it imports gm, so its tests are in packages gm_test, verbs_test, …

# What is measured

Absolute durations depend on the machine and its load. So each benchmark whose name contains Ratio alternately measures its subject and a
yardstick, something that costs the least possible, and reports the ratio of the two:

	go test -run '^$' -bench Ratio ./...

This prints all of them; "times" is the ratio. The benchmarks with their subjects and, after "to", their yardsticks:

	rules            Ratio/formula              a formula, to the same in Go
	                 Ratio/check, /attack       a roll and an attack with their consequences, to the same by hand
	                 Ratio/odds                 exact odds of a check and of an attack, to the same by hand
	                 Ratio/duel                 a fight of two, to the same by hand
	tables           RatioChoices               every choice of the rulings checked, to opening the campaign
	gm/campaign      RatioFiles                 10 to 10,000 files checked, to yaml.v3 parsing them
	gm/journal       RatioAppend                entries of 600 bytes and 6 kB on disk, to a bare append and fsync
	                 RatioReopen                a journal opened and read, to a checksum of its file
	gm               RatioAppend                a command from line to disk, and its entry alone, to an append and fsync of its bytes
	                 RatioReopen, RatioMemory   a session opened, to decoding its entries; the memory that it takes, to their length
	                 RatioVerify                all entries of 10, 50 and 200 combatants replayed, to decoding them
	                 RatioCrowd                 an attack declared among 1,000, to one among 10; rolls of all, an end, hours, to those of a tenth
	                 RatioLong                  a command after 20,000 entries, to one after 500
	gm/export        RatioExport                exports and statistics of 10, 50 and 200 combatants, to decoding the entries
	gm/simulate      RatioFighters, RatioCores  a step of 5, 20 and 100 a side, to one of a duel; two cores, to one
	gm/dashboard     RatioFrame, RatioBytes     a key with its frame, to writing its cells; its bytes, to those that change
	                 RatioKeyWithSeats          a key with eight seats, to one without
	gm/dashboard/draw RatioEscape               the key Esc, to another key
	cmd/hybrid       RatioShell                 a process that computes something, to one that shows a sheet
*/
package gmtest
