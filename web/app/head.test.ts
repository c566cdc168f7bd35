import { plainReports } from '#shared/reports/site-reports.ts'
import { describe, expect, test } from 'vitest'
import type { PageHead } from '../data/answer.ts'
import { headTags, jsonForScript, tagHtml } from './head.ts'
import { pageTitle } from './page-title.ts'

const site = { name: 'Lyceum', tagline: 'Essays', origin: 'https://example.org', build: 'b1', hasDevInbox: false, reports: plainReports }
const htmlOf = (head: PageHead) => headTags(head, site).map(tagHtml).join('\n')

describe('the head of a document', () => {
  test('the front page is called as the site is, every other page says both', () => {
    expect(pageTitle({ title: null }, site)).toBe('Lyceum')
    expect(pageTitle({ title: 'About' }, site)).toBe('About · Lyceum')
  })

  test('addresses are whole, whatever the load gave', () => {
    const html = htmlOf({ title: 'A', canonical: '/posts/1?x=1', image: 'https://cdn.example.org/a.png', prev: '/a', next: '/b' })
    expect(html).toContain('<link rel="canonical" href="https://example.org/posts/1?x=1">')
    expect(html).toContain('<meta property="og:image" content="https://cdn.example.org/a.png">')
    expect(html).toContain('<link rel="next" href="https://example.org/b">')
  })

  test('nothing a person wrote can leave its attribute or element', () => {
    const hostile = `"><script>alert('1')</script>`
    const html = htmlOf({
      title: hostile,
      description: hostile,
      authors: [hostile],
      jsonLd: { headline: hostile },
      feed: { href: '/feed.xml', title: hostile },
    })
    expect(html.match(/<script/gu)).toHaveLength(1)
    expect(html).toContain('\\u003cscript>alert')
    expect(html).not.toContain('content=""><')
  })

  test('what a page does not say leaves no empty tag', () => {
    expect(htmlOf({ title: 'A' })).not.toMatch(/content=""|name="description"|rel="canonical"|article:/u)
  })

  test('an article says when it was published', () => {
    expect(htmlOf({ title: 'A', type: 'article', publishedAt: 0 })).toContain('content="1970-01-01T00:00:00.000Z"')
  })

  test('the feed of the site is found from every page, and the feed of the page beside it', () => {
    expect(htmlOf({ title: 'A', feed: { href: '/feed.xml?view=userPosts', title: 'Ada' } }).match(/application\/rss\+xml/gu)).toHaveLength(
      2,
    )
  })

  test('JSON in a script block can neither end it nor break the line', () => {
    expect(jsonForScript({ a: '</script><!--\u2028' })).toBe('{"a":"\\u003c/script>\\u003c!--\\u2028"}')
    expect(JSON.parse(jsonForScript({ a: '</script>\u2029' }))).toEqual({ a: '</script>\u2029' })
  })
})
