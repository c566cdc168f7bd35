import { expect, test } from 'vitest'
import { safeReturnTo } from './return-to.ts'

test.each([
  ['/'],
  ['/posts/01h/the-slow-clock?commentId=2#3'],
  ['/allPosts?filter=curated&limit=5'],
  ['/users/%C5%81ukasz'],
  ['/search?q=https://example.org/'],
  ['/%2F/evil.test'],
])('%s is a place on this site', (path) => {
  expect(safeReturnTo(path)).toBe(path)
})

test('letters beyond ASCII come back percent-encoded', () => {
  expect(safeReturnTo('/users/Łukasz')).toBe('/users/%C5%81ukasz')
})

test.each([
  [''],
  ['posts'],
  ['?a=1'],
  ['#a'],
  ['//evil.test'],
  ['///evil.test'],
  ['////evil.test/%2f..'],
  ['/\\evil.test'],
  ['\\\\evil.test'],
  ['/\\/evil.test'],
  ['/\t/evil.test'],
  ['/\n/evil.test'],
  ['/\r\nset-cookie: a=b'],
  ['/ /evil.test'],
  [' //evil.test'],
  ['\u0000/evil'],
  ['/\u00A0/evil.test'],
  ['http://evil.test'],
  ['https:evil.test'],
  ['https:/evil.test'],
  ['HTTPS://evil.test'],
  ['javascript:alert(1)'],
  ['JaVaScRiPt:alert(1)'],
  ['java\tscript:alert(1)'],
  ['data:text/html,<script>'],
  ['vbscript:x'],
  ['mailto:a@b.test'],
  ['blob:http://a/b'],
  ['file:///etc/passwd'],
  ['/.//evil.test'],
  ['/..//evil.test'],
  ['/a/..//evil.test'],
  ['/%2e//evil.test'],
  ['/./.././/evil.test'],
  ['/api/form/accounts.signOut'],
  ['/API/form/x'],
  ['/x/../api/form/a'],
  [`/${'a'.repeat(2_001)}`],
  ['.evil.test'],
  ['@evil.test'],
  ['localhost.evil.test'],
])('%j leads to the front page instead', (payload) => {
  expect(safeReturnTo(payload)).toBe('/')
})

test.each([[undefined], [null], [5], [['/a']], [{ toString: () => '/a' }]])('%j is no path', (value) => {
  expect(safeReturnTo(value, '/drafts')).toBe('/drafts')
})
