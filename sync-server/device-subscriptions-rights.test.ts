import { describe, expect, test } from 'vitest'
import { StoreFailure } from '#server/store/port.ts'
import { devices } from '#server/sync/device-tables.ts'
import { members } from '#shared/accounts/schema.ts'
import { posts } from '#shared/posts/schema.ts'
import { bookmarkId } from '#shared/reading/schema.ts'
import { idOf, paragraph, publishArgs, T0 } from '#shared/testing/factories.ts'
import type { Scene } from './testing/sync-scene.ts'
import { ada, aScene, ben, bookmarking, commenting, eve, post, setGroups, thread } from './testing/sync-scene.ts'

/**
 * Eve's device lost her role while it was off; `deaf` is the same device, greeting and gone before
 * it could take anything in.
 */
async function awayWhileARoleWent(scene: Scene) {
  await setGroups(scene, eve, ['moderators'])
  const device = scene.device(eve)
  await device.hello(thread)
  device.session.closed()
  await setGroups(scene, eve, [])
  const deaf = scene.device(eve, 1, { takes: false })
  for (const [shape, held] of device.shapes) deaf.shapes.set(shape, { ...held })
  await deaf.hello()
  return { device, deaf }
}

describe('rights that change', () => {
  test('a post taken back is dropped by its readers in the same turn, without room for pages too, and stays with its author', async () => {
    const scene = await aScene()
    const reader = scene.device(eve)
    const slow = scene.device(ben, 2, { takes: false })
    const author = scene.device(ada, 3)
    await author.hello(thread)
    await reader.hello(thread)
    await slow.hello(thread, `me:${ben}`)
    expect(slow.of('page')).toHaveLength(2)
    await scene.core.must({ name: 'posts.unpublish', args: { id: post }, userId: ada })
    await scene.subscriptionManager.caughtUp()
    for (const device of [reader, slow, author]) await device.settled()
    expect([reader.of('drop'), slow.of('drop')]).toEqual(Array.from({ length: 2 }, () => [{ t: 'drop', shape: thread, why: 'gone' }]))
    expect(author.of('drop')).toEqual([])
    expect(author.ids(thread, 'posts')).toEqual([])
  })

  test('a coauthor of a post taken back loses its draft and its thread with the part in it', async () => {
    const scene = await aScene()
    const coauthors = (ids: readonly string[]) =>
      scene.core.store.write(async ({ tx }) => {
        const before = await tx.get(posts, post)
        if (before !== undefined) await tx.put(posts, { ...before, coauthorIds: [...ids] })
      })
    await coauthors([eve])
    await scene.core.must({ name: 'posts.unpublish', args: { id: post }, userId: ada })
    const device = scene.device(eve)
    await device.hello(thread, `draft:${post}`)
    expect(device.ids(`draft:${post}`, 'posts')).toEqual([post])
    await coauthors([])
    await scene.subscriptionManager.caughtUp()
    await device.settled()
    expect(new Set(device.of('drop').map(({ shape }) => shape))).toEqual(new Set([thread, `draft:${post}`]))
  })

  test('a sequence has its chapters in its shape; taken down, it goes from its readers and stays with its author', async () => {
    const scene = await aScene()
    const [id, chapterId] = [idOf(500), idOf(510)]
    const set = (field: string, value: unknown) =>
      scene.core.must({ name: 'sequences.setDetail', args: { id, detail: { field, value } }, userId: ada })
    await scene.core.must({ name: 'sequences.create', args: { id, chapterId, title: 'On water' }, userId: ada })
    await set('isDraft', false)
    await scene.core.must({ name: 'sequences.putPost', args: { chapterId, postId: post, beforeId: null }, userId: ada })
    const shape = `sequence:${id}`
    const reader = scene.device(eve)
    const author = scene.device(ada, 3)
    for (const device of [reader, author]) {
      await device.hello(shape)
      expect(device.ids(shape, 'sequences')).toEqual([id])
      expect(device.row(shape, 'chapters', chapterId)).toMatchObject({ postIds: [post] })
      expect(device.ids(shape, 'sequence_posts')).toEqual([`${id}:${post}`])
    }
    await scene.core.must({ name: 'sequences.setRemoved', args: { id, isRemoved: true }, userId: ada })
    await scene.subscriptionManager.caughtUp()
    for (const device of [reader, author]) await device.settled()
    expect([reader.of('drop'), author.of('drop')]).toEqual([[{ t: 'drop', shape, why: 'gone' }], []])
    expect(author.row(shape, 'sequences', id)).toMatchObject({ title: 'On water' })
  })

  test('of a draft in a public sequence readers’ devices get no id, until it comes out; and no more once it is withdrawn', async () => {
    const scene = await aScene()
    const [id, chapterId, otherId] = [idOf(500), idOf(510), idOf(511)]
    const must = (name: string, args: unknown) => scene.core.must({ name, args, userId: ada })
    await must('posts.unpublish', { id: post })
    await must('sequences.create', { id, chapterId, title: 'On water' })
    await must('sequences.setDetail', { id, detail: { field: 'isDraft', value: false } })
    await must('sequences.addChapter', { id: otherId, sequenceId: id, title: '' })
    await must('sequences.putPost', { chapterId, postId: post, beforeId: null })
    await must('sequences.putPost', { chapterId: otherId, postId: post, beforeId: null })
    await must('sequences.removeChapter', { id: otherId })
    const shape = `sequence:${id}`
    const [reader, author] = [scene.device(eve), scene.device(ada, 3)]
    for (const device of [reader, author]) await device.hello(shape)
    const seen = async (): Promise<unknown> => {
      await scene.subscriptionManager.caughtUp()
      for (const device of [reader, author]) await device.settled()
      return [reader, author].map((device) => {
        const row: object = device.row(shape, 'chapters', chapterId) ?? {}
        return ['postIds' in row ? row.postIds : [], device.ids(shape, 'sequence_posts')]
      })
    }
    const [none, all] = [
      [[], []],
      [[post], [`${id}:${post}`]],
    ]
    expect(await seen()).toEqual([none, all])
    await must('posts.publish', publishArgs({ id: post, revisionId: idOf(77) }))
    expect(await seen()).toEqual([all, all])
    await must('posts.unpublish', { id: post })
    expect(await seen()).toEqual([none, all])
  })

  test('a role taken away voids what it showed, at once', async () => {
    const scene = await aScene()
    await setGroups(scene, eve, ['moderators'])
    await scene.core.must({ ...commenting(10), userId: ben })
    await scene.core.must({ name: 'comments.remove', args: { id: idOf(10), reason: '' }, userId: ben })
    const device = scene.device(eve)
    await device.hello(thread)
    expect(JSON.stringify(device.row(thread, 'comments', idOf(10)))).toContain('Comment 10')
    await setGroups(scene, eve, [])
    await device.settled()
    expect(device.of('reset')).toMatchObject([{ shape: thread, why: 'rights' }])
    expect(device.row(thread, 'comments', idOf(10))).toMatchObject({ removedBy: 'author' })
    expect(JSON.stringify(device.row(thread, 'comments', idOf(10)))).not.toContain('Comment 10')
  })

  test('one person’s row that cannot be understood keeps no news from the others', async () => {
    const scene = await aScene()
    const [theirs, other] = [scene.device(eve), scene.device(ben, 2)]
    await theirs.hello(thread)
    await other.hello(thread)
    await scene.core.store.write(async ({ tx }) => {
      const member = await tx.get(members, eve)
      if (member !== undefined) await tx.put(members, { ...member, groups: null as never })
    })
    await scene.subscriptionManager.caughtUp()
    await scene.core.must({ ...commenting(10), userId: ada })
    await scene.subscriptionManager.caughtUp()
    await other.settled()
    expect(scene.logged).toContain('sync: telling')
    expect(other.row(thread, 'comments', idOf(10))).toBeDefined()
  })

  test('who cannot be told of other rights, since that cannot be noted, is sent away; the others hear their news', async () => {
    const scene = await aScene({
      writer: (own) => ({
        ...own,
        meet: async (greeting) => {
          if (greeting.rightsKey === 'between') throw new StoreFailure('full', 'planted')
          return own.meet(greeting)
        },
      }),
    })
    const [theirs, other] = [scene.device(eve), scene.device(ben, 2)]
    await theirs.hello(thread)
    await other.hello(thread)
    await setGroups(scene, eve, ['moderators'])
    await scene.core.must({ ...commenting(10), userId: ada })
    await scene.subscriptionManager.caughtUp()
    await other.settled()
    expect(theirs.of('bye')).toMatchObject([{ code: 'restart' }])
    expect(other.row(thread, 'comments', idOf(10))).toBeDefined()
  })

  test('rights that come back before the device took the others in find nothing of theirs', async () => {
    const scene = await aScene()
    const { device, deaf } = await awayWhileARoleWent(scene)
    deaf.session.closed()
    await setGroups(scene, eve, ['moderators'])
    device.reconnect()
    await device.hello()
    expect(device.of('reset')).toMatchObject([{ why: 'rights' }])
  })

  test('a role taken away while the device was off voids what it holds, until it has heard so', async () => {
    const scene = await aScene()
    const { device, deaf } = await awayWhileARoleWent(scene)
    expect(deaf.of('reset')).toMatchObject([{ why: 'rights' }])
    device.reconnect()
    await device.hello()
    expect(device.of('reset')).toMatchObject([{ why: 'rights' }])
    await scene.tick(0)
    device.reconnect()
    await device.hello()
    expect(device.of('reset')).toEqual([])
    expect(await scene.core.store.read((read) => read.get(devices, device.id))).toMatchObject({ rightsKey: 'member' })
  })

  test('a banned member keeps what guests may see and loses the rest', async () => {
    const scene = await aScene()
    await scene.core.must({ ...bookmarking(), userId: eve })
    const device = scene.device(eve)
    await device.hello(thread, `me:${eve}`)
    expect(device.ids(`me:${eve}`, 'bookmarks')).toEqual([bookmarkId(eve, post)])
    await scene.core.store.write(async ({ tx }) => {
      const member = await tx.get(members, eve)
      if (member !== undefined) await tx.put(members, { ...member, bannedUntil: T0 + 60_000 })
    })
    await scene.subscriptionManager.caughtUp()
    await device.settled()
    expect([...device.shapes.keys()]).toEqual([thread])
    // Its own rules go by what it is now, without another greeting.
    expect(device.of('viewer')).toMatchObject([{ viewer: { kind: 'visitor', bannedUntil: T0 + 60_000 } }])
    // The ban runs out by itself: no row says so.
    await scene.tick(61_000)
    expect(device.closedWith).toBe('silent')
  })

  test('a ban that runs out is seen within a minute', async () => {
    const scene = await aScene()
    await scene.core.store.write(async ({ tx }) => {
      const member = await tx.get(members, eve)
      if (member !== undefined) await tx.put(members, { ...member, bannedUntil: T0 + 30_000 })
    })
    const device = scene.device(eve)
    await device.hello(thread)
    for (let at = 0; at < 72_000; at += 12_000) {
      await device.say({ t: 'ping' })
      await scene.tick(12_000)
    }
    await device.settled()
    expect(device.of('reset')).toMatchObject([{ shape: thread, why: 'rights' }])
    expect(device.of('viewer')).toMatchObject([{ viewer: { kind: 'member', userId: eve } }])
  })

  test('an ended sign-in ends the conversation at the next look', async () => {
    const scene = await aScene()
    const device = scene.device(eve)
    const other = scene.device(ben, 2)
    await device.hello(thread)
    await other.hello(thread)
    scene.ended.add(`s-${eve}`)
    await scene.tick(4_000)
    expect([device.closedWith, other.closedWith]).toEqual(['auth', null])
  })
})

