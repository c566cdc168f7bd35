import { describe, expect, test } from 'vitest'
import type { Comment } from '#shared/comments/schema.ts'
import { unknownMember } from '#shared/accounts/queries.ts'
import { emptyTally } from '#shared/comments/queries.ts'
import { T0, aComment, aMember, aPost, someKarmaStats, idOf, paragraph } from '#shared/testing/factories.ts'
import { testPageData } from '../testing/rows-read.ts'
import { branchesOf } from './comment-tree.ts'
import { levelsShown } from '#shared/comments/tree.ts'
import { branchPart, threadPart } from './thread-view.ts'
import { dayMs } from '#shared/kernel/durations.ts'

const post = aPost()
const item = (comment: Comment, baseScore = 0) => ({
  comment,
  author: { ...unknownMember, name: `n${comment.authorId}` },
  tally: { ...emptyTally('comment', comment.id, post.id), baseScore },
})
const chain = (length: number) =>
  Array.from({ length }, (_, n) => item(aComment({ id: idOf(1_000 + n), parentId: n === 0 ? null : idOf(999 + n), postedAt: T0 + n })))

describe('a discussion laid out for reading', () => {
  test('below the deepest level nothing is shown, and the ids of all that is left out are named', async () => {
    const { view, bodies } = await threadPart(testPageData({}), post, chain(200), 'postCommentsTop')
    expect(view.comments).toHaveLength(levelsShown)
    expect(view.comments.map((comment) => comment.level)).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
    expect(view.comments.at(-1)?.deeper).toHaveLength(200 - levelsShown)
    expect(Object.keys(bodies)).toHaveLength(levelsShown)
  })

  test('the page of a deep comment begins again at the first level', async () => {
    const part = await branchPart(testPageData({}), post, chain(200), idOf(1_150))
    expect(part?.view.comments[0]).toMatchObject({ id: idOf(1_150), level: 1, replyCount: 49 })
    expect(part?.view.comments).toHaveLength(levelsShown)
    expect(Object.keys(part?.bodies ?? {})[0]).toBe(`permalink-${idOf(1_150)}`)
  })

  test('a comment that is not there has no branch', async () => {
    expect(await branchPart(testPageData({}), post, chain(3), idOf(5))).toBeUndefined()
  })

  test('a thousand comments keep their order, and each author is named once', async () => {
    const items = Array.from({ length: 1_000 }, (_, n) =>
      item(aComment({ id: idOf(1_000 + n), authorId: idOf(n % 7), postedAt: T0 + n }), n),
    )
    const { view } = await threadPart(testPageData({}), post, items, 'postCommentsTop')
    expect(view.people).toHaveLength(7)
    expect(view.comments.map((comment) => comment.score)).toEqual(items.map((_, n) => 999 - n))
  })

  test('what a reader has to know of a comment is said, and nothing else', async () => {
    const items = [
      item(aComment({ id: idOf(11), authorId: post.authorId, editedAt: T0 + 5, postVersion: '0.9.0' }), -5),
      item(aComment({ id: idOf(12), removedBy: 'moderator', removedReason: 'Rude' })),
      item(aComment({ id: idOf(13) })),
    ]
    const { view, bodies } = await threadPart(testPageData({}), post, items, 'postCommentsOld')
    const by = (id: string) => view.comments.find((comment) => comment.id === id)
    expect(by(idOf(11))).toMatchObject({ role: 'author', editedAt: T0 + 5, writtenFor: '0.9.0', startsFolded: true })
    expect(by(idOf(12))).toMatchObject({ removed: { by: 'moderator', reason: 'Rude' } })
    expect(by(idOf(13))).not.toHaveProperty('removed')
    expect(bodies).not.toHaveProperty(idOf(12))
  })

  test('pinned comments come first, with the name of whoever pinned them; what was not accepted is folded', async () => {
    const items = [
      item(aComment({ id: idOf(11) }), 50),
      item(aComment({ id: idOf(12), pinnedAt: T0, pinnedById: idOf(900), hat: 'shown' }), 1),
      item(aComment({ id: idOf(13), rejectedReason: 'Spam', retractedAt: T0 }), 3),
    ]
    const data = testPageData({ members: [aMember({ id: idOf(900), displayName: 'Teo' })] })
    const { view } = await threadPart(data, post, items, 'postCommentsTop')
    expect(view.comments.map(({ id }) => id)).toEqual([idOf(12), idOf(11), idOf(13)])
    expect(view.comments[0]).toMatchObject({ pinnedBy: 'Teo', role: 'moderator' })
    expect(view.comments[2]).toMatchObject({ isRejected: true, isRetracted: true, startsFolded: true })
    expect(JSON.stringify(view)).not.toContain('Spam')
  })

  test('in a discussion of 70 comments replies of little karma begin as a line and long comments cut; below that, and where quick takes stand, nothing does', async () => {
    const long = paragraph('word '.repeat(200))
    const old = T0 - 90 * dayMs
    const items = [
      item(aComment({ id: idOf(11), body: long, postedAt: old }), 3),
      item(aComment({ id: idOf(12), parentId: idOf(11) }), 9),
      item(aComment({ id: idOf(13), parentId: idOf(11) }), 10),
      item(aComment({ id: idOf(14), body: long, postedAt: old }), 10),
    ]
    const shown = async (total: number, under = post) => {
      const { view } = await threadPart(testPageData({}), under, items, 'postCommentsTop', { total })
      return Object.fromEntries(view.comments.map(({ id, shortened }) => [id, shortened]))
    }
    expect(await shown(70)).toEqual({ [idOf(11)]: 'short', [idOf(12)]: 'line', [idOf(13)]: undefined, [idOf(14)]: undefined })
    expect(Object.values(await shown(69))).toEqual([undefined, undefined, undefined, undefined])
    expect(Object.values(await shown(70, aPost({ holds: 'quickTakes' })))).toEqual([undefined, undefined, undefined, undefined])
  })

  test('links of authors with karma are followed by search engines, those of others are not', async () => {
    const items = [item(aComment({ id: idOf(11), authorId: idOf(50) })), item(aComment({ id: idOf(12), authorId: idOf(51) }))]
    const data = testPageData({ standings: [someKarmaStats({ id: idOf(50), karma: 10 }), someKarmaStats({ id: idOf(51), karma: 9 })] })
    const { bodies } = await threadPart(data, post, items, 'postCommentsTop')
    expect([bodies[idOf(11)], bodies[idOf(12)]].map((html) => html?.includes('data-trusted="true"'))).toEqual([true, false])
  })
})

