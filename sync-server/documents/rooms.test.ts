import { expect, test } from 'vitest'
import * as Y from 'yjs'
import { members } from '#shared/accounts/schema.ts'
import { notebookRoom } from '#shared/documents/rooms.ts'
import { idOf } from '#shared/testing/factories.ts'
import { documentClients, documents } from './tables.ts'
import { ada, aDocumentScene, ben, eve, postId, room } from './testing/document-scene.ts'
import { idleWorkers } from './testing/document-site.ts'
import { textOf, writeParagraph } from './testing/writer-tab.ts'

const deferred = () => Promise.withResolvers<void>()

test('Y1: text goes to others before it is stored, and its writer hears of it after', async () => {
  const scene = await aDocumentScene()
  const [first, second] = [await scene.tab(ada), await scene.tab(ben)]
  first.write('Known')
  await scene.quiet()
  expect([second.text, first.acked]).toEqual(['Known', 2])
  const held = deferred()
  scene.disk = held.promise
  first.write('Relayed')
  await scene.quiet()
  expect([second.text, first.acked, await scene.text()]).toEqual(['Known\nRelayed', 2, 'Known'])
  held.resolve()
  await scene.quiet()
  expect([first.acked, await scene.text()]).toEqual([3, 'Known\nRelayed'])
})

test('Y1: the first text under a new client id waits for its commit, so that its owner is on disk before anybody else has it', async () => {
  const scene = await aDocumentScene()
  const [first, second] = [await scene.tab(ada), await scene.tab(ben)]
  const held = deferred()
  scene.disk = held.promise
  first.write('First')
  first.write('Second')
  const third = await scene.tab(ben)
  await scene.quiet()
  expect([second.text, third.text, first.acked]).toEqual(['', '', 1])
  held.resolve()
  await scene.quiet()
  await scene.tick(200)
  expect([second.text, third.text, first.acked]).toEqual(['First\nSecond', 'First\nSecond', 3])
})

test('Y1: a commit that fails is tried again, and nobody hears that it is stored before it is', async () => {
  const scene = await aDocumentScene()
  const tab = await scene.tab(ada)
  scene.diskFails = 2
  tab.write('Held')
  await scene.quiet()
  expect([tab.acked, tab.controls.at(-1)]).toEqual([1, { t: 'busy', afterMs: 500 }])
  await scene.tick(2_000)
  expect([tab.acked, await scene.text()]).toEqual([2, 'Held'])
})

test('changes of many documents and writers that come together share one commit, and each row is one account’s', async () => {
  const scene = await aDocumentScene()
  const [first, second] = [await scene.tab(ada), await scene.tab(ben)]
  const held = deferred()
  first.write('a')
  second.write('b')
  await scene.quiet()
  scene.disk = held.promise
  first.write('a1')
  await scene.quiet()
  first.write('a2')
  first.write('a3')
  second.write('b1')
  held.resolve()
  await scene.quiet()
  const rows = await Promise.all([3, 4, 5, 6].map((seq) => scene.row(seq)))
  expect(rows.map((row) => row?.userId)).toEqual([ada, ada, ben, undefined])
  expect(first.text).toBe(await scene.text())
})

test('Y2: whoever comes gets what they lack and no more, from bytes alone', async () => {
  const scene = await aDocumentScene()
  const first = await scene.tab(ada)
  for (let n = 0; n < 500; n += 1) {
    first.write(`Paragraph ${n}`)
    if (n % 100 === 99) await scene.tick(4_000)
  }
  await scene.quiet()
  const old = new Y.Doc()
  Y.applyUpdate(old, Y.encodeStateAsUpdate(first.doc))
  first.write('New')
  await scene.quiet()
  const updates: Uint8Array[] = []
  old.on('update', (update: Uint8Array) => updates.push(update))
  const back = await scene.tab(ada, { doc: old })
  expect(back.text).toBe(first.text)
  expect(updates.reduce((sum, { length }) => sum + length, 0)).toBeLessThan(100)
})

test('Y4: a document that cannot be read is not served, and is served again when it can', async () => {
  const scene = await aDocumentScene()
  const first = await scene.tab(ada)
  first.write('Kept')
  await scene.quiet()
  first.leave()
  await scene.tick(60_000)
  expect(scene.rooms.counts().open).toBe(0)
  const row = await scene.row(1)
  const damage = async (bytes: string) =>
    scene.core.store.write(async ({ tx }) => {
      if (row !== undefined) await tx.put((await import('./tables.ts')).documentLog, { ...row, bytes })
    })
  await damage('AAAA')
  const refused = await scene.tab(ada)
  expect([refused.closedWith, refused.heard]).toEqual(['load', []])
  await damage(row?.bytes ?? '')
  expect((await scene.tab(ada)).text).toBe('Kept')
})