describe('what a device holds is void', () => {
  test.each([
    ['of another store', 'epoch', { epoch: 'another', cursor: 5 }],
    ['beyond what there is', 'ahead', { cursor: 1_000_000 }],
  ])('%s', async (_what, why, cursor) => {
    const scene = await aScene()
    const device = scene.device(eve)
    device.shapes.set(thread, { epoch: scene.core.store.meta.epoch, rows: new Map(), ...cursor })
    await device.hello()
    expect(device.of('reset')).toMatchObject([{ shape: thread, why }])
    expect(device.ids(thread, 'posts')).toEqual([post])
    expect(scene.logged.length).toBe(why === 'ahead' ? 1 : 0)
  })

  test('when the journal has forgotten where it stands', async () => {
    const scene = await aScene()
    const device = scene.device(eve)
    await device.hello(thread)
    device.session.closed()
    for (let n = 0; n < 30; n += 1) await scene.core.must({ ...bookmarking(post, n % 2 === 0), userId: ben })
    await scene.core.store.write((batch) => batch.pruneJournal(5, 1_000))
    device.reconnect()
    await device.hello()
    expect(device.of('reset')).toMatchObject([{ shape: thread, why: 'floor' }])
    expect(device.ids(thread, 'posts')).toEqual([post])
  })
})

