// The engine counts lines and columns from 1, columns in code points; the editor counts
// UTF-16 units from the start of the text.

import type { Text } from '@codemirror/state'
import type { Region } from './engine'

export function offset(doc: Text, line: number, column: number): number {
  if (line > doc.lines) return doc.length
  const { from, text } = doc.line(Math.max(line, 1))
  let units = 0
  for (const point of text) {
    if (--column < 1) break
    units += point.length
  }
  return from + units
}

export function span(doc: Text, region: Region): { from: number; to: number } {
  const from = offset(doc, region.line, region.column)
  return { from, to: Math.max(from, offset(doc, region.end_line, region.end_column)) }
}
