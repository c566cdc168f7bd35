import { plainReports } from '#shared/reports/site-reports.ts'
import { describe, expect, test } from 'vitest'
import { members, karmaStats } from '#shared/accounts/schema.ts'
import { comments } from '#shared/comments/schema.ts'
import { glossaryTerms } from '#shared/glossary/schema.ts'
import { permittedRead } from '#shared/kernel/read-policy.ts'
import type { Transaction } from '#shared/kernel/transaction.ts'
import type { Viewer } from '#shared/kernel/viewer.ts'
import { visitor } from '#shared/kernel/viewer.ts'
import { links } from '#shared/links.ts'
import { beginConversation, sendMessage } from '#shared/messages/mutations.ts'
import { conversationStates, shapeOf, stateId } from '#shared/messages/schema.ts'
import { createPost, setPostDetail } from '#shared/posts/mutations.ts'
import { authorshipId } from '#shared/posts/queries.ts'
import { authorships, posts, revisions } from '#shared/posts/schema.ts'
import { policies } from '#shared/policies.ts'
import { createSequence } from '#shared/sequences/mutations.ts'
import { chapters, sequencePostId, sequencePosts, sequences } from '#shared/sequences/schema.ts'
import {
  T0,
  aChapter,
  aComment,
  aMember,
  aPost,
  aSequence,
  someKarmaStats,
  aTerm,
  idOf,
  member,
  paragraph,
} from '#shared/testing/factories.ts'
import { memoryTransaction } from '#shared/testing/memory-store.ts'
import { tallies } from '#shared/votes/schema.ts'
import { testPageData } from '../blocks/testing/rows-read.ts'
import type { PageAnswer } from '../data/answer.ts'
import { answerPage } from './answer-page.ts'
import { bodyHtml } from './body-html.ts'
import type { PagesDevice } from './device-pages.ts'
import { devicePages } from './device-pages.ts'
import { pageRoutes } from './routes.ts'

const site = { name: 'Lyceum', tagline: 'Essays', origin: 'https://site.example', build: 'b1', hasDevInbox: false, reports: plainReports }
const post = aPost({ id: idOf(1), commentCount: 2 })
const reader = member(idOf(300))

test.each([
  ['a thread that is held gives the very page that the server gives, but for what only machines read', false],
  ['so does one whose scores are hidden, of which the device has the sums', true],
])('%s', async (_what, hidesCommentScores) => {
  const tx = await storeWithThread()
  await tx.put(posts, { ...post, ...(hidesCommentScores && { hidesCommentScores }) })
  const sums = { targetKind: 'comment', postId: post.id, approvalVoteCount: 4_713, agreement: 4_714, agreementVoteCount: 4_715 } as const
  await tx.put(tallies, { ...sums, id: idOf(10), baseScore: 4_711, maxBaseScore: 4_712 })
  const { answer, request } = pagesOver(tx, reader, [`thread:${post.id}`])
  const [own, { route, given }] = [await answer(links.post(post)), request(links.post(post))]
  const data = { ...testPageData({}, { viewer: visitor }), site, now: T0, html: bodyHtml(site.origin).html }
  const fromServer = await answerPage(route, { ...data, read: permittedRead(tx, visitor, policies) }, given)
  if (fromServer.kind !== 'page') throw new Error('a page was expected')
  const { jsonLd, ...head } = fromServer.head
  expect([jsonLd !== undefined, own]).toEqual([true, { ...fromServer, head, isFromDevice: true }])
  expect([/Second/u, /neap tide/u, /471[1-5]/u].map((text) => text.test(JSON.stringify(own)))).toEqual([true, true, !hidesCommentScores])
})

test('a thread that is read ahead is asked for once, and the page is the same', async () => {
  const { answer, pages, listed } = pagesOver(await storeWithThread(), reader, [`thread:${post.id}`])
  const ahead = pages.readAhead(post.id)
  const own = await answer(links.post(post))
  await ahead
  // Once for the two of them, and once by the load, which then finds the rows in memory.
  expect(listed.filter((name) => name === comments.name)).toHaveLength(2)
  expect(own).toEqual(await answer(links.post(post)))
})

test('nothing is read ahead of a thread that is not held', async () => {
  const { pages, listed } = pagesOver(await storeWithThread(), reader, [])
  await pages.readAhead(post.id)
  expect(listed).toEqual([])
})

test('a post whose thread has not arrived is not on this device, though its row is', async () => {
  const { answer } = pagesOver(await storeWithThread(), reader, [])
  expect(await answer(links.post(post))).toBe('not-here')
})

