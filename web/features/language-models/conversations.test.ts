import { expect, test } from 'vitest'
import type { Viewer } from '#shared/kernel/viewer.ts'
import { visitor } from '#shared/kernel/viewer.ts'
import { admin, idOf, member, moderator } from '#shared/testing/factories.ts'
import { testPageData, testSite } from '../../blocks/testing/rows-read.ts'
import * as web from '../../entry-server.tsx'

const at = (viewer: Viewer, site: Parameters<typeof testPageData>[1] = {}) =>
  web.render({ url: '/admin/llmConversations', as: 'html' }, testPageData({}, { viewer, ...site }))

test.each([
  ['a visitor', visitor, 401],
  ['a member', member(idOf(300)), 403],
  ['a moderator', moderator, 403],
  ['an administrator', admin, 200],
] as const)('that there is no assistant is said to %s as far as their rule says', async (_who, viewer, status) => {
  const answer = await at(viewer)
  expect([answer.status, answer.body.includes('This module is off.')]).toEqual([status, status === 200])
})

test('whether a language model is configured is said as it is', async () => {
  expect((await at(admin)).body).toContain('None is configured.')
  const { body } = await at(admin, { site: { ...testSite, draftsTerms: true } })
  expect(body).toContain('it only drafts glossary terms')
  expect(body).not.toContain('None is configured.')
})
