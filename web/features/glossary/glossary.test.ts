import { describe, expect, test } from 'vitest'
import { aMember, aPost, aTerm, admin, idOf, member, paragraph, T0 } from '#shared/testing/factories.ts'
import type { PageData } from '#shared/pages/page-data.ts'
import type { Rows } from '../../blocks/testing/rows-read.ts'
import { testPageData, testSite } from '../../blocks/testing/rows-read.ts'
import * as web from '../../entry-server.tsx'

const at = (url: string, rows: Rows, over: Partial<PageData> = {}) => web.render({ url, as: 'html' }, testPageData(rows, over))
const post = aPost()
const revision = {
  ...{ id: idOf(2), subjectKind: 'post', subjectId: post.id, postId: post.id, n: 1, version: '1.0.0', isDraft: false },
  ...{ title: post.title, body: paragraph('The neap tide.'), wordCount: 3, authorId: post.authorId, at: T0 },
}
const terms = [
  aTerm({ id: idOf(701), term: 'neap tide', altTerms: ['neaps'] }),
  aTerm({ id: idOf(702), term: 'ebb', isApproved: false, origin: 'model', createdAt: T0 + 1 }),
  aTerm({ id: idOf(703), term: 'slack', isHidden: true, createdAt: T0 + 2 }),
]
const authorship = { id: `${post.authorId}:${post.id}`, userId: post.authorId, postId: post.id, level: 'own', since: T0 }
const rows: Rows = {
  posts: [post],
  revisions: [revision],
  members: [aMember()],
  glossary_terms: terms,
  authorships: [authorship],
}
const author = { viewer: member(idOf(100), { karma: 100 }) }

describe('the page of a post', () => {
  test('has what it explains below its text, whole without a script, and keeps apart what is not approved', async () => {
    const { body } = await at(`/posts/${post.id}/on-tides`, rows)
    const list = /<details class="glossary".*<\/details>/su.exec(body.replaceAll('<!-- -->', ''))?.[0] ?? ''
    const [approved = '', suggested = ''] = list.split('Not approved by the author')
    expect(approved).toContain('neap tide')
    expect(approved).toContain('also neaps')
    expect(approved).toContain(`data-prefix="term-${idOf(701)}-"`)
    expect(suggested).toContain('ebb')
    expect(suggested).toContain('drafted by a language model')
    expect(body).not.toContain('slack')
    expect(body.indexOf('class="glossary"')).toBeGreaterThan(body.indexOf('id="text"'))
    expect(body).not.toMatch(/\sstyle=/u)
  })

  test('has none where it explains nothing', async () => {
    const { body } = await at(`/posts/${post.id}/on-tides`, { ...rows, glossary_terms: [terms[2] ?? aTerm()] })
    expect(body).not.toContain('class="glossary"')
  })
})

describe('/glossaryEditor', () => {
  test('has one’s own posts, each with its terms and the forms to change them', async () => {
    const { status, body } = await at('/glossaryEditor', rows, author)
    expect(status).toBe(200)
    for (const mutation of ['addTerm', 'setTerm', 'setApproved', 'setHidden', 'setAllApproved', 'hideUnused'])
      expect(body).toContain(`action="/api/form/glossary.${mutation}"`)
    for (const name of ['term', 'altTerms', 'markdown', 'isApproved', 'from']) expect(body).toContain(`name="${name}"`)
    for (const { term } of terms) expect(body).toContain(term)
    expect(body).not.toContain('glossary.draft')
    const ids = [...body.matchAll(/\sid="([^"]+)"/gu)].map((match) => match[1])
    expect(ids.filter((id, n) => ids.indexOf(id) !== n)).toEqual([])
  })

  test('offers drafts where the site has a language model', async () => {
    const { body } = await at('/glossaryEditor', rows, { ...author, site: { ...testSite, draftsTerms: true } })
    expect(body).toContain('action="/api/form/glossary.draft"')
  })

  test('shows of one post what its terms said before', async () => {
    const version = {
      id: `${idOf(701)}:1`,
      termId: idOf(701),
      postId: post.id,
      n: 1,
      term: 'neep',
      altTerms: [],
      body: paragraph('x'),
      at: T0,
    }
    const { body } = await at(`/glossaryEditor?postId=${post.id}`, { ...rows, glossary_versions: [version] }, author)
    expect(body).toContain('Earlier versions')
    expect(body).toContain('neep')
  })

  test.each([
    ['a visitor', '', undefined, 401],
    ['too little karma', '', member(idOf(100), { karma: 99 }), 403],
    ['somebody else’s post', `?postId=${post.id}`, member(idOf(300), { karma: 500 }), 403],
    ['a post that is none', `?postId=${idOf(9)}`, author.viewer, 404],
    ['no id', '?postId=x', author.viewer, 404],
  ] as const)('%s is turned away', async (_what, search, viewer, status) => {
    expect(await at(`/glossaryEditor${search}`, rows, viewer === undefined ? {} : { viewer })).toMatchObject({ status })
  })

  test('?all=true is everybody’s for administrators alone', async () => {
    const other = member(idOf(300), { karma: 500 })
    expect((await at('/glossaryEditor?all=true', rows, { viewer: other })).body).not.toContain('neap tide')
    const listing = { id: `all:${post.id}`, feed: 'all', postId: post.id, publishedAt: T0, at: T0, baseScore: 1, score: 1, scoredAt: T0 }
    const listed = { ...rows, listings: [{ ...listing, adjustedScore: 1, lastCommentedAt: T0 }] }
    expect((await at('/glossaryEditor?all=true', listed, { viewer: admin })).body).toContain('neap tide')
  })
})

describe('/postsWithApprovedJargon', () => {
  test('has posts with the terms that their authors stand by, and no others', async () => {
    const glossary = { id: post.id, termCount: 1, publishedAt: T0 }
    const { status, body } = await at('/postsWithApprovedJargon', { ...rows, glossaries: [glossary] })
    expect(status).toBe(200)
    expect(body).toContain(`href="/posts/${post.id}/on-tides#term-${idOf(701)}"`)
    expect(body).not.toContain('>ebb<')
    // Before the page has come alive too: no word comes in between the lines of a list that
    // somebody reads.
    expect(body).toContain('<h2 class="group-word">Older</h2>')
    expect(body).not.toContain('slack')
  })

  test('names so many terms of a post, and how many more there are', async () => {
    const many = Array.from({ length: 30 }, (_, n) => aTerm({ id: idOf(2_000 + n), term: `word-${n}`, createdAt: T0 + n }))
    const glossaries = [{ id: post.id, termCount: 30, publishedAt: T0 }]
    const { body } = await at('/postsWithApprovedJargon', { ...rows, glossary_terms: many, glossaries })
    expect(body.match(/>word-\d+<\/a>/gu)).toHaveLength(24)
    expect(body.replaceAll('<!-- -->', '')).toContain(`href="/posts/${post.id}/on-tides#glossary">and 6 more</a>`)
  })

  test('with none says so', async () => {
    expect((await at('/postsWithApprovedJargon', {})).body).toContain('No posts found.')
  })
})
