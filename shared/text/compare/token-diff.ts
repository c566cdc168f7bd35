import { diffArrays } from 'diff'
import { matchingPairs, type Pair } from '../../documents/text-in-doc-align.ts'
import { isWord, type Token } from './tokens.ts'

/**
 * How many steps may still be spent on looking for the shortest way; shared by all blocks of a
 * comparison.
 */
export interface Effort {
  left: number
}

const maxEdits = 2_000
/**
 * Below this share of words that stayed, a block was written anew: the few that happen to be in
 * both only confuse.
 */
const minMatching = 0.2

/**
 * Which tokens stayed, in ascending order in both. Bounded: where the shortest way costs too much,
 * what stands once in each is kept in order.
 */
export function matchingTokens(before: readonly Token[], after: readonly Token[], effort: Effort): readonly Pair[] {
  const a = before.map(({ key }) => key)
  const b = after.map(({ key }) => key)
  return withoutCrumbs(before, after, shortestWay(a, b, effort) ?? matchingPairs(a, b))
}

function shortestWay(a: readonly string[], b: readonly string[], effort: Effort): readonly Pair[] | null {
  const maxEditLength = Math.min(maxEdits, Math.floor(Math.sqrt(effort.left)))
  if (maxEditLength < 8) return null
  const changes = diffArrays([...a], [...b], { maxEditLength })
  if (changes === undefined) {
    effort.left -= maxEditLength ** 2
    return null
  }
  const pairs: Pair[] = []
  let [inA, inB, edits] = [0, 0, 0]
  for (const { added, removed, value } of changes) {
    if (added) inB += value.length
    else if (removed) inA += value.length
    else for (const _ of value) pairs.push([inA++, inB++])
    if (added || removed) edits += value.length
  }
  effort.left -= edits ** 2
  return pairs
}

/**
 * A space or a comma that stayed between two changes is changed with them, as a reader would say
 * it.
 */
function withoutCrumbs(before: readonly Token[], after: readonly Token[], pairs: readonly Pair[]): readonly Pair[] {
  const words = Math.max(before.filter(isWord).length, after.filter(isWord).length)
  const wordsMatching = pairs.filter(([inA]) => before[inA] !== undefined && isWord(before[inA])).length
  if (words > 5 && wordsMatching < minMatching * words) return []
  const runs: Pair[][] = []
  for (const pair of pairs) {
    const run = runs.at(-1)
    const last = run?.at(-1)
    if (run !== undefined && last !== undefined && pair[0] === last[0] + 1 && pair[1] === last[1] + 1) run.push(pair)
    else runs.push([pair])
  }
  return runs.flatMap((run) => {
    const [first] = run
    const last = run.at(-1)
    const isInside =
      first !== undefined &&
      last !== undefined &&
      (first[0] > 0 || first[1] > 0) &&
      (last[0] < before.length - 1 || last[1] < after.length - 1)
    const isCrumb =
      run.length <= 2 && run.every(([inA]) => before[inA] !== undefined && !isWord(before[inA]) && before[inA].atom === undefined)
    return isInside && isCrumb ? [] : run
  })
}
