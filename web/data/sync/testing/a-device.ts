/** A device for tests: a memory database, a core over it, and the server's messages in short. */
import * as z from 'zod/mini'
import type { Mutation } from '#shared/kernel/mutation.ts'
import type { Row } from '#shared/kernel/table.ts'
import type { Page, Put, Result, ServerMessage } from '#shared/sync/protocol.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { defineMutation } from '#shared/kernel/mutation.ts'
import { defineTable } from '#shared/kernel/table.ts'
import type { MemoryFaults } from './memory-device-store.ts'
import type { Core, SyncSession } from '../core.ts'
import { createCore } from '../core.ts'
import { mutationOf } from '../queue.ts'
import { memoryDeviceDatabase } from './memory-device-store.ts'

const pad = (text: string) => text.padStart(26, '0')
export const ann = pad('a')
export const post = pad('b')
export const thread = `thread:${post}`
export const me = `me:${ann}`

const InlineComment = z.object({ id: z.string(), postId: z.string(), text: z.string() })
export type InlineComment = z.infer<typeof InlineComment>
export const inlineComments = defineTable({
  name: 'remarks',
  row: InlineComment,
  scope: () => 'public',
  shape: (inlineComment) => `thread:${inlineComment.postId}`,
})
const Mark = z.object({ id: z.string(), target: z.string(), value: z.number() })
export const marks = defineTable({ name: 'marks', row: Mark, scope: () => me, shape: () => me })

export const write = defineMutation({
  name: 'remarks.write',
  args: z.object({ id: z.string(), postId: z.string(), text: z.string(), parentId: z.optional(z.string()) }),
  makes: ({ id }) => id,
  opens: ({ postId }) => `thread:${postId}`,
  run: ({ tx }, { id, postId, text }) => tx.put(inlineComments, { id, postId, text }),
})
export const mark = defineMutation({
  name: 'marks.set',
  args: z.object({ target: z.string(), value: z.number() }),
  key: ({ target }) => `mark:${target}`,
  run: ({ tx }, { target, value }) => tx.put(marks, { id: `mark:${target}`, target, value }),
})

/** Names what it replaces. */
export const name = defineMutation({
  name: 'remarks.name',
  args: z.object({ id: z.string(), base: z.string(), value: z.string() }),
  key: ({ id }) => `name:${id}`,
  squash: ({ base }, later) => ({ ...later, base }),
  async run({ tx }, { id, base, value }) {
    const before = await tx.get(inlineComments, id)
    if (before !== undefined && before.text !== base && before.text !== value) throw new AppError('conflict', { field: 'value' })
    await tx.put(inlineComments, { id, postId: post, text: value })
  },
})

/** By name; as the registry has them, their arguments unknown. */
const mutations = new Map<string, Mutation<unknown>>([write, mark, name].map((each) => [each.name, each as unknown as Mutation<unknown>]))
export const findMutation = (name: string): Mutation<unknown> | undefined => mutations.get(name)

export const T0 = 1_800_000_000_000

export function aDevice(faults: MemoryFaults = {}) {
  const database = memoryDeviceDatabase([inlineComments, marks], faults)
  let now = T0
  let ids = 0
  const openCore = (store = database.open()): Core =>
    createCore({ store, account: ann, mutation: findMutation, now: () => now, newId: () => pad(`d${(ids += 1)}`) })
  const core = openCore()
  return {
    core,
    database,
    /** Another tab. */
    openCore,
    pass: (ms: number) => (now += ms),
    now: () => now,
    queue: () => database.peek().queue,
    refused: () => database.peek().refused,
    shape: (id: string) => database.peek().shapes.find((held) => held.id === id),
    texts: () =>
      database
        .peek()
        .rows('remarks')
        .map((row) => (row as InlineComment).text),
    say: async (text: string, id = pad(text)) => (await core.enqueue(mutationOf(write, { id, postId: post, text }, now))).value,
    vote: async (target: string, value: number) => (await core.enqueue(mutationOf(mark, { target, value }, now))).value,
    rename: async (base: string, value: string) => (await core.enqueue(mutationOf(name, { id: 'r1', base, value }, now))).value,
    /** Greeted and welcomed. */
    async session(more: Partial<Extract<ServerMessage, { t: 'welcome' }>> = {}): Promise<SyncSession> {
      const { session } = (await core.greet(null)).value
      await core.takeWelcome(session, welcome(more))
      return session
    },
    offered: async (session: SyncSession, limit?: number) => (await core.offer(session, limit)).value.mutations.map(({ n }) => n),
  }
}
export type ADevice = ReturnType<typeof aDevice>

export function welcome(more: Partial<Extract<ServerMessage, { t: 'welcome' }>> = {}): Extract<ServerMessage, { t: 'welcome' }> {
  const viewer = {
    ...{ kind: 'member' as const, userId: ann, karma: 1, groups: [], isAdmin: false, isApproved: true, hasConfirmedEmail: true },
    ...{ postingDisabled: false, commentingDisabled: false, votingDisabled: false },
  }
  return {
    t: 'welcome',
    proto: 1,
    schemaMin: 1,
    schemaMax: 1,
    now: T0,
    epoch: 'e1',
    lastMutation: 0,
    open: [],
    viewer,
    build: 'b1',
    ...more,
  }
}

export function result(n: number, outcome: Result['outcome'], more: Partial<Result> = {}): Result {
  const error =
    outcome === 'rejected' ? { code: 'not-allowed' as const, reason: 'comments-locked' as const, field: null, retryAfterMs: null } : null
  return { t: 'result', n, outcome, error, seq: 0, shapes: [], current: null, afterMs: null, ...more }
}

export function page(shape: string, from: number, to: number, more: Partial<Page> = {}): Page {
  return { t: 'page', shape, epoch: 'e1', from, to, puts: [], dels: [], cards: [], more: false, ...more }
}

export const put = (id: string, text: string, version = 1): Put => ({ kind: 'remarks', version, row: inlineComment(id, text) })

export const inlineComment = (id: string, text: string): Row & InlineComment => ({ id, postId: post, text })
