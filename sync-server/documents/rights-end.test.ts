import { expect, test } from 'vitest'
import * as Y from 'yjs'
import { viewerOfAccount } from '#shared/accounts/queries.ts'
import { members, karmaStats } from '#shared/accounts/schema.ts'
import { documentFormat } from '#shared/documents/protocol.ts'
import { posts } from '#shared/posts/schema.ts'
import { createDoors } from './doors.ts'
import { toBase64 } from './encoded.ts'
import { ada, aDocumentScene, ben, eve, postId, room } from './testing/document-scene.ts'

const deferred = () => Promise.withResolvers<void>()
type Scene = Awaited<ReturnType<typeof aDocumentScene>>

/** No room hears of it by itself. */
const quietly = (scene: Scene, coauthorIds: readonly string[]) =>
  scene.core.store.write(async ({ tx }) => {
    const post = await tx.get(posts, postId)
    if (post !== undefined) await tx.put(posts, { ...post, coauthorIds: [...coauthorIds] })
  })

test('a right that ends is told at once: what comes after is refused, and with the last right the line', async () => {
  const scene = await aDocumentScene()
  const [first, second] = [await scene.tab(ada), await scene.tab(ben)]
  second.write('While allowed')
  await scene.quiet()
  await scene.change({ coauthorIds: [] })
  expect([second.controls.at(-1), second.closedWith]).toEqual([{ t: 'rights', level: 'none' }, 'ended'])
  await scene.change({ coauthorIds: [ben], rejectedReason: 'no', status: 'published' })
  expect(first.controls.at(-1)).toEqual({ t: 'rights', level: 'read' })
  first.write('Too late')
  await scene.quiet()
  expect([first.refusals(), await scene.text()]).toEqual([['not-allowed'], 'While allowed'])
})

test('a ban and a sign-out end what is open within five seconds', async () => {
  const scene = await aDocumentScene()
  const [first, second] = [await scene.tab(ada), await scene.tab(ben)]
  await scene.core.store.write(async ({ tx }) => {
    const member = await tx.get(members, ben)
    if (member !== undefined) await tx.put(members, { ...member, bannedUntil: scene.clock.now + 1_000_000 })
  })
  await scene.tick(2_000)
  expect(second.closedWith).toBe('ended')
  scene.ended.add(`s-${ada}`)
  await scene.tick(5_000)
  expect(first.closedWith).toBe('ended')
})

test('what others have seen stays when its writer’s right ends before the commit, and its writer is told that it is saved', async () => {
  const scene = await aDocumentScene()
  const [first, second] = [await scene.tab(ada), await scene.tab(ben)]
  second.write('Known')
  await scene.quiet()
  const held = deferred()
  scene.disk = held.promise
  second.write('Shown')
  await scene.quiet()
  expect(first.text).toBe('Known\nShown')
  await scene.change({ coauthorIds: [] })
  first.write('Not for him')
  second.write('Too late')
  await scene.quiet()
  expect([second.acked, second.text, second.closedWith]).toEqual([2, 'Known\nShown\nToo late', null])
  held.resolve()
  await scene.quiet()
  expect(await scene.text()).toBe('Known\nShown\nNot for him')
  expect([first.refusals(), first.closedWith, (await scene.stored())?.epoch]).toEqual([[], null, 1])
  expect([second.acked, second.refusals(), second.closedWith]).toEqual([4, ['not-allowed'], 'ended'])
  expect(second.text).toBe('Known\nShown\nToo late')
})

test('whose right has ended waits a second for a slow disk, and no longer', async () => {
  const scene = await aDocumentScene()
  const second = await scene.tab(ben)
  second.write('Known')
  await scene.quiet()
  const held = deferred()
  scene.disk = held.promise
  second.write('On its way')
  await scene.quiet()
  await scene.change({ coauthorIds: [] })
  expect(second.closedWith).toBe(null)
  await scene.tick(1_000)
  expect([second.controls.at(-1), second.closedWith]).toEqual([{ t: 'rights', level: 'none' }, 'ended'])
  held.resolve()
  await scene.quiet()
  expect(await scene.text()).toBe('Known\nOn its way')
})

