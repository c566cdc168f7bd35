import { expect, test } from 'vitest'
import { Awareness } from 'y-protocols/awareness'
import type { DocumentTimers } from './ports.ts'
import type { DocumentScene, SceneTab } from './testing/document-scene.ts'
import { createDoors } from './doors.ts'
import { ada, aDocumentScene, ben, room } from './testing/document-scene.ts'

const deferred = () => Promise.withResolvers<void>()

test('Y1: a client id that was said before the first word is on disk by then, and the word goes out at once', async () => {
  const scene = await aDocumentScene()
  const [first, second] = [await scene.tab(ada), await scene.tab(ben)]
  first.show({ user: { userId: ada } })
  await scene.quiet()
  expect(await scene.ownerOf(first.doc.clientID)).toEqual({ userId: ada, firstSeq: 0 })
  const held = deferred()
  scene.disk = held.promise
  first.write('First')
  await scene.quiet()
  expect([second.text, first.acked, await scene.text()]).toEqual(['First', 1, ''])
  held.resolve()
  await scene.quiet()
  expect([first.acked, await scene.ownerOf(first.doc.clientID)]).toEqual([2, { userId: ada, firstSeq: 1 }])
})

test('who repeats what they heard of another gets neither that one’s place nor their client id, also when it comes first', async () => {
  const scene = await aDocumentScene()
  const [first, second] = [await scene.tab(ada), await scene.tab(ben)]
  const another = new Awareness(first.doc)
  another.setLocalState({ user: { userId: ada } })
  second.repeat(another, first.doc.clientID)
  await scene.quiet()
  expect(await scene.ownerOf(first.doc.clientID)).toBeNull()
  first.show({ user: { userId: ada } })
  first.write('Mine')
  await scene.tick(300)
  expect([first.refusals(), second.text, await scene.text()]).toEqual([[], 'Mine', 'Mine'])
  expect(second.states()).toEqual([expect.objectContaining({ user: expect.objectContaining({ userId: ada }) })])
  another.destroy()
})

const never = () => undefined
const soon = () => new Promise<void>((resolve) => setImmediate(resolve))
/** What nobody waits for is gathered for ever. */
const timers: DocumentTimers = {
  every: () => never,
  after: () => never,
  soon: (work) => void setImmediate(work),
  turn: soon,
  gather: (isAwaited) => (isAwaited ? soon() : new Promise(never)),
}

/** Somebody who types: their client id is on disk, what they have written is not yet. */
async function typing(scene: DocumentScene): Promise<SceneTab> {
  const tab = await scene.tab(ada)
  tab.show({ user: { userId: ada } })
  const held = await scene.rooms.room(room)
  tab.write('First')
  await scene.quiet()
  tab.write('Second')
  await scene.quiet()
  expect([held?.hasPending, (await scene.text()).includes('Second')]).toEqual([true, false])
  return tab
}

test('what is held back does not wait until the gathering of a commit has ended', async () => {
  const scene = await aDocumentScene({ timers })
  const [first, second] = [await scene.tab(ada), await scene.tab(ben)]
  first.show({ user: { userId: ada } })
  await scene.quiet()
  expect(await scene.ownerOf(first.doc.clientID)).toBeNull()
  second.write('First')
  await scene.quiet()
  expect([first.text, second.acked, await scene.text()]).toEqual(['First', 2, 'First'])
})

test('a request that has to tell what is committed does not wait for that either', async () => {
  const scene = await aDocumentScene({ timers })
  const tab = await typing(scene)
  const answer = await createDoors(scene.rooms).diff(
    { userId: ben, sessionId: 's' },
    { format: 1, rooms: [{ room, epoch: 0, sv: 'AA==' }] },
  )
  expect(answer.rooms).toEqual([expect.objectContaining({ room, refused: null })])
  expect(await scene.text()).toBe(tab.text)
})

test('at the stop what is being gathered is stored, and nothing more is read', async () => {
  const scene = await aDocumentScene({ timers })
  const tab = await typing(scene)
  const stopped = scene.rooms.stop()
  expect(tab.isPaused).toBe(true)
  await stopped
  expect([await scene.text(), tab.closedWith]).toEqual([tab.text, 'restart'])
})