test('a post that nobody here has ever seen is not on this device; "not found" is the server\'s to say', async () => {
  const { answer } = pagesOver(memoryTransaction(), reader, [`thread:${idOf(77)}`])
  expect(await answer(`/posts/${idOf(77)}/lost`)).toBe('not-here')
})

test('posts that link to this one stay named when the page is answered again without them', async () => {
  const { answer } = pagesOver(await storeWithThread(), reader, [`thread:${post.id}`])
  const first = await answer(links.post(post))
  if (first === 'not-here' || first.kind === 'moved' || typeof first.page !== 'object') throw new Error('a page was expected')
  const mentionedIn = [{ id: idOf(9), title: 'Elsewhere', href: '/posts/x' }]
  expect(await answer(links.post(post), { ...first, page: { ...first.page, mentionedIn } })).toMatchObject({ page: { mentionedIn } })
})

test('a winner of a review stays marked when its page is answered again by the device', async () => {
  const { answer } = pagesOver(await storeWithThread(), reader, [`thread:${post.id}`])
  const first = await answer(links.post(post))
  if (first === 'not-here' || first.kind === 'moved') throw new Error('a page was expected')
  const again = (kindChip: object) => answer(links.post(post), { ...first, page: { ...(first.page as object), kindChip } })
  const [won, other] = [{ href: links.bestOf({ year: 2025 }) }, { href: '/curated' }]
  expect([await again(won), await again(other)]).toMatchObject([{ page: { kindChip: won } }, { page: { kindChip: { href: '/' } } }])
})

test('an old address of a held post moves to the present one', async () => {
  const { answer } = pagesOver(await storeWithThread(), reader, [`thread:${post.id}`])
  expect(await answer(`/posts/${post.id}/an-older-name`)).toMatchObject({ kind: 'moved', to: links.post(post) })
})

test('an event opens without its name in the address too, as mails link to it', async () => {
  const [tx, event] = [await storeWithThread(), { ...post, kind: 'event' as const }]
  await tx.put(posts, event)
  const { kept } = pagesOver(tx, reader, [`thread:${post.id}`])
  expect(await kept(`/events/${post.id}`)).toMatchObject({ kind: 'moved', to: links.post(event) })
})

test('the shapes a page was made from are known, and no others', async () => {
  const { answer, pages } = pagesOver(await storeWithThread(), reader, [`thread:${post.id}`, `me:${idOf(300)}`])
  await answer(links.post(post))
  expect([...pages.shapesOf(links.post(post))]).toEqual([`thread:${post.id}`])
})

test('a draft that was begun on this device is there, with all that is said about it, before the server has heard of it', async () => {
  const tx = await storeWithThread()
  const draft = { id: idOf(41), revisionId: idOf(42), kind: 'post', lang: 'en' } as const
  await createPost.run({ tx, viewer: reader, now: T0 }, draft)
  await setPostDetail.run({ tx, viewer: reader, now: T0 }, { id: draft.id, detail: { field: 'title', value: 'On trains' } })
  const { answer } = pagesOver(tx, reader, [`me:${idOf(300)}`])
  expect(await answer(links.editPost(draft.id))).toMatchObject({
    page: { writing: { title: 'On trains' }, hasForm: false, can: { write: true } },
  })
  expect(await answer('/drafts')).toMatchObject({ page: { drafts: [{ id: draft.id, title: 'On trains', isMine: true }], trash: [] } })
  const { answer: ofAnother } = pagesOver(tx, member(idOf(301)), [`me:${idOf(301)}`])
  expect(await ofAnother(links.editPost(draft.id))).toBe('not-here')
  expect(await ofAnother('/drafts')).toMatchObject({ page: { drafts: [] } })
})

test('the list of drafts follows each of them; one that has not arrived is asked for, and without a network the others are there', async () => {
  const tx = await storeWithThread()
  const draft = { id: idOf(41), revisionId: idOf(42), kind: 'post', lang: 'en' } as const
  await createPost.run({ tx, viewer: reader, now: T0 }, draft)
  const me = `me:${idOf(300)}`
  const { answer, pages, kept } = pagesOver(tx, reader, [me, `draft:${draft.id}`])
  await answer('/drafts')
  expect([...pages.shapesOf('/drafts')].sort()).toEqual([`draft:${draft.id}`, me])
  await tx.put(authorships, { id: authorshipId(idOf(300), idOf(51)), userId: idOf(300), postId: idOf(51), level: 'own', since: T0 })
  expect(await answer('/drafts')).toBe('not-here')
  expect(await kept('/drafts')).toMatchObject({ page: { drafts: [{ id: draft.id }] } })
})

