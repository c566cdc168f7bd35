import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { Doc } from '#shared/text/schema.ts'
import { quoteLimits } from '#shared/reactions/quote-limits.ts'
import { plainText } from '#shared/text/measure.ts'

const SeedReaction = z.strictObject({
  essay: z.string(),
  /** `null`: to the essay itself. */
  k: z.string().nullable(),
  r: z.string(),
  by: z.array(z.string()).min(1),
  against: z.array(z.string()).default([]),
  /** Words of its text. */
  quote: z.string().optional(),
})
export type SeedReaction = z.infer<typeof SeedReaction>

/** @throws Error naming the line at fault. */
export async function readReactions(folder: string): Promise<readonly SeedReaction[]> {
  const lines = (await readFile(join(folder, 'reactions.jsonl'), 'utf8')).split('\n').filter((line) => line.trim() !== '')
  return lines.map((line, at) => {
    const parsed = SeedReaction.safeParse(JSON.parse(line))
    if (!parsed.success) throw new Error(`reactions.jsonl line ${at + 1}: ${parsed.error.message}`)
    return parsed.data
  })
}

interface Around {
  readonly now: number
  readonly idOf: (member: string) => string
  /** Id and text of an essay, or of a comment on it. */
  readonly targetOf: (essay: string, comment: string | null) => { readonly id: string; readonly body: Doc }
}

/** Within this long before now: by then those who react have the karma for it. */
const lateMs = 600_000

export function reactionMutations(given: readonly SeedReaction[], { now, idOf, targetOf }: Around) {
  const mutations = given.flatMap(({ essay, k, r, by, against, quote }) => {
    const { id, body } = targetOf(essay, k)
    const args = {
      targetKind: k === null ? 'post' : 'comment',
      targetId: id,
      reaction: r,
      quote: quote === undefined ? null : quoteIn(body, quote),
    }
    return [...by.map((key) => ({ key, value: 1 })), ...against.map((key) => ({ key, value: -1 }))].map(({ key, value }) => ({
      userId: idOf(key),
      args: { ...args, value },
    }))
  })
  return mutations.map((mutation, at) => ({
    ...mutation,
    name: 'reactions.set',
    at: Math.floor(now - lateMs + (at * lateMs) / (mutations.length + 1)),
  }))
}

/** @throws Error when the words are not there. */
function quoteIn(body: Doc, words: string) {
  const text = plainText(body)
  const at = text.indexOf(words)
  if (at < 0) throw new Error(`the example text has no “${words}”`)
  const end = at + words.length
  return { text: words, before: text.slice(Math.max(0, at - quoteLimits.around), at), after: text.slice(end, end + quoteLimits.around) }
}
