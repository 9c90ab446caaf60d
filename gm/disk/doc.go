/*
Package disk contains file operations that differ between operating systems: locking out a second writer ([TryLock]), replacing a
file that others may have open ([Rename], [WriteWhole]), restricting a file to its owner ([KeepPrivate]), detecting other names of a
file ([HasOtherNames]), and the folder for application state ([StateDir]). It is independent of the files' contents.

Only code that needs a system's own calls is compiled for that system (files ending in _unix, _windows and _other). All other
functions that depend on the system take its name as an argument, so that they can be tested on any system.
*/
package disk
