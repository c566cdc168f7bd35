import { expect, test } from 'vitest'
import { estimatedTokens } from '#shared/text/token-estimate.ts'
import type { Viewer } from '#shared/kernel/viewer.ts'
import { visitor } from '#shared/kernel/viewer.ts'
import { aComment, aMember, aPost, idOf, member, paragraph, T0 } from '#shared/testing/factories.ts'
import { testPageData, testSite } from '../../blocks/testing/rows-read.ts'
import * as web from '../../entry-server.tsx'

const nell = idOf(100)
const numbers = Array.from({ length: 32 }, (_, n) => n)
const rows = {
  members: [aMember({ id: nell, displayName: 'Nell' })],
  posts: [aPost({ id: idOf(1), authorId: idOf(300), title: 'Of somebody else' })],
  comments: [
    ...numbers.map((n) => aComment({ id: idOf(1_000 + n), authorId: nell, body: paragraph(`Mine, ${n}.`), postedAt: T0 + n })),
    aComment({ id: idOf(3_000), authorId: nell, body: paragraph('Taken away.'), postedAt: T0 + 90, removedBy: 'author' }),
    aComment({ id: idOf(3_001), authorId: idOf(300), body: paragraph('Not mine.'), postedAt: T0 + 91 }),
  ],
}
const withModel = { ...testSite, draftsTerms: true as const }
async function at(viewer: Viewer, search = '', site = withModel as typeof testSite) {
  const { status, body } = await web.render({ url: `/autocompleteSettings${search}`, as: 'html' }, testPageData(rows, { viewer, site }))
  return { status, body: body.replaceAll('<!-- -->', '') }
}

test('a visitor is asked to sign in before choosing texts for autocomplete', async () => {
  expect((await at(visitor)).status).toBe(401)
})

test('without a language model autocomplete is off, and says so', async () => {
  const { status, body } = await at(member(nell), '', testSite)
  expect(status).toBe(200)
  expect(body).toContain('Autocomplete is off')
  expect(body).not.toContain('Use selected')
})

test('a member chooses among their own public texts, the newest thirty comments at first, and reads what the choice is used for', async () => {
  const { body } = await at(member(nell))
  expect(body.match(/Mine, \d+\.<\/bdi>/gu)).toHaveLength(29)
  expect(body).toContain('The editor doesn’t suggest completions yet')
  expect(body).toContain('You have no published posts.')
  for (const words of ['Taken away.', 'Not mine.', 'Of somebody else']) expect(body).not.toContain(words)
  // Of the newest thirty one was removed.
  expect(body).toContain('/autocompleteSettings?posts=20&amp;comments=60')
  expect((await at(member(nell), '?comments=60')).body.match(/Mine, \d+\.<\/bdi>/gu)).toHaveLength(32)
})

test.each([
  ['', 0],
  ['The tide goes out.', 5],
  ['港口在冬天结冰', 7],
])('the size of %j is estimated as %i tokens', (text, expected) => {
  expect(estimatedTokens(text)).toBe(expected)
})
