import { matchingPairs } from '#shared/documents/text-in-doc-align.ts'

/**
 * Where a caret stands after a text was exchanged for another: in its line, if that is still there,
 * else where the lines before it end.
 */
export function caretAfter(before: string, after: string, caret: number): number {
  if (before === after) return caret
  const [old, now] = [before.split('\n'), after.split('\n')]
  const line = before.slice(0, caret).split('\n').length - 1
  const column = caret - startOf(old, line)
  let from = -1
  let to = -1
  for (const [atOld, atNow] of matchingPairs(old, now)) {
    if (atOld > line) break
    ;[from, to] = [atOld, atNow]
  }
  // A line that is not there any more: as many lines behind the last one that is.
  const target = Math.min(to + (line - from), now.length - 1)
  return startOf(now, target) + Math.min(column, (now[target] ?? '').length)
}

function startOf(lines: readonly string[], line: number): number {
  return lines.slice(0, line).reduce((sum, { length }) => sum + length + 1, 0)
}
