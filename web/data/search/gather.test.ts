import { expect, test } from 'vitest'
import { policies } from '#shared/policies.ts'
import { permittedRead } from '#shared/kernel/read-policy.ts'
import type { Viewer } from '#shared/kernel/viewer.ts'
import { visitor } from '#shared/kernel/viewer.ts'
import { members } from '#shared/accounts/schema.ts'
import { comments } from '#shared/comments/schema.ts'
import { authorships, posts, revisions, writings } from '#shared/posts/schema.ts'
import { tables } from '#shared/registry.ts'
import { parseSearchParams } from '#shared/search/params.ts'
import { T0, aComment, aMember, aPost, idOf, member, paragraph } from '#shared/testing/factories.ts'
import { memoryStore } from '#shared/testing/memory-store.ts'
import { docsOfPost, findablePosts, memberDocs, tagDocs } from './gather.ts'
import { localIndex } from './local-index.ts'

const ada = idOf(100)

/** A public post with comments, and a draft of Ada's, as a device may hold them. */
async function aDevice() {
  const store = memoryStore(tables)
  await store.write(async ({ tx }) => {
    await tx.put(members, aMember({ id: ada, displayName: 'Ada Example' }))
    for (const [n, isDraft] of [
      [1, false],
      [2, true],
    ] as const) {
      const post = aPost({
        id: idOf(n),
        slug: isDraft ? null : 'tides',
        title: `Kelp ${n}`,
        status: isDraft ? 'draft' : 'published',
        publishedAt: isDraft ? null : T0,
        tags: ['Sea'],
        revisionId: isDraft ? null : idOf(n + 10),
        latestRevisionId: idOf(n + 10),
      })
      await tx.put(posts, post)
      await tx.put(authorships, { id: `${ada}:${post.id}`, userId: ada, postId: post.id, level: 'own', since: T0 })
      await tx.put(revisions, {
        id: idOf(n + 10),
        subjectKind: 'post',
        subjectId: post.id,
        postId: post.id,
        n: 1,
        version: '1.0.0',
        isDraft,
        title: post.title,
        body: paragraph('Kelp grows.'),
        wordCount: 2,
        authorId: ada,
        at: T0,
      })
    }
    await tx.put(writings, {
      id: idOf(2),
      title: 'Kelp unfinished',
      kind: 'post',
      linkUrl: null,
      lang: 'en',
      tags: [],
      writtenOn: null,
      submitToFrontpage: true,
      changedAt: T0,
    })
    await tx.put(comments, aComment({ id: idOf(21), rootId: idOf(21), postId: idOf(1), body: paragraph('Kelp comment.') }))
    await tx.put(
      comments,
      aComment({ id: idOf(22), rootId: idOf(22), postId: idOf(1), body: paragraph('Kelp removed.'), removedBy: 'author' }),
    )
  })
  return {
    search: (viewer: Viewer, contentType: string) =>
      store.read(async (rows) => {
        const read = permittedRead(rows, viewer, policies)
        const index = localIndex()
        const found = await findablePosts(read, viewer.kind === 'member' ? viewer.userId : null)
        index.put([...(await tagDocs(read, found)), ...(await memberDocs(read))])
        for (const post of found) index.put(await docsOfPost(read, post))
        return index.find(parseSearchParams(new URLSearchParams({ query: 'kelp', contentType, sort: 'oldest_first' })), T0 + 1)
      }),
  }
}

test('what one writes is found on the own device, under its title as it is now, and is called a draft', async () => {
  const device = await aDevice()
  const { hits } = await device.search(member(ada), 'posts')
  const titles = hits.map((hit) =>
    hit.kind === 'posts' ? [hit.title.map(({ text }) => text).join(''), hit.isDraft === true, hit.href] : [],
  )
  expect(titles).toHaveLength(2)
  expect(titles).toEqual(
    expect.arrayContaining([
      ['Kelp 1', false, `/posts/${idOf(1)}/tides`],
      ['Kelp unfinished', true, `/editPost?postId=${idOf(2)}`],
    ]),
  )
})

test('nobody else finds it, and nobody what was removed', async () => {
  const device = await aDevice()
  for (const viewer of [visitor, member(idOf(101))])
    expect((await device.search(viewer, 'posts')).hits.map(({ id }) => id)).toEqual([idOf(1)])
  const { hits } = await device.search(member(ada), 'comments')
  expect(hits.map(({ id }) => id)).toEqual([idOf(21)])
})
