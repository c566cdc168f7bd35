/** An administrator's day: reports come in, are found, read, settled and answered. */
import { expect } from 'vitest'
import { arabic, fillReports, idOf } from './support/admin-reports.ts'
import { checkPage } from './support/looks.ts'
import { alive, signIn } from './support/places.ts'
import { test } from './support/test-page.ts'

test('errors and feedback are found, read, settled and answered, by administrators alone', async ({ site }) => {
  const reader = await site.newReader()
  const { page } = reader
  // The sheets of staff pages come with the app.
  const checkApp = async (name: string) => alive(page).then(() => checkPage(page, name, 'brief'))
  await signIn(page, 'marit')
  await fillReports(site, page)
  await page.goto('/account')
  await page.getByRole('link', { name: 'Administration' }).click()
  await page.getByText('2 open groups.').waitFor()
  await page.getByRole('link', { name: 'Errors' }).click()
  await page.getByText('3 times').waitFor()
  const findings = [...(await checkApp('errors'))]
  await page.getByRole('link', { name: /TypeError/u }).click()
  // By the source map: the file, the line and seven lines on each side of it.
  await page.getByText('web/entry-client.tsx', { exact: false }).first().waitFor()
  expect(await page.locator('.source mark').first().textContent()).toContain('hydrateRoot')
  expect(
    await page
      .locator('.source')
      .first()
      .textContent()
      .then((text) => text?.trimEnd().split('\n').length),
  ).toBeGreaterThan(7)
  findings.push(...(await checkApp('error')))
  await page.getByRole('link', { name: 'Older' }).click()
  await page.getByRole('link', { name: 'Newer' }).waitFor()
  await page.getByRole('button', { name: 'Resolve' }).click()
  await page.getByRole('button', { name: 'Reopen' }).waitFor()
  await page.goto('/admin/errors?state=resolved')
  await page.getByRole('link', { name: /TypeError/u }).waitFor()

  await page.goto('/admin/feedback')
  findings.push(...(await checkApp('feedback')))
  await page.getByRole('link', { name: /^Ann/u }).click()
  const picture = page.locator('.shot img')
  await picture.waitFor()
  findings.push(...(await checkApp('message')))
  expect(findings).toEqual([])
  expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1_000)
  await page.getByRole('button', { name: 'Assign to me' }).click()
  await page.getByText('assigned to you').waitFor()
  await page.getByLabel('Your answer').fill('Thank you. It works again.')
  await page.getByRole('button', { name: 'Send email' }).click()
  await page.getByText('Thank you. It works again.').waitFor()
  await page.getByText('Delete the screenshot').click()
  await page.getByRole('button', { name: 'Delete it' }).click()
  await page.getByText('The screenshot was deleted.').waitFor()
  await page.getByRole('button', { name: 'Mark done' }).click()
  await page.getByRole('button', { name: 'Reopen' }).waitFor()
  await page.goto('/dev/inbox')
  await page.getByRole('link', { name: /reply to your feedback/u }).click()
  await page.getByText('The button does nothing.').waitFor()

  await page.goto('/admin/feedback')
  await page.locator('.report', { hasText: arabic }).getByRole('link').click()
  await page.getByRole('link', { name: 'Related error' }).click()
  await page
    .getByRole('heading', { name: /TypeError/u })
    .first()
    .waitFor()

  const member = await site.newReader()
  await signIn(member.page, 'teo')
  for (const path of ['/admin', '/admin/errors', '/admin/feedback', '/admin/health', `/admin/feedback/${idOf(13)}`]) {
    expect([path, (await fetch(`${site.origin}${path}`)).status]).toEqual([path, 401])
    expect([path, (await member.context.request.get(`${site.origin}${path}`)).status()]).toEqual([path, 403])
  }
})
