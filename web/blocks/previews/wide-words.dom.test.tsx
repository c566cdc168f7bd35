/**
 * Words without a place to break, where they are short of room: what holds them is no wider than
 * its window, and scrolls nowhere to the side.
 */
import { afterEach, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { PreviewCard } from '#shared/pages/page-data.ts'
import { T0 } from '#shared/testing/factories.ts'
import type { DocNode } from '#shared/text/nodes.ts'
import { renderDoc } from '#shared/text/render.ts'
import { plainOptions } from '#shared/text/well-formed.ts'
import { showHtml } from '../../testing/dom.tsx'
import { network } from '../../testing/network.ts'
import { previewOf } from './preview-float.ts'

const words = {
  'a word of 200 letters': 'Donaudampfschiffahrtselektrizitäten'.repeat(6).slice(0, 200),
  'a long address': `https://example.org/${'a-path-without-a-space/'.repeat(8)}`,
  'emoji in a row': '👩‍👩‍👧‍👦🇨🇭'.repeat(18),
  'a name in Thai': 'ความพยายามอยู่ที่ไหนความสำเร็จอยู่ที่นั่น'.repeat(4),
} as const
const formula: DocNode = { type: 'mathInline', attrs: { tex: `${'x_1 + '.repeat(120)}y` } }

beforeEach(() => page.viewport(320, 700))
afterEach(() => page.viewport(1_000, 800))

/** What is wider than the window, or than the box that it is in. */
function tooWide(): readonly string[] {
  const wide = [...document.querySelectorAll<HTMLElement>('body *')].filter(
    (one) => !one.closest('.tex.long, math') && one.scrollWidth > one.clientWidth + 1 && one.clientWidth > 1,
  )
  const names = wide.map((one) => `${one.tagName} ${one.className}: ${one.scrollWidth} in ${one.clientWidth}`)
  return document.documentElement.scrollWidth > 320 ? [`page: ${document.documentElement.scrollWidth}`, ...names] : names
}

const author = (name: string) => ({ name, slug: 'a' })
const cards: Readonly<Record<string, (long: string) => unknown>> = {
  post: (long) => ({
    ...{ kind: 'post', url: '/posts/1/a', title: long, authors: [author(long)], publishedAt: T0, minutes: 3, commentCount: 2, karma: 5 },
    ...{ tags: [long], text: long, lang: 'en' },
  }),
  comment: (long) => ({
    kind: 'comment',
    url: '/posts/1/a',
    author: author(long),
    postTitle: long,
    postedAt: T0,
    karma: 5,
    text: long,
    lang: 'en',
  }),
  member: (long) => ({
    ...{ kind: 'member', url: '/users/a', id: 'a', name: long, joinedAt: T0, karma: 5, postCount: 1, commentCount: 1, text: long },
  }),
  tag: (long) => ({ kind: 'tag', url: '/w/a', id: 'a', name: long, postCount: 3, titles: [long, long], text: long }),
}

test.each(Object.entries(cards).flatMap(([kind, card]) => Object.entries(words).map(([what, long]) => [kind, what, card(long)] as const)))(
  'the card of a %s with %s fits a phone',
  async (kind, _what, card) => {
    network.answers('/api/preview', { json: card as PreviewCard })
    network.answers('/api/follow', { json: {} })
    const main = showHtml(`<p><a href="/posts/1/${kind}-${Math.random()}">a</a></p>`)
    const link = main.querySelector('a')
    if (link === null) throw new Error('no link')
    const float = await previewOf(link)
    expect(tooWide()).toEqual([])
    float?.close()
    main.remove()
  },
)

test.each(Object.entries(words))('a text with %s fits a phone: headings, titles of spoilers and folds, lists, quotes', (_what, long) => {
  const text: DocNode = { type: 'text', text: long }
  const paragraph: DocNode = { type: 'paragraph', content: [text, formula] }
  const doc = {
    type: 'doc',
    content: [
      { type: 'heading', attrs: { level: 2 }, content: [text] },
      paragraph,
      { type: 'spoiler', attrs: { title: long }, content: [paragraph] },
      { type: 'details', attrs: { summary: long, open: true }, content: [paragraph] },
      { type: 'bulletList', content: [{ type: 'listItem', content: [paragraph] }] },
      { type: 'blockquote', content: [paragraph] },
      { type: 'machineText', attrs: { model: long.slice(0, 60) }, content: [paragraph] },
    ],
  } as const
  const html = renderDoc(doc, { ...plainOptions, math: (tex) => `<math><mi>${tex}</mi></math>` })
  for (const around of ['essay', 'c-body']) {
    const main = showHtml(`<div class="${around}">${html}</div>`)
    for (const box of main.querySelectorAll('details')) box.open = true
    expect([around, tooWide()]).toEqual([around, []])
    main.remove()
  }
})
