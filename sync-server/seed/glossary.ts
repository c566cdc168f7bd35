import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { Doc } from '#shared/text/schema.ts'
import { hourMs } from '#shared/kernel/durations.ts'

const SeedGlossaries = z.array(
  z.strictObject({
    essay: z.string(),
    by: z.string(),
    terms: z.array(
      z.strictObject({
        term: z.string(),
        alt: z.array(z.string()).default([]),
        /** Markdown. */
        meaning: z.string(),
        approved: z.boolean().default(true),
      }),
    ),
  }),
)
export type SeedGlossaries = z.infer<typeof SeedGlossaries>

/** @throws Error naming what is wrong in it. */
export async function readGlossaries(folder: string): Promise<SeedGlossaries> {
  const parsed = SeedGlossaries.safeParse(JSON.parse(await readFile(join(folder, 'glossary.json'), 'utf8')))
  if (!parsed.success) throw new Error(`glossary.json: ${parsed.error.message}`)
  return parsed.data
}

interface Around {
  readonly now: number
  readonly idOf: (member: string) => string
  readonly newId: (name: string, at: number) => string
  readonly essay: (key: string) => { readonly id: string }
  readonly docOf: (markdown: string) => Doc
}

/** Written in the last hours, when their authors have the karma for it. */
export function glossaryMutations(glossaries: SeedGlossaries, { now, idOf, newId, essay, docOf }: Around) {
  return glossaries.flatMap(({ essay: key, by, terms }) =>
    terms.map(({ term, alt, meaning, approved }, n) => {
      const at = now - 2 * hourMs + n * 60_000
      const args = { id: newId(`term/${key}/${n}`, at), postId: essay(key).id, term, altTerms: alt, body: docOf(meaning) }
      return { at, userId: idOf(by), name: 'glossary.addTerm', args: { ...args, isApproved: approved, origin: 'people' } }
    }),
  )
}
