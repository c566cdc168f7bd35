import * as z from 'zod/mini'
import { AppError } from '../kernel/errors.ts'
import { defineMutation, signedIn } from '../kernel/mutation.ts'
import { defineTable } from '../kernel/table.ts'
import { hourMs } from '../kernel/durations.ts'

/** Tables and mutations that mean nothing: what stores, journals and writers are tested with. */
export const Note = z.object({
  id: z.string(),
  authorId: z.string(),
  shelf: z.string(),
  title: z.string(),
  /** Unique among live notes, unless null. */
  key: z.nullable(z.string()),
  /** Unique within the shelf, unless null. */
  place: z.nullable(z.number()),
  rank: z.nullable(z.number()),
  at: z.number(),
  isPinned: z.boolean(),
  isPrivate: z.boolean(),
  body: z.unknown(),
})
export type Note = z.infer<typeof Note>

export const notes = defineTable({
  name: 'notes',
  row: Note,
  indexes: [['shelf', 'at'], ['shelf', 'isPinned', 'at'], ['rank'], ['title']],
  unique: [['key'], ['shelf', 'place']],
  scope: (note) => (note.isPrivate ? `user:${note.authorId}` : 'public'),
  shape: (note) => (note.isPrivate ? `me:${note.authorId}` : `shelf:${note.shelf}`),
})

export const Ballot = z.object({ id: z.string(), target: z.string(), value: z.number() })
export type Ballot = z.infer<typeof Ballot>

export const ballots = defineTable({
  name: 'ballots',
  row: Ballot,
  indexes: [['target']],
  scope: () => 'public',
  shape: () => null,
})

export const Sum = z.object({ id: z.string(), total: z.number(), count: z.number() })
export type Sum = z.infer<typeof Sum>

export const sums = defineTable({ name: 'sums', row: Sum, scope: () => 'public', shape: (sum) => `sum:${sum.id}` })

/** Of these nobody hears. */
export const Secret = z.object({ id: z.string(), holder: z.string() })
export type Secret = z.infer<typeof Secret>

export const secrets = defineTable({
  name: 'secrets',
  row: Secret,
  indexes: [['holder']],
  scope: () => 'server',
  shape: () => null,
  journal: false,
})

export const testTables = [notes, ballots, sums, secrets]

export function aNote(changes: Partial<Note> = {}): Note {
  return {
    id: 'note-1',
    authorId: 'ann',
    shelf: 'a',
    title: 'A note',
    key: null,
    place: null,
    rank: null,
    at: 1_700_000_000_123,
    isPinned: false,
    isPrivate: false,
    body: null,
    ...changes,
  }
}

/** Writes a note under a key that nobody else may have. Running it twice leaves one. */
export const writeNote = defineMutation({
  name: 'notes.write',
  args: z.strictObject({ id: z.string(), key: z.nullable(z.string()), title: z.string().check(z.maxLength(200)) }),
  async run({ tx, viewer, now }, { id, key, title }) {
    const author = signedIn(viewer)
    if ((await tx.get(notes, id)) !== undefined) return
    await tx.put(notes, aNote({ id, authorId: author.userId, key, title, at: now }))
  },
})

/** Sets one's ballot; the sum over the target moves with it. */
export const setBallot = defineMutation({
  name: 'ballots.set',
  args: z.strictObject({ target: z.string(), value: z.number() }),
  async run({ tx, viewer }, { target, value }) {
    const id = `${signedIn(viewer).userId}:${target}`
    const before = await tx.get(ballots, id)
    const sum = (await tx.get(sums, target)) ?? { id: target, total: 0, count: 0 }
    await tx.put(ballots, { id, target, value })
    const count = before === undefined ? sum.count + 1 : sum.count
    await tx.put(sums, { ...sum, total: sum.total + value - (before?.value ?? 0), count })
  },
})

/** Only the server's own code may send it. */
export const keepSecret = defineMutation({
  name: 'secrets.keep',
  from: 'server',
  args: z.strictObject({ id: z.string(), holder: z.string() }),
  async run({ tx }, secret) {
    await tx.put(secrets, secret)
  },
})

/** Writes, and then is refused or fails: neither may leave anything. */
export const failAfterWriting = defineMutation({
  name: 'notes.fail',
  args: z.strictObject({ id: z.string(), how: z.enum(['refusal', 'too-fast', 'far-too-fast', 'bug']) }),
  async run({ tx }, { id, how }) {
    await tx.put(notes, aNote({ id }))
    if (how === 'bug') throw new TypeError('a planted bug')
    if (how === 'too-fast') throw new AppError('rate-limited', { retryAfterMs: 5_000 })
    if (how === 'far-too-fast') throw new AppError('rate-limited', { retryAfterMs: 25 * hourMs })
    throw new AppError('not-allowed', { reason: 'not-yours' })
  },
})

export const testMutations = [writeNote, setBallot, keepSecret, failAfterWriting]