describe('nesting on the page', () => {
  test('what was laid out flat is nested as it was written', async () => {
    const items = [...chain(3), item(aComment({ id: idOf(2_000), postedAt: T0 - 1 }))]
    const { view } = await threadPart(testPageData({}), post, items, 'postCommentsOld')
    const [first, second] = branchesOf(view)
    expect(first).toMatchObject({ comment: { id: idOf(2_000) }, to: null, size: 1, replies: [] })
    expect(second).toMatchObject({ size: 3, replies: [{ comment: { id: idOf(1_001) }, replies: [{ comment: { id: idOf(1_002) } }] }] })
  })

  test('a reply just written stands first under what it answers, a comment on the post last', async () => {
    const items = [
      item(aComment({ id: idOf(1) }), 9),
      item(aComment({ id: idOf(2), parentId: idOf(1) }), 9),
      item(aComment({ id: idOf(3), parentId: idOf(1) }), 1),
      item(aComment({ id: idOf(4) }), 20),
    ]
    const { view } = await threadPart(testPageData({}), post, items, 'postCommentsTop')
    const branches = branchesOf(view, new Set([idOf(3), idOf(4)]))
    expect(branches.map((branch) => branch.comment.id)).toEqual([idOf(1), idOf(4)])
    expect(branches[0]?.replies.map((branch) => branch.comment.id)).toEqual([idOf(3), idOf(2)])
  })
})
