import { afterEach, describe, expect, test } from 'vitest'
import { openStore } from '#server/store/open-store.ts'
import { productPlace } from '#server/store/testing/product-store.ts'
import { serverRegistryOf } from '#server/server-registry.ts'
import { inProcessWriter } from '#server/sync/writer.ts'
import { unusableHash } from '#server/testing/core.ts'
import { karmaStats, members } from '#shared/accounts/schema.ts'
import { comments } from '#shared/comments/schema.ts'
import { listings } from '#shared/feed/schema.ts'
import { defineQuery } from '#shared/kernel/query.ts'
import { visitor } from '#shared/kernel/viewer.ts'
import { messages } from '#shared/messages/schema.ts'
import { reviewOf } from '#shared/moderation/measure-queries.ts'
import type { ReviewMode } from '#shared/moderation/new-members.ts'
import { notificationsOf } from '#shared/notifications/queries.ts'
import { permittedRead } from '#shared/kernel/read-policy.ts'
import { policies } from '#shared/policies.ts'
import { posts } from '#shared/posts/schema.ts'
import { sequences } from '#shared/sequences/schema.ts'
import { idOf, paragraph, publishArgs, T0 } from '#shared/testing/factories.ts'
import { hourMs } from '#shared/kernel/durations.ts'

const closers: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

const [nell, teo] = [idOf(100), idOf(200)]

/** A newcomer and a moderator, where new members' work waits as said. */
async function site(reviewNewMembers: ReviewMode, more: { readonly smtpUrl?: string; readonly isEmailVerified?: boolean } = {}) {
  const { smtpUrl = null, isEmailVerified = true } = more
  const registry = serverRegistryOf({ rateLimitProfile: 'default', siteName: 'Lyceum', reviewNewMembers, smtpUrl, paymentsCurrency: 'USD' })
  const place = await productPlace()
  const store = await openStore(place.address, registry.tables, registry.migrations)
  const clock = { now: T0 }
  const writer = inProcessWriter(store, registry, { clock: () => clock.now })
  closers.push(async () => {
    await writer.close()
    await store.close()
    await place.remove()
  })
  const apply = (userId: string, name: string, args: unknown) => writer.apply({ name, args, userId, source: 'member' })
  const must = async (userId: string, name: string, args: unknown) => {
    const outcome = await apply(userId, name, args)
    if (outcome.kind !== 'applied') throw new Error(`${name}: ${JSON.stringify(outcome)}`)
  }
  for (const [userId, userName] of [
    [nell, 'nell'],
    [teo, 'teo'],
  ] as const) {
    const account = { userId, userName, displayName: userName, email: `${userName}@example.org`, isEmailVerified, bio: '' }
    const args = { ...account, passwordHash: unusableHash, firstIsAdmin: false, reservedNames: [] }
    await writer.apply({ name: 'accounts.register', args, userId: null, source: 'server' })
  }
  await store.write(async ({ tx }) => {
    const member = await tx.get(members, teo)
    if (member !== undefined) await tx.put(members, { ...member, groups: ['moderators'], approvedBy: teo })
  })
  return {
    ...{ apply, must, clock, store },
    serve: (name: string, args: unknown) => writer.apply({ name, args, userId: null, source: 'server' }),
    publish: (n = 1) => apply(nell, 'posts.publish', publishArgs({ id: idOf(n), revisionId: idOf(n + 1_000) })),
    post: (n = 1) => store.read((read) => read.get(posts, idOf(n))),
    isListed: (n = 1) =>
      store.read(async (read) => {
        const query = defineQuery({ table: listings, index: ['postId'], equals: [idOf(n)], order: 'ascending', limit: 10 })
        return (await read.list(query)).length > 0
      }),
    isSeen: (n = 1) => store.read(async (read) => (await permittedRead(read, visitor, policies).get(posts, idOf(n))) !== undefined),
    review: () => store.read((read) => reviewOf(read, nell)),
    stats: () => store.read((read) => read.get(karmaStats, nell)),
  }
}

