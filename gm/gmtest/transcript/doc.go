/*
Package transcript plays transcripts: prompt lines, each followed by its output in a session. Tests of the packages under gm use it with
files in their testdata. It imports gm, unlike package gmtest, so gm's own tests that use it are in package gm_test.

A line that begins with

	>  is a prompt line; its output is below: its line of the log after the count,
	   or ! and the refusal, or ? and the question at which it stops
	<  answers the question above: with a die of the actor asked, or r to let the program roll it
	=  queries the session: owed, log, undo, notes, known, NAME, a line to preview; an offered list: actions NAME, whom NAME
	   ACTION, options LINE, advice NAME; odds LINE, exact, with the answers in the line; why WHO NUMBER; complete LINE, its
	   completions; events, the last entry in a few words each; again closes and reopens the session; verify replays all entries
	+  types the suggestion of the refusal above, and then the refused line again, which must not be refused with the same words;
		~  types the suggestion in place of the refused line; . gives the reason why neither is tried. The line typed by + or ~ can have
		   words of its own in place of … and of NAME
	#  is a remark; before the first prompt line, `# seed N` sets the dice, `# campaign NAME` the campaign,
	   `# ruling NAME CHOICE` the choice of a ruling
*/
package transcript
