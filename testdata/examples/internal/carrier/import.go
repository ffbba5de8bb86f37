// Package carrier is named by the reports of the examples.
package carrier
