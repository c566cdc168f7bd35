import { plainReports } from '#shared/reports/site-reports.ts'
import { describe, expect, test } from 'vitest'
import type { PreviewCard } from '#shared/pages/page-data.ts'
import type { OembedParams } from './oembed.ts'
import { idOf, T0 } from '#shared/testing/factories.ts'
import { oembedAnswer, oembedParams, oembedXml } from './oembed.ts'

const origin = 'https://essays.example'
const site = { name: 'Lyceum & Co', tagline: '', origin, build: 'b1', hasDevInbox: false, reports: plainReports }
const params = (pairs: Record<string, string>) => oembedParams(new URLSearchParams(pairs), origin)

describe('what is asked', () => {
  test.each([
    ['a post', { url: `${origin}/posts/${idOf(1)}/x?a=1#b` }, { target: `/posts/${idOf(1)}/x?a=1#b`, format: 'json' }],
    ['over plain http', { url: 'http://essays.example/posts/x' }, { target: '/posts/x' }],
    [
      'as XML, in a space',
      { url: origin, format: 'xml', maxwidth: '300', maxheight: '' },
      { format: 'xml', maxWidth: 300, maxHeight: null },
    ],
  ])('%s', (_what, pairs, expected) => {
    expect(params(pairs)).toMatchObject(expected)
  })

  test.each([
    ['no address', {}, 400, 'url'],
    ['a path alone', { url: '/posts/x' }, 400, 'url'],
    ['an endless address', { url: `${origin}/${'x'.repeat(2_000)}` }, 400, 'url'],
    ['another site', { url: 'https://elsewhere.example/posts/x' }, 404, 'url'],
    ['a site that begins like ours', { url: 'https://essays.example.evil.example/' }, 404, 'url'],
    ['another port', { url: 'https://essays.example:8443/' }, 404, 'url'],
    ['a name before the host', { url: 'https://essays.example@evil.example/' }, 404, 'url'],
    ['our host as another’s user', { url: 'https://user@essays.example/' }, 404, 'url'],
    ['a file of this machine', { url: 'file:///etc/passwd' }, 404, 'url'],
    ['a script', { url: 'javascript:alert(1)' }, 404, 'url'],
    ['an unknown format', { url: origin, format: 'yaml' }, 501, 'format'],
    ['no size', { url: origin, maxwidth: '0' }, 400, 'maxwidth'],
    ['words for a size', { url: origin, maxheight: '10px' }, 400, 'maxheight'],
  ])('%s is refused', (_what, pairs, status, field) => {
    expect(params(pairs)).toEqual({ status, field })
  })
})

const card: PreviewCard = {
  ...{ kind: 'post', url: '/posts/1/x', title: 'Tides & "clocks" <b>', publishedAt: T0, minutes: 4, commentCount: 2, karma: 3, tags: [] },
  ...{ authors: [{ name: 'Ada', slug: 'ada' }, { name: 'Ben', slug: 'ben' }], text: 'Words', lang: 'en', picture: null }, // oxfmt-ignore
}
const asked: OembedParams = { target: '/', format: 'json', maxWidth: null, maxHeight: null }
const post = { card, postId: '1', thumbnail: '/card/posts/1/v.png?w=600' }

describe('what is answered', () => {
  test('a post is a frame that may run nothing', () => {
    const answer = oembedAnswer(post, asked, site)
    expect(answer).toMatchObject({
      ...{ version: '1.0', type: 'rich', title: card.title, author_name: 'Ada, Ben', author_url: `${origin}/users/ada` },
      ...{ provider_name: 'Lyceum & Co', provider_url: `${origin}/`, width: 600, height: 240 },
      ...{ thumbnail_url: `${origin}/card/posts/1/v.png?w=600`, thumbnail_width: 600, thumbnail_height: 315 },
    })
    expect(answer['html']).toMatch(
      /^<iframe src="https:\/\/essays\.example\/embed\/posts\/1" [^<>]*sandbox="allow-popups [^"]*"><\/iframe>$/u,
    )
    expect(answer['html']).toContain('title="Tides &amp; &quot;clocks&quot; &lt;b&gt;"')
  })

  test.each([
    [400, 200, { type: 'rich', width: 400, height: 200 }],
    [5_000, 5_000, { type: 'rich', width: 600, height: 240 }],
    [120, null, { type: 'link' }],
    [null, 60, { type: 'link' }],
  ])('nothing is wider than %j or higher than %j', (maxWidth, maxHeight, expected) => {
    const answer = oembedAnswer(post, { ...asked, maxWidth, maxHeight }, site)
    expect(answer).toMatchObject(expected)
    expect('thumbnail_url' in answer).toBe((maxWidth ?? 600) >= 600 && (maxHeight ?? 315) >= 315)
    expect('html' in answer).toBe(answer['type'] === 'rich')
  })

  test('a comment is a link with its author', () => {
    const comment: PreviewCard = {
      ...{ kind: 'comment', url: '/', postTitle: 'Tides', author: { name: 'Ada', slug: '' }, postedAt: T0, karma: 0, text: '' },
    }
    const answer = oembedAnswer({ card: comment, postId: null, thumbnail: null }, asked, site)
    expect(answer).toMatchObject({ type: 'link', title: 'Comment on Tides', author_name: 'Ada' })
    expect(answer).not.toHaveProperty('author_url')
  })

  test('in XML nothing that somebody wrote is markup', () => {
    const xml = oembedXml({ version: '1.0', title: '</title><b>&\u0001', width: 600 })
    expect(xml).toBe(
      '<?xml version="1.0" encoding="utf-8" standalone="yes"?>\n<oembed><version>1.0</version><title>&lt;/title&gt;&lt;b&gt;&amp;\uFFFD</title><width>600</width></oembed>\n',
    )
  })
})