describe('posts of members not yet let in', () => {
  test('wait, in no list and for nobody else, and bring their author before the moderators', async () => {
    const { publish, post, isListed, isSeen, review } = await site('posts')
    expect(await publish()).toMatchObject({ kind: 'applied' })
    expect(await post()).toMatchObject({ status: 'published', awaitsReview: true })
    expect(await isListed()).toBe(false)
    expect(await isSeen()).toBe(false)
    expect(await review()).toMatchObject({ needsReview: true, reasons: ['unreviewedFirstPost'], group: 'newContent' })
  })

  test('appear with the time of the approval, once, and count from then on', async () => {
    const { publish, must, clock, post, isListed, isSeen, stats } = await site('posts')
    await publish()
    clock.now = T0 + hourMs
    await must(teo, 'moderation.approve', { userId: nell })
    expect(await post()).toMatchObject({ awaitsReview: false, publishedAt: T0 + hourMs, frontpageAt: T0 + hourMs })
    expect(await isListed()).toBe(true)
    expect(await isSeen()).toBe(true)
    expect(await stats()).toMatchObject({ postCount: 1 })
    await must(teo, 'moderation.approve', { userId: nell })
    expect(await stats()).toMatchObject({ postCount: 1 })
    expect(await publish(2)).toMatchObject({ kind: 'applied' })
    expect(await post(2)).toMatchObject({ awaitsReview: false })
  })

  test('go on waiting however often they are said anew, or taken back in between', async () => {
    const { publish, must, post } = await site('posts')
    await publish()
    await must(nell, 'posts.publish', publishArgs({ id: idOf(1), revisionId: idOf(1_500), body: paragraph('Other words.') }))
    expect(await post()).toMatchObject({ awaitsReview: true })
    await must(nell, 'posts.unpublish', { id: idOf(1) })
    await must(nell, 'posts.publish', publishArgs({ id: idOf(1), revisionId: idOf(1_501), body: paragraph('Again.') }))
    expect(await post()).toMatchObject({ status: 'published', awaitsReview: true })
  })

  test('one at a time: an approved one stays when it is changed, the next waits', async () => {
    const { publish, must, post, isListed } = await site('posts')
    await publish()
    await must(teo, 'moderation.approvePost', { id: idOf(1) })
    expect(await isListed()).toBe(true)
    await must(nell, 'posts.publish', publishArgs({ id: idOf(1), revisionId: idOf(1_500), body: paragraph('Other words.') }))
    expect(await post()).toMatchObject({ awaitsReview: false })
    await publish(2)
    expect(await post(2)).toMatchObject({ awaitsReview: true })
  })

  test('a rejected one is made better as a draft, and waits when it comes again, even of a member let in', async () => {
    const { publish, must, apply, post, isListed, clock } = await site('off')
    await publish()
    await must(teo, 'moderation.approve', { userId: nell })
    await must(teo, 'moderation.rejectPost', { id: idOf(1), reason: 'Too short.' })
    expect(await isListed()).toBe(false)
    const anew = publishArgs({ id: idOf(1), revisionId: idOf(1_500), body: paragraph('A good deal longer.') })
    expect(await apply(nell, 'posts.publish', anew)).toMatchObject({ kind: 'rejected' })
    await must(nell, 'posts.unpublish', { id: idOf(1) })
    clock.now = T0 + 5
    await must(nell, 'posts.publish', anew)
    expect(await post()).toMatchObject({ rejectedReason: null, awaitsReview: true })
    expect(await isListed()).toBe(false)
  })

  test.each(['off', 'posts'] as const)('comments do not wait where it says %s, and their author is noticed all the same', async (mode) => {
    const { must, publish, review, store, stats } = await site(mode)
    await publish()
    await must(teo, 'moderation.approvePost', { id: idOf(1) })
    await must(nell, 'comments.post', { id: idOf(50), postId: idOf(1), parentId: null, body: paragraph('First.') })
    expect(await store.read((read) => read.get(comments, idOf(50)))).toMatchObject({ awaitsReview: false, isCounted: true })
    expect(await stats()).toMatchObject({ commentCount: 1 })
    expect((await review()).reasons).toContain('unreviewedFirstComment')
  })

  test('comments wait where all does, and count once they are let in', async () => {
    const { must, publish, store, stats, post, clock } = await site('all')
    await publish()
    await must(teo, 'moderation.approvePost', { id: idOf(1) })
    await must(nell, 'comments.post', { id: idOf(50), postId: idOf(1), parentId: null, body: paragraph('First.') })
    expect(await store.read((read) => read.get(comments, idOf(50)))).toMatchObject({ awaitsReview: true, isCounted: false })
    expect(await post()).toMatchObject({ commentCount: 0 })
    clock.now = T0 + 60_000
    await must(teo, 'moderation.approve', { userId: nell })
    expect(await store.read((read) => read.get(comments, idOf(50)))).toMatchObject({ postedAt: T0 + 60_000, isCounted: true })
    expect(await post()).toMatchObject({ commentCount: 1 })
    expect(await stats()).toMatchObject({ commentCount: 1 })
  })

  test('where nothing waits they appear at once', async () => {
    const { publish, post, isListed } = await site('off')
    await publish()
    expect(await post()).toMatchObject({ awaitsReview: false })
    expect(await isListed()).toBe(true)
  })

  test('a sequence waits, for its author and the staff alone', async () => {
    const { must, store } = await site('posts')
    await must(nell, 'sequences.create', { id: idOf(70), chapterId: idOf(71), title: 'On water' })
    await must(nell, 'sequences.setDetail', { id: idOf(70), detail: { field: 'isDraft', value: false } })
    const seen = () => store.read(async (read) => (await permittedRead(read, visitor, policies).get(sequences, idOf(70))) !== undefined)
    expect(await store.read((read) => read.get(sequences, idOf(70)))).toMatchObject({ awaitsReview: true })
    expect(await seen()).toBe(false)
    await must(teo, 'moderation.approve', { userId: nell })
    expect(await seen()).toBe(true)
  })
})

