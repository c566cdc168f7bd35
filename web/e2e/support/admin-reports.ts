/** Reports for the people of the site, sent as browsers send them. */
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Site } from './browser.ts'

export const idOf = (n: number): string => n.toString(16).padStart(32, '0')
const long = 'averylongwordwithoutanyplacetobreakit'.repeat(6)
export const arabic = 'الصفحة لا تظهر شيئا بعد أن ضغطت على الزر'

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

/** Two kinds of errors and three messages, one of them with a picture. */
export async function fillReports(site: Site, page: Page): Promise<void> {
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
