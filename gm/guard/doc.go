/*
Package guard keeps a session running after a panic in code that only reads it: a preview, odds, a completion, a panel, a page for a
phone. It is off until [Enable] is called, so that a panic ends every test in which it happens.

Code that changes the session is not guarded, since a panic can leave it in an invalid state. Earlier entries are on disk, and the
session continues when the program is restarted.
*/
package guard
