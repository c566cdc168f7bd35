import { describe, expect, test } from 'vitest'
import { placeInApp } from './link-clicks.ts'
import { routeMatcher } from './match-route.ts'

const match = routeMatcher([
  { id: 'post', path: '/posts/:id/:slug?' },
  { id: 'home', path: '/' },
  { id: '*', path: '*' },
])
const click = (href: string, over = {}) =>
  placeInApp({ href, here: 'https://example.org/posts/1?a=1', isPlain: true, target: '', isDownload: false, ...over }, match)

describe('a click on a link', () => {
  test.each([
    ['https://example.org/posts/2/two#c', '/posts/2/two#c'],
    ['https://example.org/', '/'],
    ['https://example.org/posts/1', '/posts/1'],
  ])('%s stays in the app', (href, to) => {
    expect(click(href)).toBe(to)
  })

  test.each([
    ['another site', 'https://elsewhere.example/posts/1'],
    ['a file or feed', 'https://example.org/feed.xml'],
    ['a place on this very page', 'https://example.org/posts/1?a=1#n1'],
    ['mail', 'mailto:a@example.org'],
  ])('%s is left to the browser', (_what, href) => {
    expect(click(href)).toBeNull()
  })

  test.each([{ isPlain: false }, { target: '_blank' }, { isDownload: true }])('%o is left to the browser', (over) => {
    expect(click('https://example.org/', over)).toBeNull()
  })
})
