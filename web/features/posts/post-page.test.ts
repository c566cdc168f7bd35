import { describe, expect, test } from 'vitest'
import type { FormState } from '#shared/pages/page-data.ts'
import type { Post } from '#shared/posts/schema.ts'
import { T0, aComment, aPost, idOf, member } from '#shared/testing/factories.ts'
import { at, fieldsOf, hostile, path, rows } from '../../blocks/testing/post-pages.ts'
import { testPageData } from '../../blocks/testing/rows-read.ts'

test('a link to it shows what its authors say of it, and the page its own title', async () => {
  const post = aPost({
    cardTitle: 'Why the sea leaves',
    cardText: 'And comes back.',
    cardImageUrl: `/pictures/${idOf(9)}`,
    imageUrl: '/pictures/first',
  })
  const { body } = await at(path, testPageData(rows({ post })))
  expect(body).toMatch(/<title[^>]*>On tides\b/u)
  expect(body).toContain('<meta property="og:title" content="Why the sea leaves">')
  expect(body).toContain('<meta property="og:description" content="And comes back.">')
  expect(body).toMatch(new RegExp(`<meta property="og:image" content="[^"]*/pictures/${idOf(9)}">`, 'u'))
  const own = await at(path, testPageData(rows()))
  expect(own.body).toContain('<meta property="og:title" content="On tides">')
})

test('a post that was first published elsewhere leads search engines there, and keeps its own address for links', async () => {
  const elsewhere = 'https://example.org/tides?a=1&b=2'
  const { body } = await at(path, testPageData(rows({ post: aPost({ firstPublishedUrl: elsewhere }) })))
  const linked = (page: string) => /<link rel="canonical" href="([^"]*)">/u.exec(page)?.[1]
  const url = (page: string) => /<meta property="og:url" content="([^"]*)">/u.exec(page)?.[1]
  expect(linked(body)).toBe('https://example.org/tides?a=1&amp;b=2')
  const own = await at(path, testPageData(rows()))
  expect([linked(own.body), url(body)]).toEqual([url(own.body), url(own.body)])
})

test('an unlisted post is read at its address, and asks search engines to leave it out', async () => {
  const { body, status } = await at(path, testPageData(rows({ post: aPost({ isUnlisted: true }) })))
  expect(status).toBe(200)
  expect(body).toContain('<meta name="robots" content="noindex">')
  expect((await at(path, testPageData(rows()))).body).not.toContain('noindex')
})

test('the comments of a post come in the order that the staff gave it, unless the address asks for another', async () => {
  const comments = [60, 61].map((n) => aComment({ id: idOf(n), rootId: idOf(n), postedAt: T0 + n }))
  const data = testPageData({ ...rows({ comments, post: aPost({ commentCount: 2, commentOrder: 'postCommentsOld' }) }) })
  const inOrder = async (url: string) => [...(await at(url, data)).body.matchAll(/data-comment="(\w+)"/gu)].map(([, id]) => id)
  expect(await inOrder(path)).toEqual([idOf(60), idOf(61)])
  expect(await inOrder(`${path}?view=postCommentsNew`)).toEqual([idOf(61), idOf(60)])
})

describe('the box for new essays by mail', () => {
  const newsletters = [{ id: idOf(100), isOn: true, since: T0 + 1 }]

  test('stands under the essays of members who offer them, whole without a script', async () => {
    const { body } = await at(path, testPageData({ ...rows(), newsletters }))
    expect(fieldsOf(body, 'newsletters.subscribe')).toEqual(['authorId', 'from', 'email'])
    expect(body).toMatch(/<label for="by-mail">Get new essays by [^<]+ by email<\/label>/u)
  })

  test('and under nothing else', async () => {
    const nowhere = [
      { ...rows() },
      { ...rows(), newsletters: newsletters.map((one) => ({ ...one, isOn: false })) },
      { ...rows({ post: aPost({ kind: 'question' }) }), newsletters },
      { ...rows({ post: aPost({ isOffLists: true }) }), newsletters },
    ]
    for (const given of nowhere) expect((await at(path, testPageData(given))).body).not.toContain('by-mail')
  })

  test('says what is wrong with an address, and keeps it', async () => {
    const error = { code: 'invalid', reason: null, field: 'email', retryAfterMs: null } as const
    const form: FormState = { mutation: 'newsletters.subscribe', values: { email: 'rea@' }, error, continueWith: null }
    const { body } = await at(path, testPageData({ ...rows(), newsletters }, { form }))
    expect(body).toContain('value="rea@"')
    expect(body).toContain('This doesn’t look like an email address.')
  })
})

