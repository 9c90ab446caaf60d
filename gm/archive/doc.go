/*
Package archive writes a campaign to one zip file and reads it again on another computer: its files, its log as of now, the
log's backups and an index. It refuses names of files that some system can't have.
*/
package archive
