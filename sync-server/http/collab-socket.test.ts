import { expect, test } from 'vitest'
import * as Y from 'yjs'
import { documentFormat, documentLimits, subprotocol } from '#shared/documents/protocol.ts'
import { notebookRoom } from '#shared/documents/rooms.ts'
import { documentSite, rawSocket } from '#server/documents/testing/document-site.ts'
import { ticketFor, WriterTab, writeParagraph } from '#server/documents/testing/writer-tab.ts'
import { handshake } from './testing/socket-client.ts'
import { ada, ben } from './testing/test-site.ts'

const here = documentSite()

test('two stock providers see each other’s text, and each hears when its own is stored', async () => {
  const { draft, open, stored } = here()
  const room = await draft()
  const [first, second] = [await open(ada, room), await open(ben, room)]
  first.write('The tide')
  await second.until(() => second.text === 'The tide')
  second.write('comes back')
  await first.until(() => first.text === 'The tide\ncomes back')
  await Promise.all([first.until(() => first.acked === 2), second.until(() => second.acked === 2)])
  expect(await stored(room)).toMatchObject({ nextSeq: 3, epoch: 1, writers: [ada, ben] })
})

test('paragraphs of any length arrive whole and in their order', async () => {
  const { draft, open } = here()
  const room = await draft()
  const [first, second] = [await open(ada, room), await open(ben, room)]
  const lengths = [1, 20, 60, 61, 62, 63, 120, 126, 127, 1_000, 16_000, 16_380, 17_000, 66_000]
  const written: string[] = []
  for (const length of lengths) {
    written.push('a'.repeat(length))
    first.write('a'.repeat(length))
    await second.until(() => second.text === written.join('\n'))
  }
})

test('a stock provider that loses its line comes back by itself with what was written meanwhile', async () => {
  const { draft, open } = here()
  const room = await draft()
  const [first, second] = [await open(ada, room), await open(ben, room)]
  first.write('Before')
  await second.until(() => second.text === 'Before')
  first.provider.ws?.close()
  await first.until(() => !first.provider.wsconnected)
  first.write('Meanwhile')
  await second.until(() => second.text === 'Before\nMeanwhile')
})

test('cursors travel with the server’s word for who it is, and go when the tab does', async () => {
  const { draft, open } = here()
  const room = await draft()
  const [first, second] = [await open(ada, room), await open(ben, room)]
  first.provider.awareness.setLocalStateField('user', { name: 'Somebody else', color: '#112233' })
  const seen = () => second.provider.awareness.getStates().get(first.doc.clientID)
  await second.until(() => seen()?.['user']?.color === '#112233')
  expect(seen()).toMatchObject({ user: { userId: ada, slug: 'ada', color: '#112233' } })
  expect(seen()?.['user']?.name).not.toBe('Somebody else')
  first.close()
  await second.until(() => seen() === undefined)
})

test('the handshake comes from this site or not at all', async () => {
  const { site, draft } = here()
  const path = `/collab/${await draft()}`
  expect(await handshake(site.origin, { origin: 'http://evil.test', cookie: `as=${ada}` }, path)).toBe(403)
  expect(await handshake(site.origin, { cookie: `as=${ada}` }, path)).toBe(403)
  expect(await handshake(site.origin, { origin: site.origin, 'sec-fetch-site': 'cross-site' }, path)).toBe(403)
  expect(await handshake(site.origin, { origin: 'http://evil.test', host: 'evil.test' }, path)).toBe(421)
  expect(await handshake(site.origin, { origin: site.origin }, '/collab')).not.toBe(101)
})

test('a ticket is for one room, one account and one sign-in; every other one ends the line before a word', async () => {
  const { site, draft } = here()
  const [room, other] = [await draft(), await draft()]
  const ticket = (await ticketFor(site, ada, room)).ticket ?? ''
  const format = subprotocol(documentFormat)
  const [text = '', signature = ''] = ticket.split('.')
  const altered = Buffer.from(Buffer.from(text, 'base64url').toString().replace(ada, ben)).toString('base64url')
  const cases: readonly (readonly [string, string, readonly string[], Record<string, string>, number])[] = [
    ['no ticket', room, [format], {}, 4401],
    ['no session', room, [format, ticket], { cookie: 'x=1' }, 4401],
    ['another account’s session', room, [format, ticket], { cookie: `as=${ben}` }, 4403],
    ['another room', other, [format, ticket], {}, 4403],
    ['an altered one', room, [format, `${altered}.${signature}`], {}, 4403],
    ['another signature', room, [format, `${text}.${'A'.repeat(signature.length)}`], {}, 4403],
    ['noise', room, [format, 'noise'], {}, 4403],
    ['another format', room, [subprotocol(documentFormat + 1), ticket], {}, 4426],
    ['the format before polls', room, [subprotocol(documentFormat - 1), ticket], {}, 4426],
    ['no format there ever was', room, [subprotocol(0), ticket], {}, 4426],
    ['no room', 'post:x', [format, ticket], {}, 4404],
  ]
  for (const [what, name, protocols, headers, code] of cases) {
    const line = await rawSocket(site, ada, name, { protocols, headers })
    expect([what, await line.closed, line.frames.length]).toEqual([what, code, 0])
    // The format is answered, the ticket never repeated.
    expect(line.socket.protocol).toBe(protocols[0])
  }
  const good = await rawSocket(site, ada, room, { protocols: [format, ticket] })
  await good.until((frame) => frame[0] === 0)
  expect(good.socket.extensions).toBe('')
  good.socket.close()
  expect(await good.closed).toBe(1005)
})

