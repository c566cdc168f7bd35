import { expect, test } from 'vitest'
import { parseSearchParams } from '#shared/search/params.ts'
import { markdownToDoc } from '#shared/text/markdown-in.ts'
import { T0, paragraph } from '#shared/testing/factories.ts'
import { searchProbes } from '#shared/testing/search-probes.ts'
import { localIndex } from './local-index.ts'
import type { LocalDoc } from './messages.ts'

const aPost = (id: string, name: string, text: string, more: Partial<LocalDoc> = {}): LocalDoc => ({
  facts: { kind: 'posts', id, href: `/posts/${id}`, authors: [], at: T0, karma: 0, commentCount: 0, lang: 'en', dir: 'ltr' },
  name,
  author: 'Ada Example',
  body: paragraph(text),
  users: ['Ada Example', 'ada'],
  tags: ['night-watch'],
  at: T0,
  karma: 0,
  isCurated: false,
  postId: null,
  ...more,
})
const aComment = (id: string, postId: string, text: string): LocalDoc => ({
  ...aPost(id, '', text),
  facts: {
    kind: 'comments',
    id,
    href: `/posts/${postId}#${id}`,
    postTitle: 'A post',
    author: { name: 'Bo', slug: 'bo' },
    at: T0,
    karma: 0,
  },
  author: 'Bo',
  users: ['Bo'],
  postId,
})

function filled() {
  const index = localIndex()
  index.put([
    aPost('1', 'Low tide', 'Boats lie in the harbour and wait for essays.'),
    aPost('2', 'High water', 'The tide is low no more: tide low.', { users: ['Bo'], tags: [], isCurated: true, at: T0 + 1 }),
    aComment('3', '1', 'A word on the tide, <b>bold</b>.'),
  ])
  const find = (query: string, more: Readonly<Record<string, string>> = {}) =>
    index.find(parseSearchParams(new URLSearchParams({ query, ...more })), T0 + 1_000)
  return { index, find, ids: (query: string, more?: Readonly<Record<string, string>>) => find(query, more).hits.map(({ id }) => id) }
}

test.each([
  ['low tide ', ['1', '2']],
  ['"low tide"', ['1']],
  ['"tide low"', ['2']],
  ['tide -boats', ['2']],
  ['essay harb', ['1']],
  ['"essay"', []],
  ['tide user:"ada example"', ['1']],
  ['tide -user:ada', ['2']],
  ['tag:"Night Watch"', ['1']],
  ['-tide', []],
  ['((((', []],
])('%s finds %j, as on the server', (query, wanted) => {
  expect([...filled().ids(query)].sort()).toEqual(wanted)
})

test.each(searchProbes)('$script: finds the same as the server', ({ text, finds, misses }) => {
  const index = localIndex()
  index.put([aPost('1', 'A title', text)])
  const hitsOf = (typed: string) => index.find(parseSearchParams(new URLSearchParams({ query: `${typed} ` })), T0).hits
  for (const typed of finds) expect([typed, hitsOf(typed)]).toMatchObject([typed, [{ id: '1' }]])
  expect(misses.filter((typed) => hitsOf(typed).length > 0)).toEqual([])
})

test('counts every kind, marks what was found, and never makes markup of it', () => {
  const { find } = filled()
  expect(find('tide ').counts).toEqual({ posts: 2, comments: 1, tags: 0, sequences: 0, users: 0 })
  expect(find('tide ', { contentType: 'comments' }).hits).toMatchObject([
    { kind: 'comments', snippet: [{ text: 'A word on the ' }, { text: 'tide', isHit: true }, { text: ', <b>bold</b>.', isHit: false }] },
  ])
})

test('a word in a spoiler is found, and the snippet does not show it, as on the server', () => {
  const { index, find } = filled()
  const { doc: body } = markdownToDoc('Who did it?\n\n:::spoiler\nThe butler.\n:::\n\n:::details\nHis gloves.\n:::', 'essay')
  index.put([{ ...aPost('4', 'A case', ''), body }])
  for (const query of ['butler', 'gloves', 'case'])
    expect(find(query).hits).toMatchObject([{ id: '4', snippet: [{ text: 'Who did it? (spoiler) (…)' }] }])
})

test('terms of a group find each other, with the other one marked, as soon as the groups are set', () => {
  const { index, find, ids } = filled()
  expect(ids('vessels')).toEqual([])
  index.setSynonyms([['boats', 'vessels', 'ships of the sea']])
  expect(find('vessels').hits).toMatchObject([{ id: '1', snippet: [{ text: 'Boats', isHit: true }, { isHit: false }] }])
  expect(ids('ships of the sea')).toEqual(['1'])
  index.setSynonyms([])
  expect(ids('vessels')).toEqual([])
})

test('sorts and filters as asked', () => {
  const { ids } = filled()
  expect(ids('tide', { sort: 'oldest_first' })).toEqual(['1', '2'])
  expect(ids('tide', { sort: 'newest_first' })).toEqual(['2', '1'])
  expect(ids('tide', { toggle: 'curated' })).toEqual(['2'])
  expect(ids('tide', { tags: 'night-watch' })).toEqual(['1'])
})

test('what is put again takes the place of what was there, and a post takes its comments with it', () => {
  const { index, ids, find } = filled()
  index.put([aPost('1', 'Low water', 'Boats.')])
  expect(ids('tide')).toEqual(['2'])
  index.gone([{ kind: 'posts', id: '1' }], ['1'])
  expect(find('tide').counts).toMatchObject({ comments: 0 })
  expect(ids('boats')).toEqual([])
})

test('while one types the best few of each kind are shown, posts first, as the server shows them', () => {
  const { index } = filled()
  index.put(Array.from({ length: 9 }, (_, n) => aComment(`9${n}`, '1', 'Another word on the tide.')))
  const hits = index.quick('tid', T0 + 1_000)
  expect(hits.map(({ kind }) => kind)).toEqual(['posts', 'posts', 'comments', 'comments', 'comments'])
  expect(hits.slice(0, 2).map(({ id }) => id)).toEqual(['1', '2'])
  expect(index.quick('  ', T0)).toEqual([])
})
