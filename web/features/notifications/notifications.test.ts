import { describe, expect, test } from 'vitest'
import type { KarmaNews } from '#shared/notifications/karma-schema.ts'
import type { NoticeSettings, Notification } from '#shared/notifications/schema.ts'
import { karmaNews } from '#shared/notifications/karma-schema.ts'
import { noticeSettings, notifications, standardSettings } from '#shared/notifications/schema.ts'
import { idOf, member, T0 } from '#shared/testing/factories.ts'
import { testPageData } from '../../blocks/testing/rows-read.ts'
import * as web from '../../entry-server.tsx'

const me = idOf(300)
const item = (n: number, by: number) => ({ targetKind: 'comment' as const, targetId: idOf(n), postId: idOf(1), title: 'On tides', by })
const news: KarmaNews = { id: me, userId: me, since: T0, at: T0 + 5, items: [item(10, 2), item(11, -1)], seenAt: null }
const notice = (place: Notification['place'], n: number): Notification => ({
  ...{ id: `${me}:comment:${idOf(n)}`, userId: me, type: 'newComment', cause: `comment:${idOf(n)}`, actorId: null },
  ...{ postId: idOf(1), commentId: null, title: `Told ${place}`, because: '', at: T0 + n, viewedAt: null, place },
})

const seenNews: KarmaNews = { ...news, seenAt: T0 + 9 }

async function at(url: string, rows: Parameters<typeof testPageData>[0]): Promise<string> {
  return (await web.render({ url, as: 'html' }, testPageData(rows, { viewer: member(me) }))).body
}

describe('karma', () => {
  test('is listed on its own tab, without a script with a button that marks it as seen', async () => {
    const html = await at('/notifications?tab=karma', { [karmaNews.name]: [news] })
    expect(html).toMatch(/\+2<\/span><a[^>]*href="[^"]*0a"[^>]*>Your comment under On tides<\/a>/u)
    expect(html).not.toContain('−1')
    expect(html).toMatch(/<form[^>]*action="\/api\/form\/notifications\.seeKarma"[^>]*>.*name="upTo" value="\d+"/su)
    const seen = await at('/notifications?tab=karma', { [karmaNews.name]: [seenNews] })
    expect(seen).toContain('Your comment under On tides')
    expect(seen).not.toContain('notifications.seeKarma')
  })

  test('stands above the list as long as it is new, and lists losses where they are wanted', async () => {
    const rows = { [karmaNews.name]: [news] }
    expect(await at('/notifications', rows)).toContain('Karma +2')
    const karma = { pace: 'daily', hour: 11, day: 6, showsNegative: true, chosenAt: T0 } as const
    const wanted: NoticeSettings = { ...standardSettings(me), karma }
    expect(await at('/notifications', { ...rows, [noticeSettings.name]: [wanted] })).toContain('Karma +1')
    expect(await at('/notifications', { [karmaNews.name]: [seenNews] })).not.toContain('Karma +')
  })
})

test('a mention in a sequence or a profile leads there, beside rows from before there were such subjects', async () => {
  const about = (n: number, subject: Notification['subject'], title: string): Notification => ({
    ...{ ...notice('recent', n), type: 'newMention', postId: null, title, ...(subject && { subject }) },
  })
  const before = notice('recent', 4)
  expect(notifications.row.parse(before)).toEqual(before)
  const rows = [
    about(1, { kind: 'sequence', id: idOf(600), partId: idOf(610) }, 'On water'),
    about(2, { kind: 'member', id: idOf(5), slug: 'ada' }, ''),
    about(3, { kind: 'collection', id: idOf(601) }, 'All waters'),
    before,
  ]
  const html = await at('/notifications', { [notifications.name]: rows })
  expect(html).toMatch(new RegExp(`href="/s/${idOf(600)}#chapter-${idOf(610)}"[^>]*>(?:<[^>]*>)*Somebody mentioned you in “On water”`, 'u'))
  expect(html).toMatch(/href="\/users\/ada"[^>]*>(?:<[^>]*>)*Somebody mentioned you in their profile/u)
  expect(html).toMatch(new RegExp(`href="/collections/${idOf(601)}"[^>]*>(?:<[^>]*>)*Somebody mentioned you in “All waters”`, 'u'))
  expect(html).toContain('Told recent')
})

test('what waits for its hour, or is not wanted here, stands in no list', async () => {
  const all = (['recent', 'older', 'waiting', 'unshown'] as const).map((place, n) => notice(place, n + 1))
  const html = await at('/notifications', { [notifications.name]: all })
  expect([...html.matchAll(/Told (\w+)/gu)].map((match) => match[1]).filter((word, n, words) => words.indexOf(word) === n)).toEqual([
    'older',
    'recent',
  ])
})

test('how one is told has a choice of its own for each kind, here and by mail, and for karma', async () => {
  const html = await at('/notifications?tab=settings', {})
  for (const name of ['app-newComment', 'email-newComment', 'digestHour', 'karmaPace', 'karmaHour', 'karmaDay'])
    expect(html).toMatch(new RegExp(`<select[^>]* name="${name}"`, 'u'))
  expect(html).toMatch(/<input[^>]* name="karmaNegative"/u)
})
