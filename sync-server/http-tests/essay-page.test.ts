/** An essay and its thread, as they are read and answered without scripting. */
import { beforeAll, describe, expect, test } from 'vitest'
import type { Client } from './testing/client.ts'
import type { SeededPost } from './testing/seeded-posts.ts'
import { attributeOf, byId, elementsOf, textOf } from './testing/html.ts'
import { commentsOf, postWhere } from './testing/seeded-posts.ts'
import { siteForTests } from './testing/site-for-tests.ts'

const site = siteForTests()
let visitor: Client
let longest: SeededPost

beforeAll(() => {
  visitor = site.visitor()
  longest = postWhere(site)
})

describe('an essay and its thread', () => {
  test('the longest thread is there in one answer, with every comment that has not been taken back', async () => {
    const page = (await visitor.get(longest.url)).html()
    const kept = commentsOf(site, longest.id).map((row) => String(row['id']))
    expect(kept.length).toBeGreaterThan(300)
    const ids = new Set(elementsOf(page).map((element) => attributeOf(element, 'id')))
    expect(kept.filter((id) => !ids.has(id))).toEqual([])
    expect(elementsOf(page, 'template').length).toBe(0)
    const hidden = elementsOf(page).filter((element) => element.attributes.has('hidden'))
    expect(hidden.flatMap((element) => elementsOf(element)).filter((element) => element.attributes.has('data-comment'))).toEqual([])
  })

  test('an essay is whole in the answer, in whatever language it is written', async () => {
    for (const lang of ['en', 'de', 'ar']) {
      const { url, title } = postWhere(site, (post) => post['lang'] === lang && post['kind'] === 'post')
      const text = byId((await visitor.get(url)).html(), 'text')
      expect(text === undefined ? 0 : textOf(text).split(/\s+/u).length, title).toBeGreaterThan(150)
    }
  })

  test('no id stands twice on a page', async () => {
    for (const path of ['/', longest.url, `${longest.url}?commentId=${firstReply().id}`]) {
      const ids = elementsOf((await visitor.get(path)).html()).flatMap((element) => attributeOf(element, 'id') ?? [])
      expect(
        ids.filter((id, at) => ids.indexOf(id) !== at),
        path,
      ).toEqual([])
    }
  })

  test('a permalink shows the comment above the post, is not indexed, and has a form to reply', async () => {
    const { id } = firstReply()
    for (const path of [`${longest.url}?commentId=${id}`, `${longest.url}/comment/${id}`]) {
      const answer = await visitor.open(path)
      const page = answer.html()
      expect(
        attributeOf(
          elementsOf(page, 'meta').find((each) => attributeOf(each, 'name') === 'robots'),
          'content',
        ),
        path,
      ).toContain('noindex')
      const parents = elementsOf(page, 'input')
        .filter((input) => attributeOf(input, 'name') === 'parentId')
        .map((input) => attributeOf(input, 'value'))
      expect(parents, path).toContain(id)
      expect(textOf(page).includes('See in context'), path).toBe(true)
    }
  })

  test('an unknown comment in the address is said, above the post', async () => {
    const answer = await visitor.open(`${longest.url}/comment/${'0'.repeat(26)}`)
    expect(textOf(answer.html())).toMatch(/Comment not found/u)
  })

  test('each order of comments is a plain link or form away, and they differ', async () => {
    const page = (await visitor.get(longest.url)).html()
    const orders = elementsOf(page, 'select')
      .filter((select) => attributeOf(select, 'name') === 'view')
      .flatMap((select) => elementsOf(select, 'option'))
      .map((option) => attributeOf(option, 'value') ?? '')
    expect(orders.length).toBeGreaterThan(2)
    const firsts = await Promise.all(
      orders.map(async (order) => {
        const answer = await visitor.get(`${longest.url}?view=${order}`)
        expect(answer.status).toBe(200)
        return elementsOf(answer.html(), 'li')
          .flatMap((item) => attributeOf(item, 'data-comment') ?? [])
          .slice(0, 5)
          .join()
      }),
    )
    expect(new Set(firsts).size).toBeGreaterThan(2)
  })

  test.each([
    ['de', 'ltr'],
    ['ar', 'rtl'],
  ])('the essay in %s says its language and direction, the page stays English', async (lang, dir) => {
    const post = postWhere(site, (row) => row['lang'] === lang)
    const page = (await visitor.get(post.url)).html()
    expect(attributeOf(elementsOf(page, 'html')[0], 'lang')).toBe('en')
    const text = byId(page, 'text')
    expect([attributeOf(text, 'lang'), attributeOf(text, 'dir')]).toEqual([lang, dir])
    const heading = elementsOf(page, 'h1').find((h1) => textOf(h1).includes(post.title))
    expect([attributeOf(heading, 'lang'), attributeOf(heading, 'dir')]).toEqual([lang, dir])
  })

  test('all that a member can do is there as a plain form or link', async () => {
    const page = (await visitor.get(longest.url)).html()
    expect(elementsOf(page, 'form').map((form) => attributeOf(form, 'action'))).toEqual(
      expect.arrayContaining(['/api/form/comments.post', '/api/form/votes.set']),
    )
    const votes = elementsOf(page, 'button').filter((button) => attributeOf(button, 'name') === 'vote')
    const inForms = new Set(
      elementsOf(page, 'form').flatMap((form) => (attributeOf(form, 'action') === '/api/form/votes.set' ? elementsOf(form, 'button') : [])),
    )
    const formIds = elementsOf(page, 'form').flatMap((form) =>
      attributeOf(form, 'action') === '/api/form/votes.set' ? (attributeOf(form, 'id') ?? []) : [],
    )
    expect(votes.filter((button) => !inForms.has(button) && !formIds.includes(attributeOf(button, 'form') ?? '-'))).toEqual([])
    expect(votes.filter((button) => attributeOf(button, 'aria-label') === null)).toEqual([])
    expect(votes.length).toBeGreaterThan(1_000)
    expect(elementsOf(page, 'a').filter((link) => textOf(link) === 'Reply').length).toBeGreaterThan(300)
  })

  function firstReply(): { readonly id: string } {
    return { id: String(commentsOf(site, longest.id).find((row) => row['parentId'] !== null && row['removedBy'] === null)?.['id']) }
  }
})
