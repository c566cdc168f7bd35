import { plainReports } from '#shared/reports/site-reports.ts'
import { describe, expect, test } from 'vitest'
import type { PageHead } from '../data/answer.ts'
import { headTags, jsonForScript, tagHtml } from './head.ts'
import { pageTitle } from './page-title.ts'

const site = { name: 'Lyceum', tagline: 'Essays', origin: 'https://example.org', build: 'b1', hasDevInbox: false, reports: plainReports }
const htmlOf = (head: PageHead, showing = '/posts/:postId/:slug?') => headTags(head, site, showing).map(tagHtml).join('\n')

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
      feeds: [{ href: '/feed.xml', title: hostile }],
    })
    expect(html.match(/<script/gu)).toHaveLength(1)
    expect(html).toContain('\\u003cscript>alert')
    expect(html).not.toContain('content=""><')
  })

  test('what a page does not say leaves no empty tag', () => {
    expect(htmlOf({ title: 'A' })).not.toMatch(/content=""|name="description"|rel="canonical"|article:/u)
  })

  test('other sites are shown a picture beside a link: the page’s own, its drawn card, or that of the site', () => {
    const image = /<meta property="og:image" content="([^"]+)">/u
    expect(image.exec(htmlOf({ title: 'A', image: '/pictures/1', card: '/card/posts/1/2.png' }))?.[1]).toBe(
      'https://example.org/pictures/1',
    )
    expect(image.exec(htmlOf({ title: 'A', card: '/card/posts/1/2.png' }))?.[1]).toBe('https://example.org/card/posts/1/2.png')
    expect(image.exec(htmlOf({ title: 'A' }))?.[1]).toMatch(/^https:\/\/example\.org\/card\/site\/[0-9a-f]{16}\.png$/u)
    expect(htmlOf({ title: 'A', image: '/pictures/1' })).not.toContain('og:image:width')
    expect(htmlOf({ title: 'A' })).toContain('<meta property="og:image:width" content="1200">')
  })

  test('a page that may be framed says where a program asks for the frame', () => {
    const html = htmlOf({ title: 'A', canonical: '/posts/1/a?b&c', hasEmbed: true })
    const asked = encodeURIComponent('https://example.org/posts/1/a?b&c')
    expect(html).toContain(`type="application/json+oembed" href="https://example.org/oembed?url=${asked}&amp;format=json"`)
    expect(html).toContain('type="text/xml+oembed"')
    expect(htmlOf({ title: 'A', canonical: '/' })).not.toContain('oembed')
  })

  test('an article says when it was published', () => {
    expect(htmlOf({ title: 'A', type: 'article', publishedAt: 0 })).toContain('content="1970-01-01T00:00:00.000Z"')
  })

  test('the feed of the site is found from every page, and the feed of the page beside it', () => {
    expect(
      htmlOf({ title: 'A', feeds: [{ href: '/feed.xml?view=userPosts', title: 'Ada' }] }).match(/application\/rss\+xml/gu),
    ).toHaveLength(2)
  })

  test('a page that is there in Markdown says where, and no other does', () => {
    expect(htmlOf({ title: 'A', canonical: '/' }, '/')).toContain('<link rel="alternate" type="text/markdown" href="/index.md">')
    expect(htmlOf({ title: 'A', canonical: '/posts/1/a?commentId=2' })).toContain('href="/posts/1/a.md?commentId=2"')
    expect(htmlOf({ title: 'A' })).not.toContain('text/markdown')
    expect(htmlOf({ title: 'A', canonical: '/login' }, '/login')).not.toContain('text/markdown')
  })

  test('JSON in a script block can neither end it nor break the line', () => {
    expect(jsonForScript({ a: '</script><!--\u2028' })).toBe('{"a":"\\u003c/script>\\u003c!--\\u2028"}')
    expect(JSON.parse(jsonForScript({ a: '</script>\u2029' }))).toEqual({ a: '</script>\u2029' })
  })
})
