import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { dayMs } from '#shared/kernel/durations.ts'

const SeedSpotlights = z.array(
  z.strictObject({
    /** One of the two. */
    essay: z.string().optional(),
    sequence: z.string().optional(),
    days: z.int().optional(),
    header: z.string().default(''),
    subtitle: z.string().default(''),
    words: z.string(),
    author: z.boolean().default(false),
    /** Its turn began so many days ago. */
    begun: z.number().optional(),
  }),
)
export type SeedSpotlights = z.infer<typeof SeedSpotlights>

/** @throws Error naming what is wrong in it. */
export async function readSpotlights(folder: string): Promise<SeedSpotlights> {
  const parsed = SeedSpotlights.safeParse(JSON.parse(await readFile(join(folder, 'spotlights.json'), 'utf8')))
  if (!parsed.success) throw new Error(`spotlights.json: ${parsed.error.message}`)
  return parsed.data
}

interface Around {
  readonly now: number
  readonly moderator: string
  readonly newId: (name: string, at: number) => string
  readonly essay: (key: string) => { readonly id: string }
  readonly sequenceId: (key: string) => string
}

/** Made by a moderator a few days ago. */
export function spotlightMutations(spotlights: SeedSpotlights, { now, moderator, newId, essay, sequenceId }: Around) {
  const began = Math.floor(now - 2 * dayMs)
  return spotlights.flatMap(({ essay: post, sequence, days, header, subtitle, words, author, begun }, n) => {
    const id = newId(`spotlight/${n}`, began)
    const target =
      sequence === undefined
        ? { targetKind: 'post', targetId: essay(post ?? '').id }
        : { targetKind: 'sequence', targetId: sequenceId(sequence) }
    const said = { ...(days !== undefined && { days }), header, subtitle, words, showsAuthor: author, isDraft: false }
    const changed = Object.entries(said).filter(([, value]) => value !== '')
    const mutations = [
      { name: 'spotlights.create', args: { id, ...target } },
      ...changed.map(([field, value]) => ({ name: 'spotlights.setDetail', args: { id, detail: { field, value } } })),
    ].map((mutation, step) => ({ at: began + n * 60_000 + step, userId: moderator, ...mutation }))
    if (begun === undefined) return mutations
    return [...mutations, { at: Math.floor(now - begun * dayMs), userId: moderator, name: 'spotlights.promote', args: { id } }]
  })
}
