import { expect, test } from 'vitest'
import { emptyTally } from '#shared/comments/queries.ts'
import { permittedRead } from '#shared/kernel/read-policy.ts'
import { visitor } from '#shared/kernel/viewer.ts'
import { policies } from '#shared/policies.ts'
import { aComment, aMember, aPost, aTag, idOf } from '#shared/testing/factories.ts'
import { rowsRead, testPageData } from '../../blocks/testing/rows-read.ts'
import * as web from '../../entry-server.tsx'

const water = aTag({ id: idOf(700), name: 'Water', slug: 'water' })
const [river, taken, unliked, text] = [
  aPost({ id: idOf(1), slug: 'a', title: 'A river' }),
  aPost({ id: idOf(2), slug: 'b', title: 'A draft', status: 'draft' }),
  aPost({ id: idOf(3), slug: 'c', title: 'Unliked' }),
  aPost({ id: water.id, slug: null, kind: 'wiki', title: 'Water' }),
]
const said = aComment({ id: idOf(40), postId: river.id, authorId: idOf(300) })
const link = (fromId: string, isComment = false) => ({ id: `${fromId}:night-watch`, fromId, isComment, slug: 'night-watch' })
const tally = (id: string, kind: 'post' | 'comment' = 'post') => ({ ...emptyTally(kind, id, river.id), baseScore: 1 })
const rows = {
  tags: [water],
  members: [aMember(), aMember({ id: idOf(300), userName: 'bob', slug: 'bob', displayName: 'Bob' })],
  posts: [river, taken, unliked, text],
  comments: [said],
  tallies: [tally(river.id), tally(taken.id), tally(said.id, 'comment')],
  name_links: [link(river.id), link(taken.id), link(unliked.id), link(text.id), link(said.id, true)],
}
const at = async (url: string) => {
  const answer = await web.render({ url, as: 'html' }, { ...testPageData({}), read: permittedRead(rowsRead(rows), visitor, policies) })
  return { ...answer, body: answer.body.replaceAll('<!-- -->', '') }
}

test('a page that nobody has made says what links to its name: pages, and public posts and comments with a point', async () => {
  const { status, body } = await at('/w/night-watch')
  expect(status).toBe(404)
  const line = /Mentioned in.*?<\/p>/su.exec(body)?.[0] ?? ''
  const shown = [...line.matchAll(/<a href="[^"]*">([^<]*)</gu)].map(([, words]) => words)
  expect(shown.toSorted()).toEqual(['A river', 'Bob on A river', 'Water'])
  expect((await at('/w/night-watches')).body).not.toContain('Mentioned in')
})
