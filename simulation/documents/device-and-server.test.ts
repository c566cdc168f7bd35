import { IDBFactory } from 'fake-indexeddb'
import { afterEach, beforeEach, expect, test } from 'vitest'
import WebSocket from 'ws'
import * as Y from 'yjs'
import { postRoom } from '#shared/documents/rooms.ts'
import { posts } from '#shared/posts/schema.ts'
import { idOf, T0 } from '#shared/testing/factories.ts'
import { ada, ben, postId, smallCommunity, testSite } from '#server/http/testing/test-site.ts'
import type { TestSite } from '#server/http/testing/test-site.ts'
import { keepDocuments } from '#web/data/documents/background.ts'
import { openTickets } from '#web/data/documents/requests.ts'
import { openDrafts } from '#web/data/device/drafts.ts'
import type { Writer } from '#web/data/documents/testing/a-writer.ts'
import { aWriter, switchTo, type, written } from '#web/data/documents/testing/a-writer.ts'

/** The machine may be busy with other tests. */

/** The device's documents against the real server, over real sockets. */
const room = postRoom(postId)

let site: TestSite
const writers: Writer[] = []
const ends: (() => void)[] = []

beforeEach(async () => {
  site = await testSite()
  await smallCommunity(site)
})
afterEach(async () => {
  for (const end of ends.splice(0)) end()
  for (const writer of writers.splice(0)) await writer.end()
  await site.close()
})

function after(ms: number, work: () => void): () => void {
  const timer = setTimeout(work, ms)
  ends.push(() => clearTimeout(timer))
  return () => clearTimeout(timer)
}

async function aDevice(account: string, factory = new IDBFactory()) {
  const headers = { cookie: `as=${account}`, origin: site.origin }
  switchTo(factory)
  const line = { isUp: true }
  const sockets = new Set<WebSocket>()
  class Socket extends WebSocket {
    constructor(url: string | URL, protocols?: string | string[]) {
      // A port where nobody listens, while the line is down.
      super(line.isUp ? url : 'ws://127.0.0.1:9', protocols, { headers })
      sockets.add(this)
    }
  }
  const goOffline = () => {
    line.isUp = false
    for (const socket of sockets) socket.terminate()
  }
  const rooms = {
    fetch: async (address: string, init: RequestInit) => {
      if (!line.isUp) throw new TypeError('offline')
      return fetch(`${site.origin}${address}`, { ...init, headers: { ...init.headers, ...headers } })
    },
    // What the provider uses of a WebSocket is the same in both.
    WebSocket: Socket as unknown as typeof globalThis.WebSocket,
  }
  const writer = await aWriter(rooms, account, factory)
  writers.push(writer)
  Object.assign(writer.ports, { socketOrigin: site.origin.replace('http', 'ws'), timers: { now: () => Date.now(), after } })
  const tickets = openTickets(account, writer.ports.fetch, () => Date.now())
  return { ...writer, factory, line, goOffline, tickets }
}

test('two authors’ tabs show the same text, and each is told what is stored', async () => {
  await coauthors([ben])
  const [one, two] = [await aDevice(ada), await aDevice(ben)]
  const [here, there] = [await one.open(room), await two.open(room)]
  await expect.poll(() => [here.link.get(), there.link.get()]).toEqual(['on', 'on'])
  await expect.poll(() => written(here.doc)).toContain('Water comes back.')
  type(here.doc, 'By Ada.')
  await expect.poll(() => written(there.doc)).toContain('By Ada.')
  type(there.doc, 'By Ben.')
  await expect.poll(() => written(here.doc)).toContain('By Ben.')
  await expect.poll(() => [here.status.get(), there.status.get()]).toEqual(['saved', 'saved'])
  expect([here.level.get(), there.level.get()]).toEqual(['own', 'edit'])
  expect([...one.reports, ...two.reports]).toEqual([])
})

async function coauthors(coauthorIds: readonly string[]): Promise<void> {
  await site.change(async (tx) => {
    const post = await tx.get(posts, postId)
    if (post !== undefined) await tx.put(posts, { ...post, coauthorIds: [...coauthorIds] })
  })
}

test('a right that is taken away ends at once, and the copy is gone', async () => {
  await coauthors([ben])
  const two = await aDevice(ben)
  const document = await two.open(room)
  await expect.poll(() => document.status.get() === 'saved' && written(document.doc)).toContain('Water')
  await coauthors([])
  await expect.poll(() => document.ended.get()).toEqual({ why: 'no-access', fork: null })
  expect(await two.ports.rows.list()).toEqual([])
})

