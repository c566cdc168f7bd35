import { describe, expect, test } from 'vitest'
import * as Y from 'yjs'
import type { DiffAnswer, TicketAnswer } from '#shared/documents/protocol.ts'
import { documentFormat } from '#shared/documents/protocol.ts'
import { notebookRoom } from '#shared/documents/rooms.ts'
import { documentSite } from '#server/documents/testing/document-site.ts'
import { textOf, writeParagraph } from '#server/documents/testing/writer-tab.ts'
import { idOf } from '#shared/testing/factories.ts'
import { ada, ben } from './testing/test-site.ts'

const here = documentSite()
const eve = idOf(999)

function ask(path: string, userId: string | null, body: unknown, headers: Record<string, string> = {}) {
  const { site } = here()
  const cookie = userId === null ? {} : { cookie: `as=${userId}` }
  const text = JSON.stringify(body)
  return site.send('POST', path, { 'content-type': 'application/json', origin: site.origin, ...cookie, ...headers }, text)
}

async function diff(userId: string, ...rooms: readonly unknown[]): Promise<DiffAnswer['rooms']> {
  const answer = await ask('/collab/diff', userId, { format: documentFormat, rooms })
  // What our own server answers.
  return (JSON.parse(answer.text) as DiffAnswer).rooms
}

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64')
const nothing = base64(Y.encodeStateVector(new Y.Doc()))
const held = (room: string, doc: Y.Doc, update?: Uint8Array, epoch = 1) => ({
  room,
  epoch,
  sv: base64(Y.encodeStateVector(doc)),
  ...(update === undefined ? {} : { update: base64(update) }),
})

function docOf(...texts: readonly string[]): Y.Doc {
  const doc = new Y.Doc()
  for (const text of texts) writeParagraph(doc, text)
  return doc
}

describe('POST /collab/ticket', () => {
  test('gives a ticket where something may be read, and answers hidden and absent alike', async () => {
    const [draft, foreign] = [await here().draft(), await here().draft({ coauthorIds: [] })]
    const names = [draft, foreign, `post:${idOf(4)}`, notebookRoom(ben), notebookRoom(ada), 'nonsense']
    const answer = await ask('/collab/ticket', ben, { rooms: names })
    const { rooms } = JSON.parse(answer.text) as TicketAnswer
    expect(rooms.map(({ level, epoch, ticket }) => [level, epoch, ticket !== null])).toEqual([
      ['edit', 1, true],
      ['none', 0, false],
      ['none', 0, false],
      ['own', 1, true],
      ['none', 0, false],
      ['none', 0, false],
    ])
    expect(answer.headers['cache-control']).toBe('private, no-store')
    // What a subprotocol may hold.
    expect(rooms[0]?.ticket).toMatch(/^[\w.-]+$/u)
  })

  test.each<readonly [string, string | null, unknown, Record<string, string>, number]>([
    ['nobody', null, { rooms: [] }, {}, 401],
    ['another site', ada, { rooms: [] }, { origin: 'http://evil.test' }, 403],
    ['a form', ada, { rooms: [] }, { 'content-type': 'application/x-www-form-urlencoded' }, 415],
    ['too many rooms', ada, { rooms: Array.from({ length: 101 }, () => 'post:x') }, {}, 400],
    ['a field too many', ada, { rooms: [], level: 'own' }, {}, 400],
    ['no list', ada, { rooms: 'post:x' }, {}, 400],
  ])('refuses %s', async (_what, userId, body, headers, status) => {
    const answer = await ask('/collab/ticket', userId, body, headers)
    expect(answer.status).toBe(status)
  })
})

