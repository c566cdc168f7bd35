import * as z from 'zod/mini'
import type { Mutation } from '#shared/kernel/mutation.ts'
import type { Store } from '#server/store/port.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { defineMutation, signedIn } from '#shared/kernel/mutation.ts'
import { getOrThrow } from '#shared/kernel/transaction.ts'
import { aNote, notes, sums } from '#shared/testing/notes.ts'
import type { NumberedRequest, Taken } from '../numbered.ts'
import type { ServerRegistry } from '../server-registry.ts'
import type { Writer } from '../writer.ts'
import { serverRegistry as testRegistry } from './test-registry.ts'

const added = (id: string) => ({ id, total: 0, count: 0 })

/** Adds, which no mutation of the product may: done twice, it shows. */
const add = defineMutation({
  name: 'sums.add',
  args: z.strictObject({ id: z.string() }),
  async run({ tx }, { id }) {
    const sum = (await tx.get(sums, id)) ?? added(id)
    await tx.put(sums, { ...sum, total: sum.total + 1 })
  },
})

/** `title` was called `name` in version 1. */
const make = defineMutation({
  name: 'notes.make',
  version: 2,
  args: z.strictObject({ id: z.string(), title: z.string().check(z.maxLength(20)) }),
  makes: ({ id }) => id,
  upcasts: {
    1: (args) => {
      // As version 1 was; anything else stumbles here.
      const { id, name } = args as { id: string; name: string }
      return { id, title: name.trim() }
    },
  },
  async run({ tx, viewer, now }, { id, title }) {
    const { userId } = signedIn(viewer)
    if (title === 'refuse') throw new AppError('not-allowed', { reason: 'not-yours' })
    if (title === 'bug') throw new TypeError('a planted bug')
    if (title === 'slow' && (await tx.get(sums, `door-${userId}`)) === undefined) {
      throw new AppError('rate-limited', { retryAfterMs: 5_000 })
    }
    await tx.put(notes, aNote({ id, title, authorId: userId, at: now }))
  },
})

/** Counts a reply on a note and makes one. */
const reply = defineMutation({
  name: 'notes.reply',
  args: z.strictObject({ id: z.string(), to: z.string() }),
  makes: ({ id }) => id,
  needs: ({ to }) => [to],
  async run({ tx, viewer }, { id, to }) {
    const note = await getOrThrow(tx, notes, to)
    await tx.put(notes, { ...note, rank: (note.rank ?? 0) + 1 })
    await tx.put(notes, aNote({ id, authorId: signedIn(viewer).userId }))
  },
})

/** Moves a note to another shelf, which is another shape. */
const move = defineMutation({
  name: 'notes.move',
  args: z.strictObject({ id: z.string(), shelf: z.string() }),
  async run({ tx }, { id, shelf }) {
    await tx.put(notes, { ...(await getOrThrow(tx, notes, id)), shelf })
    await tx.put(sums, added('moved'))
  },
})

/** From now on this member's slow mutations are let through. */
const openDoor = defineMutation({
  name: 'door.open',
  args: z.strictObject({}),
  async run({ tx, viewer }) {
    await tx.put(sums, added(`door-${signedIn(viewer).userId}`))
  },
})

// Mutations of different arguments stand in one list; each is only ever run with what its own
// schema parsed.
const mutations = [add, make, reply, move, openDoor] as readonly unknown[] as readonly Mutation<unknown>[]

export const serverRegistry: ServerRegistry = { ...testRegistry, mutations: [...testRegistry.mutations, ...mutations] }
export const serverRegistryUrl: string = import.meta.url

export interface Sent {
  readonly name: string
  readonly args: unknown
  readonly v?: number
}

/** A device that sends what it is told to, under the numbers it is told. */
export function aDevice(writer: Writer, userId = 'ann', device = 'phone') {
  const request = (n: number, { name, args, v }: Sent): NumberedRequest => ({
    name,
    args,
    userId,
    source: 'member',
    numbered: { device, n, v: v ?? (name === 'notes.make' ? 2 : 1), hash: JSON.stringify([name, v, args]) },
  })
  return {
    send: (n: number, sent: Sent): Promise<Taken> => writer.take(request(n, sent)),
    /** As the conversation does when the mutation ran into a bug too often. */
    giveUp: (n: number, sent: Sent): Promise<Taken> => writer.take({ ...request(n, sent), isGivenUp: true }),
    /** Numbers a list from `first` on, all asked for at once. */
    push: (first: number, list: readonly Sent[]): Promise<readonly Taken[]> =>
      Promise.all(list.map((sent, at) => writer.take(request(first + at, sent)))),
  }
}

/** `applied`, `rejected depends`, `gap 3`: an answer in short. */
export function brief(taken: Taken): string {
  if (taken.kind === 'gap') return `gap ${taken.last}`
  if (taken.kind !== 'result') return taken.kind
  const { outcome, error, afterMs } = taken.result
  if (outcome === 'rejected') return `rejected ${error?.code ?? ''}`
  return outcome === 'later' ? `later ${afterMs}` : outcome
}

export const totalOf = async (store: Store, id: string): Promise<number> => (await store.read((read) => read.get(sums, id)))?.total ?? 0
