import { describe, expect, test } from 'vitest'
import { plainReports } from '#shared/reports/site-reports.ts'
import { errorDocument } from './error-document.ts'

const site = {
  name: 'Essays',
  tagline: '',
  origin: 'https://essays.example',
  build: 'b',
  hasDevInbox: false,
  reports: plainReports,
}
const facts = { site, host: 'essays.example:8080', digest: null, reason: null }

test('a server-side exception is said in the words of the specification, with its digest', () => {
  const html = errorDocument(500, { ...facts, digest: '1a2b3c4d' })
  expect(html).toContain(
    'Application error: a server-side exception has occurred while loading essays.example:8080 (see the server logs for more information).',
  )
  expect(html).toContain('>Digest: 1a2b3c4d<')
})

test('without a digest none is named', () => {
  expect(errorDocument(500, facts)).not.toContain('Digest')
})

test.each([404, 403, 429, 503, 507])('%i is no exception', (status) => {
  expect(errorDocument(status, facts)).not.toContain('Application error')
})

describe('a form that could not be taken', () => {
  const values = { postId: '01m6', parentId: '', markdown: 'Long <b>words</b>\nof mine', from: '/posts/01m6' }

  test('is there with what was typed, and can be sent again', () => {
    const html = errorDocument(507, { ...facts, again: { mutation: 'comments.post', values, isWhole: true } })
    expect(html).toContain('<form method="post" action="/api/form/comments.post">')
    expect(html).toMatch(/<textarea [^>]*name="markdown"[^>]*>\nLong &lt;b&gt;words&lt;\/b&gt;\nof mine<\/textarea>/u)
    expect(html).toContain('<input type="hidden" name="postId" value="01m6">')
    expect(html).toContain('>Try again</button>')
  })

  test.each(['漢字仮名交じり文', 'Agreed.', 'two words', '“So”'])('%s is seen, in whatever script', (markdown) => {
    const html = errorDocument(503, { ...facts, again: { mutation: 'comments.post', values: { markdown }, isWhole: true } })
    expect(html).toContain(`>\n${markdown}</textarea>`)
  })

  test('has no button where a password or a file would be missing', () => {
    expect(errorDocument(500, { ...facts, again: { mutation: 'comments.post', values, isWhole: false } })).not.toContain('<button')
  })
})
