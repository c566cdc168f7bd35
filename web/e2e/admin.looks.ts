/** The pages of administration, empty, full, and with texts that are long or strange. */
import { expect } from 'vitest'
import { fillReports, idOf } from './support/admin-reports.ts'
import { look } from './support/looks.ts'
import { signIn } from './support/places.ts'
import { test } from './support/test-page.ts'

test('administration is accessible and fits the window, empty and full', async ({ site }) => {
  const reader = await site.newReader()
  const { page } = reader
  await signIn(page, 'marit')
  const findings = [
    ...(await look(page, 'errors, none', '/admin/errors', 'brief')),
    ...(await look(page, 'feedback, none', '/admin/feedback', 'brief')),
    ...(await look(page, 'health', '/admin/health', 'brief')),
  ]
  await fillReports(site, page)
  const group = async (name: RegExp): Promise<string> => {
    await page.goto('/admin/errors')
    return (await page.getByRole('link', { name }).getAttribute('href')) ?? ''
  }
  for (const [name, path] of [
    ['admin', '/admin'],
    ['errors', '/admin/errors'],
    ['error', await group(/TypeError/u)],
    ['error, long', await group(/RangeError/u)],
    ['feedback', '/admin/feedback'],
    ['message', `/admin/feedback/${idOf(13)}`],
    ['message, long', `/admin/feedback/${idOf(12)}`],
  ] as const)
    findings.push(...(await look(page, name, path)))
  expect(findings).toEqual([])
})
