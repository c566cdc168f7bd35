import { expect, test } from 'vitest'
import { visitor } from '#shared/kernel/viewer.ts'
import { admin, idOf, member } from '#shared/testing/factories.ts'
import { testPageData } from '../../blocks/testing/rows-read.ts'
import * as web from '../../entry-server.tsx'

test.each([
  ['a visitor', visitor],
  ['a member', member(idOf(1))],
  ['an administrator', admin],
] as const)('where cross-posting is off, %s who opens a link from another site finds nothing and reads why', async (_who, viewer) => {
  const { status, body } = await web.render({ url: '/crosspostLogin?token=aaa.bbb.ccc', as: 'html' }, testPageData({}, { viewer }))
  expect([status, body.includes('Cross-posting is not available on this site.')]).toEqual([404, true])
  const [main = ''] = /<main.*<\/main>/su.exec(body) ?? []
  for (const part of ['<form', 'aaa.bbb.ccc']) expect(main).not.toContain(part)
})