test('Y6: an older epoch is told so and gets nothing; a newer one in the store ends open conversations', async () => {
  const scene = await aDocumentScene()
  const tab = await scene.tab(ada)
  tab.write('Before')
  await scene.quiet()
  await scene.core.store.write(async ({ tx }) => {
    const document = await tx.get(documents, room)
    if (document !== undefined) await tx.put(documents, { ...document, epoch: 2 })
  })
  await scene.tick(2_000)
  expect([tab.controls.at(-1), tab.closedWith]).toEqual([{ t: 'reset', epoch: 2 }, 'ended'])
  const late = await scene.tab(ada, { epoch: 1 })
  expect([late.text, late.controls.at(-1), late.closedWith]).toEqual(['', { t: 'reset', epoch: 2 }, 'ended'])
  expect((await scene.tab(ada, { epoch: 2 })).text).toBe('Before')
})

test('Y7: a post’s text becomes its document once, however many come at once, and nobody can go on under the seed’s client id', async () => {
  const seed = new Y.Doc()
  writeParagraph(seed, 'As published')
  const scene = await aDocumentScene({
    workers: { ...idleWorkers, seedOf: async () => Y.encodeStateAsUpdate(seed) },
  })
  const tabs = await Promise.all([scene.tab(ada), scene.tab(ben), scene.tab(ada)])
  expect(tabs.map(({ text }) => text)).toEqual(['As published', 'As published', 'As published'])
  expect(await scene.stored()).toMatchObject({ nextSeq: 2, logRows: 1 })
  expect(await scene.core.store.read((read) => read.get(documentClients, `${room}:${seed.clientID}`))).toMatchObject({ userId: 'server' })
  const forger = new Y.Doc()
  Y.applyUpdate(forger, Y.encodeStateAsUpdate(seed))
  forger.clientID = seed.clientID
  const tab = await scene.tab(ben, { doc: forger })
  tab.write('Forged')
  await scene.quiet()
  expect([tab.refusals(), await scene.text()]).toEqual([['identity'], 'As published'])
})

test('a notebook begins empty, is its member’s alone, and other rooms are nobody’s', async () => {
  const scene = await aDocumentScene()
  const own = await scene.tab(ada, { name: notebookRoom(ada) })
  expect(own.controls[0]).toEqual({ t: 'rights', level: 'own' })
  const closed = await Promise.all(
    [notebookRoom(ada), `post:${idOf(77)}`, 'post:x', 'wiki:1', notebookRoom(idOf(78)), room].map((name) => scene.tab(eve, { name })),
  )
  expect(closed.map(({ closedWith }) => closedWith)).toEqual(['forbidden', 'absent', 'absent', 'absent', 'absent', 'forbidden'])
  expect(await scene.stored(`post:${idOf(77)}`)).toBeUndefined()
})

test('what builds on missing text is refused with what is held, and taken once the whole difference comes', async () => {
  const scene = await aDocumentScene()
  const lone = new Y.Doc()
  writeParagraph(lone, 'One')
  const before = Y.encodeStateVector(lone)
  writeParagraph(lone, 'Two')
  const tab = await scene.tab(ada)
  const heard = tab.heard.length
  tab.sendUpdate(Y.encodeStateAsUpdate(lone, before))
  await scene.tick(0)
  expect([tab.refusals(), await scene.text()]).toEqual([['gap'], ''])
  // The refusal, and a step 1 with the state vector, which asks for all there is.
  expect(tab.heard.slice(heard, heard + 2)).toEqual([9, 0])
  tab.sendUpdate(Y.encodeStateAsUpdate(lone))
  await scene.quiet()
  expect(await scene.text()).toBe('One\nTwo')
})

test('what is just being written under another account’s client id is refused', async () => {
  const scene = await aDocumentScene()
  const first = await scene.tab(ada)
  first.write('Ada’s')
  await scene.quiet()
  const forger = await scene.tab(ben)
  forger.doc.clientID = first.doc.clientID
  forger.write('Forged')
  await scene.quiet()
  expect([forger.refusals(), await scene.text()]).toEqual([['identity'], 'Ada’s'])
})

test('an update that brings nothing new is settled, stored nowhere, and allowed to those who only read', async () => {
  const scene = await aDocumentScene()
  const first = await scene.tab(ada)
  first.write('Text')
  first.doc.getXmlFragment('body').delete(0, 1)
  first.write('Kept')
  await scene.quiet()
  const stored = await scene.stored()
  await scene.core.store.write(async ({ tx }) => {
    const member = await tx.get(members, ben)
    if (member !== undefined) await tx.put(members, { ...member, postingDisabled: true })
  })
  const copy = new Y.Doc()
  Y.applyUpdate(copy, Y.encodeStateAsUpdate(first.doc))
  const reader = await scene.tab(ben, { doc: copy })
  expect([reader.controls, reader.acked]).toEqual([[{ t: 'rights', level: 'read' }], 1])
  expect((await scene.stored())?.nextSeq).toBe(stored?.nextSeq)
  copy.getXmlFragment('body').delete(0, 1)
  await scene.quiet()
  expect([reader.refusals(), await scene.text()]).toEqual([['not-allowed'], 'Kept'])
})

