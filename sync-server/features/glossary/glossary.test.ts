import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { Browser, FeatureSite } from '#server/features/testing/feature-site.ts'
import { featureSite, shownForm } from '#server/features/testing/feature-site.ts'
import { postsWithTerms, termsOfPost } from '#shared/glossary/queries.ts'
import { karmaStats } from '#shared/accounts/schema.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { getOrThrow } from '#shared/kernel/transaction.ts'
import { links } from '#shared/links.ts'
import { posts } from '#shared/posts/schema.ts'
import { plainText } from '#shared/text/measure.ts'
import { draftingFigures, termDrafter } from './draft-terms.ts'
import { dayMs } from '#shared/kernel/durations.ts'

let site: FeatureSite
let ada: Browser
let ben: Browser
let postId = ''
const essay = { postId: '', title: 'On tides', lang: 'en', tags: '', kind: 'post', linkUrl: '', writtenOn: '', submitToFrontpage: 'on' }

beforeEach(async () => {
  site = await featureSite()
  ada = site.browser()
  ben = site.browser()
  // The first is an administrator.
  await ben.signUp('Ben')
  await ada.signUp('Ada')
  const answer = await ada.form('posts.publish', { ...essay, from: '/newPost', markdown: 'A neap tide is a small tide.' })
  postId = /posts\/([0-9a-z]{26})/u.exec(answer.headers['location'] ?? '')?.[1] ?? ''
  await site.store.write(async ({ tx }) => {
    const { authorId } = await getOrThrow(tx, posts, postId)
    await tx.put(karmaStats, { ...(await getOrThrow(tx, karmaStats, authorId)), karma: 100 })
  })
})

const terms = () => site.store.read((read) => read.list(termsOfPost(postId)))
const listed = () => site.store.read((read) => read.list(postsWithTerms(10)))
const add = (browser: Browser, fields: Readonly<Record<string, string>> = {}) =>
  browser.form('glossary.addTerm', {
    ...{ postId, term: 'neap tide', altTerms: 'neap tides, neaps\nnip', markdown: 'The *smallest* one.', isApproved: 'on' },
    ...{ from: '/newPost', ...fields },
  })

describe('the forms of the editor', () => {
  test('add a term once, change, approve and put away; the post is listed while one is approved', async () => {
    const answers = [await add(ada), await add(ada)]
    expect(answers.map(({ status, headers }) => [status, headers['location']])).toEqual([
      [303, links.glossaryEditor({ postId })],
      [303, links.glossaryEditor({ postId })],
    ])
    const [term] = await terms()
    expect(term).toMatchObject({ term: 'neap tide', altTerms: ['neap tides', 'neaps', 'nip'], isApproved: true, origin: 'people' })
    expect(await listed()).toMatchObject([{ id: postId, termCount: 1 }])
    const about = { postId, id: term?.id ?? '', from: '/' }
    await ada.form('glossary.setTerm', { ...about, term: 'neap', altTerms: '', markdown: 'Small.' })
    await ada.form('glossary.setApproved', { ...about, isApproved: 'false' })
    const [changed] = await terms()
    expect([changed?.term, changed?.isApproved, plainText(changed?.body ?? { type: 'doc', content: [] })]).toEqual([
      'neap',
      false,
      'Small.',
    ])
    expect(await listed()).toEqual([])
    await ada.form('glossary.setAllApproved', { postId, isApproved: 'true', from: '/' })
    expect(await listed()).toMatchObject([{ id: postId }])
    await ada.form('glossary.setHidden', { ...about, isHidden: 'true' })
    expect([(await terms())[0]?.isHidden, await listed()]).toEqual([true, []])
  })

  test.each([
    ['no word', { term: ' ' }, 400, 'term'],
    ['no explanation', { markdown: ' ' }, 400, 'markdown'],
    ['too long a one', { markdown: 'x'.repeat(5_000) }, 400, 'markdown'],
    ['a field that is none', { origin: 'model' }, 400, 'origin'],
    ['a post that is none', { postId: 'x' }, 404, null],
  ])('%s is refused, and nothing is kept', async (_what, fields, status, field) => {
    const answer = await add(ada, fields)
    expect(answer.status).toBe(status)
    if (field !== null) expect(shownForm(answer).error?.['field']).toBe(field)
    expect(await terms()).toEqual([])
  })

  test('a reader writes in nobody’s glossary; an administrator does', async () => {
    const cas = site.browser()
    await cas.signUp('Cas')
    expect([(await add(cas)).status, (await add(ben)).status]).toEqual([403, 303])
  })

  test('a draft is listed once it is published, until it is taken back', async () => {
    const saved = await ada.form('posts.saveDraft', { ...essay, title: 'Moon', from: '/newPost', markdown: 'A neap tide.' })
    const draftId = /postId=([0-9a-z]{26})/u.exec(saved.headers['location'] ?? '')?.[1] ?? ''
    await add(ada, { postId: draftId })
    expect(await listed()).toEqual([])
    site.clock.now += dayMs
    await ada.form('posts.publish', { ...essay, title: 'Moon', postId: draftId, from: '/', markdown: 'A neap tide.' })
    expect(await listed()).toMatchObject([{ id: draftId, publishedAt: site.clock.now }])
    await ada.form('posts.unpublish', { postId: draftId, from: '/' })
    expect(await listed()).toEqual([])
  })
})

