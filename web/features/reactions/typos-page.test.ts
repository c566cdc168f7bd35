import { expect, test } from 'vitest'
import type { TypoSuggestion } from '#shared/reactions/typo-schema.ts'
import { aMember, aPost, idOf, member, T0 } from '#shared/testing/factories.ts'
import { testPageData } from '../../blocks/testing/rows-read.ts'
import * as web from '../../entry-server.tsx'

const typo = (n: number, changes: Partial<TypoSuggestion> = {}): TypoSuggestion => ({
  ...{ id: idOf(n), userId: idOf(200), targetKind: 'post', targetId: idOf(1), postId: idOf(1), ownerId: idOf(100), part: `typo~${n}` },
  ...{ quote: { text: 'teh', before: 'I saw ', after: ' sea.' }, replacement: 'the', explanation: 'A slip.', proposedAt: T0 },
  ...{ verdict: 'open', decidedAt: null, decidedById: null },
  ...changes,
})
const rows = {
  posts: [aPost()],
  members: [aMember(), aMember({ id: idOf(200), displayName: 'Bob', slug: 'bob', userName: 'bob' })],
  typo_suggestions: [
    typo(70),
    typo(71, { replacement: 'tea', verdict: 'accepted', decidedAt: T0, decidedById: idOf(100) }),
    typo(72, { userId: idOf(100), replacement: 'mine', part: 'typo~own' }),
    typo(73, { ownerId: idOf(300), targetId: idOf(9), replacement: 'elsewhere', part: 'typo~else' }),
  ],
}
const at = (url: string, viewer = member(idOf(100))) => web.render({ url, as: 'html' }, testPageData(rows, { viewer }))

test('who wrote the words sees what is suggested for them, and decides by ordinary forms', async () => {
  const { status, body } = await at('/typos')
  expect(status).toBe(200)
  expect(body).toContain('<del>teh</del> <ins>the</ins>')
  expect(body).toContain('A slip.')
  expect(body.match(/action="\/api\/form\/reactions\.decideTypo"/gu)).toHaveLength(1)
  expect(body).toContain(`name="id" value="${idOf(70)}"`)
  for (const verdict of ['accepted', 'dismissed']) expect(body).toMatch(new RegExp(`<button[^>]* value="${verdict}"`, 'u'))
  expect(body).toContain('<ins>tea</ins>')
  for (const other of ['elsewhere', 'mine']) expect(body).not.toContain(`<ins>${other}</ins>`)
  expect(body).not.toMatch(/\sstyle=/u)
})

test('of one text alone where that is asked for', async () => {
  expect((await at(`/typos?target=${idOf(9)}`)).body).toContain('<ins>elsewhere</ins>')
  expect((await at(`/typos?target=${idOf(9)}`)).body).not.toContain('<ins>the</ins>')
})

test('with none there is a word', async () => {
  expect((await at('/typos', member(idOf(999)))).body).toContain('No corrections to review.')
})
