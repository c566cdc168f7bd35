import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectDir } from '../../scripts/steps.ts'

const essaysDir = join(projectDir, 'sync-server/seed/community/essays')

/** Every word of the example essays in their order; read once. */
function readWords(): readonly string[] {
  const texts = readdirSync(essaysDir)
    .filter((name) => name.endsWith('.md'))
    .sort()
    .map((name) => readFileSync(join(essaysDir, name), 'utf8').replace(/^---[\s\S]*?\n---/, ''))
  return texts.flatMap((text) => text.match(/[\p{L}’'-]{1,24}/gu) ?? [])
}

const words = readWords()

/**
 * So many words in runs of five from the example essays, always the same for one seed: prose that
 * compresses about as prose does. Repeating one sentence would make every page a twentieth of its
 * size.
 */
export function prose(seed: number, wordCount: number): string {
  let state = (seed + 1) * 2_654_435_761
  const runs: string[] = []
  for (let count = 0; count < wordCount; count += 5) {
    // Numerical Recipes' linear congruential generator: even enough for choosing places in a text.
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    const at = state % (words.length - 5)
    runs.push(words.slice(at, at + 5).join(' '))
  }
  const text = runs.join(' ')
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}.`
}