test('without a language model drafting is refused, and says so', async () => {
  const answer = await ada.form('glossary.draft', { postId, wish: '', from: '/newPost' })
  expect([answer.status, shownForm(answer).error?.['reason']]).toEqual([403, 'no-drafting'])
})

describe('a language model', () => {
  const place = { address: 'https://models.example/v1/chat', key: 'secret', model: 'm' }
  const order = { title: 'On tides', text: 'A neap tide.', wish: '', known: [] }
  const saying = (content: unknown, init: ResponseInit = {}) =>
    vi.fn<typeof globalThis.fetch>(async () => new Response(JSON.stringify({ choices: [{ message: { content } }] }), init))

  test('is asked at its own address with its key, and what it says is checked', async () => {
    const fetch = saying('```json\n[{"term":" neap tide ","definition":"Small.","approved":true}]\n```')
    expect(await termDrafter(place, { fetch })({ ...order, wish: 'Be short.' })).toEqual([
      { term: 'neap tide', altTerms: [], definition: 'Small.' },
    ])
    const [address, init] = fetch.mock.calls[0] ?? []
    expect([address, init?.redirect, new Headers(init?.headers).get('authorization')]).toEqual([place.address, 'error', 'Bearer secret'])
    expect(String(init?.body)).toContain('Be short.')
  })

  test('loses no more than what it said wrongly', async () => {
    const said = [{ term: 'ebb', altTerms: null, definition: 'x' }, { term: 'tide', definition: 'Water.' }, 'moon']
    const drafted = await termDrafter(place, { fetch: saying(JSON.stringify(said)) })(order)
    expect(drafted.map(({ term }) => term)).toEqual(['tide'])
  })

  test('gives no more than asked for, however much it says', async () => {
    const many = Array.from({ length: 40 }, (_, n) => ({ term: `t${n}`, definition: 'x' }))
    expect(await termDrafter(place, { fetch: saying(JSON.stringify(many)) })(order)).toHaveLength(draftingFigures.terms)
  })

  test.each([
    ['words', saying('I am sorry.')],
    ['another list', saying('[1, 2]')],
    ['a fault', saying('[]', { status: 500 })],
    ['far too much', saying('x'.repeat(300_000))],
    ['nothing', vi.fn<typeof globalThis.fetch>(async () => Promise.reject(new TypeError('no way there')))],
  ])('that answers with %s is broken, not us', async (_what, fetch) => {
    const refused = await termDrafter(place, { fetch })(order).catch((error: unknown) => error)
    expect(refused instanceof AppError ? [refused.code, refused.field] : refused).toEqual(['broken', 'wish'])
    // Neither its key nor what it said goes where errors go.
    expect(refused instanceof AppError ? refused.message : '').not.toMatch(/secret|sorry/u)
  })

  test('drafts what an author then approves; once in half a minute', async () => {
    site = await featureSite({}, undefined, {
      draftTerms: async () => [
        { term: 'tide', altTerms: ['tides'], definition: 'Water **comes back**.' },
        { term: 'Tide', altTerms: [], definition: 'Again.' },
      ],
    })
    const eve = site.browser()
    await eve.signUp('Eve')
    const answer = await eve.form('posts.publish', { ...essay, from: '/newPost', markdown: 'The tide.' })
    postId = /posts\/([0-9a-z]{26})/u.exec(answer.headers['location'] ?? '')?.[1] ?? ''
    const draft = () => eve.form('glossary.draft', { postId, wish: '', from: '/' })
    expect([(await draft()).status, (await draft()).status]).toEqual([303, 429])
    expect((await terms()).map(({ term, isApproved, origin }) => [term, isApproved, origin])).toEqual([['tide', false, 'model']])
    const dan = site.browser()
    await dan.signUp('Dan')
    expect((await dan.form('glossary.draft', { postId, wish: '', from: '/' })).status).toBe(403)
  })

  test('works for one member once at a time, however long it takes', async () => {
    const [begun, slow] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const draftTerms = async () => {
      begun.resolve()
      await slow.promise
      return []
    }
    site = await featureSite({}, undefined, { draftTerms })
    const eve = site.browser()
    await eve.signUp('Eve')
    const published = await eve.form('posts.publish', { ...essay, from: '/newPost', markdown: 'The tide.' })
    postId = /posts\/([0-9a-z]{26})/u.exec(published.headers['location'] ?? '')?.[1] ?? ''
    const draft = () => eve.form('glossary.draft', { postId, wish: '', from: '/' })
    const first = draft()
    await begun.promise
    site.clock.now += 60_000
    expect((await draft()).status).toBe(429)
    slow.resolve()
    expect((await first).status).toBe(303)
    expect((await draft()).status).toBe(303)
  })
})