test('what another process has stored comes within two seconds, also when the log was made short in between', async () => {
  const scene = await aDocumentScene()
  const other = await aDocumentSceneOver(scene)
  const [here, there] = [await scene.tab(ada), await other.tab(ben)]
  there.write('From there')
  await other.quiet()
  await scene.tick(2_000)
  expect(here.text).toBe('From there')
  here.write('From here')
  there.write('At once')
  await scene.quiet()
  await other.quiet()
  await scene.tick(2_000)
  await other.tick(2_000)
  expect([here.text, there.text]).toEqual([await scene.text(), await scene.text()])
  expect(here.text.split('\n').toSorted()).toEqual(['At once', 'From here', 'From there'])
})

async function aDocumentSceneOver(scene: Awaited<ReturnType<typeof aDocumentScene>>) {
  const { DocumentScene } = await import('./testing/document-scene.ts')
  return new DocumentScene(scene.core, {})
}

test('a room that nobody is in leaves memory, with its text settled first', async () => {
  const settled: string[] = []
  const scene = await aDocumentScene({
    async settled(id, whole, authorId) {
      const doc = new Y.Doc()
      Y.applyUpdate(doc, whole)
      settled.push(`${id === postId} ${authorId === ada} ${textOf(doc)}`)
    },
  })
  const tab = await scene.tab(ada)
  tab.write('Draft')
  await scene.quiet()
  tab.leave()
  await scene.tick(7_000)
  expect(settled).toEqual(['true true Draft'])
  await scene.tick(60_000)
  expect([settled.length, scene.rooms.counts().open]).toEqual([1, 0])
})

test('a text that is written at for long is settled every five minutes', async () => {
  let count = 0
  const scene = await aDocumentScene({ settled: async () => void (count += 1) })
  const tab = await scene.tab(ada)
  for (let minute = 0; minute < 25; minute += 1) {
    tab.write('More')
    await scene.tick(60_000)
    tab.show({})
  }
  expect(count).toBe(5)
})

test('what time brings about goes on after a while in which no document was open', async () => {
  const scene = await aDocumentScene()
  await scene.tick(10_000)
  const tab = await scene.tab(ada)
  scene.ended.add(`s-${ada}`)
  await scene.tick(5_000)
  expect(tab.closedWith).toBe('ended')
})

test('two who saw each other’s text before a crash lost it bring it again, though each builds on the other’s', async () => {
  const scene = await aDocumentScene()
  const [first, second] = [await scene.tab(ada), await scene.tab(ben)]
  first.write('Ada’s')
  second.write('Ben’s')
  await scene.tick(200)
  // Relayed, and then the server dies before any of it is stored.
  const [one, other] = [new Y.Doc(), new Y.Doc()]
  for (const [doc, tab] of [
    [one, first],
    [other, second],
  ] as const) {
    Y.applyUpdate(doc, Y.encodeStateAsUpdate(tab.doc))
    doc.clientID = tab.doc.clientID
    tab.leave()
  }
  for (const [doc, text] of [
    [one, 'x'],
    [other, 'y'],
    [one, 'z'],
  ] as const) {
    writeParagraph(doc, text)
    Y.applyUpdate(one, Y.encodeStateAsUpdate(other))
    Y.applyUpdate(other, Y.encodeStateAsUpdate(one))
  }
  const [back, there] = [await scene.tab(ada, { doc: one }), await scene.tab(ben, { doc: other })]
  await scene.tick(10_000)
  expect((await scene.text()).split('\n').slice(2)).toEqual(['x', 'y', 'z'])
  expect([back.acked > 0, there.acked > 0, back.text === there.text]).toEqual([true, true, true])
})

test('a gap that only others can close is asked for again every two seconds, and no faster', async () => {
  const scene = await aDocumentScene()
  const lone = new Y.Doc()
  writeParagraph(lone, 'Lost')
  const before = Y.encodeStateVector(lone)
  writeParagraph(lone, 'Two')
  const tab = await scene.tab(ada)
  const heard = tab.heard.length
  for (let n = 0; n < 50; n += 1) {
    tab.sendUpdate(Y.encodeStateAsUpdate(lone, before))
    await scene.tick(100)
  }
  expect(tab.refusals()).toHaveLength(50)
  expect(tab.heard.slice(heard).filter((type) => type === 0).length).toBeLessThanOrEqual(4)
})