describe('an address that was not confirmed', () => {
  test('lets one write and save; what others would see waits until it is', async () => {
    const { must, publish, apply, post, store } = await site('off', { smtpUrl: 'smtp://mail.example', isEmailVerified: false })
    await must(nell, 'posts.create', { id: idOf(1), revisionId: idOf(900), kind: 'post', lang: 'en' })
    await must(nell, 'posts.setDetail', { id: idOf(1), detail: { field: 'title', value: 'On tides' } })
    expect(await publish()).toEqual({ kind: 'later', retryAfterMs: 60_000, reason: 'email-not-confirmed' })
    const take = { id: idOf(50), postId: idOf(1), parentId: null, body: paragraph('First.') }
    expect(await post()).toMatchObject({ status: 'draft' })
    await store.write(async ({ tx }) => {
      const { credentials } = await import('#shared/accounts/schema.ts')
      const credential = await tx.get(credentials, nell)
      if (credential !== undefined) await tx.put(credentials, { ...credential, emailVerifiedAt: T0 })
    })
    expect(await publish()).toMatchObject({ kind: 'applied' })
    expect(await apply(nell, 'comments.post', take)).toMatchObject({ kind: 'applied' })
  })

  test('counts as confirmed where no mail can be sent', async () => {
    const { publish } = await site('off', { isEmailVerified: false })
    expect(await publish()).toMatchObject({ kind: 'applied' })
  })

  test('keeps a comment waiting too', async () => {
    const { must, apply, clock } = await site('off', { smtpUrl: 'smtp://mail.example', isEmailVerified: false })
    clock.now = T0 + 1
    await must(teo, 'posts.publish', publishArgs({ id: idOf(2), revisionId: idOf(902) }))
    const args = { id: idOf(50), postId: idOf(2), parentId: null, body: paragraph('First.') }
    expect(await apply(nell, 'comments.post', args)).toMatchObject({ kind: 'later', reason: 'email-not-confirmed' })
  })

  test('keeps messages waiting, in what others began too, and nothing of them arrives', async () => {
    const { must, apply, store } = await site('off', { smtpUrl: 'smtp://mail.example', isEmailVerified: false })
    const begin = (by: number, to: string) => ({
      id: idOf(by),
      messageId: idOf(by + 1),
      participantIds: [to],
      title: '',
      body: paragraph('Hello.'),
    })
    await must(teo, 'conversations.begin', begin(60, nell))
    for (const [name, args] of [
      ['conversations.begin', begin(70, teo)],
      ['messages.send', { id: idOf(80), conversationId: idOf(60), body: paragraph('Hello.') }],
    ] as const)
      expect(await apply(nell, name, args)).toEqual({ kind: 'later', retryAfterMs: 60_000, reason: 'email-not-confirmed' })
    const found = await store.read((read) => read.getMany(messages, [idOf(61), idOf(71), idOf(80)]))
    expect(found.map(({ id }) => id)).toEqual([idOf(61)])
  })
})

