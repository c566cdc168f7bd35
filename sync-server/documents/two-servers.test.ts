import { afterEach, expect, test } from 'vitest'
import type { TestSite } from '#server/http/testing/test-site.ts'
import { ada, ben, publish, smallCommunity, testSite } from '#server/http/testing/test-site.ts'
import { productPlace } from '#server/store/testing/product-store.ts'
import { members } from '#shared/accounts/schema.ts'
import { postRoom } from '#shared/documents/rooms.ts'
import { aPost, idOf } from '#shared/testing/factories.ts'
import { idleWorkers } from './testing/document-site.ts'
import { rawSocket } from './testing/document-site.ts'
import { ticketFor, WriterTab } from './testing/writer-tab.ts'
import { documentFormat, subprotocol } from '#shared/documents/protocol.ts'

const undo: (() => unknown)[] = []
afterEach(async () => {
  for (const step of undo.splice(0).toReversed()) await step()
})

const id = idOf(5_001)
const room = postRoom(id)

/** Two whole servers over one file, as two processes would be. */
async function twoServers(): Promise<readonly [TestSite, TestSite]> {
  const place = await productPlace()
  undo.push(() => place.remove())
  const options = { dataDir: place.address.dataDir, rooms: { workers: idleWorkers, settled: async () => undefined } }
  const first = await testSite(options)
  undo.push(() => first.close())
  await smallCommunity(first)
  const facts = { authorId: ada, coauthorIds: [ben], slug: null, status: 'draft' as const, revisionId: null, publishedAt: null }
  await first.change((tx) => publish(tx, aPost({ id, latestRevisionId: idOf(5_002), ...facts })))
  const second = await testSite(options)
  undo.push(() => second.close())
  return [first, second]
}

async function open(site: TestSite, userId: string): Promise<WriterTab> {
  const tab = await WriterTab.open(site, userId, room)
  undo.push(() => tab.close())
  return tab
}

test('writers on two servers over one store see each other’s text within seconds, and all of it is stored once', async () => {
  const [first, second] = await twoServers()
  const [here, there] = [await open(first, ada), await open(second, ben)]
  here.write('From the first')
  await there.until(() => there.text === 'From the first')
  there.write('From the second')
  here.write('At the same time')
  const isWhole = (tab: WriterTab) => tab.text.split('\n').length === 3
  await Promise.all([here.until(() => isWhole(here)), there.until(() => isWhole(there))])
  expect(here.text).toBe(there.text)
  await Promise.all([here.until(() => here.acked === 3), there.until(() => there.acked === 2)])
  const third = await open(second, ada)
  await third.until(() => isWhole(third))
})

test('a ticket of one server opens the door of the other', async () => {
  const [first, second] = await twoServers()
  const { ticket } = await ticketFor(first, ada, room)
  const line = await rawSocket(second, ada, room, { protocols: [subprotocol(documentFormat), ticket ?? ''] })
  await line.until((frame) => frame[0] === 0)
  line.socket.terminate()
})

test('one account’s client id is not another’s on the other server either', async () => {
  const [first, second] = await twoServers()
  const [here, there] = [await open(first, ada), await open(second, ben)]
  here.write('Ada’s')
  await here.until(() => here.acked === 2)
  // The second server has not heard of it yet: only the transaction can tell.
  const own = there.doc.clientID
  there.doc.clientID = here.doc.clientID
  there.write('Forged')
  there.doc.clientID = own
  await there.until(() => there.controls.some(({ t }) => t === 'refused'))
  expect(there.controls.find(({ t }) => t === 'refused')).toMatchObject({ code: 'identity' })
  const reader = await open(first, ada)
  expect(reader.text).toBe('Ada’s')
})

test('a ban on one server ends what is open on the other', async () => {
  const [first, second] = await twoServers()
  const there = await open(second, ben)
  await first.change(async (tx) => {
    const member = await tx.get(members, ben)
    if (member !== undefined) await tx.put(members, { ...member, bannedUntil: Date.now() + 1_000_000 })
  })
  await there.until(() => there.closedWith !== null)
  expect(there.closedWith).toBe(4401)
})
