import { describe, expect, test } from 'vitest'
import type { PageData } from '#shared/pages/page-data.ts'
import { admin, aMember, aPost, idOf, paragraph, T0 } from '#shared/testing/factories.ts'
import type { Rows } from '../../blocks/testing/rows-read.ts'
import { testPageData } from '../../blocks/testing/rows-read.ts'
import * as web from '../../entry-server.tsx'

const at = (url: string, rows: Rows, over: Partial<PageData> = {}) => web.render({ url, as: 'html' }, testPageData(rows, over))
const chosen = (name: string) => ({ id: idOf(900), name, postId: idOf(1), createdAt: T0 })
const revision = {
  ...{ id: idOf(2), subjectKind: 'post', subjectId: idOf(1), postId: idOf(1), n: 1, version: '1.0.0', isDraft: false },
  ...{ title: 'Before you write to us', body: paragraph('The neap tide.'), wordCount: 3, authorId: idOf(100), at: T0 },
}
const rows = (name: string, over: Parameters<typeof aPost>[0] = {}): Rows => ({
  ...{ posts: [aPost(over)], revisions: [revision], members: [aMember()] },
  site_pages: [chosen(name)],
})

describe.each([
  ['/about', 'about', 'How we talk'],
  ['/contact', 'contact', 'breaks the norms'],
  ['/faq', 'faq', 'Do I need an account?'],
  ['/privacy', 'privacy', 'If you only read'],
  ['/terms', 'terms', 'Your texts stay yours'],
])('%s', (url, name, usual) => {
  test('has a text of its own until a post is chosen, and then the post', async () => {
    const before = await at(url, {})
    expect([before.status, before.body.includes(usual)]).toEqual([200, true])
    const { status, body } = await at(url, rows(name))
    expect(status).toBe(200)
    expect(body).toContain('Before you write to us')
    expect(body).not.toContain(usual)
    expect(body).toContain(`<link rel="canonical" href="https://example.org${url}">`)
  })

  test.each([
    ['a draft again', { status: 'draft', publishedAt: null }],
    ['rejected', { rejectedReason: 'Not here.' }],
  ] as const)('shows its own text where the post is %s', async (_what, over) => {
    expect((await at(url, rows(name, over))).body).toContain(usual)
  })
})

test('the FAQ says why the number of agreement moves by itself', async () => {
  expect((await at('/faq', {})).body).toContain('are weighted again by their voters’ current karma')
})

test('the contact page names the operator’s address, where there is one', async () => {
  const data = testPageData({})
  const { body } = await web.render({ url: '/contact', as: 'html' }, { ...data, site: { ...data.site, contactEmail: 'us@essays.example' } })
  expect(body).toContain('href="mailto:us@essays.example"')
  expect((await at('/contact', {})).body).not.toContain('mailto:')
})

describe('/donate', () => {
  const goal = (raised: number) => [{ id: idOf(910), page: 'donate', goal: 2_000, raised, currency: 'EUR', createdAt: T0 }]

  test('the page to donate says that the site takes none until a post is chosen, and then is the post', async () => {
    const before = await at('/donate', { donation_goals: goal(5) })
    expect([before.status, before.body.includes('This site does not take donations.')]).toEqual([404, true])
    expect(before.body).not.toContain('€')
    const { status, body } = await at('/donate', rows('donate'))
    expect([status, body.includes('Before you write to us'), body.includes('<progress')]).toEqual([200, true, false])
    expect((await at('/donate', rows('donate', { status: 'draft', publishedAt: null }))).status).toBe(404)
  })

  test.each([
    [0, 'value="0"', '€0 raised of €2,000 (0%)'],
    [1_999, 'value="1999"', '€1,999 raised of €2,000 (99%)'],
    [5_000, 'value="2000"', '€5,000 raised of €2,000 (250%)'],
  ])('draws %i of the goal as a bar, and says it in words', async (raised, value, words) => {
    const { body } = await at('/donate', { ...rows('donate'), donation_goals: goal(raised) })
    const bar = /<progress[^>]*>/u.exec(body)?.[0]
    expect(bar).toContain(value)
    expect(bar).toContain(`aria-label="${words}"`)
    expect(body).toContain(`<p>${words}</p>`)
  })
})

describe('/admin/pages', () => {
  test('has a form for the goal of donations, or that of the one there is', async () => {
    expect((await at('/admin/pages', {}, { viewer: admin })).body).toContain('Show a goal')
    const donations = { donation_goals: [{ id: idOf(910), page: 'donate', goal: 2_000, raised: 7, currency: 'EUR', createdAt: T0 }] }
    const { body } = await at('/admin/pages', donations, { viewer: admin })
    expect(body).not.toContain('Show a goal')
    expect(body).toContain('€7 raised of €2,000 (0%)')
    expect(body).toContain('/api/form/donationGoals.remove')
  })

  test('has a form for each page that has a post, and one for another', async () => {
    const { status, body } = await at('/admin/pages', rows('faq'), { viewer: admin })
    expect(status).toBe(200)
    expect(body).toContain(`name="post" value="/posts/${idOf(1)}/on-tides"`)
    expect(body).toContain('/api/form/sitePages.remove')
    expect(body).toContain('Choose a post for a page')
  })

  test('says so where no post is chosen, and where one isn’t public any more', async () => {
    expect((await at('/admin/pages', {}, { viewer: admin })).body).toContain('No post is chosen.')
    const { body } = await at('/admin/pages', rows('faq', { status: 'draft', publishedAt: null }), { viewer: admin })
    expect(body).toContain('The post isn’t public now')
  })
})
