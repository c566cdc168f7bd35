import { expect, test } from 'vitest'
import { otherNodes } from '#server/nodes/hints.ts'
import type { Bus, Said } from '#server/nodes/bus.ts'
import { serverRegistry } from '#server/server-registry.ts'
import { aCore } from '#server/testing/core.ts'
import type { PresenceEnd, Present } from '#shared/messages/presence.ts'
import { parsePeople, presenceLimits } from '#shared/messages/presence.ts'
import { conversations } from '#shared/messages/schema.ts'
import { idOf, paragraph, T0 } from '#shared/testing/factories.ts'
import type { PresencePeer, PresencePorts } from './conversation-presence.ts'
import { createConversationPresence } from './conversation-presence.ts'

const id = idOf(1)

/** Ada, Ben and Cleo write to each other; timers run when they are told to. */
async function scene() {
  const core = await aCore()
  const [ada, ben, cleo, dora] = [await core.join(100), await core.join(200), await core.join(300), await core.join(400)]
  const act = (userId: string, name: string, args: object) => core.must({ name, args, userId, now: T0 })
  const begin = { id, messageId: idOf(10), participantIds: [ben, cleo], title: '', body: paragraph('Hello.') }
  await act(ada, 'conversations.begin', begin)
  const clock = { now: T0 }
  const ended = new Set<string>()
  const listeners = new Set<(said: Said) => void>()

  function node(isAlone = true) {
    const waiting: (() => void)[] = []
    const every: (() => void)[] = []
    const own = new Set<(said: Said) => void>()
    const bus: Bus = {
      nodeId: '',
      say: (said) => listeners.forEach((listen) => void (own.has(listen) || listen(said))),
      hear(listen) {
        listeners.add(listen)
        own.add(listen)
        return () => listeners.delete(listen)
      },
      close: async () => undefined,
    }
    const ports: PresencePorts = {
      store: core.store,
      viewerOf: serverRegistry.viewerOf,
      openSessions: async (_read, ids) => new Set(ids.filter((each) => !ended.has(each))),
      clock: () => clock.now,
      log: (error) => expect(error).toBeUndefined(),
      timers: { every: (_ms, work) => (every.push(work), () => undefined), after: (_ms, work) => (waiting.push(work), () => undefined) },
      ...(isAlone ? {} : { others: otherNodes(bus) }),
    }
    const presence = createConversationPresence(ports)
    const flush = () => waiting.splice(0).forEach((work) => work())
    async function enter(userId: string, asked = id) {
      const heard: (readonly Present[])[] = []
      const closes: PresenceEnd[] = []
      const link = { send: (text: string) => void heard.push(parsePeople(text) ?? []), close: (why: PresenceEnd) => void closes.push(why) }
      const peer = await presence.enter(asked, { userId, sessionId: `of ${userId}` }, link)
      if (typeof peer === 'string') throw new Error(peer)
      flush()
      const line = { peer: peer satisfies PresencePeer, heard, closes }
      return { ...line, last: () => (heard.at(-1) ?? []).map(({ userId: who, isTyping }) => (isTyping ? `${who} types` : who)) }
    }
    const look = async () => (await presence.look(), flush())
    return { presence, enter, flush, look }
  }
  return { core, act, clock, ended, node, ada, ben, cleo, dora }
}

test('those who have a conversation open hear of each other, of who types, and of who goes', async () => {
  const { node, ada, ben, cleo } = await scene()
  const { enter, flush } = node()
  const [adas, bens] = [await enter(ada), await enter(ben)]
  expect([adas.last(), bens.last()]).toEqual([[ben], [ada]])
  expect(adas.heard.at(-1)?.[0]).toMatchObject({ name: expect.any(String), slug: expect.any(String) })
  bens.peer.setTyping(true)
  flush()
  expect([adas.last(), bens.last()]).toEqual([[`${ben} types`], [ada]])
  // A second tab of Ben’s is Ben; Cleo comes to what is going on.
  const again = await enter(ben)
  const cleos = await enter(cleo)
  expect([adas.last(), cleos.last().toSorted(), again.last().toSorted()]).toEqual([[`${ben} types`, cleo].toSorted(), [ada, `${ben} types`].toSorted(), [ada, cleo].toSorted()]) // oxfmt-ignore
  for (const { peer } of [bens, again]) peer.closed()
  flush()
  expect([adas.last(), cleos.last()]).toEqual([[cleo], [ada]])
})

