import { expect, test } from 'vitest'
import type { Doc, DocNode } from '#shared/text/nodes.ts'
import { checksOf, siteLinks } from './publish-checks.ts'

const origin = 'https://lyceum.example'
const para = (...content: DocNode[]): DocNode => ({ type: 'paragraph', content })
const text = (words: string, href?: string): DocNode => ({
  type: 'text',
  text: words,
  ...(href !== undefined && { marks: [{ type: 'link', attrs: { href } }] }),
})
const doc = (...content: DocNode[]): Doc => ({ type: 'doc', content })
const said = { tags: ['Water'] }
const picture = (attrs: Readonly<Record<string, string | boolean>>): DocNode => ({
  type: 'figure',
  content: [{ type: 'image', attrs: { src: '/pictures/x', ...attrs } }],
})
const ids = (body: Doc, about = said) => checksOf(body, about).map(({ id, at }) => `${id} ${at}`)

test('a text with all it needs has nothing to look at', () => {
  expect(ids(doc(para(text('Water goes.'))))).toEqual([])
})

test('missing tags are only said', () => {
  expect(checksOf(doc(para(text('x'))), { tags: [] })).toMatchObject([{ id: 'tags', isGrave: false }])
})

test('of pictures only those count that are neither described nor decoration, each where it stands', () => {
  const body = doc(para(text('x')), picture({ alt: 'A boat' }), picture({}), picture({ decorative: true }), {
    type: 'blockquote',
    content: [picture({ alt: ' ' })],
  })
  expect(ids(body)).toEqual(['picture-0 2', 'picture-1 4'])
})

test('footnotes that are called and missing, empty, or called from nowhere', () => {
  const note = (name: string, words: string): DocNode => ({
    type: 'footnote',
    attrs: { note: name },
    content: [words === '' ? { type: 'paragraph' } : para(text(words))],
  })
  const call = (name: string): DocNode => ({ type: 'footnoteRef', attrs: { note: name } })
  const body = doc(para(text('a'), call('1'), call('2'), call('gone')), {
    type: 'footnotes',
    content: [note('1', 'Said.'), note('2', ''), note('3', 'Alone.')],
  })
  expect(ids(body)).toEqual(['call-gone 0', 'empty-2 1', 'uncalled-3 1'])
})

test('links within the site are found once each, others and those within the page not at all', () => {
  const body = doc(
    para(text('a', '/posts/1'), text('b', 'https://elsewhere.example/posts/2'), text('c', '#note')),
    para(text('d', `${origin}/posts/1`), text('e', `${origin}/users/ada?tab=x#top`)),
  )
  expect(siteLinks(body, origin)).toEqual([
    { path: '/posts/1', at: 0 },
    { path: '/users/ada?tab=x', at: 1 },
  ])
})
