import { expect, test } from 'vitest'
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

test.each([404, 403, 429, 503])('%i is no exception', (status) => {
  expect(errorDocument(status, facts)).not.toContain('Application error')
})
