import sharp from 'sharp'
import { expect, test } from 'vitest'
import type { Doc } from '#shared/text/schema.ts'
import type { DocNode } from '#shared/text/nodes.ts'
import { members } from '#shared/accounts/schema.ts'
import { getOrThrow } from '#shared/kernel/transaction.ts'
import { links } from '#shared/links.ts'
import { messages } from '#shared/messages/schema.ts'
import { privateLookMs } from '#shared/moderation/private-looks.ts'
import { pictures } from '#shared/pictures/schema.ts'
import { idOf, paragraph, publishArgs } from '#shared/testing/factories.ts'
import type { Browser } from '../testing/feature-site.ts'
import { featureSite } from '../testing/feature-site.ts'

const [conversationId, firstId, secondId, shown, other] = [idOf(1), idOf(10), idOf(11), idOf(60), idOf(61)]

const showing = (...ids: readonly string[]): Doc => ({
  type: 'doc',
  content: [
    ...paragraph('Look.').content,
    ...ids.map((id): DocNode => ({ type: 'figure', content: [{ type: 'image', attrs: { src: links.picture(id), alt: 'a' } }] })),
  ],
})

const png = sharp({ create: { width: 600, height: 400, channels: 3, background: '#7a6' } })
  .png()
  .toBuffer()

/** Ada and Ben write to each other; Cleo has no part in it; Dora is a moderator. */
async function aConversation() {
  const site = await featureSite()
  const [ada, ben, cleo, dora] = [site.browser(), site.browser(), site.browser(), site.browser()]
  const ids = new Map<Browser, string>()
  for (const [who, name] of [
    [ada, 'Ada'],
    [ben, 'Ben'],
    [cleo, 'Cleo'],
    [dora, 'Dora'],
  ] as const) {
    await who.signUp(name)
    ids.set(who, (await who.me()).viewer.userId ?? '')
  }
  const idOfMember = (who: Browser) => ids.get(who) ?? ''
  const setMember = (who: Browser, change: object) =>
    site.store.write(async ({ tx }) => tx.put(members, { ...(await getOrThrow(tx, members, idOfMember(who))), ...change }))
  for (const who of [ada, ben, cleo]) await setMember(who, { approvedBy: idOfMember(dora) })
  await setMember(dora, { groups: ['moderators'] })
  const act = (who: Browser, name: string, args: object) => site.writer.apply({ name, args, userId: idOfMember(who), source: 'member' })
  const must = async (who: Browser, name: string, args: object) => expect(await act(who, name, args)).toMatchObject({ kind: 'applied' })
  const begin = (body: Doc = paragraph('Hello.'), more: object = {}) =>
    act(ada, 'conversations.begin', {
      ...{ id: conversationId, messageId: firstId, participantIds: [idOfMember(ben)], title: '', body, ...more },
    })
  const say = (who: Browser, body: Doc, more: object = {}, id = secondId) =>
    act(who, 'messages.send', { id, conversationId, body, ...more })
  const upload = async (who: Browser, id: string, isPrivate = true) =>
    who.send('PUT', links.picture(id), { 'content-type': 'image/png', ...(isPrivate && { 'x-private': '1' }) }, await png)
  const statusFor = async (who: Browser, id = shown, width = '') => (await who.get(`${links.picture(id)}${width}`)).status
  return { site, ada, ben, cleo, dora, idOfMember, setMember, act, must, begin, say, upload, statusFor }
}

const isLater = { kind: 'later', reason: 'pictures-on-their-way' }
const isRefused = (field: string) => ({ kind: 'rejected', error: { code: 'invalid', field } })

test('a message waits for the pictures that its device is still uploading, the first of a conversation too', async () => {
  const { site, ada, ben, begin, say, upload } = await aConversation()
  expect(await begin(showing(shown), { uploading: [shown] })).toMatchObject(isLater)
  expect((await upload(ada, shown)).status).toBe(201)
  expect(await begin(showing(shown), { uploading: [shown] })).toMatchObject({ kind: 'applied' })
  expect(await say(ben, showing(other), { uploading: [other] })).toMatchObject(isLater)
  expect(await site.store.read((read) => read.get(messages, secondId))).toBeUndefined()
  await upload(ben, other)
  expect(await say(ben, showing(other), { uploading: [other] })).toMatchObject({ kind: 'applied' })
  const stored = await site.store.read((read) => read.get(messages, secondId))
  // So that nothing moves when it comes.
  expect(JSON.stringify(stored?.body)).toContain('"width":600')
})

test('a picture in a message is shown to who takes part, in no cache, and to nobody else', async () => {
  const { site, ada, ben, cleo, dora, begin, upload, statusFor } = await aConversation()
  await upload(ada, shown)
  // Not sent yet: who added it sees it.
  expect([await statusFor(ada), await statusFor(ben)]).toEqual([200, 404])
  await begin(showing(shown))
  for (const width of ['', '?w=480']) {
    for (const who of [ada, ben]) expect(await statusFor(who, shown, width)).toBe(200)
    for (const who of [cleo, dora, site.browser()]) expect(await statusFor(who, shown, width)).toBe(404)
  }
  const { headers } = await ben.get(links.picture(shown))
  expect(headers['cache-control']).toBe('private, no-store')
  expect(headers['etag']).toBeUndefined()
  // What a cache would ask with is no way in.
  expect((await cleo.send('GET', links.picture(shown), { 'if-none-match': '*' })).status).toBe(404)
})

