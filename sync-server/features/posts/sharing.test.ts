/**
 * What sharing does on the wire: which rows and faces a device gets, what goes when a level is
 * lowered or ends, and what a room lets each do.
 */
import { describe, expect, test } from 'vitest'
import { ada, aScene, ben, eve, post, thread } from '#server/testing/sync-scene.ts'
import { aDocumentScene } from '#server/documents/testing/document-scene.ts'
import type { Scene } from '#server/testing/sync-scene.ts'
import { posts } from '#shared/posts/schema.ts'
import { idOf } from '#shared/testing/factories.ts'

const draft = `draft:${post}`
const key = idOf(777)

const share = (scene: Pick<Scene, 'core'>, userId: string, level: string) =>
  scene.core.must({ name: 'posts.share', args: { id: post, userId, level }, userId: ada })
const inlineComment = (n: number, userId: string) => ({
  name: 'remarks.post',
  args: { id: idOf(n), postId: post, parentId: null, anchor: null, quote: '', body: 'Why?' },
  userId,
})

async function aDraftScene(): Promise<Scene> {
  const scene = await aScene()
  await scene.core.must({ name: 'posts.unpublish', args: { id: post }, userId: ada })
  return scene
}

describe('devices', () => {
  test('whoever is let in is told so, follows the draft, and loses it at once with the right', async () => {
    const scene = await aDraftScene()
    const device = scene.device(eve)
    await device.hello(`me:${eve}`, draft)
    expect(device.ids(draft, 'posts')).toEqual([])
    await share(scene, eve, 'read')
    await scene.subscriptionManager.caughtUp()
    await device.settled()
    expect(device.ids(`me:${eve}`, 'authorships')).toEqual([`${eve}:${post}`])
    device.reconnect()
    await device.hello(draft)
    expect(device.ids(draft, 'posts')).toEqual([post])
    expect(device.ids(draft, 'writings')).toEqual([post])
    await scene.core.must({ name: 'posts.unshare', args: { id: post, userId: eve }, userId: ada })
    await scene.subscriptionManager.caughtUp()
    await device.settled()
    expect(device.of('drop')).toMatchObject([{ shape: draft }])
    expect(device.ids(`me:${eve}`, 'authorships')).toEqual([])
  })

  test.each([
    ['a draft', aDraftScene],
    ['a public post', aScene],
  ])('what is said about %s reaches commenters, and goes from the device of one who may only read', async (_what, make) => {
    const scene = await make()
    await share(scene, eve, 'comment')
    await share(scene, ben, 'read')
    const [commenter, reader] = [scene.device(eve, 1), scene.device(ben, 2)]
    for (const device of [commenter, reader]) await device.hello(draft)
    await scene.core.must(inlineComment(40, ada))
    await scene.subscriptionManager.caughtUp()
    for (const device of [commenter, reader]) await device.settled()
    expect([commenter.ids(draft, 'remarks'), reader.ids(draft, 'remarks')]).toEqual([[idOf(40)], []])
    await share(scene, eve, 'read')
    await scene.subscriptionManager.caughtUp()
    await commenter.settled()
    expect(commenter.ids(draft, 'remarks')).toEqual([])
    await share(scene, eve, 'comment')
    await scene.subscriptionManager.caughtUp()
    await commenter.settled()
    expect(commenter.ids(draft, 'remarks')).toEqual([idOf(40)])
  })

  test('readers of a public post are told nothing of whom it is shared with: no shares, no link, no faces', async () => {
    const scene = await aScene()
    await share(scene, ben, 'edit')
    await scene.core.must({ name: 'posts.setLinkSharing', args: { id: post, level: 'edit', key }, userId: ada })
    const [reader, editor] = [scene.device(eve, 1), scene.device(ben, 2)]
    for (const device of [reader, editor]) await device.hello(thread)
    expect(JSON.stringify(reader.heard)).not.toMatch(new RegExp(`${ben}|${key}`, 'u'))
    expect(reader.row(thread, 'posts', post)).not.toHaveProperty('shares')
    expect(editor.row(thread, 'posts', post)).toMatchObject({ shares: [{ userId: ben, level: 'edit' }], link: { key } })
  })
})

test('that there is such a member only the server knows: sharing with nobody is refused', async () => {
  const scene = await aDraftScene()
  const outcome = await scene.core.apply({ name: 'posts.share', args: { id: post, userId: idOf(12_345), level: 'read' }, userId: ada })
  expect(outcome.kind).toBe('rejected')
  expect(await scene.core.store.read((read) => read.get(posts, post))).not.toHaveProperty('shares')
})

describe('rooms', () => {
  test.each([
    ['read', 'not-allowed'],
    ['comment', 'not-allowed'],
    ['edit', undefined],
  ] as const)('at level %s others’ words arrive, and one’s own are %s', async (level, refusal) => {
    const scene = await aDocumentScene()
    await scene.change({ coauthorIds: [], shares: [{ userId: ben, level, isByLink: false }] })
    const [author, other] = [await scene.tab(ada), await scene.tab(ben)]
    expect(other.controls[0]).toEqual({ t: 'rights', level })
    author.write('Ada’s.')
    await scene.quiet()
    expect(JSON.stringify(other.doc.getXmlFragment('body').toJSON())).toContain('Ada’s.')
    other.write('Ben’s.')
    await scene.quiet()
    expect(other.refusals()[0]).toBe(refusal)
    expect((await scene.text()).includes('Ben’s.')).toBe(level === 'edit')
  })

  test('a level that is lowered holds at once, and with the share the line ends', async () => {
    const scene = await aDocumentScene()
    const shares = (level: 'edit' | 'comment') => [{ userId: ben, level, isByLink: true }]
    await scene.change({ coauthorIds: [], shares: shares('edit') })
    const other = await scene.tab(ben)
    await scene.change({ shares: shares('comment') })
    expect(other.controls.at(-1)).toEqual({ t: 'rights', level: 'comment' })
    other.write('Too late')
    await scene.quiet()
    expect(other.refusals()).toEqual(['not-allowed'])
    await scene.change({ shares: [] })
    expect([other.controls.at(-1), other.closedWith]).toEqual([{ t: 'rights', level: 'none' }, 'ended'])
  })

  test.each([
    ['comment', true],
    ['read', false],
  ] as const)('whoever may %s is seen and sees who is here: %s', async (level, isSeen) => {
    const scene = await aDocumentScene()
    await scene.change({ coauthorIds: [], shares: [{ userId: ben, level, isByLink: false }] })
    const [author, other] = [await scene.tab(ada), await scene.tab(ben)]
    author.show({ user: { name: 'x' } })
    other.show({ user: { name: 'x' } })
    await scene.tick(1_000)
    await scene.quiet()
    expect([author.awareness.getStates().has(other.doc.clientID), other.awareness.getStates().has(author.doc.clientID)]).toEqual([
      isSeen,
      isSeen,
    ])
  })
})
