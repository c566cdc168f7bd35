import { expect, test } from 'vitest'
import { contentHash } from './archive-docs.ts'
import { archiveSite, asked } from './testing/archive-site.ts'
import { contentOf, newMirror, replicate } from './testing/mirror.ts'
import { canaries, ids, plantCommunity } from './testing/community.ts'

test('a stock PouchDB copies everything public, document by document, and none of what is not', async () => {
  const site = await archiveSite()
  await plantCommunity(site.store)
  await site.archive.settled()
  const mirror = newMirror()
  const first = await replicate(mirror, `${site.origin}/archive/public`)
  expect(first).toMatchObject({ doc_write_failures: 0 })
  const content = await contentOf(mirror)
  expect([...content.keys()].toSorted()).toEqual(
    [
      `chapters:${ids.chapter}`,
      `comments:${ids.comment}`,
      `comments:${ids.removedComment}`,
      `members:${ids.author}`,
      `members:${ids.reader}`,
      `posts:${ids.post}`,
      `revisions:${ids.earlier}`,
      `revisions:${ids.revision}`,
      `sequences:${ids.sequence}`,
      `standings:${ids.author}`,
      `standings:${ids.reader}`,
      `tag_rels:${ids.post}:${ids.tag}`,
      `tags:${ids.tag}`,
      `tallies:${ids.comment}`,
      `tallies:${ids.post}`,
    ].toSorted(),
  )
  expect(first.docs_written).toBe(content.size)
  const all = JSON.stringify([...content])
  for (const [what, canary] of Object.entries(canaries)) expect(all.includes(canary), what).toBe(false)
  expect(all).toContain('The sea comes twice a day.')
  for (const [id, { hash, doc }] of content) expect(contentHash({ ...(doc as object), _id: id }), id).toBe(hash)

  // Nothing has changed: nothing is fetched.
  expect(await replicate(mirror, `${site.origin}/archive/public`)).toMatchObject({ docs_read: 0 })
  const changes = await asked(site, 'GET', '/archive/public/_changes?style=all_docs')
  expect(JSON.parse(changes.text).results).toHaveLength(content.size)
  await mirror.destroy()
})
