/** An administrator's day: reports come in, are found, read, settled and answered; nobody else sees any of it. */
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { phone } from './support/browser.ts'
import type { Site } from './support/browser.ts'
import { look } from './support/looks.ts'
import { signIn } from './support/places.ts'
import { test } from './support/test-page.ts'

const idOf = (n: number): string => n.toString(16).padStart(32, '0')
const long = 'averylongwordwithoutanyplacetobreakit'.repeat(6)
const arabic = 'الصفحة لا تظهر شيئا بعد أن ضغطت على الزر'

function envelope(type: 'event' | 'feedback', n: number, json: object, picture: Buffer | null = null): Buffer {
  const lines = [
    { event_id: idOf(n), dsn: 'https://own@reports.invalid/1' },
    { type },
    { event_id: idOf(n), timestamp: Date.now() / 1_000, ...json },
  ]
  const head = Buffer.from(`${lines.map((line) => JSON.stringify(line)).join('\n')}\n`)
  if (picture === null) return head
  const item = { type: 'attachment', length: picture.length, filename: 'screenshot.png', content_type: 'image/png' }
  return Buffer.concat([head, Buffer.from(`${JSON.stringify(item)}\n`), picture])
}

async function report(site: Site, body: Buffer): Promise<void> {
  const answer = await fetch(`${site.origin}/api/sentry?o=own&p=1`, { method: 'POST', body: new Uint8Array(body) })
  expect([answer.status, await answer.text()]).toEqual([200, '{}'])
}

/** A place in a file that browsers really load, as a stack names it. */
async function builtPlace(site: Site): Promise<object> {
  const html = await (await fetch(`${site.origin}/`)).text()
  const path = /\/assets\/client-[\w-]{8}\.js/u.exec(html)?.[0] ?? ''
  const script = await (await fetch(`${site.origin}${path}`)).text()
  const lines = script.split('\n')
  const lineno = lines.findIndex((line) => line.includes('hydrateRoot')) + 1
  return {
    filename: `${site.origin}${path}`,
    function: 'a',
    lineno,
    colno: (lines[lineno - 1] ?? '').indexOf('hydrateRoot') + 1,
    in_app: true,
  }
}

async function fill(site: Site, page: Page): Promise<void> {
  const picture = await page.screenshot({ clip: { x: 0, y: 0, width: 1_000, height: 700 } })
  const place = await builtPlace(site)
  for (let n = 1; n <= 4; n += 1)
    await report(
      site,
      envelope('event', n, {
        release: 'b1',
        level: 'error',
        tags: { route: n === 4 ? '/' : '/posts/:postId/:slug?', build: 'b1', connection: 'online', locale: 'ar' },
        exception: {
          values: [
            n === 4
              ? { type: 'RangeError', value: `${arabic} ${long}` }
              : {
                  type: 'TypeError',
                  value: "Cannot read properties of undefined (reading 'title')",
                  stacktrace: {
                    frames: [{ filename: `${site.origin}/assets/gone-abcdefgh.js`, function: 'outer', lineno: 1, colno: 2 }, place],
                  },
                },
          ],
        },
        breadcrumbs: [
          { category: 'navigation', message: '/ → /posts/1', timestamp: Date.now() / 1_000 - 5 },
          { category: 'fetch', data: { method: 'GET', url: '/api/page?url=%2F', status_code: 500 }, level: 'warning' },
        ],
        contexts: { flags: { values: [{ flag: 'profiling', result: false }] } },
      }),
    )
  const tags = { build: 'b1', route: '/', locale: 'en', connection: 'offline' }
  const said = { source: 'widget', url: `${site.origin}/` }
  await report(site, envelope('feedback', 11, { tags, contexts: { feedback: { ...said, message: arabic, associated_event_id: idOf(3) } } }))
  await report(
    site,
    envelope('feedback', 12, {
      tags,
      contexts: { feedback: { ...said, message: `<b>${long}</b>\n${'It is blank. '.repeat(90)}`, name: long } },
    }),
  )
  await report(
    site,
    envelope(
      'feedback',
      13,
      { tags, contexts: { feedback: { ...said, message: 'The button does nothing.', name: 'Ann', contact_email: 'ann@example.org' } } },
      picture,
    ),
  )
}

