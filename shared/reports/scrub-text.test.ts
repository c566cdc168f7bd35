import { expect, test } from 'vitest'
import { scrubText, scrubUrl } from './scrub-text.ts'

test.each([
  ['no answer for ann.b@c.example', 'no answer for [address left out]'],
  ['GET /a?token=abc&page=2', 'GET /a?token=[left out]&page=2'],
  ['GET /a?access_token=abc#id_token=def', 'GET /a?access_token=[left out]#id_token=[left out]'],
  ['/resetPassword/abc?x=1', '/resetPassword/[left out]?x=1'],
  [`/invite/${'aB3-'.repeat(11)}`, '/invite/[left out]'],
  ['Cookie: session=abc; device=def', 'Cookie: [left out]'],
  ['{"authorization":"Bearer abc"}', '{"authorization":[left out]'],
])('%s', (text, scrubbed) => {
  expect(scrubText(text)).toBe(scrubbed)
})

test.each([
  "Cannot read properties of undefined (reading 'title')",
  '/posts/01arz3ndektsv4rrffq69g5fav/on-tides?revision=1.0.0#comments',
  'assets/post-page-Ab3dE9_x.js:12:4',
])('%s is left as it is', (text) => {
  expect(scrubText(text)).toBe(text)
})

test('of an address only the path is kept', () => {
  expect(scrubUrl('https://a.example/drafts?q=words#there')).toBe('https://a.example/drafts')
})