describe('the page of a post', () => {
  test('is whole without a script: text, comments, a form to answer, buttons to vote, and no style attribute', async () => {
    const { status, body } = await at(path, testPageData(rows()))
    expect(status).toBe(200)
    expect(body.match(/<h1/gu)).toHaveLength(1)
    expect(body).toContain(`data-prefix="${idOf(10)}-"`)
    expect(body).toContain(`value="comment:${idOf(10)}:agreement:-1"`)
    expect(body).toContain(`value="post:${idOf(1)}:approval:1"`)
    expect(body).toContain(`href="${path}?commentId=${idOf(10)}#reply"`)
    expect(fieldsOf(body, 'comments.post')).toEqual(expect.arrayContaining(['postId', 'parentId', 'from', 'markdown']))
    expect(fieldsOf(body, 'votes.set')).toEqual(expect.arrayContaining(['from', 'vote']))
    expect(body).not.toMatch(/\sstyle=/u)
  })

  test('no id stands twice on a page that shows a comment above the post', async () => {
    const { body } = await at(`${path}?commentId=${idOf(10)}`, testPageData(rows()))
    const ids = [...body.matchAll(/\sid="([^"]+)"/gu)].map((match) => match[1])
    expect(ids.filter((id, place) => ids.indexOf(id) !== place)).toEqual([])
    expect(body).toContain('See in context')
    expect(body).toContain('id="reply"')
  })

  test('a hostile title or name is only ever text: in the head, the page, the data and the facts for search engines', async () => {
    const { body } = await at(path, testPageData(rows({ post: aPost({ title: hostile }), title: hostile })))
    expect(body).not.toContain('<script>alert')
    expect(body).not.toContain('</title></script>')
    expect(body.match(/<script/gu)).toHaveLength(4)
  })

  test('says what it is to search engines, once and canonically', async () => {
    const { body } = await at(`${path}?view=postCommentsNew`, testPageData(rows()))
    const facts: unknown = JSON.parse(/ld\+json">(.*?)<\/script>/su.exec(body)?.[1] ?? '')
    expect(facts).toMatchObject({
      '@type': 'BlogPosting',
      headline: 'On tides',
      commentCount: 1,
      author: [{ name: 'Ada', url: 'https://example.org/users/ada' }],
    })
    expect(body).toContain(`<link rel="canonical" href="https://example.org${path}">`)
    expect(body).not.toContain('noindex')
  })

  test.each([
    ['a wrong slug', `/posts/${idOf(1)}/other?view=postCommentsNew`, 308, `${path}?view=postCommentsNew`],
    ['no slug', `/posts/${idOf(1)}`, 308, path],
    ['a slug in the place of the id', '/posts/on-tides', 302, path],
    ['the address by slug', '/posts/slug/on-tides', 308, path],
    ['the address by slug without one', '/posts/slug', 308, '/allPosts'],
  ])('%s leads to the canonical address', async (_what, url, status, location) => {
    expect(await at(url, testPageData(rows()))).toMatchObject({ status, location })
  })

  test.each([[`/posts/${idOf(7)}/gone`], ['/posts/no-such-slug'], ['/posts/slug/no-such-slug'], [`${path}?revision=9.0.0`]])(
    '%s is not there',
    async (url) => {
      expect(await at(url, testPageData(rows()))).toMatchObject({ status: 404 })
    },
  )

  test('a single comment stays out of search engines and names its own address', async () => {
    const { body } = await at(`${path}/comment/${idOf(10)}`, testPageData(rows()))
    expect(body).toContain('content="noindex"')
    expect(body).toContain(`<link rel="canonical" href="https://example.org${path}?commentId=${idOf(10)}">`)
  })

  test('a comment that is not there is said in the path and passed over in the query', async () => {
    expect((await at(`${path}/comment/${idOf(77)}`, testPageData(rows()))).body).toContain('Comment not found.')
    expect((await at(`${path}?commentId=${idOf(77)}`, testPageData(rows()))).body).not.toContain('Comment not found.')
  })

  test('a thread 200 replies deep ends in a way on, and every reply that is left out can still be pointed at', async () => {
    const comments = Array.from({ length: 200 }, (_, n) =>
      aComment({ id: idOf(1_000 + n), parentId: n === 0 ? null : idOf(999 + n), postedAt: T0 + n }),
    )
    const { body } = await at(path, testPageData(rows({ comments })))
    expect(body).toContain('Continue this thread')
    expect(body).toContain(`id="${idOf(1_199)}"`)
    expect(body.match(/<article class="c/gu)).toHaveLength(8)
  })

  test('a thousand comments are all there, without a style attribute', async () => {
    const comments = Array.from({ length: 1_000 }, (_, n) =>
      aComment({ id: idOf(1_000 + n), parentId: n % 5 === 0 ? null : idOf(1_000 + n - 1 - ((n - 1) % 5)), postedAt: T0 + n }),
    )
    const { body } = await at(path, testPageData(rows({ comments })))
    expect(body.match(/<article class="c/gu)).toHaveLength(1_000)
    expect(body).not.toMatch(/\sstyle=/u)
  })

  test('closed comments have no form, and say so', async () => {
    const { body } = await at(path, testPageData(rows({ post: aPost({ commentsLocked: true }) })))
    expect(body).toContain('Comments on this post are closed.')
    expect(body).not.toContain('/api/form/comments.post')
  })

  test('a draft is shown to its author as one, and kept from search engines', async () => {
    const draft = aPost({ status: 'draft', slug: null, publishedAt: null, revisionId: null })
    const { body, status } = await at(`/posts/${idOf(1)}`, testPageData(rows({ post: draft }), { viewer: member(idOf(100)) }))
    expect(status).toBe(200)
    expect(body).toContain('noindex')
  })

  test('above the title stands that a post waits for a moderator, or was rejected and why; a rejected one says only that', async () => {
    const notice = async (changes: Partial<Post>) => {
      const { body } = await at(path, testPageData(rows({ post: aPost(changes) }), { viewer: member(idOf(100)) }))
      expect(body.indexOf('notice-line')).toBeLessThan(body.indexOf('id="post-title"'))
      return [...body.matchAll(/<p class="notice-line (?:warm|danger)">(.*?)<\/p>/gsu)].map(([, words = '']) =>
        words.replaceAll(/<[^>]*>/gu, ''),
      )
    }
    expect(await notice({ awaitsReview: true })).toEqual([expect.stringContaining('Waiting for a moderator, usually up to three days.')])
    const rejected = [expect.stringMatching(/rejected.*The reason given: No source\./su)]
    expect(await notice({ rejectedReason: 'No source.' })).toEqual(rejected)
    expect(await notice({ rejectedReason: 'No source.', awaitsReview: true })).toEqual(rejected)
  })

  test('a refused comment stands in its form again, with the reason at the top and in the form', async () => {
    const form: FormState = {
      mutation: 'comments.post',
      values: { postId: idOf(1), parentId: '', markdown: 'Typed & kept' },
      error: { code: 'rate-limited', reason: null, field: null, retryAfterMs: 30_000 },
      continueWith: null,
    }
    const { body } = await at(path, testPageData(rows(), { form }))
    expect(body).toContain('Typed &amp; kept</textarea>')
    expect(body).toContain('Your comment was not sent.')
    expect(body).toContain('Try again in a minute')
  })
})

test('below the discussion stand the newest other posts of its author, as far as visitors may read them', async () => {
  const other = (n: number, over = {}) => aPost({ id: idOf(n), slug: `other-${n}`, title: `Other <${n}>`, ...over })
  const listed = (postId: string, at: number) => ({
    ...{ id: `author:${idOf(100)}:${postId}`, feed: `author:${idOf(100)}`, postId, publishedAt: at, at, baseScore: 1, score: 1 },
    ...{ scoredAt: T0, adjustedScore: 1, lastCommentedAt: at },
  })
  const others = [other(11), other(12), other(13, { lang: 'de' }), other(14), other(15, { status: 'draft' })]
  const all = {
    ...rows(),
    posts: [aPost(), ...others],
    listings: [listed(idOf(1), T0 + 9), ...others.map(({ id }, at) => listed(id, T0 - at))],
  }
  const { body } = await at(`/posts/${idOf(1)}/on-tides`, testPageData(all))
  const list = /<nav[^>]*aria-labelledby="more-by"[\s\S]*?<\/nav>/u.exec(body)?.[0] ?? ''
  expect([...list.matchAll(/href="\/posts\/([0-9a-z]{26})/gu)].map(([, id]) => id)).toEqual([idOf(11), idOf(12), idOf(13)])
  expect(list).toContain('Other &lt;11&gt;')
  expect(body.indexOf('aria-labelledby="more-by"')).toBeGreaterThan(body.indexOf('id="comments"'))
  expect((await at(`/posts/${idOf(1)}/on-tides`, testPageData(rows()))).body).not.toContain('More by')
})

describe('where to go on', () => {
  const near = (n: number, over = {}) => aPost({ id: idOf(n), slug: `near-${n}`, title: `Near ${n}`, wordCount: 500, ...over })
  const others = [near(11), near(12, { status: 'draft' }), near(13), near(14), near(15)]
  const postIds = [13, 12, 11, 99, 15, 14].map((n) => idOf(n))
  const all = { ...rows(), posts: [aPost(), ...others], related_posts: [{ id: idOf(1), postIds, madeAt: T0 }] }
  const listIn = (body: string) => /<nav[^>]*aria-labelledby="read-next"[\s\S]*?<\/nav>/u.exec(body)?.[0] ?? ''

  test('stand three posts that go with it, nearest first, without what is not public any more', async () => {
    const { body } = await at(`/posts/${idOf(1)}/on-tides`, testPageData(all))
    const list = listIn(body)
    expect([...list.matchAll(/href="\/posts\/([0-9a-z]{26})/gu)].map(([, id]) => id)).toEqual([idOf(13), idOf(11), idOf(15)])
    expect(list).toContain('2 min')
    expect(list).not.toContain('Near 12')
    expect(body.indexOf('aria-labelledby="read-next"')).toBeGreaterThan(body.indexOf('id="comments"'))
  })

  test('is nothing as long as no list was made', async () => {
    expect(listIn((await at(`/posts/${idOf(1)}/on-tides`, testPageData(rows()))).body)).toBe('')
  })
})

test('a post that was moved back to drafts says so at its address, and nothing of its words', async () => {
  const path = `/posts/${idOf(1)}/on-tides`
  const draft = rows({ post: aPost({ status: 'draft' }) })
  const data = { ...testPageData(draft), isTakenBack: async () => true }
  const absent = { ...data.read, get: async () => undefined } as typeof data.read
  const answer = await at(path, { ...data, read: absent })
  expect(answer.status).toBe(404)
  expect(answer.body).toContain('This post was moved back to drafts.')
  expect(answer.body).not.toContain(aPost().title)
  expect((await at(path, { ...data, read: absent, isTakenBack: async () => false })).body).toContain(
    'It may have moved, been deleted, or be private.',
  )
})

describe('a comment of one’s own', () => {
  test('can be changed, removed and brought back, as the rules say', async () => {
    const own = await at(`/editComment?commentId=${idOf(10)}`, testPageData(rows(), { viewer: member(idOf(200)) }))
    expect(fieldsOf(own.body, 'comments.edit')).toEqual(expect.arrayContaining(['commentId', 'bodyVersion', 'markdown', 'from']))
    expect(fieldsOf(own.body, 'comments.remove')).toEqual(expect.arrayContaining(['commentId', 'reason', 'from']))
    const removed = rows({ comments: [aComment({ removedBy: 'author', removedById: idOf(200) })] })
    const back = await at(`/editComment?commentId=${idOf(10)}`, testPageData(removed, { viewer: member(idOf(200)) }))
    expect(fieldsOf(back.body, 'comments.restore')).toEqual(expect.arrayContaining(['commentId', 'from']))
    expect(await at(`/editComment?commentId=${idOf(10)}`, testPageData(rows(), { viewer: member(idOf(5)) }))).toMatchObject({ status: 403 })
  })

  test('a vote has all its values as buttons, the present one marked; one’s own comment has neither strong ones nor agreement', async () => {
    const votes = [{ id: `${idOf(5)}:${idOf(10)}:approval`, value: 1 }]
    const other = await at(`/vote?target=${idOf(10)}`, testPageData({ ...rows(), votes }, { viewer: member(idOf(5)) }))
    expect(other.body).toMatch(new RegExp(`value="comment:${idOf(10)}:approval:1" aria-pressed="true"`, 'u'))
    expect(other.body).toContain(`value="comment:${idOf(10)}:agreement:-2"`)
    const own = await at(`/vote?target=${idOf(10)}`, testPageData(rows(), { viewer: member(idOf(200)) }))
    expect(own.body).not.toContain(`${idOf(10)}:agreement:1"`)
    expect(own.body).not.toContain(`${idOf(10)}:approval:2"`)
  })
})