describe('the comparison', () => {
  test('agrees for readers, for those who wrote there, and for the staff', async () => {
    const scene = await aScene()
    await setGroups(scene, eve, ['moderators'])
    await scene.core.must({ ...commenting(10), userId: ben })
    await scene.core.must({ name: 'comments.edit', args: { id: idOf(10), body: paragraph('Again'), bodyVersion: 1 }, userId: ben })
    await scene.core.must({ name: 'comments.remove', args: { id: idOf(10), reason: '' }, userId: ben })
    const all = [scene.device(ada, 1), scene.device(ben, 2), scene.device(eve, 3)]
    for (const device of all) {
      await device.hello(thread)
      device.reconnect()
      await device.hello()
    }
    await scene.tick(0)
    for (const device of all) expect([device.of('digest').length, device.mismatches]).toEqual([1, []])
    // The post's tag among them, and its author's vote that it fits.
    for (const kind of ['tag_rels', 'tag_votes']) expect(all.map((device) => device.ids(thread, kind).length)).toEqual([1, 1, 1])
    expect(all.map((device) => device.of('digest')[0]?.count)).toEqual([7, 8, 8])
  })

  test('is right for whoever comes after a change that nobody was there to hear of', async () => {
    const scene = await aScene()
    const first = scene.device(eve)
    const second = scene.device(ben, 2)
    for (const device of [first, second]) await device.hello(thread)
    for (const device of [first, second]) {
      device.reconnect()
      await device.hello()
    }
    await scene.tick(0)
    for (const device of [first, second]) device.session.closed()
    await scene.core.must({ ...commenting(10), userId: ada })
    await scene.tick(0)
    first.reconnect()
    await first.hello()
    await scene.tick(0)
    expect([first.of('digest').length, first.mismatches]).toEqual([1, []])
  })

  test('is not told to a device that is ahead of what its node has heard: what the node has kept is older', async () => {
    const scene = await aScene()
    const [first, second] = [scene.device(eve), scene.device(eve, 2)]
    for (const device of [first, second]) await device.hello(thread)
    second.session.closed()
    // From here the first stands elsewhere: no page that the node builds for it is one for the
    // second.
    await scene.core.must({ ...bookmarking(), userId: ada })
    await scene.tick(0)
    await scene.core.must({ ...commenting(9), userId: ben })
    await scene.tick(0)
    first.reconnect()
    await first.hello()
    await scene.tick(0)
    expect(first.of('digest')).toHaveLength(1)
    // Its connection is cut between the page and the next look at the journal.
    const { journal } = scene.core.store
    const { since } = journal
    const cut = async (): Promise<never> => {
      throw new StoreFailure('unavailable', 'planted')
    }
    Object.assign(journal, { since: cut })
    await scene.core.must({ ...commenting(10), userId: ada })
    second.reconnect()
    await second.hello()
    await scene.tick(0)
    expect(second.row(thread, 'comments', idOf(10))).toBeDefined()
    expect(second.mismatches).toEqual([])
    Object.assign(journal, { since })
    await scene.tick(0)
    second.reconnect()
    await second.hello()
    await scene.tick(0)
    expect([second.of('digest').length, second.mismatches]).toEqual([1, []])
  })

  test('comes again after five minutes for what has changed, and finds a row that is missing', async () => {
    const scene = await aScene()
    const device = scene.device(eve)
    await device.hello(thread, `me:${eve}`)
    await scene.core.must({ ...commenting(10), userId: ben })
    await device.settled()
    device.shapes.get(thread)?.rows.delete(`comments ${idOf(10)}`)
    for (let at = 0; at <= 300_000; at += 20_000) {
      await device.say({ t: 'ping' })
      await scene.tick(20_000)
    }
    expect(device.of('digest').map(({ shape }) => shape)).toEqual([thread])
    expect(device.mismatches).toHaveLength(1)
    device.shapes.delete(thread)
    await device.say({ t: 'unfollow', shapes: [thread] })
    await device.follow(thread, scene.core.store.meta.epoch)
    expect(device.ids(thread, 'comments')).toEqual([idOf(10)])
    expect([scene.subscriptionManager.metrics.digestsSent, scene.subscriptionManager.metrics.digestMismatches]).toEqual([1, 1])
    // Left and visited again: nothing was wrong.
    device.shapes.delete(thread)
    await device.say({ t: 'unfollow', shapes: [thread] })
    await device.follow(thread)
    expect(scene.subscriptionManager.metrics.digestMismatches).toBe(1)
  })
})