describe('messages without a network', () => {
  const me = idOf(300)
  const conversation = shapeOf(idOf(61))

  async function storeWithConversation() {
    const tx = await storeWithThread()
    const begin = { id: idOf(61), messageId: idOf(62), participantIds: [me], title: 'On trains', body: paragraph('Window seat?') }
    await beginConversation.run({ tx, viewer: member(idOf(301)), now: T0 - 9 }, begin)
    await tx.put(conversationStates, {
      ...{ id: stateId(idOf(61), me), userId: me, conversationId: idOf(61), latestAt: T0 - 9, latestN: 1, readN: 0 },
      ...{ isUnread: true, isArchived: false, isMuted: false },
    })
    return tx
  }

  test('a conversation that is held is listed and opened, with what was written here since', async () => {
    const tx = await storeWithConversation()
    const { answer, pages } = pagesOver(tx, reader, [`me:${me}`, conversation])
    const send = { id: idOf(63), conversationId: idOf(61), body: paragraph('Aisle, please.') }
    await sendMessage.run({ tx, viewer: reader, now: T0 }, send)
    expect(await answer('/inbox')).toMatchObject({ page: { rows: [{ title: 'On trains', excerpt: 'Aisle, please.', isMine: true }] } })
    const address = `/inbox?conversation=${idOf(61)}`
    const opened = await answer(address)
    expect(opened).toMatchObject({ page: { shown: { kind: 'open', refusal: null, messages: [{ id: idOf(62) }, { id: idOf(63) }] } } })
    expect(JSON.stringify(opened)).toContain('Window seat?')
    expect([...pages.shapesOf(address)].toSorted()).toEqual([conversation, `me:${me}`])
  })

  test('one that has not arrived is asked for; without a network the others are there', async () => {
    const tx = await storeWithConversation()
    const [before, after] = [pagesOver(tx, reader, [`me:${me}`, conversation]), pagesOver(tx, reader, [`me:${me}`, conversation])]
    await tx.put(conversationStates, {
      ...{ id: stateId(idOf(71), me), userId: me, conversationId: idOf(71), latestAt: T0, latestN: 1, readN: 1 },
      ...{ isUnread: false, isArchived: false, isMuted: false },
    })
    expect(await before.answer('/inbox')).toBe('not-here')
    expect(await after.kept('/inbox')).toMatchObject({ page: { rows: [{ title: 'On trains' }] } })
    expect(await after.answer(`/inbox?conversation=${idOf(71)}`)).toBe('not-here')
  })

  test('one that was begun here is whole before the server has heard of it', async () => {
    const tx = await storeWithThread()
    const begin = { id: idOf(61), messageId: idOf(62), participantIds: [idOf(301)], title: '', body: paragraph('Platform nine.') }
    await beginConversation.run({ tx, viewer: reader, now: T0 }, begin)
    const { answer } = pagesOver(tx, reader, [`me:${me}`])
    expect(await answer('/inbox')).toMatchObject({ page: { rows: [{ id: idOf(61), excerpt: 'Platform nine.' }] } })
    expect(await answer(`/inbox?conversation=${idOf(61)}`)).toMatchObject({ page: { shown: { kind: 'open', id: idOf(61) } } })
    // The id of a second one, begun for the same members, stands for it.
    await beginConversation.run({ tx, viewer: reader, now: T0 }, { ...begin, id: idOf(71), messageId: idOf(72) })
    expect(await answer(`/inbox?conversation=${idOf(71)}`)).toMatchObject({ page: { shown: { kind: 'open', id: idOf(61) } } })
  })

  test('nothing of a conversation is shown to somebody else, nor said to be missing', async () => {
    const { answer } = pagesOver(await storeWithConversation(), member(idOf(302)), [`me:${idOf(302)}`, conversation])
    expect(await answer(`/inbox?conversation=${idOf(61)}`)).toBe('not-here')
    expect(await answer('/inbox')).toMatchObject({ page: { rows: [] } })
  })

  test('a new one can be begun', async () => {
    const { answer } = pagesOver(await storeWithThread(), reader, [`me:${me}`])
    expect(await answer('/inbox?compose=new')).toMatchObject({ page: { shown: { kind: 'new', refusal: null } } })
  })
})

test('a new post can be begun without a network', async () => {
  expect(await pagesOver(memoryTransaction(), reader, []).answer('/newPost')).toMatchObject({ page: { hasForm: false } })
})