test('errors and feedback are found, read, settled and answered', async ({ site }) => {
  const reader = await site.newReader()
  const { page } = reader
  await signIn(page, 'marit')
  await fill(site, page)
  await page.goto('/account')
  await page.getByRole('link', { name: 'Administration' }).click()
  await page.getByText('2 open groups.').waitFor()
  await page.getByRole('link', { name: 'Errors' }).click()
  await page.getByText('3 times').waitFor()
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
  await page.getByRole('link', { name: 'Older' }).click()
  await page.getByRole('link', { name: 'Newer' }).waitFor()
  await page.getByRole('button', { name: 'Resolve' }).click()
  await page.getByRole('button', { name: 'Reopen' }).waitFor()
  await page.goto('/admin/errors?state=resolved')
  await page.getByRole('link', { name: /TypeError/u }).waitFor()

  await page.goto('/admin/feedback')
  await page.getByRole('link', { name: /^Ann/u }).click()
  const picture = page.locator('.shot img')
  await picture.waitFor()
  expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1_000)
  await page.getByRole('button', { name: 'I see to it' }).click()
  await page.getByText('seen to by you').waitFor()
  await page.getByLabel('Your answer').fill('Thank you. It works again.')
  await page.getByRole('button', { name: 'Send by mail' }).click()
  await page.getByText('Thank you. It works again.').waitFor()
  await page.getByText('Delete the screenshot').click()
  await page.getByRole('button', { name: 'Delete it' }).click()
  await page.getByText('Its screenshot was deleted.').waitFor()
  await page.getByRole('button', { name: 'Mark done' }).click()
  await page.getByRole('button', { name: 'Reopen' }).waitFor()
  await page.goto('/dev/inbox')
  await page.getByRole('link', { name: /an answer to your feedback/u }).click()
  await page.getByText('The button does nothing.').waitFor()

  await page.goto('/admin/feedback')
  await page.locator('.report', { hasText: arabic }).getByRole('link').click()
  await page.getByRole('link', { name: 'The error it is about' }).click()
  await page
    .getByRole('heading', { name: /TypeError/u })
    .first()
    .waitFor()
})

test('administration looks right in every size and theme', async ({ site }) => {
  const reader = await site.newReader()
  const { page } = reader
  await signIn(page, 'marit')
  const findings = [
    ...(await look(page, 'errors, none', '/admin/errors', 'brief')),
    ...(await look(page, 'feedback, none', '/admin/feedback', 'brief')),
    ...(await look(page, 'health', '/admin/health', 'brief')),
  ]
  await fill(site, page)
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

test('without scripting the forms do it all, and nobody else sees any of it', async ({ site }) => {
  const admin = await site.newReader({ javaScriptEnabled: false, viewport: phone })
  await signIn(admin.page, 'marit')
  await fill(site, admin.page)
  await admin.page.goto('/admin/errors')
  await admin.page.getByRole('button', { name: /Resolve.*TypeError/u }).click()
  await admin.page.getByText('Resolved (1)').waitFor()
  await admin.page.goto(`/admin/feedback/${idOf(12)}`)
  await admin.page.getByRole('button', { name: 'Mark done' }).click()
  await admin.page.getByRole('button', { name: 'Reopen' }).waitFor()
  await admin.page.goto('/admin/health?window=day')
  await admin.page.getByText(/MiB$/u).first().waitFor()
  await admin.page.getByText('The curves as a table').click()
  await admin.page.getByRole('columnheader', { name: 'Requests, a second' }).waitFor()

  const member = await site.newReader()
  member.expectProblems(/40[134]/u)
  const shot = `/admin/feedback/${idOf(13)}/screenshot`
  for (const path of ['/admin', '/admin/errors', '/admin/feedback', '/admin/health', shot])
    expect((await member.page.goto(path))?.status()).toBe(401)
  await signIn(member.page, 'teo')
  for (const path of ['/admin', '/admin/errors', '/admin/feedback', '/admin/health', `/admin/feedback/${idOf(13)}`, shot])
    expect((await member.page.goto(path))?.status()).toBe(403)
  const picture = await admin.page.goto(shot)
  expect([picture?.status(), picture?.headers()['content-type'], picture?.headers()['cache-control']]).toEqual([
    200,
    'image/png',
    'private, no-store',
  ])
  expect(picture?.headers()['content-security-policy']).toContain('sandbox')
})
