// Package session is named by a review of the examples.
package session