test('who cannot hear of lost rights lets nobody see what may still be refused: it waits for its commit', async () => {
  const scene = await aDocumentScene()
  const [first, second] = [await scene.tab(ada), await scene.tab(ben)]
  second.write('Known')
  await scene.quiet()
  scene.isDeaf = true
  await scene.tick(10_000)
  const held = deferred()
  scene.disk = held.promise
  second.write('Not sure')
  await scene.quiet()
  expect(first.text).toBe('Known')
  await quietly(scene, [])
  held.resolve()
  await scene.quiet()
  expect([first.text, await scene.text(), second.refusals()]).toEqual(['Known', 'Known', ['not-allowed']])
  expect([first.closedWith, (await scene.stored())?.epoch]).toEqual([null, 1])
})

test('what builds on words that may still be refused waits with them, and nobody begins anew when they are', async () => {
  const scene = await aDocumentScene()
  const [first, second] = [await scene.tab(ada), await scene.tab(ben)]
  second.write('Known')
  await scene.quiet()
  const held = deferred()
  scene.disk = held.promise
  const before = Y.encodeStateVector(second.doc)
  const { peer } = second
  second.peer = null
  second.write('By request')
  second.peer = peer
  const update = toBase64(Y.encodeStateAsUpdate(second.doc, before))
  const asked = createDoors(scene.rooms).diff(
    { userId: ben, sessionId: 's' },
    { format: documentFormat, rooms: [{ room, epoch: 1, sv: 'AA==', update }] },
  )
  await scene.quiet()
  second.write('On top of it')
  await scene.quiet()
  expect(first.text).toBe('Known')
  await quietly(scene, [])
  held.resolve()
  await scene.quiet()
  expect((await asked).rooms).toEqual([expect.objectContaining({ refused: 'not-allowed' })])
  expect([first.text, await scene.text(), first.closedWith, (await scene.stored())?.epoch]).toEqual(['Known', 'Known', null, 1])
})

test('a change of rights that could not be looked at is looked at again, and until then nothing is vouched for', async () => {
  let isBroken = false
  const scene = await aDocumentScene({
    viewerOf: (read, userId, now) => (isBroken ? Promise.reject(new Error('no answer')) : viewerOfAccount(read, userId, now)),
  })
  const [first, second] = [await scene.tab(ada), await scene.tab(ben)]
  second.write('Known')
  await scene.quiet()
  isBroken = true
  await quietly(scene, [])
  await scene.tick(6_000)
  expect([second.closedWith, scene.logged.length > 0]).toEqual([null, true])
  const held = deferred()
  scene.disk = held.promise
  second.write('Too late')
  await scene.quiet()
  expect(first.text).toBe('Known')
  isBroken = false
  await scene.tick(2_000)
  held.resolve()
  await scene.tick(1_000)
  expect([second.closedWith, first.text, await scene.text()]).toEqual(['ended', 'Known', 'Known'])
})

test('whose last right has ended gets it back with a new line only: on this one nothing was passed on meanwhile', async () => {
  const scene = await aDocumentScene()
  const [first, second] = [await scene.tab(ada), await scene.tab(ben)]
  second.write('Known')
  await scene.quiet()
  const held = deferred()
  scene.disk = held.promise
  second.write('On its way')
  await scene.quiet()
  await scene.change({ coauthorIds: [] })
  first.write('Not heard')
  await scene.quiet()
  await scene.change({ coauthorIds: [ben] })
  held.resolve()
  await scene.quiet()
  expect(second.closedWith).toBe('ended')
  expect((await scene.tab(ben, { doc: second.doc })).text).toContain('Not heard')
})

test('in a wiki page writes whoever has the karma for it, and nobody any more once it is kept for others', async () => {
  const scene = await aDocumentScene()
  await scene.core.store.write(({ tx }) => tx.put(karmaStats, { id: eve, karma: 1, postCount: 0, commentCount: 0 }))
  await scene.core.store.write(({ tx }) => tx.put(karmaStats, { id: ada, karma: 0, postCount: 0, commentCount: 0 }))
  await scene.change({ kind: 'wiki', status: 'published', publishedAt: scene.clock.now, coauthorIds: [] })
  const [begun, other] = [await scene.tab(ada), await scene.tab(eve)]
  other.write('Everybody’s')
  await scene.quiet()
  expect([await scene.text(), other.refusals(), begun.closedWith]).toEqual(['Everybody’s', [], 'forbidden'])
  await scene.change({ editing: { isAdminOnly: false, editorIds: [ben] } })
  expect(other.closedWith).toBe('ended')
})