describe('POST /collab/diff', () => {
  test('takes what the device has, gives what it lacks, and says what is stored', async () => {
    const room = await here().draft()
    const phone = docOf('From the phone')
    const [first] = await diff(ada, held(room, new Y.Doc(), Y.encodeStateAsUpdate(phone), 0))
    expect(first).toMatchObject({ room, epoch: 1, level: 'own', refused: null, sv: base64(Y.encodeStateVector(phone)) })
    expect(await here().stored(room)).toMatchObject({ nextSeq: 2, writers: [ada] })
    const laptop = docOf('From the laptop')
    const [second] = await diff(ben, held(room, laptop, Y.encodeStateAsUpdate(laptop)))
    if (second === undefined || !('update' in second)) throw new Error('no answer')
    Y.applyUpdate(laptop, Buffer.from(second.update, 'base64'))
    expect(textOf(laptop).split('\n').toSorted()).toEqual(['From the laptop', 'From the phone'])
    const [third] = await diff(ben, held(room, laptop, Y.encodeStateAsUpdate(laptop)))
    expect(third).toMatchObject({ update: '', refused: null })
    expect((await here().stored(room)).nextSeq).toBe(3)
  })

  test('what is brought so is seen at once where the document is open', async () => {
    const { draft, open } = here()
    const room = await draft()
    const tab = await open(ada, room)
    const doc = docOf('By request')
    await diff(ben, held(room, new Y.Doc(), Y.encodeStateAsUpdate(doc)))
    await tab.until(() => tab.text === 'By request')
  })

  test('who may only read gets the text and is refused their own; who may nothing is told it is gone', async () => {
    const { draft, changePost } = here()
    const room = await draft()
    await diff(ada, held(room, new Y.Doc(), Y.encodeStateAsUpdate(docOf('Text'))))
    await changePost(room, { rejectedReason: 'no', status: 'published' })
    const [reader] = await diff(ben, held(room, new Y.Doc(), Y.encodeStateAsUpdate(docOf('Late'))))
    expect(reader).toMatchObject({ level: 'read', refused: 'not-allowed' })
    expect(await diff(eve, held(room, new Y.Doc()), { room: `post:${idOf(3)}`, epoch: 0, sv: nothing })).toEqual([
      { room, gone: true },
      { room: `post:${idOf(3)}`, gone: true },
    ])
    expect((await here().stored(room)).nextSeq).toBe(2)
  })

  test('refuses a gap and noise by code, and answers the rest all the same', async () => {
    const room = await here().draft()
    const doc = docOf('One')
    const before = Y.encodeStateVector(doc)
    writeParagraph(doc, 'Two')
    const noise = Uint8Array.of(1, 0xff, 0xff, 0xff, 0xff, 0x0f, 1)
    const answers = await diff(
      ada,
      held(room, doc, Y.encodeStateAsUpdate(doc, before)),
      held(room, doc, noise),
      held(room, doc, Y.encodeStateAsUpdate(doc)),
    )
    expect(answers.map((answer) => ('refused' in answer ? answer.refused : ''))).toEqual(['gap', 'malformed', null])
  })

  test('holds what others bring of somebody’s words against their own copy', async () => {
    const room = await here().draft()
    const doc = docOf('One')
    await diff(ada, held(room, doc, Y.encodeStateAsUpdate(doc)))
    const forged = new Y.Doc()
    Y.applyUpdate(forged, Y.encodeStateAsUpdate(doc))
    forged.clientID = doc.clientID
    writeParagraph(forged, 'Forged')
    await diff(ben, held(room, forged, Y.encodeStateAsUpdate(forged)))
    writeParagraph(doc, 'Truly hers')
    const [answer] = await diff(ada, held(room, doc, Y.encodeStateAsUpdate(doc)))
    expect(answer).toMatchObject({ refused: 'identity' })
  })

  test('of an older epoch nothing is taken, and the new one is told', async () => {
    const room = await here().draft()
    const doc = docOf('Old')
    const [answer] = await diff(ada, held(room, doc, Y.encodeStateAsUpdate(doc), 7))
    expect(answer).toMatchObject({ epoch: 1, update: '', refused: null })
    expect((await here().stored(room)).nextSeq).toBe(1)
  })

  test('an answer is bounded: what does not fit is asked for again', async () => {
    const rooms = await Promise.all([1, 2, 3].map(() => here().draft()))
    for (const room of rooms) {
      for (let n = 0; n < 2; n += 1) {
        const large = docOf('x'.repeat(900_000))
        await diff(ada, held(room, large, Y.encodeStateAsUpdate(large)))
      }
    }
    const answers = await diff(ada, ...rooms.map((room) => ({ room, epoch: 1, sv: nothing })))
    expect(answers.map((answer) => 'again' in answer)).toEqual([false, false, true])
    expect(await diff(ada, { room: rooms[2], epoch: 1, sv: nothing })).toMatchObject([{ epoch: 1 }])
  })

  test.each<readonly [string, unknown]>([
    ['another format', { format: documentFormat + 1, rooms: [] }],
    ['the format before polls', { format: documentFormat - 1, rooms: [] }],
    ['more than fifty rooms', { format: documentFormat, rooms: Array.from({ length: 51 }, () => held('post:x', new Y.Doc())) }],
    ['a state vector that is none', { format: documentFormat, rooms: [{ room: 'post:x', epoch: 0, sv: '////' }] }],
    ['a state vector of four billion entries', { format: documentFormat, rooms: [{ room: 'post:x', epoch: 0, sv: '/////w8=' }] }],
    ['what is no base64', { format: documentFormat, rooms: [{ room: 'post:x', epoch: 0, sv: '<>' }] }],
    ['a room’s prototype', { format: documentFormat, rooms: [JSON.parse('{"room":"post:x","epoch":0,"sv":"AA==","__proto__":{}}')] }],
  ])('refuses %s', async (_what, body) => {
    const answer = await ask('/collab/diff', ada, body)
    expect(answer.status).toBe(400)
    expect(JSON.parse(answer.text)).toMatchObject({ error: { code: expect.any(String) } })
  })

  test('is paced: one account asks so often and no more', async () => {
    const answers = await Promise.all(Array.from({ length: 80 }, () => ask('/collab/diff', eve, { format: documentFormat, rooms: [] })))
    const statuses = new Set(answers.map(({ status }) => status))
    expect(statuses).toEqual(new Set([200, 429]))
    expect(answers.find(({ status }) => status === 429)?.headers['retry-after']).toBeDefined()
  })
})