test.each(['/account', '/editPost', '/login'])("%s is the server's: forms and sessions are not here", async (path) => {
  const { answer } = pagesOver(await storeWithThread(), reader, [`thread:${post.id}`, `me:${idOf(300)}`])
  expect(await answer(path)).toBe('not-here')
})

test('pages that need nothing open from the device for anybody', async () => {
  const { answer } = pagesOver(memoryTransaction(), visitor, [])
  expect(await answer('/settings')).toMatchObject({ status: 200, showing: '/settings' })
})

test('a list is never made from rows as if it were all there is', async () => {
  const { answer } = pagesOver(await storeWithThread(), reader, [`thread:${post.id}`])
  expect(await answer('/')).toBe('not-here')
  expect(await answer('/allPosts?timeframe=allTime')).toBe('not-here')
})

test('without a network the kept answer is shown with its time, whatever is held', async () => {
  const front: PageAnswer = {
    kind: 'page',
    status: 200,
    showing: '/',
    head: { title: null },
    page: { rows: [] },
    bodies: {},
    form: null,
    problem: null,
    me: null,
  }
  const { kept } = pagesOver(await storeWithThread(), reader, [`thread:${post.id}`], { '/': front })
  expect(await kept('/')).toEqual({ ...front, kept: { at: T0 - 5 } })
})

test('without a kept answer a list is made of what is held, and says how much that is', async () => {
  const tx = await storeWithThread()
  await tx.put(posts, aPost({ id: idOf(2), slug: 'not-held', title: 'Not held' }))
  const { kept } = pagesOver(tx, reader, [`thread:${post.id}`])
  const answer = await kept('/allPosts?timeframe=allTime')
  expect(answer).toMatchObject({ status: 200, kept: { posts: 1 } })
  expect(JSON.stringify(answer)).toContain(post.title)
  expect(JSON.stringify(answer)).not.toContain('Not held')
})

const sequence = aSequence({ authorId: idOf(100) })
async function storeWithSequence(): Promise<Transaction> {
  const tx = await storeWithThread()
  await tx.put(posts, aPost({ id: idOf(2), slug: 'second', title: 'The second post' }))
  await tx.put(sequences, sequence)
  await tx.put(chapters, aChapter({ postIds: [post.id, idOf(2)] }))
  for (const postId of [post.id, idOf(2)])
    await tx.put(sequencePosts, { id: sequencePostId(sequence.id, postId), sequenceId: sequence.id, postId, addedAt: T0, isMain: false })
  return tx
}

test('a sequence is shown from here once it and each of its posts are here: a part must not look like the whole', async () => {
  const tx = await storeWithSequence()
  const [own, first, second] = [`sequence:${sequence.id}`, `thread:${post.id}`, `thread:${idOf(2)}`]
  for (const held of [[], [first, second], [own, first]])
    expect(await pagesOver(tx, reader, held).answer(links.sequence(sequence.id))).toBe('not-here')
  const { answer, pages } = pagesOver(tx, reader, [own, first, second])
  expect(await answer(links.sequence(sequence.id))).toMatchObject({
    page: { sequence: { title: 'On water' }, reading: { posts: [{}, {}] } },
  })
  expect(pages.shapesOf(links.sequence(sequence.id))).toContain(own)
})

test('one’s own sequence is whole here from its first word on, and stands among one’s own without a network', async () => {
  const tx = await storeWithThread()
  await createSequence.run({ tx, viewer: reader, now: T0 }, { id: idOf(505), chapterId: idOf(506), title: 'Begun on a train' })
  const { answer, kept } = pagesOver(tx, reader, [`me:${idOf(300)}`])
  expect(await answer(links.editSequence(idOf(505)))).toMatchObject({ page: { sequence: { title: 'Begun on a train' } } })
  expect(await kept(links.sequencesNew())).toMatchObject({ page: { own: [{ title: 'Begun on a train', isDraft: true }] } })
})

test('one’s own posts that only the server has are asked for before they are offered to a sequence, not left out unseen', async () => {
  const tx = memoryTransaction()
  const [made, authors] = [{ id: idOf(505), chapterId: idOf(506), title: 'Begun on a train' }, idOf(300)]
  await createSequence.run({ tx, viewer: reader, now: T0 }, made)
  await tx.put(authorships, { id: authorshipId(authors, post.id), userId: authors, postId: post.id, level: 'own', since: T0 })
  // What is said about a text while it is written is here; the published post is in its thread.
  const { answer, kept } = pagesOver(tx, reader, [`me:${authors}`, `draft:${post.id}`])
  expect(await answer(links.editSequence(made.id))).toBe('not-here')
  expect(await kept(links.editSequence(made.id))).toMatchObject({ page: { sequence: { title: 'Begun on a train' }, candidates: [] } })
  await tx.put(posts, { ...post, authorId: authors })
  expect(await answer(links.editSequence(made.id))).toMatchObject({ page: { candidates: [{ id: post.id }] } })
})

