import { expect, test } from 'vitest'
import { comments } from '#shared/comments/schema.ts'
import { posts, revisions } from '#shared/posts/schema.ts'
import { paragraph, T0 } from '#shared/testing/factories.ts'
import type { Post } from '#shared/posts/schema.ts'
import type { Store } from '#server/store/port.ts'
import type { Mirror } from './testing/mirror.ts'
import { anArchive, aStore } from './testing/archive-scene.ts'
import { canaries, ids, plantCommunity } from './testing/community.ts'
import { contentOf, fetched, newMirror, replicate } from './testing/mirror.ts'

async function aCommunity(): Promise<Store> {
  const store = await aStore()
  await plantCommunity(store)
  return store
}

async function changePost(store: Store, changes: Partial<Post>): Promise<void> {
  await store.write(async ({ tx }) => {
    const post = await tx.get(posts, ids.post)
    if (post !== undefined) await tx.put(posts, { ...post, ...changes })
  })
}

async function copy({ archive, origin }: Awaited<ReturnType<typeof anArchive>>, mirror: Mirror = newMirror()): Promise<Mirror> {
  await archive.settled()
  await replicate(mirror, `${origin}/archive/public`)
  return mirror
}

test('what is taken back becomes a tombstone, for mirrors too, with all that hangs on it, and no earlier text can be fetched', async () => {
  const store = await aCommunity()
  const site = await anArchive(store)
  const mirror = await copy(site)
  const before = await contentOf(mirror)
  const { rows } = await mirror.allDocs({ include_docs: true })
  const revs = rows.map(({ id, value }) => ({ id, rev: value.rev }))

  await changePost(store, { status: 'draft' })
  await copy(site, mirror)
  const left = [...(await contentOf(mirror)).keys()]
  expect(left.filter((id) => /^(?:posts|revisions|comments|tallies|tag_rels):/u.test(id))).toEqual([])
  expect(left).toContain(`members:${ids.author}`)
  const answer = await fetched(site.origin, 'POST', '/archive/public/_bulk_get', { docs: revs })
  expect(answer.text).not.toContain('The sea comes twice')
  for (const { id, rev } of revs.filter(({ id: name }) => name.startsWith('revisions:'))) {
    const found = await fetched(site.origin, 'GET', `/archive/public/${id}?rev=${rev}`)
    expect(JSON.parse(found.text)).toEqual({ _id: id, _rev: expect.any(String), _deleted: true })
    expect((await fetched(site.origin, 'GET', `/archive/public/${id}`)).status).toBe(404)
  }

  // Published again, everything is back, and says the same.
  await changePost(store, { status: 'published' })
  await copy(site, mirror)
  expect(await contentOf(mirror)).toEqual(before)
  expect(site.faults).toEqual([])
})

test('the words of a comment that is removed are gone, and so are its earlier ones; an erased record leaves its id alone', async () => {
  const store = await aCommunity()
  const remove = (removedBy: 'author' | null) =>
    store.write(async ({ tx }) => {
      const comment = await tx.get(comments, ids.removedComment)
      if (comment !== undefined) await tx.put(comments, { ...comment, removedBy })
    })
  await remove(null)
  const site = await anArchive(store)
  const mirror = await copy(site)
  const shown = JSON.stringify([...(await contentOf(mirror))])
  expect(shown).toContain(canaries.removedComment)
  expect(shown).toContain(canaries.removedCommentBefore)
  const { _rev: rev } = await mirror.get(`comments:${ids.removedComment}`)

  await remove('author')
  await store.write(({ tx }) => tx.delete(revisions, ids.earlier))
  await copy(site, mirror)
  // Not even by asking for the revision that had them.
  const found = await fetched(site.origin, 'GET', `/archive/public/comments:${ids.removedComment}?rev=${String(rev)}`)
  expect(found.status).toBe(200)
  expect(found.text).not.toContain(canaries.removedComment)
  for (const each of [await copy(site), mirror]) {
    const content = await contentOf(each)
    const text = JSON.stringify([...content])
    expect(text).not.toContain(canaries.removedComment)
    expect(text).not.toContain(canaries.removedCommentBefore)
    expect(content.has(`revisions:${ids.earlier}`)).toBe(false)
    expect(content.has(`comments:${ids.removedComment}`)).toBe(true)
  }
})

test('an archive that was lost is made anew, the same by id and digest, and its mirrors go on with the newer texts', async () => {
  const store = await aCommunity()
  const first = await anArchive(store)
  const mirror = await copy(first)
  await store.write(async ({ tx }) => {
    const revision = await tx.get(revisions, ids.revision)
    if (revision !== undefined) await tx.put(revisions, { ...revision, body: paragraph('The sea comes thrice.') })
  })
  await copy(first, mirror)
  const followed = await contentOf(mirror)
  expect(JSON.stringify([...followed])).toContain('The sea comes thrice.')
  await first.archive.close()

  await changePost(store, { title: 'On neap tides' })
  const again = await anArchive(store, { now: T0 + 60_000 })
  const fresh = await contentOf(await copy(again))
  await copy(again, mirror)
  expect(await contentOf(mirror)).toEqual(fresh)
  expect([...fresh.keys()]).toEqual([...followed.keys()])
  const changed = [...fresh].flatMap(([id, { hash }]) => (followed.get(id)?.hash === hash ? [] : [id]))
  expect(changed).toEqual([`posts:${ids.post}`])
})

test('a copy elsewhere is kept up by the archive itself', async () => {
  const store = await aCommunity()
  const target = await anArchive(await aStore())
  await target.archive.settled()
  const place = target.archive.child()?.place()
  const elsewhere = new URL(place?.server ?? '')
  Object.assign(elsewhere, { username: place?.name, password: place?.password, pathname: '/copy' })
  const site = await anArchive(store, { replicateTo: elsewhere.href })
  await site.archive.settled()
  const headers = { authorization: `Basic ${btoa(`${place?.name}:${place?.password}`)}` }
  await expect.poll(async () => (await fetch(`${place?.server}/copy/posts%3A${ids.post}`, { headers })).status, { interval: 300 }).toBe(200)
  expect(site.faults).toEqual([])
})
