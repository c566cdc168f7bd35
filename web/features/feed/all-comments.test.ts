import { describe, expect, test } from 'vitest'
import { T0, aComment, aMember, aPost, idOf, paragraph } from '#shared/testing/factories.ts'
import { testPageData } from '../../blocks/testing/rows-read.ts'
import * as web from '../../entry-server.tsx'
import { parseDiscussionParams, discussionFigures } from './all-comments.load.ts'

const comments = Array.from({ length: 130 }, (_, n) =>
  aComment({ id: idOf(100 + n), postedAt: T0 + n, parentId: n === 129 ? idOf(228) : null, body: paragraph(`Comment ${n}`) }),
)
const tallies = comments.map(({ id, postId }, n) => ({
  id,
  targetKind: 'comment' as const,
  postId,
  baseScore: n === 0 ? -2 : 1,
  approvalVoteCount: 1,
  agreement: 0,
  agreementVoteCount: 0,
  maxBaseScore: 1,
}))
const rows = { posts: [aPost()], members: [aMember({ id: idOf(200), displayName: 'Ben', slug: 'ben' })], comments, tallies }
const at = (url: string, data = testPageData(rows)) => web.render({ url, as: 'html' }, data)
const shown = (html: string) => [...html.matchAll(/<li id="([0-9a-z]{26})" data-comment/gu)].map((match) => match[1])

describe('all comments', () => {
  test('a hundred stand there first, newest first, each under the title of its post, and more by a plain link', async () => {
    const { body, status } = await at('/allComments')
    expect(status).toBe(200)
    expect(shown(body)).toHaveLength(100)
    expect(shown(body)[0]).toBe(idOf(229))
    expect(body).toContain(`href="/posts/${idOf(1)}/on-tides#${idOf(229)}"`)
    expect(body).toContain('href="/allComments?limit=200"')
    expect(body).not.toMatch(/\sstyle=/u)
  })

  test('what a reply answers can be opened above it, without a script', async () => {
    const { body } = await at('/allComments')
    expect(body).toMatch(/<details class="discussion-parent"><summary><span>Show parent<\/span> by (?:<!-- -->)?Ben<\/summary>/u)
    expect(body).toContain(`data-prefix="parent-${idOf(229)}-"`)
  })

  test('those below the lowest score are left out unless asked for', async () => {
    expect(shown((await at('/allComments?limit=1000')).body)).toHaveLength(129)
    expect(shown((await at('/allComments?limit=1000&karmaThreshold=-5')).body)).toHaveLength(130)
  })

  test('none at all says so and offers a way on', async () => {
    expect((await at('/allComments', testPageData({}))).body).toMatch(/No comments yet\.(?:<!-- -->| )*<a href="\/">/u)
  })

  test.each([
    ['', { order: 'latest', minKarma: 1, limit: 100, problems: [] }],
    ['view=recentComments', { order: 'latest', minKarma: 1, limit: 10, problems: [] }],
    ['view=magic&limit=20', { order: 'magic', minKarma: 1, limit: 20, problems: [] }],
    ['view=allRecentComments', { minKarma: discussionFigures.everyKarma }],
    ['view=toString', { problems: ['view'], limit: 100 }],
    ['view=reviewComments', { problems: ['view'] }],
    ['sortedBy=magic&karmaThreshold=5', { order: 'magic', minKarma: 5, limit: 100 }],
    [
      'sortedBy=random&karmaThreshold=x&limit=-1',
      { problems: ['sortedBy', 'karmaThreshold', 'limit'], order: 'latest', minKarma: 1, limit: 100 },
    ],
    ['limit=99999', { limit: discussionFigures.most }],
  ])('?%s is understood', (search, expected) => {
    expect(parseDiscussionParams(new URLSearchParams(search))).toMatchObject(expected)
  })

  test('a view that is not public is said above the list, which is shown all the same', async () => {
    const { body, status } = await at('/allComments?view=sunshineNewUsers')
    expect(status).toBe(200)
    expect(body).toContain('No such list')
    expect(shown(body)).toHaveLength(100)
  })
})
