import { plainReports } from '#shared/reports/site-reports.ts'
import { describe, expect, test } from 'vitest'
import type { PageData, WebEntry } from '#shared/pages/page-data.ts'
import { idOf, member } from '#shared/testing/factories.ts'
import { testPageData } from './blocks/testing/rows-read.ts'
import * as entry from './entry-server.tsx'

const web: WebEntry = entry
const site = { name: 'A <b> & "c"', tagline: '', origin: 'https://example.org', build: 'b1', hasDevInbox: false, reports: plainReports }
const pageData = (over: Partial<PageData> = {}): PageData => testPageData({}, { site, ...over })
const html = (url: string, data = pageData()) => web.render({ url, as: 'html' }, data)

describe('the web entry', () => {
  test('a page is complete HTML: its text, its title, one heading, and no script but the two constant ones', async () => {
    const page = await html('/about')
    expect(page).toMatchObject({ status: 200, location: null, contentType: 'text/html; charset=utf-8' })
    expect(page.body).toContain('<title>About · A &lt;b&gt; &amp; &quot;c&quot;</title>')
    expect(page.body).toContain('How we talk')
    expect(page.body.match(/<h1/gu)).toHaveLength(1)
    expect(page.body.match(/<script(?! type="application)/gu)).toHaveLength(2)
    expect(page.body).toContain(web.inlineScript)
    expect(page.body).toContain(web.ageScript)
  })

  test.each(['/about', '/settings', '/shell', '/nothing/here'])('%s has no style attribute and no second main', async (url) => {
    const { body } = await html(url)
    expect(body).not.toMatch(/\sstyle=/u)
    expect(body.match(/<main/gu)).toHaveLength(1)
  })

  test('public HTML does not depend on who asks', async () => {
    expect((await html('/about', pageData({ viewer: member(idOf(1)) }))).body).toBe((await html('/about')).body)
  })

  test('an address that no route has is a 404 inside the shell, as HTML and as data', async () => {
    const page = await html('/nothing/here')
    expect(page.status).toBe(404)
    expect(page.body).toContain('Page not found')
    expect(page.body).toContain('noindex')
    const data = await web.render({ url: '/nothing/here', as: 'data' }, pageData())
    expect(data).toMatchObject({ status: 404, contentType: 'application/json; charset=utf-8' })
    expect(JSON.parse(data.body)).toMatchObject({ kind: 'page', problem: { status: 404 } })
  })

  test('the page of the service worker says that nobody could be asked, and holds nothing personal', async () => {
    const { status, body } = await html('/shell')
    expect(status).toBe(200)
    expect(body).toContain('Not on this device yet')
    expect(JSON.parse(body.match(/id="hand-over">([^<]*)</u)?.[1] ?? '').answer).toMatchObject({ me: null, page: {}, bodies: {} })
  })

  test('a page shown in answer to a form tells the browser its own address', async () => {
    const form = { mutation: 'accounts.signIn', values: {}, error: null, continueWith: null }
    const { body } = await html('/login?mode=signUp', pageData({ form }))
    expect(JSON.parse(body.match(/id="hand-over">([^<]*)</u)?.[1] ?? '')).toMatchObject({ at: '/login?mode=signUp', answer: { form } })
  })

  test('a failure of the server says so in the words of the specification, with its digest', () => {
    const body = web.renderError(500, { site, host: 'a<b', digest: 'd1', reason: null })
    expect(body).toContain(
      'Application error: a server-side exception has occurred while loading a&lt;b (see the server logs for more information).',
    )
    expect(body).toContain('Digest: d1')
    expect(body).not.toMatch(/\sstyle=|<script data-modules/u)
  })

  test.each([400, 401, 403, 404, 405, 409, 410, 413, 415, 418, 421, 429, 500, 502, 503])(
    'status %i has an error page with a title',
    (status) => {
      expect(web.renderError(status, { site, host: 'h', digest: null, reason: null })).toMatch(/<h1 class="page-title">[^<]+<\/h1>/u)
    },
  )
})
