import { beforeEach, describe, expect, test } from 'vitest'
import * as Y from 'yjs'
import type { DiffAnswer } from '#shared/documents/protocol.ts'
import type { Browser, FeatureSite } from '#server/features/testing/feature-site.ts'
import { featureSite, shownForm } from '#server/features/testing/feature-site.ts'
import { karmaStats } from '#shared/accounts/schema.ts'
import { documentFormat } from '#shared/documents/protocol.ts'
import { postRoom } from '#shared/documents/rooms.ts'
import { checkedText } from '#shared/documents/text-in-doc.ts'
import { writeText } from '#shared/documents/text-in-doc-write.ts'
import { policies } from '#shared/policies.ts'
import { permittedRead } from '#shared/kernel/read-policy.ts'
import type { Viewer } from '#shared/kernel/viewer.ts'
import { visitor } from '#shared/kernel/viewer.ts'
import { links } from '#shared/links.ts'
import { posts, revisions } from '#shared/posts/schema.ts'
import { partOf } from '#shared/reactions/schema.ts'
import { typoOf, typosIn } from '#shared/reactions/typo-queries.ts'
import { typoSuggestions } from '#shared/reactions/typo-schema.ts'
import { member, moderator } from '#shared/testing/factories.ts'
import type { DocNode } from '#shared/text/nodes.ts'
import { plainText } from '#shared/text/measure.ts'

let site: FeatureSite
let ada: Browser
let ben: Browser
let [adaId, benId, postId] = ['', '', '']
const quote = { text: 'teh', before: 'I saw ', after: ' sea.' }
const proposal = { replacement: 'the', explanation: 'A slip.' }

const essay = {
  ...{ postId: '', title: 'Tides', lang: 'en', tags: '', kind: 'post', linkUrl: '', writtenOn: '', submitToFrontpage: 'on' },
  from: '/newPost',
}

beforeEach(async () => {
  site = await featureSite()
  ada = site.browser()
  ben = site.browser()
  await ada.signUp('Ada')
  await ben.signUp('Ben')
  adaId = (await ada.me()).viewer.userId ?? ''
  benId = (await ben.me()).viewer.userId ?? ''
  await site.store.write(({ tx }) => tx.put(karmaStats, { id: adaId, karma: 200, postCount: 0, commentCount: 0 }))
  const answer = await ben.form('posts.publish', { ...essay, markdown: 'I saw teh sea.' })
  postId = /posts\/([0-9a-z]{26})/u.exec(answer.headers['location'] ?? '')?.[1] ?? ''
})

async function react(userId: string, changes: Readonly<Record<string, unknown>> = {}): Promise<void> {
  const args = { targetKind: 'post', targetId: postId, reaction: 'typo', quote, value: 1, proposal, ...changes }
  const outcome = await site.writer.apply({ name: 'reactions.set', args, userId, source: 'member' })
  if (outcome.kind !== 'applied') throw outcome.kind === 'rejected' ? outcome.error : new Error(outcome.kind)
}

const suggestion = async () => (await site.store.read((read) => read.list(typoOf(adaId, postId, partOf('typo', quote)))))[0]
const decide = (browser: Browser, id: string, verdict: string, more = {}) =>
  browser.form('reactions.decideTypo', { id, verdict, from: links.typos(postId), ...more })
const readersText = () =>
  site.store.read(async (read) => {
    const post = await read.get(posts, postId)
    return plainText((await read.get(revisions, post?.revisionId ?? ''))?.body ?? { type: 'doc', content: [] })
  })

describe('a suggestion', () => {
  test('follows from a reaction with a proposal, changes with it and goes with it', async () => {
    await react(adaId)
    const first = await suggestion()
    expect(first).toMatchObject({ ownerId: benId, userId: adaId, ...proposal, verdict: 'open' })
    await react(adaId, { proposal: { ...proposal, replacement: 'this' } })
    expect(await suggestion()).toMatchObject({ id: first?.id, replacement: 'this', verdict: 'open' })
    await react(adaId, { value: 0, proposal: undefined })
    expect(await suggestion()).toMatchObject({ verdict: 'withdrawn' })
  })

  test('is none for one’s own words, which one corrects oneself', async () => {
    await site.store.write(({ tx }) => tx.put(karmaStats, { id: benId, karma: 200, postCount: 1, commentCount: 0 }))
    await react(benId)
    expect(await site.store.read((read) => read.list(typosIn(postId, 'open')))).toEqual([])
  })

  test('that was dismissed does not come back', async () => {
    await react(adaId)
    await decide(ben, (await suggestion())?.id ?? '', 'dismissed')
    await react(adaId, { proposal: { ...proposal, explanation: 'Really.' } })
    expect(await suggestion()).toMatchObject({ verdict: 'dismissed' })
  })

  test('is seen by who made it and by who wrote the words, and by nobody else', async () => {
    await react(adaId)
    const id = (await suggestion())?.id ?? ''
    const sees = async (viewer: Viewer) =>
      (await site.store.read((read) => permittedRead(read, viewer, policies).get(typoSuggestions, id))) !== undefined
    expect([await sees(member(adaId)), await sees(member(benId))]).toEqual([true, true])
    expect([await sees(visitor), await sees(moderator)]).toEqual([false, false])
  })
})

