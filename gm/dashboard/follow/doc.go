/*
Package follow shows on a terminal what a seat sees, without a way to act there. It knows no session: the caller passes it
the text, with every change.
*/
package follow