test('leaving a conversation ends its pictures, also for who sent them', async () => {
  const { ada, ben, must, begin, upload, statusFor } = await aConversation()
  await upload(ada, shown)
  await begin(showing(shown))
  await must(ben, 'conversations.leave', { id: conversationId, messageId: idOf(20) })
  expect([await statusFor(ada), await statusFor(ben)]).toEqual([200, 404])
  await must(ada, 'conversations.leave', { id: conversationId, messageId: idOf(21) })
  expect(await statusFor(ada)).toBe(404)
})

test('who is added sees the pictures so far, and who is banned sees none', async () => {
  const { site, ada, ben, cleo, idOfMember, setMember, must, begin, upload, statusFor } = await aConversation()
  await upload(ada, shown)
  await begin(showing(shown))
  await must(ada, 'conversations.addParticipants', { id: conversationId, messageId: idOf(20), participantIds: [idOfMember(cleo)] })
  expect(await statusFor(cleo)).toBe(200)
  await setMember(ben, { bannedUntil: site.clock.now + 1_000_000 })
  expect(await statusFor(ben)).toBe(404)
})

test('the staff see a picture for a reason and no longer, and of a reported message until it is answered', async () => {
  const { site, ada, ben, dora, must, begin, upload, statusFor } = await aConversation()
  await upload(ada, shown)
  await begin(showing(shown))
  await must(dora, 'conversations.readForReason', { id: conversationId, reason: 'Threats were reported.' })
  expect(await statusFor(dora)).toBe(200)
  site.clock.now += privateLookMs
  expect(await statusFor(dora)).toBe(404)
  const report = { id: idOf(30), targetKind: 'message', targetId: firstId, reason: 'other', message: 'Look at it.' }
  await must(ben, 'contentReports.send', report)
  expect(await statusFor(dora)).toBe(200)
  await must(dora, 'pictures.remove', { id: shown })
  expect([await statusFor(ada), await statusFor(ben), await statusFor(site.browser())]).toEqual([410, 410, 404])
})

test('a reported message that a moderator removes takes its pictures along, for everybody and for good', async () => {
  const { site, ada, ben, dora, must, begin, say, upload, statusFor } = await aConversation()
  await upload(ada, shown)
  await upload(ada, other)
  await begin(showing(shown))
  await say(ada, showing(other))
  await must(ben, 'contentReports.send', { id: idOf(30), targetKind: 'message', targetId: firstId, reason: 'abuse', message: '' })
  await must(dora, 'messages.remove', { id: firstId })
  for (const who of [ada, ben, dora, site.browser()]) expect(await statusFor(who)).toBe(404)
  expect(await site.store.read((read) => read.get(pictures, shown))).toMatchObject({ state: 'removed' })
  // Neither sent anew nor shown by another message; what was not reported stays.
  expect(await say(ada, showing(shown), {}, idOf(12))).toMatchObject({ kind: 'rejected' })
  expect([await statusFor(ben, other), await statusFor(dora, other)]).toEqual([200, 404])
})

test('what was purged shows no picture any more', async () => {
  const { site, ada, ben, begin, upload, statusFor } = await aConversation()
  await upload(ada, shown)
  await begin(showing(shown))
  await site.store.write(async ({ tx }) => tx.put(messages, { ...(await getOrThrow(tx, messages, firstId)), body: null }))
  expect([await statusFor(ada), await statusFor(ben)]).toEqual([404, 404])
})

test('a message shows neither another’s picture nor a public one, as if it were not here', async () => {
  const { ada, ben, begin, say, upload } = await aConversation()
  await begin()
  await upload(ada, shown)
  await upload(ben, other, false)
  for (const id of [shown, other, idOf(62)]) expect(await say(ben, showing(id))).toMatchObject(isRefused('pictures.missing'))
  // Also where a device says that another’s is on its way.
  expect(await say(ben, showing(shown), { uploading: [shown] })).toMatchObject(isRefused('pictures.missing'))
})

test('a picture of a message stands in nothing public, and stays private when it is sent anew', async () => {
  const { site, ada, ben, act, begin, upload, statusFor } = await aConversation()
  await upload(ada, shown)
  await begin(showing(shown))
  const postId = idOf(40)
  for (const who of [ada, ben]) {
    const post = { ...publishArgs({ id: postId, revisionId: idOf(41) }), body: showing(shown) }
    expect(await act(who, 'posts.publish', post)).toMatchObject(isRefused('pictures.missing'))
  }
  expect(await act(ada, 'posts.publish', publishArgs({ id: postId, revisionId: idOf(41) }))).toMatchObject({ kind: 'applied' })
  const comment = { id: idOf(42), postId, parentId: null, body: showing(shown) }
  expect(await act(ada, 'comments.post', comment)).toMatchObject(isRefused('pictures.missing'))
  expect((await upload(ada, shown, false)).status).toBe(409)
  expect(await statusFor(site.browser())).toBe(404)
  expect(await site.store.read((read) => read.get(pictures, shown))).toMatchObject({ isPrivate: true })
})

test('a member whom no moderator has let in sends words and no pictures', async () => {
  const { ada, ben, setMember, begin, say, upload } = await aConversation()
  await begin()
  const eleven = Array.from({ length: 11 }, (_none, at) => idOf(600 + at))
  expect(await say(ada, showing(...eleven))).toMatchObject(isRefused('pictures.count'))
  await upload(ben, shown)
  await setMember(ben, { approvedBy: null })
  expect(await say(ben, showing(shown))).toMatchObject({ kind: 'rejected', error: { reason: 'pictures-need-approval' } })
})
