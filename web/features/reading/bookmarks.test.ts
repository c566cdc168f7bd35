import { describe, expect, test } from 'vitest'
import { T0, aComment, aMember, aPost, idOf, member, paragraph } from '#shared/testing/factories.ts'
import { bookmarkId, readingPlaceId, readMarkId } from '#shared/reading/schema.ts'
import { testPageData } from '../../blocks/testing/rows-read.ts'
import * as web from '../../entry-server.tsx'
import { dayGroups } from '../../blocks/day-groups.ts'
import { dayMs, hourMs } from '#shared/kernel/durations.ts'

const me = idOf(100)
const own = {
  userId: me,
  userName: 'ada',
  displayName: 'Ada',
  slug: 'ada',
  bio: '',
  email: '',
  emailVerifiedAt: null,
  karma: 0,
  sessions: [],
}
const bookmark = (targetId: string, targetKind: 'post' | 'comment', changedAt: number) => ({
  id: bookmarkId(me, targetId),
  userId: me,
  targetKind,
  targetId,
  postId: targetKind === 'post' ? targetId : idOf(1),
  isSaved: true,
  changedAt,
})
const mark = (n: number, readAt: number) => ({
  id: readMarkId(me, idOf(n)),
  userId: me,
  postId: idOf(n),
  isRead: true,
  seenUpTo: 0,
  readAt,
})
const rows = {
  members: [aMember()],
  posts: [aPost()],
  comments: [aComment({ body: paragraph('I wonder about <b>tides</b>.') })],
  bookmarks: [bookmark(idOf(1), 'post', T0), bookmark(idOf(10), 'comment', T0 + 1), bookmark(idOf(77), 'post', T0 + 2)],
  read_marks: [mark(1, T0), mark(77, T0 - 2 * dayMs)],
}
const signedIn = { viewer: member(me), own, now: T0 + 1_000 }
const at = (url: string, data = testPageData(rows, signedIn)) => web.render({ url, as: 'html' }, data)

describe('saved and read', () => {
  test('is a member’s: visitors get the sign-in form in its place', async () => {
    const { body, status } = await at('/bookmarks', testPageData(rows))
    expect(status).toBe(401)
    expect(body).toContain('accounts.signIn')
  })

  test('a saved comment stands with its beginning, its author and its post', async () => {
    const { body, status } = await at('/bookmarks')
    expect(status).toBe(200)
    expect(body).toContain('I wonder about &lt;b&gt;tides&lt;/b&gt;.')
    expect(body).toContain(`href="/posts/${idOf(1)}/on-tides#${idOf(10)}"`)
    expect(body).not.toMatch(/\sstyle=/u)
  })

  test('of a wiki page nobody is said to be the author', async () => {
    const page = testPageData({ ...rows, posts: [aPost({ kind: 'wiki', slug: null })] }, signedIn)
    const line = /<p class="meta soft place-line">[^]*?<time/gu
    expect((await at('/bookmarks')).body.match(line)?.join()).toContain('Ada')
    const lines = (await at('/bookmarks', page)).body.match(line) ?? []
    expect(lines.length).toBeGreaterThan(1)
    expect(lines.join()).not.toContain('Ada')
  })

  test('what is hidden by now is said to be, without its title', async () => {
    expect((await at('/bookmarks')).body).toContain('that is no longer public.')
  })

  test('all three lists stand in the page, for those without a script', async () => {
    const { body } = await at('/bookmarks')
    for (const id of ['bookmarks', 'readhistory', 'votehistory']) expect(body).toContain(`<section id="${id}"`)
    expect(body).toContain('You haven’t voted on anything yet.')
  })

  test('what was begun and not finished comes first, the last one on top; what is away is left out', async () => {
    const stopped = (n: number, keptAt: number, isFinished = false) => ({
      ...{
        id: readingPlaceId(me, idOf(n)),
        userId: me,
        postId: idOf(n),
        place: { quote: 'Tides', before: '', block: 3, within: 0, share: 0.4 },
        isFinished,
        keptAt,
      },
    })
    const titled = (n: number, title: string) => aPost({ id: idOf(n), slug: `p${n}`, title })
    const posts = [titled(1, 'First'), titled(2, 'Second'), titled(3, 'Third')]
    const reading_places = [stopped(1, T0), stopped(2, T0 + 1), stopped(3, T0 + 2, true), stopped(77, T0 + 3)]
    const { body } = await at('/bookmarks', testPageData({ ...rows, bookmarks: [], posts, reading_places }, signedIn))
    const list = /Continue reading[^]*?<\/section>/u.exec(body)?.[0] ?? ''
    expect([...list.matchAll(/>(First|Second|Third)<\/a>/gu)].map(([, title]) => title)).toEqual(['Second', 'First'])
    expect(list).not.toContain('no longer public')
    expect((await at('/bookmarks')).body).not.toContain('Continue reading')
  })

  test('each empty list says what will be there', async () => {
    const { body } = await at('/bookmarks', testPageData({ members: [aMember()] }, signedIn))
    expect(body).toContain('No bookmarks yet.')
    expect(body).toContain('You haven’t read any posts yet.')
  })

  test('a longer list keeps the others as long as they are', async () => {
    const many = { ...rows, bookmarks: Array.from({ length: 45 }, (_, n) => bookmark(idOf(1_000 + n), 'post', T0 + n)) }
    expect((await at('/bookmarks?read=60', testPageData(many, signedIn))).body).toContain('href="/bookmarks?saved=40&amp;read=60"')
  })
})

test('days are grouped as the reader counts them, and groups without anything are left out', () => {
  const now = Date.UTC(2026, 10, 21, 0, 30)
  const groups = dayGroups([{ at: now - 60_000 }, { at: now - hourMs }, { at: now - 26 * hourMs }], now, 'UTC')
  expect(groups.map(({ group, items }) => [group, items.length])).toEqual([
    ['Today', 1],
    ['Yesterday', 1],
    ['Older', 1],
  ])
  expect(dayGroups([], now, 'UTC')).toEqual([])
})
