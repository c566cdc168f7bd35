import { createEncoder, toUint8Array, writeUint8, writeVarUint } from 'lib0/encoding'
import { expect, test } from 'vitest'
import * as Y from 'yjs'
import { adoptedLimits, AdoptedWords } from './adopted-words.ts'
import { createDoors } from './doors.ts'
import { toBase64 } from './encoded.ts'
import { ada, aDocumentScene, ben, DocumentScene, room } from './testing/document-scene.ts'
import { writeParagraph } from './testing/writer-tab.ts'
import { updateBytes } from './update-bytes.ts'

/**
 * A copy of what somebody holds, by somebody who goes on under another name, or under that one's.
 */
function copyOf(doc: Y.Doc, clientID = new Y.Doc().clientID): Y.Doc {
  const copy = new Y.Doc()
  Y.applyUpdate(copy, Y.encodeStateAsUpdate(doc))
  copy.clientID = clientID
  return copy
}

/**
 * Ada's words are on disk. Then she typed more, which Ben was shown, and the server died before it
 * was stored.
 */
async function aCrash() {
  const scene = await aDocumentScene()
  const first = await scene.tab(ada)
  first.write('Known')
  await scene.quiet()
  first.leave()
  const hers = copyOf(first.doc, first.doc.clientID)
  writeParagraph(hers, 'Shown, and lost')
  return { scene, first, hers, client: first.doc.clientID }
}

test('words that a crash took are brought by whoever was shown them, and nobody waits for their writer', async () => {
  const { scene, hers, client } = await aCrash()
  const his = copyOf(hers)
  writeParagraph(his, 'On top of it')
  const tab = await scene.tab(ben, { doc: his })
  await scene.quiet()
  expect([await scene.text(), tab.refusals(), tab.acked]).toEqual(['Known\nShown, and lost\nOn top of it', [], 1])
  expect(await scene.ownerOf(client)).toMatchObject({ userId: ada })
  expect((await scene.tab(ada)).text).toBe('Known\nShown, and lost\nOn top of it')
})

test('by a request as well', async () => {
  const { scene, hers } = await aCrash()
  const update = toBase64(Y.encodeStateAsUpdate(copyOf(hers)))
  const asked = { format: 1, rooms: [{ room, epoch: 1, sv: 'AA==', update }] }
  const answer = await createDoors(scene.rooms).diff({ userId: ben, sessionId: 's' }, asked)
  expect(answer.rooms).toEqual([expect.objectContaining({ refused: null })])
  expect(await scene.text()).toBe('Known\nShown, and lost')
})

test('their writer comes with the same later: it is known, and they go on', async () => {
  const { scene, hers } = await aCrash()
  await scene.tab(ben, { doc: copyOf(hers) })
  await scene.quiet()
  const back = await scene.tab(ada, { doc: hers })
  back.write('And on')
  await scene.quiet()
  expect([back.refusals(), await scene.text()]).toEqual([[], 'Known\nShown, and lost\nAnd on'])
})

test.each(['in the process that took it', 'in another one'])(
  'what is said to be somebody’s and is not: the writer’s own copy is refused, never called saved (%s)',
  async (where) => {
    const { scene, first, hers, client } = await aCrash()
    const forged = copyOf(first.doc, client)
    writeParagraph(forged, 'Words put into her mouth')
    await scene.tab(ben, { doc: copyOf(forged) })
    await scene.quiet()
    expect(await scene.text()).toBe('Known\nWords put into her mouth')
    const there = where === 'in another one' ? new DocumentScene(scene.core, {}) : scene
    const back = await there.tab(ada, { doc: hers })
    await there.quiet()
    expect(back.refusals()).toEqual(['identity'])
    expect(await there.text()).toBe('Known\nWords put into her mouth')
  },
)

test('a node that had not heard of it holds the writer’s own copy against it, too', async () => {
  const { scene, first, hers, client } = await aCrash()
  const other = new DocumentScene(scene.core, {})
  await other.tab(ben)
  const forged = copyOf(first.doc, client)
  writeParagraph(forged, 'Words put into her mouth')
  await scene.tab(ben, { doc: copyOf(forged) })
  await scene.quiet()
  await other.tick(2_000)
  const back = await other.tab(ada, { doc: hers })
  await other.quiet()
  expect(back.refusals()).toEqual(['identity'])
})

test('by a request too the writer’s own copy is refused, and not taken to be stored from then on', async () => {
  const { scene, first, hers, client } = await aCrash()
  const forged = copyOf(first.doc, client)
  writeParagraph(forged, 'Words put into her mouth, and more of them')
  await scene.tab(ben, { doc: copyOf(forged) })
  await scene.quiet()
  const update = toBase64(Y.encodeStateAsUpdate(hers))
  const asked = { format: 1, rooms: [{ room, epoch: 1, sv: 'AA==', update }] }
  const [answer] = (await createDoors(scene.rooms).diff({ userId: ada, sessionId: 's' }, asked)).rooms
  if (answer === undefined || !('sv' in answer)) throw new Error('no answer')
  const stored = Y.decodeStateVector(new Uint8Array(Buffer.from(answer.sv, 'base64'))).get(client)
  expect([answer.refused, stored]).toEqual(['identity', Y.getState(first.doc.store, client)])
})

