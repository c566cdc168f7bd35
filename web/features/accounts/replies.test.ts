import { expect, test } from 'vitest'
import { T0, aComment, aMember, aPost, idOf } from '#shared/testing/factories.ts'
import { testPageData } from '../../blocks/testing/rows-read.ts'
import * as web from '../../entry-server.tsx'

const ben = aMember({ id: idOf(200), displayName: 'Ben', slug: 'ben' })
const mine = Array.from({ length: 60 }, (_, n) => aComment({ id: idOf(300 + n), postedAt: T0 + n }))
const answer = aComment({ id: idOf(400), authorId: idOf(100), parentId: idOf(359), postedAt: T0 + 100 })
const rows = { posts: [aPost()], members: [ben, aMember()], comments: [...mine, answer] }
const at = (url: string, data = testPageData(rows)) => web.render({ url, as: 'html' }, data)

test('fifty of a member’s comments stand there, each with what answers it and its post’s title, and more by a plain link', async () => {
  const { body, status } = await at('/users/ben/replies')
  expect(status).toBe(200)
  expect(body.match(/<h2 class="row-title/gu)).toHaveLength(50)
  expect(body).toContain('aria-label="Reply by Ada to Ben"')
  expect(body).toContain('href="/users/ben/replies?limit=100"')
  expect(body).not.toMatch(/\sstyle=/u)
})

test('a member who has not commented yet is said to have not', async () => {
  expect((await at('/users/ada/replies', testPageData({ members: [aMember()] }))).body).toContain('No comments yet.')
})

test('nobody of that name is 404', async () => {
  expect((await at('/users/nobody/replies')).status).toBe(404)
})

test('an id leads to the name, the query with it', async () => {
  expect(await at(`/users/${idOf(200)}/replies?limit=100`)).toMatchObject({ status: 308, location: '/users/ben/replies?limit=100' })
})