test('what the server said of the way on stays; without it what is not here has its place in it, and no title', async () => {
  const tx = await storeWithSequence()
  const named = { id: sequence.id, title: 'On water', href: '/s/x', place: { at: 1, of: 9 }, isWhole: true, previous: null, next: null }
  const alone = pagesOver(tx, reader, [`thread:${post.id}`])
  const plain = await alone.answer(links.post(post))
  expect(plain).toMatchObject({ page: { series: null } })
  if (plain === 'not-here' || plain.kind === 'moved' || typeof plain.page !== 'object') throw new Error('it is here')
  expect(await alone.answer(links.post(post), { ...plain, page: { ...plain.page, series: named } })).toMatchObject({
    page: { series: named },
  })
  await tx.put(chapters, aChapter({ postIds: [post.id, idOf(2), idOf(9)] }))
  const withSequence = pagesOver(tx, reader, [`thread:${post.id}`, `thread:${idOf(2)}`, `sequence:${sequence.id}`])
  expect(await withSequence.answer(links.post(post))).toMatchObject({
    page: { series: { place: { at: 1, of: 3 }, isWhole: false, next: { title: 'The second post' } } },
  })
  await tx.put(chapters, aChapter({ postIds: [post.id, idOf(9)] }))
  const next = { title: null, href: links.postInSequence(sequence.id, idOf(9)) }
  expect(await withSequence.answer(links.post(post))).toMatchObject({ page: { series: { place: { at: 1, of: 2 }, next } } })
})

test('a device that holds nothing has no list to show', async () => {
  const { kept } = pagesOver(memoryTransaction(), reader, [])
  expect(await kept('/')).toBe('not-here')
})

async function storeWithThread(): Promise<Transaction> {
  const tx = memoryTransaction()
  await tx.put(glossaryTerms, aTerm())
  await tx.put(members, aMember())
  await tx.put(
    members,
    aMember({ id: idOf(200), displayName: 'Ben', slug: 'ben', userName: 'ben', userNameKey: 'ben', displayNameKey: 'ben' }),
  )
  await tx.put(karmaStats, someKarmaStats())
  await tx.put(posts, post)
  await tx.put(revisions, {
    ...{ id: post.revisionId ?? '', subjectKind: 'post', subjectId: post.id, postId: post.id },
    ...{ n: 1, version: '1.0.0' },
    isDraft: false,
    title: post.title,
    body: paragraph('Water comes back.'),
    wordCount: 3,
    authorId: idOf(100),
    at: T0,
  })
  await tx.put(comments, aComment({ body: paragraph('First') }))
  await tx.put(comments, aComment({ id: idOf(11), parentId: idOf(10), body: paragraph('Second') }))
  return tx
}

function pagesOver(tx: Transaction, viewer: Viewer, held: readonly string[], answers: Readonly<Record<string, PageAnswer>> = {}) {
  const listed: string[] = []
  const read = permittedRead(tx, viewer, policies)
  const device: PagesDevice = {
    viewer,
    me: { name: 'Rea', slug: 'rea' },
    read: {
      ...read,
      list(query) {
        listed.push(query.table.name)
        return read.list(query)
      },
    },
    holds: (shape) => held.includes(shape),
    answers: {
      async get(address) {
        const answer = answers[address]
        return answer === undefined ? undefined : { address, answer, at: T0 - 5, lastUsed: T0, bytes: 1 }
      },
    },
  }
  const pages = devicePages(
    site,
    () => device,
    () => T0,
  )
  const request = (address: string) => {
    const url = new URL(address, site.origin)
    const [, first = '', id, slug] = url.pathname.split('/')
    const isSequence = first === 's' && id !== undefined
    const path = isSequence ? '/s/:sequenceId' : /posts|events/u.test(first) ? `/${first}/:postId/:slug?` : url.pathname
    const route = pageRoutes.find((each) => each.path === path)
    if (route === undefined) throw new Error(`no route ${path}`)
    const params = { ...(id && { postId: id }), ...(slug && { slug }) }
    return { route, given: { url, params: isSequence ? { sequenceId: id } : params } }
  }
  return {
    pages,
    listed,
    request,
    answer: (address: string, shown: PageAnswer | null = null) => pages.answer(request(address).route, request(address).given, shown),
    kept: (address: string) => pages.kept(request(address).route, request(address).given),
  }
}
