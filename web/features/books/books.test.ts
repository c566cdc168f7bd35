import { describe, expect, test } from 'vitest'
import type { PageData } from '#shared/pages/page-data.ts'
import { admin, aMember, aPost, idOf, member, paragraph, T0 } from '#shared/testing/factories.ts'
import type { Rows } from '../../blocks/testing/rows-read.ts'
import { testPageData } from '../../blocks/testing/rows-read.ts'
import * as web from '../../entry-server.tsx'

const at = (url: string, rows: Rows, over: Partial<PageData> = {}) => web.render({ url, as: 'html' }, testPageData(rows, over))
const collection = {
  ...{ id: idOf(600), authorId: idOf(100), title: 'Maps', slug: 'maps', body: paragraph('x'), firstPageLink: null, hidesStart: false },
  ...{ cardUrl: null, noIndex: false, createdAt: T0 },
}
const book = {
  ...{ id: idOf(610), collectionId: idOf(600), number: 1, title: 'One', subtitle: '', tocTitle: '', body: paragraph('x') },
  ...{ sequenceIds: [], postIds: [idOf(1)], showsGrid: false, showsChapters: false, hidesProgress: false },
}
const set = {
  ...{ id: idOf(740), year: 2018, title: 'A map', text: 'Five books.\n\nAnd a box.', coverUrl: null, buyUrl: 'https://books.example/1' },
  ...{ collectionId: idOf(600), createdAt: T0 },
}
const rows: Rows = { posts: [aPost()], members: [aMember()], collections: [collection], books: [book], book_sets: [set] }

describe('/books', () => {
  test('has every set, and nothing to change it but for administrators', async () => {
    for (const [viewer, hasForms] of [
      [undefined, false],
      [member(idOf(300)), false],
      [admin, true],
    ] as const) {
      const { status, body } = await at('/books', rows, viewer === undefined ? {} : { viewer })
      expect(status).toBe(200)
      expect(body).toContain('href="/books/2018"')
      expect(body.includes('/api/form/bookSets.put')).toBe(hasForms)
      // And the books of collections.
      expect(body.includes(`href="/editCollection?collectionId=${idOf(600)}"`)).toBe(hasForms)
    }
  })

  test('says all of a set anew: its form has what is there, and no traces of how it was', async () => {
    const { body } = await at('/books', rows, { viewer: admin })
    expect(body).toContain(`name="collection" value="/collections/${idOf(600)}"`)
    expect(body).toMatch(/<input[^>]* required=""[^>]* name="year" value="2018"/u)
    expect(body).not.toContain('name="was-')
  })

  test('with none says so', async () => {
    expect((await at('/books', {})).body).toContain('No books yet.')
  })
})

describe('/books/:year', () => {
  test('says what it is, where it is sold, and what is in it', async () => {
    const { status, body } = await at('/books/2018', rows)
    expect(status).toBe(200)
    expect(body).toContain('href="https://books.example/1"')
    expect(body).toContain('And a box.')
    expect(body).toContain(`href="/posts/${idOf(1)}/on-tides"`)
    expect(body).toContain(`href="/collections/${idOf(600)}"`)
  })

  test('a year without books says so on a page of its own, which no search engine keeps', async () => {
    const { status, body } = await at('/books/2019', rows)
    expect(status).toBe(200)
    expect(body).toContain('No books came out in 2019.')
    expect(body).toContain('noindex')
    expect(body).toContain('href="/books"')
  })

  test.each(['/books/1', '/books/0000', '/books/x'])('%s is not there, and leads to all of them', async (url) => {
    const { status, body } = await at(url, rows)
    expect(status).toBe(404)
    expect(body).toContain('href="/books"')
  })
})