describe('a snooze', () => {
  const comment = (n: number) => ({ id: idOf(n), postId: idOf(1), parentId: null, body: paragraph(`Comment ${n}`) })

  test('lets in, and ends with the contribution it was given for: posts and comments count together, and nothing waits', async () => {
    const { publish, must, post, review, clock } = await site('posts')
    await publish()
    await must(teo, 'moderation.snooze', { userId: nell, contributions: 2 })
    expect(await review()).toMatchObject({ needsReview: false, snoozedUntilCount: 3 })
    clock.now += hourMs
    await must(nell, 'comments.post', comment(20))
    expect(await review()).toMatchObject({ needsReview: false })
    clock.now += hourMs
    await publish(2)
    expect(await review()).toMatchObject({ needsReview: true, reasons: ['snoozeExpired'], group: 'snoozeExpired' })
    expect(await post(2)).toMatchObject({ awaitsReview: false })
  })

  test('is over for good once its member is approved', async () => {
    const { publish, must, review, clock } = await site('posts')
    await publish()
    await must(teo, 'moderation.snooze', { userId: nell, contributions: 1 })
    clock.now += hourMs
    await must(nell, 'comments.post', comment(20))
    expect(await review()).toMatchObject({ reasons: ['snoozeExpired'] })
    await must(teo, 'moderation.approve', { userId: nell })
    clock.now += hourMs
    await must(nell, 'comments.post', comment(21))
    expect(await review()).toMatchObject({ needsReview: false, reasons: [], snoozedUntilCount: null })
  })
})

describe('a bio', () => {
  test('of somebody not let in yet brings them before the moderators, when it says something new', async () => {
    const { must, review } = await site('off')
    await must(nell, 'accounts.updateProfile', { displayName: 'Nell' })
    await must(nell, 'accounts.updateProfile', { bio: '' })
    expect(await review()).toMatchObject({ needsReview: false })
    await must(nell, 'accounts.updateProfile', { bio: 'Buys and sells tides.' })
    expect(await review()).toMatchObject({ needsReview: true, reasons: ['unreviewedBioUpdate'], group: 'maybeSpam' })
    await must(teo, 'moderation.dequeue', { userId: nell })
    await must(nell, 'accounts.updateProfile', { displayName: 'Nell', bio: 'Buys and sells tides.' })
    expect(await review()).toMatchObject({ needsReview: false })
  })

  test('of a member who was let in is theirs', async () => {
    const { must, review } = await site('off')
    await must(teo, 'moderation.approve', { userId: nell })
    await must(nell, 'accounts.updateProfile', { bio: 'Reads tides.' })
    await must(teo, 'accounts.updateProfile', { bio: 'Looks after this place.' })
    expect(await review()).toMatchObject({ needsReview: false, reasons: [] })
  })
})

test('who has not confirmed their address is notified of it where mails can be sent, until they have', async () => {
  const { store, serve } = await site('off', { smtpUrl: 'smtp://mail.example', isEmailVerified: false })
  const told = async () => (await store.read((read) => read.list(notificationsOf(nell, 9)))).map(({ type }) => type)
  expect(await told()).toEqual(['emailVerificationRequired'])
  const token = { tokenHash: 'a'.repeat(43), kind: 'verifyEmail', userId: nell, email: 'nell@example.org' }
  await serve('accounts.issueEmailToken', token)
  expect(await told()).toHaveLength(1)
  await serve('accounts.redeemEmailToken', { tokenHash: token.tokenHash })
  expect(await told()).toEqual([])
  const without = await site('off', { isEmailVerified: false })
  expect(await without.store.read((read) => read.list(notificationsOf(nell, 9)))).toEqual([])
})