describe('the form', () => {
  test('accepts: readers get the corrected text, and the place of it', async () => {
    await react(adaId)
    const answer = await decide(ben, (await suggestion())?.id ?? '', 'accepted', { back: 'text' })
    expect([answer.status, answer.headers['location']]).toEqual([303, expect.stringContaining(`/posts/${postId}`)])
    expect(await readersText()).toBe('I saw the sea.')
    expect(await suggestion()).toMatchObject({ verdict: 'accepted', decidedById: benId })
    const { revisionId } = (await site.store.read((read) => read.get(posts, postId))) ?? {}
    expect(await site.store.read((read) => read.get(revisions, revisionId ?? ''))).toMatchObject({
      added: expect.any(Number),
      isDraft: false,
    })
  })

  test('says why where the words are gone, and changes nothing', async () => {
    await react(adaId)
    await ben.form('posts.publish', { ...essay, postId, markdown: 'All new.' })
    // The pages of these tests are few; any of them shows what was refused.
    const answer = await decide(ben, (await suggestion())?.id ?? '', 'accepted', { from: '/drafts' })
    expect(shownForm(answer).error).toMatchObject({ reason: 'typo-is-gone' })
    expect([await readersText(), (await suggestion())?.verdict]).toEqual(['All new.', 'open'])
  })

  test.each([
    ['who made it', () => ada],
    ['somebody else', () => site.browser()],
  ])('is refused to %s', async (_who, who) => {
    await react(adaId)
    const browser = who()
    if (browser !== ada) await browser.signUp('Cleo')
    const answer = await decide(browser, (await suggestion())?.id ?? '', 'accepted')
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(await readersText()).toBe('I saw teh sea.')
  })

  test('brings the document along: what is being written there stays, is mended, and is not published', async () => {
    const doc = new Y.Doc()
    await exchanged(doc)
    const written = checkedText(doc)
    if (!written.ok) throw new Error('no text')
    const more: DocNode = { type: 'paragraph', content: [{ type: 'text', text: 'Not yet for readers.' }] }
    writeText(doc, { ...written.doc, content: [...written.doc.content, more] }, 'test')
    await exchanged(doc)
    await react(adaId)
    await decide(ben, (await suggestion())?.id ?? '', 'accepted')
    await exchanged(doc)
    const now = checkedText(doc)
    expect(now.ok ? plainText(now.doc) : '').toBe('I saw the sea.\nNot yet for readers.')
    expect(await readersText()).toBe('I saw the sea.')
  })

  test('sent twice mends the document once, also where the new words have the old ones in them', async () => {
    const doc = new Y.Doc()
    await exchanged(doc)
    await react(adaId, { quote: { text: 'sea', before: 'saw teh ', after: '.' }, proposal: { replacement: 'seas', explanation: '' } })
    const [typo] = await site.store.read((read) => read.list(typosIn(postId, 'open')))
    for (const _time of [1, 2]) expect((await decide(ben, typo?.id ?? '', 'accepted')).status).toBe(303)
    await exchanged(doc)
    const now = checkedText(doc)
    expect(now.ok ? plainText(now.doc) : '').toBe('I saw teh seas.')
  })

  test('settles nobody’s document for whoever may not decide', async () => {
    const doc = new Y.Doc()
    await exchanged(doc)
    const written = checkedText(doc)
    if (!written.ok) throw new Error('no text')
    writeText(doc, { ...written.doc, content: [...written.doc.content, ...written.doc.content] }, 'test')
    await exchanged(doc)
    await react(adaId)
    const newest = async () => (await site.store.read((read) => read.get(posts, postId)))?.latestRevisionId
    const before = await newest()
    expect((await decide(ada, (await suggestion())?.id ?? '', 'accepted')).status).toBeGreaterThanOrEqual(400)
    expect(await newest()).toBe(before)
  })
})

/** As Ben's editor does by request: what it has goes, what it lacks comes. */
async function exchanged(doc: Y.Doc): Promise<void> {
  const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64')
  const held = { room: postRoom(postId), epoch: 1, sv: base64(Y.encodeStateVector(doc)), update: base64(Y.encodeStateAsUpdate(doc)) }
  const answer = await ben.send(
    'POST',
    '/collab/diff',
    { 'content-type': 'application/json', origin: site.origin },
    JSON.stringify({ format: documentFormat, rooms: [held] }),
  )
  // What our own server answers.
  const [room] = (JSON.parse(answer.text) as DiffAnswer).rooms
  if (room === undefined || !('update' in room)) throw new Error(answer.text)
  if (room.update !== '') Y.applyUpdate(doc, Buffer.from(room.update, 'base64'))
}
