import { expect, test } from 'vitest'
import type { Viewer } from '#shared/kernel/viewer.ts'
import { visitor } from '#shared/kernel/viewer.ts'
import { aComment, admin, aMember, aPost, idOf, member, moderator, paragraph } from '#shared/testing/factories.ts'
import { testPageData } from '../../blocks/testing/rows-read.ts'
import * as web from '../../entry-server.tsx'

const rows = {
  members: [aMember({ id: idOf(100), displayName: 'Nell' })],
  posts: [aPost({ id: idOf(1), authorId: idOf(100), title: 'Tides' })],
  comments: [aComment({ id: idOf(2), postId: idOf(1), authorId: idOf(100), body: paragraph('A casino bonus for you.') })],
}
const at = (viewer: Viewer, search = '') => web.render({ url: `/admin/contentChecks${search}`, as: 'html' }, testPageData(rows, { viewer }))

test.each([
  ['a visitor', visitor, 401],
  ['a member', member(idOf(300)), 403],
  ['a moderator', moderator, 403],
  ['an administrator', admin, 200],
] as const)('the checks are open to %s as far as their rule says', async (_name, viewer, status) => {
  expect((await at(viewer)).status).toBe(status)
})

test('each check has a form that works without scripting, and is shipped switched off', async () => {
  const { body } = await at(admin)
  expect(body.match(/action="\/api\/form\/contentChecks\.set"/gu)).toHaveLength(4)
  expect(body).not.toContain('checked=""')
  expect(body).not.toContain('Nothing was changed')
})

test('one that is tried says how many it would mark, with examples and why', async () => {
  const { body } = await at(admin, '?try=words')
  expect(body.replaceAll('<!-- -->', '')).toContain('and 1 of the newest 1 comment. Nothing was changed.')
  expect(body).toContain('Contains “casino bonus”')
  expect(body.replaceAll('<!-- -->', '')).toContain('Comment on Tides')
})