test('nobody brings anything under the client id of who is writing there right now: their next words are taken', async () => {
  const scene = await aDocumentScene()
  const her = await scene.tab(ada)
  her.show({ user: { userId: ada } })
  her.write('Known')
  await scene.quiet()
  const forged = copyOf(her.doc, her.doc.clientID)
  writeParagraph(forged, 'Words put into her mouth')
  const update = toBase64(Y.encodeStateAsUpdate(forged))
  const rooms = [{ room, epoch: 1, sv: 'AA==', update }]
  await createDoors(scene.rooms).diff({ userId: ben, sessionId: 's' }, { format: 1, rooms })
  her.write('Her own')
  await scene.quiet()
  expect([her.refusals(), her.text, await scene.text()]).toEqual([[], 'Known\nHer own', 'Known\nHer own'])
})

/**
 * Under that client id so many places in which nothing stands any more; `isTold`: with a word of
 * their deletion.
 */
function voidOf(client: number, clock: number, length: number, isTold: boolean): Uint8Array {
  const encoder = createEncoder()
  for (const number of [1, 1, client, clock]) writeVarUint(encoder, number)
  writeUint8(encoder, 0)
  writeVarUint(encoder, length)
  for (const number of isTold ? [1, client, 1, clock, length] : [0]) writeVarUint(encoder, number)
  return toUint8Array(encoder)
}

test.each([
  ['without a word of it', 10, false],
  ['more than is typed in a moment', 2 ** 50, true],
])('what is said to be somebody’s and deleted already, %s, is not brought: their own words are stored', async (_what, length, isTold) => {
  const { scene, first, hers, client } = await aCrash()
  const update = toBase64(voidOf(client, Y.getState(first.doc.store, client), length, isTold))
  const rooms = [{ room, epoch: 1, sv: 'AA==', update }]
  await createDoors(scene.rooms).diff({ userId: ben, sessionId: 's' }, { format: 1, rooms })
  const back = await scene.tab(ada, { doc: hers })
  await scene.quiet()
  expect([back.refusals(), await scene.text()]).toEqual([[], 'Known\nShown, and lost'])
})

test('places of which nothing is left are counted one by one nowhere', () => {
  const huge = voidOf(7, 0, 2 ** 50, true)
  expect(updateBytes.agree(huge, new Map([[7, [huge]]]))).toBe(true)
})

test('words with something in them that was deleted since are brought as they are', async () => {
  const { scene, hers } = await aCrash()
  const his = copyOf(hers)
  const lost = his.getXmlFragment('body').get(1)
  const text = lost instanceof Y.XmlElement ? lost.get(0) : null
  if (text instanceof Y.XmlText) text.delete(0, 7)
  const tab = await scene.tab(ben, { doc: his })
  await scene.quiet()
  expect([tab.refusals(), await scene.text()]).toEqual([[], 'Known\nand lost'])
})

test('of all together others bring only so much: each of it is held in memory', () => {
  const words = new AdoptedWords(updateBytes)
  const some = new Uint8Array(adoptedLimits.bytesOfClient)
  expect(words.mayAdd({ client: 1, from: 0, to: 9 }, some.length, adoptedLimits.bytesOfDocument)).toBe(false)
  for (const client of [1, 2, 3, 4]) {
    const range = { client, from: 0, to: 9 }
    expect(words.mayAdd(range, some.length)).toBe(true)
    words.add(range, some)
    expect(words.mayAdd({ client, from: 9, to: 10 }, 1)).toBe(false)
  }
  expect(words.mayAdd({ client: 5, from: 0, to: 1 }, 1)).toBe(false)
})

test('who may only read brings nothing of others either', async () => {
  const { scene, hers } = await aCrash()
  await scene.change({ coauthorIds: [], shares: [{ userId: ben, level: 'read', isByLink: false }] })
  const tab = await scene.tab(ben, { doc: copyOf(hers) })
  await scene.quiet()
  expect([tab.refusals(), await scene.text()]).toEqual([['not-allowed'], 'Known'])
})

test('two copies of one text agree, however they were cut, deleted from and gone on with; another text does not', () => {
  const doc = new Y.Doc()
  const updates: Uint8Array[] = []
  doc.on('update', (update: Uint8Array) => updates.push(update))
  const paragraph = new Y.XmlElement('paragraph')
  const text = new Y.XmlText('Water comes')
  doc.getXmlFragment('body').insert(0, [paragraph])
  paragraph.insert(0, [text])
  paragraph.setAttribute('id', 'a')
  text.insert(11, ' back 👩‍🚀')
  text.format(0, 5, { bold: {} })
  const early = Y.mergeUpdates(updates)
  const cut = Y.diffUpdate(early, Y.encodeStateVector(new Map([[doc.clientID, 5]])))
  text.delete(2, 6)
  text.insert(0, 'Then ')
  const late = Y.encodeStateAsUpdate(doc)
  const copies = [early, cut, late, ...updates]
  for (const one of copies) expect(updateBytes.agree(one, new Map([[doc.clientID, copies]]))).toBe(true)
  const another = copyOf(new Y.Doc(), doc.clientID)
  const block = new Y.XmlElement('paragraph')
  another.getXmlFragment('body').insert(0, [block])
  block.insert(0, [new Y.XmlText('Water stays')])
  expect(updateBytes.agree(Y.encodeStateAsUpdate(another), new Map([[doc.clientID, [early]]]))).toBe(false)
})

test('more than is typed in a moment is brought by its writer alone', async () => {
  const { scene, first, client } = await aCrash()
  const hers = copyOf(first.doc, client)
  writeParagraph(hers, 'x'.repeat(100_000))
  const tab = await scene.tab(ben, { doc: copyOf(hers) })
  await scene.quiet()
  expect([tab.refusals(), await scene.text()]).toEqual([[], 'Known'])
  await scene.tab(ada, { doc: hers })
  await scene.quiet()
  expect((await scene.text()).length).toBe(100_006)
})
