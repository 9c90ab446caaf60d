/*
Package transcript plays transcripts: prompt lines, and below each what comes of it in a session. Tests of the packages under gm use it
with files that stand beside them. It imports gm, as package gmtest does not, so that tests of gm itself which use it are of package
gm_test.

A line that begins with

	>  is a prompt line; what it comes to stands below: its line of the log behind the count,
	   or ! and the refusal, or ? and the question it stops at
	<  answers the question above: with a die of the one who is asked, or r where the program rolls it
	=  asks for something: owed, log, undo, notes, known, NAME, a line to preview; a list as it is offered: actions NAME, whom NAME
	   ACTION, options LINE, advice NAME; odds LINE, exactly, with the answers in the line; why WHO NUMBER; complete LINE, how it may go
	   on; events, the last entry in a few words each; again closes the session and opens it again; verify decides all entries again
	+  types what the refusal above suggests, and then the refused line again, which must not be refused with the same words;
	~  types what it suggests in place of the refused line; . says why neither is tried. Both may put a word for … and for NAME
	#  is a remark; `# seed N` before the first prompt line says which dice are rolled, `# campaign NAME` what is played,
	   `# ruling NAME CHOICE` what is read otherwise
*/
package transcript
