/**
 * Whose words a page consists of. Each version's words carry the number of the version in which
 * they came; what stays between two versions keeps its own, wherever it was moved. So a version
 * counts by what is left of it, a text that was emptied and brought back counts as before, and to
 * leave one version out is only to count again. Bounded like every comparison: of a text that
 * changed beyond that, more counts as new.
 */
import type { Doc, DocNode } from '../text/nodes.ts'
import { compareTexts, textBlocks } from '../text/compare/compare.ts'
import { isWord, tokensOf } from '../text/compare/tokens.ts'
import type { Contribution, Provenance } from './schema.ts'

export type Runs = Provenance['runs']

/** Steps of the comparison: taken with every version, in the writer's turn. */
const effort = 150_000
/**
 * A text that changes hands more often than this is told a little coarser: what is kept of it must
 * stay smaller than the text.
 */
const maxRuns = 4_000

export interface Counted {
  readonly body: Doc
  readonly runs: Runs
}

/**
 * The words of version `n`, by the versions they came in. `before`: the version that readers had.
 */
export function runsOf(body: Doc, n: number, before: Counted | null): Runs {
  const known = before === null ? new Map<DocNode, readonly number[]>() : originsIn(before, body, n)
  const origins = body.content.flatMap(textBlocks).flatMap((block) => wordsOf(block, known.get(block), n))
  const runs: Runs = []
  for (const origin of origins) {
    const last = runs.at(-1)
    if (last?.[0] === origin) last[1] += 1
    else runs.push([origin, 1])
  }
  return bounded(runs)
}

/** Neighbours become one, of the version that has more of both. */
function bounded(runs: Runs): Runs {
  let found = runs
  while (found.length > maxRuns) {
    found = found.flatMap((run, at): Runs => {
      const next = found[at + 1]
      if (at % 2 === 1) return []
      return next === undefined ? [run] : [[run[1] >= next[1] ? run[0] : next[0], run[1] + next[1]]]
    })
  }
  return found
}

/** For each token of each text of the newer version, the version it came in. */
function originsIn(before: Counted, body: Doc, n: number): Map<DocNode, readonly number[]> {
  const origins = new Map<DocNode, readonly number[]>()
  const words = before.runs.flatMap(([origin, count]) => Array.from({ length: count }, () => origin)).values()
  for (const block of before.body.content.flatMap(textBlocks)) {
    // A space belongs to nobody; it is never asked for.
    origins.set(block, tokensOf(block).map((token) => (isWord(token) ? (words.next().value ?? n) : n))) // oxfmt-ignore
  }
  compareTexts(before.body, body, {
    effort,
    watch: {
      same(old, now) {
        const blocks = textBlocks(now)
        for (const [at, block] of textBlocks(old).entries()) {
          const markdown = blocks[at]
          if (markdown !== undefined) origins.set(markdown, origins.get(block) ?? [])
        }
      },
      text(old, now, kept) {
        const found = tokensOf(now).map(() => n)
        const from = origins.get(old) ?? []
        for (const [inOld, inNow] of kept) found[inNow] = from[inOld] ?? n
        origins.set(now, found)
      },
    },
  })
  return origins
}

function wordsOf(block: DocNode, origins: readonly number[] | undefined, n: number): readonly number[] {
  return tokensOf(block).flatMap((token, at) => (isWord(token) ? [origins?.[at] ?? n] : []))
}

/** The words alone, for telling whether two versions say the same. */
export function wordsIn(body: Doc): readonly string[] {
  return body.content.flatMap(textBlocks).flatMap((block) => tokensOf(block).filter(isWord).map(({ key }) => key)) // oxfmt-ignore
}

export const countOf = (runs: Runs): number => runs.reduce((sum, [, count]) => sum + count, 0)

/**
 * Most words first. `writers`: who wrote which version; one that is missing is left out of the
 * reckoning.
 */
export function entriesOf(runs: Runs, writers: ReadonlyMap<number, string>): Contribution['entries'] {
  const counts = new Map<string, number>()
  for (const [n, count] of runs) {
    const userId = writers.get(n)
    if (userId !== undefined) counts.set(userId, (counts.get(userId) ?? 0) + count)
  }
  const entries = [...counts].map(([userId, wordCount]) => ({ userId, wordCount }))
  return entries.sort((a, b) => b.wordCount - a.wordCount || (a.userId < b.userId ? -1 : 1))
}