test('what changes quickly is said once, and what did not change not at all', async () => {
  const { node, ada, ben } = await scene()
  const { enter, flush } = node()
  const [adas, bens] = [await enter(ada), await enter(ben)]
  const before = adas.heard.length
  for (const isTyping of [true, true, false, true, false]) bens.peer.setTyping(isTyping)
  flush()
  expect(adas.heard).toHaveLength(before)
  for (let n = 0; n < 50; n += 1) bens.peer.setTyping(true)
  flush()
  expect(adas.heard).toHaveLength(before + 1)
})

test('who says nothing more has stopped typing', async () => {
  const { node, clock, ada, ben } = await scene()
  const { enter, flush, look } = node()
  const [adas, bens] = [await enter(ada), await enter(ben)]
  bens.peer.setTyping(true)
  flush()
  clock.now += presenceLimits.typingMs - 1
  await look()
  expect(adas.last()).toEqual([`${ben} types`])
  clock.now += 1
  await look()
  expect(adas.last()).toEqual([ben])
})

test('between two of whom one has muted the other nothing is said, in either direction', async () => {
  const { node, act, ada, ben, cleo } = await scene()
  await act(ada, 'mutes.set', { mutedId: ben, isMuted: true })
  const { enter, look } = node()
  const [adas, bens, cleos] = [await enter(ada), await enter(ben), await enter(cleo)]
  bens.peer.setTyping(true)
  await look()
  expect([adas.last(), bens.last(), cleos.last()]).toEqual([[cleo], [cleo], [ada, `${ben} types`]])
  // What is muted while both are here holds within seconds.
  await act(cleo, 'mutes.set', { mutedId: ada, isMuted: true })
  await look()
  expect([adas.last(), bens.last(), cleos.last()]).toEqual([[], [cleo], [`${ben} types`]])
})

test('who takes no part, is of the staff, is banned or is nobody comes in nowhere', async () => {
  const { node, core, act, ada, ben, dora } = await scene()
  const { enter } = node()
  await expect(enter(dora)).rejects.toThrow('forbidden')
  await expect(enter(ada, idOf(2))).rejects.toThrow('forbidden')
  await act(ben, 'conversations.leave', { id, messageId: idOf(20) })
  await expect(enter(ben)).rejects.toThrow('forbidden')
  await core.store.write(async ({ tx }) => {
    const one = await tx.get(conversations, id)
    if (one !== undefined) await tx.put(conversations, { ...one, joinedIds: [ada] })
  })
  // Who joined as one of the staff, and is none any more.
  await expect(enter(ada)).rejects.toThrow('forbidden')
})

test('who leaves the conversation or signs out is heard of and hears no more', async () => {
  const { node, act, ended, ada, ben, cleo } = await scene()
  const { enter, look } = node()
  const [adas, bens, cleos] = [await enter(ada), await enter(ben), await enter(cleo)]
  await act(ben, 'conversations.leave', { id, messageId: idOf(20) })
  ended.add(`of ${cleo}`)
  await look()
  expect([bens.closes, cleos.closes, adas.closes]).toEqual([['forbidden'], ['ended'], []])
  expect(adas.last()).toEqual([])
  const heard = bens.heard.length
  adas.peer.setTyping(true)
  bens.peer.setTyping(true)
  await look()
  expect([bens.heard.length, adas.last()]).toEqual([heard, []])
})

test('nodes tell each other who is there by way of them, and forget those of a node that is silent', async () => {
  const { node, clock, ada, ben } = await scene()
  const [first, second] = [node(false), node(false)]
  const adas = await first.enter(ada)
  const bens = await second.enter(ben)
  first.flush()
  expect([adas.last(), bens.last()]).toEqual([[ben], [ada]])
  bens.peer.setTyping(true)
  first.flush()
  expect(adas.last()).toEqual([`${ben} types`])
  clock.now += 60_000
  await first.look()
  expect(adas.last()).toEqual([])
  // It spoke while it was not heard; what it says from now on counts.
  for (const _again of [1, 2]) {
    clock.now += 20_000
    await second.look()
  }
  first.flush()
  expect(adas.last()).toEqual([ben])
})

test('nothing of it is stored', async () => {
  const { node, core, ada, ben } = await scene()
  const before = await core.store.journal.position()
  const { enter, look } = node()
  const [, bens] = [await enter(ada), await enter(ben)]
  bens.peer.setTyping(true)
  await look()
  expect(await core.store.journal.position()).toBe(before)
})
