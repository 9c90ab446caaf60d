/*
Package disk is what operating systems do each in their own way with files, a file of the code for each: the lock of the one
writer ([TryLock]), another name for a file that others look into ([Rename], [WriteWhole]), keeping a file to its owner
([KeepPrivate]), a second name of a file ([Linked]), the folder where programs keep what is theirs ([StateDir]). It knows
nothing of what is in the files.

What a system does is asked of the system alone where there is no other way (the files that end in _unix, _windows and
_other); everything else takes the name of the system as an argument, so that it is tested on any.
*/
package disk
