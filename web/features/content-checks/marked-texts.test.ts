import { expect, test } from 'vitest'
import { shippedChecks } from '#shared/content-checks/schema.ts'
import type { Viewer } from '#shared/kernel/viewer.ts'
import { visitor } from '#shared/kernel/viewer.ts'
import type { ModeratorAction } from '#shared/moderation/measure-schema.ts'
import { aComment, admin, aMember, aPost, idOf, member, moderator, paragraph, T0 } from '#shared/testing/factories.ts'
import type { Rows } from '../../blocks/testing/rows-read.ts'
import { testPageData } from '../../blocks/testing/rows-read.ts'
import * as web from '../../entry-server.tsx'

const aMark = (n: number, changes: Partial<ModeratorAction> = {}): ModeratorAction => ({
  ...{ id: `mark${n}`, userId: idOf(100), type: 'contentCheck', byId: null, at: T0 + n, endedAt: null },
  ...{ postId: idOf(1), commentId: idOf(2), detail: `Contains “casino ${n}”`, ...changes },
})
const rows: Rows = {
  members: [aMember({ id: idOf(100), displayName: 'Nell' })],
  posts: [aPost({ id: idOf(1), authorId: idOf(100), title: 'Tides' })],
  comments: [aComment({ id: idOf(2), postId: idOf(1), authorId: idOf(100), body: paragraph('A casino bonus for you.') })],
  moderator_actions: [aMark(1), aMark(2, { endedAt: T0 + 5 }), aMark(3, { commentId: null })],
}
async function at(viewer: Viewer, search = '', given: Rows = rows) {
  const { status, body } = await web.render({ url: `/admin/modgpt${search}`, as: 'html' }, testPageData(given, { viewer }))
  return { status, body: body.replaceAll('<!-- -->', '') }
}

test.each([
  ['a visitor', visitor, 401],
  ['a member', member(idOf(300)), 403],
  ['a moderator', moderator, 200],
  ['an administrator', admin, 200],
] as const)('checked texts are open to %s as far as their rule says', async (_who, viewer, status) => {
  const answer = await at(viewer)
  expect(answer.status).toBe(status)
  expect(answer.body.includes('casino')).toBe(status === 200)
})

test('a moderator sees each marked comment, why it was marked, and whether it still waits', async () => {
  const { body } = await at(moderator)
  const marks = [...body.matchAll(/<li class="report".*?<\/li>/gsu)].map(([row]) => row)
  expect(marks).toHaveLength(2)
  for (const words of ['casino 2', 'Reviewed', 'A casino bonus for you.', `#${idOf(2)}`, 'Nell']) expect(marks[0]).toContain(words)
  for (const words of ['casino 1', 'Waiting for review']) expect(marks[1]).toContain(words)
  expect((await at(moderator, '?state=posts')).body).toContain('casino 3')
})

test('nothing on the page acts on a text, and only administrators are led to the settings', async () => {
  const { body } = await at(moderator)
  expect(body.slice(body.indexOf('<main'), body.indexOf('</main>'))).not.toContain('method="post"')
  expect(body).not.toContain('/admin/contentChecks')
  expect((await at(admin)).body).toContain('Change checks')
})

test('the state of each check is said: off as shipped, and on when it is', async () => {
  expect((await at(moderator, '', {})).body).toContain('All checks are off')
  const on = { content_checks: [{ id: 'words', ...shippedChecks.words, isOn: true, changedAt: T0 }] }
  const { body } = await at(moderator, '', on)
  expect(body).toContain('New posts and comments are checked.')
  expect(body).toContain('Words and phrases: <span class="warm">on</span>')
  expect(body).toContain('Repeated text: <span class="soft">off</span>')
})

test('of many marks ten are shown at first, and the longer list is a link', async () => {
  const many = { ...rows, moderator_actions: Array.from({ length: 12 }, (_, n) => aMark(n)) }
  const { body } = await at(moderator, '', many)
  expect(body.match(/<li class="report"/gu)).toHaveLength(10)
  expect(body).toContain('/admin/modgpt?limit=20')
})
