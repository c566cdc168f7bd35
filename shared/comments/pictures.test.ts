import { describe, expect, test } from 'vitest'
import { visitor } from '../kernel/viewer.ts'
import { links } from '../links.ts'
import { posts } from '../posts/schema.ts'
import { aPost, idOf, member, moderator, paragraph, T0 } from '../testing/factories.ts'
import { memoryTransaction } from '../testing/memory-store.ts'
import type { Doc, DocNode } from '../text/nodes.ts'
import { editComment, postComment } from './mutations.ts'
import { canAddPictureToComment, picturesShownIn } from './pictures.ts'
import { comments } from './schema.ts'

const ada = member(idOf(200))
const newcomer = member(idOf(300), { isApproved: false })

const figure = (src: string, attrs: DocNode['attrs'] = {}): DocNode => ({
  type: 'figure',
  content: [{ type: 'image', attrs: { src, alt: 'A river', ...attrs } }],
})
const showing = (...addresses: readonly string[]): Doc => ({
  type: 'doc',
  content: [...paragraph('Look.').content, ...addresses.map((src) => figure(src))],
})
const own = (n: number): string => links.picture(idOf(n))
const some = (count: number): readonly string[] => Array.from({ length: count }, (_none, at) => own(at + 1))

async function say(body: Doc, viewer = ada, id = idOf(10)) {
  const tx = memoryTransaction()
  await tx.put(posts, aPost())
  await postComment.run({ tx, viewer, now: T0 }, { id, postId: idOf(1), parentId: null, body })
  return tx
}

test.each([
  ['a visitor', visitor, 'sign-in-first'],
  ['a member whom no moderator has let in', newcomer, 'pictures-need-approval'],
  ['a member who may not post', member(idOf(200), { postingDisabled: true }), 'posting-disabled'],
  ['an approved member', ada, null],
  ['a moderator', { ...moderator, isApproved: false }, null],
])('%s adds pictures to comments, or hears why not', (_who, viewer, reason) => {
  const verdict = canAddPictureToComment(viewer)
  expect(verdict.allowed ? null : verdict.reason).toBe(reason)
})

describe('what readers are shown', () => {
  test('is every picture of this site, as often as it stands in the text, in hidden parts too', () => {
    const hidden: DocNode = { type: 'spoiler', content: [figure(own(1)), figure('/icon.png')] }
    expect(picturesShownIn({ content: [figure(own(1)), hidden] }).toSorted()).toEqual(['/icon.png', own(1), own(1)])
  })

  test('is not a picture on another site, which is a link', () => {
    expect(picturesShownIn(showing('https://example.com/photo.png', 'https://example.com/pictures/holiday.jpg'))).toEqual([])
  })

  test.each(['', '?w=480', '#x'])('is an upload by its whole address, however that is written (%s)', (end) => {
    for (const path of [own(1), `/x/..${own(1)}`, own(1).replace('pictures', '%70ictures')])
      expect(picturesShownIn(showing(`https://lyceum.example${path}${end}`))).toHaveLength(1)
  })
})

test('a comment has up to ten pictures; one with more is refused', async () => {
  expect(await (await say(showing(...some(10)))).get(comments, idOf(10))).toBeDefined()
  await expect(say(showing(...some(11)))).rejects.toMatchObject({ code: 'invalid', field: 'pictures.count' })
  // The same one again counts again.
  await expect(say(showing(...some(10), own(1)))).rejects.toMatchObject({ field: 'pictures.count' })
})

test('a newcomer comments in words and with links to pictures elsewhere, and shows none', async () => {
  await say(showing('https://example.com/photo.png'), newcomer)
  await expect(say(showing(own(1)), newcomer)).rejects.toMatchObject({ reason: 'pictures-need-approval' })
})

test('an edit keeps the pictures that were there, and is judged by those it adds', async () => {
  const tx = await say(showing(own(1)))
  const edit = (body: Doc, bodyVersion: number, viewer = ada) =>
    editComment.run({ tx, viewer, now: T0 + bodyVersion }, { id: idOf(10), body, bodyVersion })
  const lowered = { ...ada, isApproved: false }
  await edit({ ...showing(own(1)), content: [...paragraph('Look again.').content, figure(own(1))] }, 1, lowered)
  await expect(edit(showing(own(1), own(2)), 2, lowered)).rejects.toMatchObject({ reason: 'pictures-need-approval' })
  await edit(showing(own(1), own(2)), 2)
  await expect(edit(showing(...some(11)), 3)).rejects.toMatchObject({ field: 'pictures.count' })
  expect((await tx.get(comments, idOf(10)))?.bodyVersion).toBe(3)
})

test('sizes that the server has written into a comment are no edit', async () => {
  const tx = await say(showing(own(1)))
  const comment = await tx.get(comments, idOf(10))
  if (comment === undefined) throw new Error('no comment')
  const sized: Doc = { type: 'doc', content: [...paragraph('Look.').content, figure(own(1), { width: 300, height: 200 })] }
  await tx.put(comments, { ...comment, body: sized })
  await editComment.run({ tx, viewer: ada, now: T0 + 1 }, { id: idOf(10), body: showing(own(1)), bodyVersion: 1 })
  expect(await tx.get(comments, idOf(10))).toMatchObject({ body: sized, bodyVersion: 1, editedAt: null })
})