test('a right that was taken away while its holder wrote offline: their words become a draft of their own', async () => {
  await coauthors([ben])
  const two = await aDevice(ben)
  const document = await two.open(room)
  await expect.poll(() => document.status.get() === 'saved' && written(document.doc)).toContain('Water')
  two.goOffline()
  type(document.doc, 'Too late.')
  await document.settle()
  await coauthors([])
  two.line.isUp = true
  two.sign('awake')
  await expect.poll(() => document.ended.get()).toEqual({ why: 'no-access', fork: 'post:fork-1' })
  expect(JSON.stringify(two.forks[0]?.text)).toContain('Too late.')
})

test('words that a crash took come again from a device that was shown them, though their writer is away', async () => {
  await coauthors([ben])
  const [one, two] = [await aDevice(ada), await aDevice(ben)]
  const [here, there] = [await one.open(room), await two.open(room)]
  await expect.poll(() => [here.link.get(), there.link.get()]).toEqual(['on', 'on'])
  type(here.doc, 'By Ada.')
  await expect.poll(() => written(there.doc)).toContain('By Ada.')
  one.goOffline()
  // What she typed last, and the server passed on: it died before it was stored.
  const hers = new Y.Doc()
  Y.applyUpdate(hers, Y.encodeStateAsUpdate(here.doc))
  hers.clientID = here.doc.clientID
  type(hers, 'Shown to Ben.')
  Y.applyUpdate(there.doc, Y.encodeStateAsUpdate(hers))
  type(there.doc, 'And he goes on.')
  await expect.poll(() => there.status.get()).toBe('saved')
  const three = await aDevice(ada)
  const fresh = await three.open(room)
  await expect.poll(() => written(fresh.doc)).toContain('And he goes on.')
  expect(written(fresh.doc)).toContain('Shown to Ben.')
  expect([there.ended.get(), two.forks]).toEqual([null, []])
})

test('a document that got another client id, because its own was in use elsewhere, is closed', async () => {
  const one = await aDevice(ada)
  const here = await one.open(room)
  await expect.poll(() => here.link.get()).toBe('on')
  // As Yjs does.
  here.doc.clientID += 1
  await here.close()
  expect(here.link.get()).toBe('off')
})

test('what is on the disk alone arrives by requests, and a draft of a comment on another device', async () => {
  const factory = new IDBFactory()
  const phone = await aDevice(ada, factory)
  phone.line.isUp = false
  await phone.ports.rows.change(room, () => ({
    ...{ room, epoch: 0, format: 1, ackedSv: '', dirtyBy: [], level: 'own', refused: null, bytes: 0, lastUsed: T0, refreshedAt: 0 },
  }))
  const document = await phone.open(room)
  type(document.doc, 'In a tunnel.')
  await document.close()
  phone.line.isUp = true
  const place = `comment:${postId}:`
  const drafts = openDrafts(phone.store, () => T0)
  await drafts.save(place, { markdown: 'Half a thought' }, T0)
  const background = keepDocuments(phone.ports, phone.tickets, phone.store)
  ends.push(() => background.stop())
  background.lead(true)
  await background.refresh()
  expect((await phone.ports.rows.list()).map(({ dirtyBy }) => dirtyBy)).toEqual([[], []])
  background.stop()
  const laptop = await aDevice(ada)
  const other = await laptop.open(room)
  await expect.poll(() => written(other.doc)).toContain('In a tunnel.')
  const theirs = keepDocuments(laptop.ports, laptop.tickets, laptop.store)
  ends.push(() => theirs.stop())
  theirs.lead(true)
  await theirs.refresh()
  expect((await openDrafts(laptop.store, () => T0).get(place))?.values).toEqual({ markdown: 'Half a thought' })
  expect([...phone.reports, ...laptop.reports]).toEqual([])
})

test('a post that is not there yet is waited for', async () => {
  const phone = await aDevice(ada)
  const fresh = await phone.open(postRoom(idOf(99)), true)
  type(fresh.doc, 'Before its post')
  await expect.poll(() => fresh.link.get()).toBe('waiting')
  await expect.poll(() => fresh.status.get()).toBe('on-device')
  expect(phone.forks).toEqual([])
})