test('a ticket’s time ends', async () => {
  const { site, draft, clock } = here()
  const room = await draft()
  const old = (await ticketFor(site, ada, room)).ticket ?? ''
  clock.ahead = documentLimits.ticketMs
  const line = await rawSocket(site, ada, room, { protocols: [subprotocol(documentFormat), old] })
  expect(await line.closed).toBe(4401)
  clock.ahead = 0
})

test('a ticket of a node whose clock is a little ahead is good, one of another day is not', async () => {
  const { site, draft, clock } = here()
  const room = await draft()
  const protocols = async () => [subprotocol(documentFormat), (await ticketFor(site, ada, room)).ticket ?? '']
  clock.ahead = 1_000
  const early = await protocols()
  clock.ahead = 86_400_000
  const tomorrow = await protocols()
  clock.ahead = 0
  const line = await rawSocket(site, ada, room, { protocols: early })
  expect(await Promise.race([line.until((frame) => frame[0] === 0).then(() => 'let in'), line.closed])).toBe('let in')
  line.socket.close()
  expect(await (await rawSocket(site, ada, room, { protocols: tomorrow })).closed).toBe(4401)
})

test('text frames, and frames beyond the limit, end the line', async () => {
  const { site, draft } = here()
  const room = await draft()
  const [words, large, huge] = [await rawSocket(site, ada, room), await rawSocket(site, ada, room), await rawSocket(site, ada, room)]
  words.socket.send('hello')
  large.socket.send(new Uint8Array(documentLimits.frameBytes + 1))
  huge.socket.send(new Uint8Array(9 * 1_048_576))
  expect(await Promise.all([words.closed, large.closed, huge.closed])).toEqual([4400, 4413, 1009])
})

test('a sign-out and a lost right end what is open', async () => {
  const { draft, open, changePost, ended, site } = here()
  const room = await draft()
  const [first, second] = [await open(ada, room), await open(ben, room)]
  await changePost(room, { coauthorIds: [] })
  await second.until(() => second.closedWith !== null)
  expect([second.closedWith, second.controls.at(-1)]).toEqual([4401, { t: 'rights', level: 'none' }])
  ended.add(`session-${ada}`)
  for (const { account } of (await site.rooms.room(room))?.peers ?? []) ended.add(account.sessionId)
  await site.rooms.look()
  await first.until(() => first.closedWith !== null)
  expect(first.closedWith).toBe(4401)
  ended.clear()
})

test('a document that cannot be read closes with the code after which a stock provider tries again', async () => {
  const { site, draft, logged } = here()
  const room = await draft({ slug: null })
  const id = room.slice('post:'.length)
  await site.change(async (tx) => {
    const { documents } = await import('#server/documents/tables.ts')
    const row = { id: room, epoch: 1, format: 1, nextSeq: 9, snapshotSeq: 8, logRows: 0, logBytes: 0, stateVector: 'AA==', createdAt: 0 }
    await tx.put(documents, { ...row, changedAt: 0 })
  })
  const line = await rawSocket(site, ada, room)
  expect([await line.closed, line.frames.length]).toEqual([4500, 0])
  expect(logged.at(-1)).toContain(id)
})

test('a notebook is its member’s alone', async () => {
  const { site, open } = here()
  const tab = await open(ada, notebookRoom(ada))
  expect(tab.controls[0]).toEqual({ t: 'rights', level: 'own' })
  expect(await ticketFor(site, ben, notebookRoom(ada))).toEqual({ room: notebookRoom(ada), ticket: null, level: 'none', epoch: 0 })
})

test('what was written offline in an earlier page load comes with the next one', async () => {
  const { draft, open } = here()
  const room = await draft()
  const offline = new Y.Doc()
  writeParagraph(offline, 'On the train')
  const later = new Y.Doc()
  Y.applyUpdate(later, Y.encodeStateAsUpdate(offline))
  writeParagraph(later, 'At home')
  const ticket = await ticketFor(here().site, ada, room)
  const tab = new WriterTab(here().site, ada, room, ticket.ticket ?? '', later)
  const other = await open(ben, room)
  await other.until(() => other.text === 'On the train\nAt home')
  await tab.until(() => tab.acked === 1)
  tab.close()
})

test('a hundred lines of one account are enough', async () => {
  const { site, draft } = here()
  const room = await draft()
  const protocols = [subprotocol(documentFormat), (await ticketFor(site, ada, room)).ticket ?? '']
  const lines = await Promise.all(Array.from({ length: 100 }, () => rawSocket(site, ada, room, { protocols })))
  await Promise.all(lines.map((line) => line.until((frame) => frame[0] === 0)))
  expect(await (await rawSocket(site, ada, room, { protocols })).closed).toBe(4429)
  for (const { socket } of lines) socket.terminate()
})
