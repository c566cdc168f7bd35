import { expect, test } from 'vitest'
import { parseHtml, textIn } from '#shared/formats/html-tree.ts'
import { readXml } from '#shared/formats/read-xml.ts'
import { writeFeed } from './write-feed.ts'

const facts = {
  title: 'Tides & <i>',
  description: '',
  link: 'https://a.example',
  self: 'https://a.example/feed',
  id: 'https://a.example/feed',
}
const entry = (title: string) => ({
  ...{ id: 'https://a.example/1', link: 'https://a.example/1', title, html: '<p>x</p>', summary: '', lang: 'en', authors: [], tags: [] },
  ...{ publishedAt: 0, changedAt: 0 },
})
/**
 * Its titles, the feed's own first, as an XML reader hands them on, with what is said of their
 * type.
 */
function titlesIn(xml: string) {
  const found: { type: string; text: string }[] = []
  let isOpen = false
  readXml(xml, {
    open(name, attrs) {
      isOpen = name === 'title'
      if (isOpen) found.push({ type: /type="(\w+)"/u.exec(attrs)?.[1] ?? 'text', text: '' })
    },
    text(value) {
      const last = found.at(-1)
      if (isOpen && last !== undefined) last.text += value
    },
    close: () => void (isOpen = false),
  })
  return found
}
const asHtml = (text: string): string => textIn(parseHtml(text))
const seen = (text: string): string => text.replaceAll('\u2060', '')

test.each(['AT&T & “more”', 'Less than 1 < 2 > 0', '"Quoted" and it\'s', 'A <b>tag</b> & &amp; &lt;x&gt; &copy &#38;', ']]> & 潮'])(
  'the title %j is shown as it is by every kind of reader',
  (title) => {
    const [, rss] = titlesIn(writeFeed('rss', facts, [entry(title)]))
    expect(seen(rss?.text ?? '')).toBe(title)
    expect(seen(asHtml(rss?.text ?? ''))).toBe(title)
    const [, atom] = titlesIn(writeFeed('atom', facts, [entry(title)]))
    expect(atom?.type).toBe('html')
    expect(asHtml(atom?.text ?? '')).toBe(title)
    expect(JSON.parse(writeFeed('json', facts, [entry(title)]))).toMatchObject({ title: facts.title, items: [{ title }] })
  },
)

test('the title of a feed is words in every format', () => {
  for (const format of ['rss', 'atom'] as const)
    expect(titlesIn(writeFeed(format, facts, []))[0]).toEqual({ type: 'text', text: facts.title })
})

test('an ordinary title has nothing in it that is not seen', () => {
  expect(titlesIn(writeFeed('rss', facts, [entry('AT&T, R&D & co.')]))[1]?.text).toBe('AT&T, R&D & co.')
})
