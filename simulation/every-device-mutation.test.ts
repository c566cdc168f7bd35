/**
 * Every mutation that a device does by itself, in one table: kept without a network and through a
 * restart, and done once however often it arrives.
 */
import { expect, test } from 'vitest'
import { karmaStats, members } from '#shared/accounts/schema.ts'
import { quickTakesIdOf } from '#shared/comments/container.ts'
import { deviceMutations, deviceTables } from '#shared/device-registry.ts'
import { changeEvent } from '#shared/events/change-mutations.ts'
import { setRsvp } from '#shared/events/rsvp-mutations.ts'
import { events, rsvpId, rsvps } from '#shared/events/schema.ts'
import { getOrThrow } from '#shared/kernel/transaction.ts'
import { posts } from '#shared/posts/schema.ts'
import { someKarmaStats, idOf, paragraph, publishArgs, T0 } from '#shared/testing/factories.ts'
import type { SeasonalEvent } from '#shared/seasonal-events/schema.ts'
import { seasonalEvents } from '#shared/seasonal-events/schema.ts'
import { relsOf } from '#shared/wiki/tag-vote-queries.ts'
import { ada, aScene, ben, commenting, post } from '#server/testing/sync-scene.ts'
import type { Scene } from '#server/testing/sync-scene.ts'
import { createCore } from '#web/data/sync/core.ts'
import { mutationOf } from '#web/data/sync/queue.ts'
import { memoryDeviceDatabase } from '#web/data/sync/testing/memory-device-store.ts'
import { hourMs as hour } from '#shared/kernel/durations.ts'
const body = paragraph('Water comes back.')
const own = { draft: idOf(60), sequence: idOf(70), page: idOf(80), event: idOf(57) }
const bens = { essay: idOf(30), comment: idOf(31), joint: idOf(33), dialogue: idOf(40), old: idOf(45), event: idOf(47), poll: idOf(52) }
const line = (text: string) => ({ type: 'paragraph', content: [{ type: 'text', text }] })
const change = { before: line('The tide'), after: line('The spring tide'), place: null }
const asking = {
  type: 'doc',
  content: [
    line('Which, and how likely?'),
    {
      type: 'poll',
      attrs: { uid: 'one', question: 'Which?' },
      content: ['a', 'b'].map((uid) => ({ type: 'pollOption', attrs: { uid, text: uid } })),
    },
    { type: 'prediction', attrs: { uid: 'rain', title: 'Rain?' } },
  ],
}
const when = {
  ...{ starts: '2099-12-03T19:00', ends: '', zone: 'Europe/Oslo', isOnline: true, location: '', joinUrl: null },
  ...{ type: null, groupId: null, hasRsvps: true },
}
const wikiPage = { lang: 'en', isWikiOnly: false, lensOf: null, name: 'Wine' }
const lens = { ...wikiPage, lensOf: own.page, tabTitle: 'In short', name: 'Wine, in short' }

/**
 * A day of Ada's, without a network. Each mutation of the registry is in it; what one needs stands
 * before it.
 */
const day = (tagId: string): readonly (readonly [name: string, args: unknown])[] => [
  ['comments.post', { id: idOf(50), postId: post, parentId: null, body }],
  ['comments.edit', { id: idOf(50), body: paragraph('Water goes.'), bodyVersion: 1 }],
  ['comments.setMark', { id: idOf(50), mark: { name: 'retracted', isOn: true } }],
  ['comments.remove', { id: idOf(50), reason: '' }],
  ['comments.restore', { id: idOf(50) }],
  ['comments.postQuickTake', { id: idOf(51), postId: quickTakesIdOf(ada), body, tags: [], isOnFrontpage: true }],
  ['dialogues.setInput', { postId: bens.dialogue, text: 'About to say' }],
  ['dialogues.say', { id: idOf(53), postId: bens.dialogue, body }],
  ['dialogues.publish', { id: bens.dialogue }],
  ['votes.set', { targetKind: 'post', targetId: bens.essay, axis: 'approval', value: 1 }],
  ['votes.readWarning', { warnedAt: T0 }],
  ['polls.vote', { postId: bens.essay, pollUid: 'one', optionUids: ['a'] }],
  ['seasonalAnswers.give', { eventId: bens.poll, option: 1 }],
  ['rsvps.set', { postId: bens.event, answer: 'going' }],
  ['events.change', { id: own.event, changed: { starts: '2099-12-04T19:00', location: 'The quay' } }],
  ['predictions.set', { postId: bens.essay, questionUid: 'rain', percent: 70 }],
  ['reactions.set', { targetKind: 'comment', targetId: bens.comment, reaction: 'laugh', quote: null, value: 1 }],
  ['bookmarks.set', { targetKind: 'post', targetId: bens.essay, isSaved: true }],
  ['readMarks.set', { postId: bens.essay, isRead: true, seenUpTo: T0 }],
  ['subscriptions.set', { kind: 'member', targetId: ben, state: 'on', via: null }],
  ['mutes.set', { mutedId: ben, isMuted: true }],
  ['conversations.begin', { id: idOf(92), messageId: idOf(93), participantIds: [ben], title: '', body: paragraph('Between us.') }],
  ['messages.send', { id: idOf(94), conversationId: idOf(92), body: paragraph('And another.') }],
  ['conversations.setOwn', { id: idOf(92), change: { field: 'isArchived', value: true } }],
  ['conversations.setRead', { id: idOf(92), upTo: 2 }],
  ['contentReports.send', { id: idOf(89), targetKind: 'post', targetId: bens.essay, reason: 'spam', message: 'An advertisement.' }],
  ['notifications.setViewed', { id: `${ada}:newComment:${bens.comment}`, isViewed: true }],
  ['notifications.markAllViewed', { upTo: T0 }],
  ['notifications.choose', { choice: { field: 'ownComments', value: false } }],
  ['notifications.seeKarma', { upTo: T0 }],
  ['feed.set', { isIncognito: true }],
  ['feed.hide', { list: 'front', itemId: bens.essay, isHidden: true }],
  [
    'readingPlaces.set',
    { postId: bens.essay, place: { quote: 'Which', before: '', block: 0, within: 0, share: 0.5 }, isFinished: false, at: T0 },
  ],
  ['readerSettings.set', { name: 'theme', value: 'dark' }],
  ['posts.create', { id: own.draft, revisionId: idOf(61), kind: 'post', lang: 'en' }],
  ['posts.setDetail', { id: own.draft, detail: { field: 'title', value: 'On ebb' } }],
  ['posts.saveVersion', { id: own.draft, revisionId: idOf(62), body, note: 'Begun' }],
  ['posts.share', { id: own.draft, userId: ben, level: 'comment' }],
  ['posts.unshare', { id: own.draft, userId: ben }],
  ['posts.setLinkSharing', { id: own.draft, level: 'read', key: idOf(68) }],
  ['posts.setCoauthor', { id: own.draft, userId: ben, isOn: true }],
  ['posts.endCoauthor', { id: own.draft, userId: ben }],
  ['posts.inviteCoauthor', { id: own.draft, userId: ben }],
  ['posts.acceptCoauthor', { id: bens.joint }],
  ['remarks.post', { id: idOf(63), postId: own.draft, parentId: null, anchor: null, quote: '', body: 'Why?' }],
  ['remarks.edit', { id: idOf(63), body: 'Why so?' }],
  ['remarks.resolve', { id: idOf(63), isResolved: true }],
  ['remarks.remove', { id: idOf(63) }],
  ['remarks.suggest', { id: idOf(64), postId: own.draft, change, quote: 'The tide' }],
  ['remarks.decide', { id: idOf(64), verdict: 'rejected' }],
  [
    'publishing.schedule',
    {
      ...{ id: own.draft, at: T0 + 240 * hour, timeZone: 'Europe/Berlin', title: 'On ebb', body },
      ...{ revisionId: idOf(65), publicationId: idOf(66) },
    },
  ],
  ['publishing.move', { id: own.draft, at: T0 + 480 * hour, timeZone: 'Europe/Berlin' }],
  ['publishing.callOff', { id: own.draft }],
  ['posts.publish', publishArgs({ id: own.draft, revisionId: idOf(67), title: 'On ebb', tags: [] })],
  ['posts.unpublish', { id: own.draft }],
  ['posts.archive', { id: own.draft }],
  ['posts.restore', { id: own.draft }],
  ['sequences.create', { id: own.sequence, chapterId: idOf(71), title: 'On water' }],
  ['sequences.setDetail', { id: own.sequence, detail: { field: 'title', value: 'On all waters' } }],
  ['sequences.addChapter', { id: idOf(72), sequenceId: own.sequence, title: 'Salt' }],
  ['sequences.setChapterDetail', { id: idOf(72), detail: { field: 'title', value: 'Salt water' } }],
  ['sequences.moveChapter', { id: idOf(72), beforeId: idOf(71) }],
  ['sequences.putPost', { chapterId: idOf(72), postId: post, beforeId: null }],
  ['sequences.takePost', { sequenceId: own.sequence, postId: post }],
  ['sequences.removeChapter', { id: idOf(72) }],
  ['sequences.setRemoved', { id: own.sequence, isRemoved: true }],
  ['wiki.voteOnTag', { postId: bens.essay, tagId, value: 1 }],
  ['wiki.create', { id: own.page, revisionId: idOf(81), ...wikiPage }],
  ['wiki.publish', { id: own.page, revisionId: idOf(82), ...wikiPage, body }],
  ['wiki.setSummary', { id: own.page, summaryId: idOf(83), tabTitle: 'In short', text: 'A drink.' }],
  ['wiki.moveSummary', { id: own.page, summaryId: idOf(83), beforeId: null }],
  ['wiki.removeSummary', { id: own.page, summaryId: idOf(83) }],
  ['wiki.create', { id: idOf(84), revisionId: idOf(85), ...lens }],
  ['wiki.publish', { id: idOf(84), revisionId: idOf(86), ...lens, body }],
  ['wiki.moveLens', { id: idOf(84), beforeId: null }],
  // Last: they are for December.
  ['comments.postReview', { id: idOf(95), postId: bens.old, year: 2025, body }],
  ['reviewVotes.set', { postId: bens.old, year: 2025, score: 2 }],
]

/** Ben's essay that asks something, his comment, and a dialogue of both. */
async function community(clock: () => number): Promise<{ readonly scene: Scene; readonly tagId: string }> {
  const scene = await aScene({ writerClock: clock })
  const { must, store } = scene.core
  for (const id of [ada, ben]) await store.write(({ tx }) => tx.put(karmaStats, someKarmaStats({ id, karma: 1_000 })))
  const essay = publishArgs({ id: bens.essay, revisionId: idOf(32), title: 'Which?', body: asking, tags: ['Water'] })
  await must({ name: 'posts.publish', args: essay, userId: ben })
  await must({ ...commenting(31), userId: ben })
  const joint = publishArgs({ id: bens.joint, revisionId: idOf(34), title: 'By two', tags: [] })
  await must({ name: 'posts.publish', args: joint, userId: ben })
  await must({ name: 'posts.inviteCoauthor', args: { id: bens.joint, userId: ada }, userId: ben })
  const dialogue = { id: bens.dialogue, revisionId: idOf(41), title: 'On glue', participantIds: [ada] }
  await must({ name: 'dialogues.create', args: dialogue, userId: ben })
  await must({ name: 'dialogues.join', args: { id: bens.dialogue }, userId: ada })
  const event = { title: 'A walk', body: paragraph('Bring a lamp.') }
  const begun = { ...event, ...when, id: bens.event, revisionId: idOf(48) }
  await must({ name: 'events.make', args: begun, userId: ben })
  const walk = publishArgs({ id: bens.event, revisionId: idOf(49), ...event, kind: 'event', tags: [], submitToFrontpage: false })
  await must({ name: 'posts.publish', args: walk, userId: ben })
  const walked = { ...event, ...when, id: own.event, revisionId: idOf(58) }
  await must({ name: 'events.make', args: walked, userId: ada })
  const old = publishArgs({ id: bens.old, revisionId: idOf(46), title: 'Of last year', tags: [] })
  await must({ name: 'posts.publish', args: old, userId: ben })
  await store.write(async ({ tx }) => {
    await tx.put(posts, { ...(await getOrThrow(tx, posts, bens.old)), publishedAt: Date.UTC(2025, 5, 1) })
    await tx.put(members, { ...(await getOrThrow(tx, members, ada)), joinedAt: Date.UTC(2020, 0, 1) })
  })
  const season = { minKarma: 0, minAccountDays: 0, results: 'never', linkUrl: null }
  const asked = {
    ...season,
    kind: 'poll',
    title: 'Which lamp?',
    body,
    options: ['Red', 'Green'],
    startAt: T0 - hour,
    endAt: T0 + 240 * hour,
  }
  await store.write(({ tx }) => tx.put(seasonalEvents, { ...asked, id: bens.poll, phase: 'running', createdAt: T0 } as SeasonalEvent))
  const [rel] = await store.read((read) => read.list(relsOf(bens.essay)))
  return { scene, tagId: rel?.tagId ?? '' }
}

test('the table has every mutation that a device does by itself, and no other', () => {
  expect(new Set(day(idOf(90)).map(([name]) => name))).toEqual(new Set(deviceMutations.map(({ name }) => name)))
})

test('every mutation of a device is kept without a network and through a restart, arrives, and is done once though it is sent three times', async () => {
  // An hour between any two: no limit of speed is tried here.
  let now = T0
  const { scene, tagId } = await community(() => now)
  const database = memoryDeviceDatabase(deviceTables)
  const find = (name: string) => deviceMutations.find((one) => one.name === name)
  let ids = 9_500
  const open = () => createCore({ store: database.open(), account: ada, mutation: find, now: () => now, newId: () => idOf((ids += 1)) })
  // What is applied stays until its page has come, and is sent no more.
  const waiting = () => database.peek().queue.flatMap(({ name, state }) => (state === 'applied' ? [] : [name]))

  for (const [name, args] of day(tagId)) {
    now = name === 'comments.postReview' ? Date.UTC(2026, 11, 5) : now + hour
    const mutation = find(name)
    if (mutation === undefined) throw new Error(`${name} is not a mutation of a device`)
    await open().enqueue(mutationOf(mutation, mutation.args.parse(args), now))
    expect(waiting()).toEqual([name])

    // Started again, on what it had written; and the line breaks before the answers come.
    const { line, sent } = await converse(scene, open())
    expect.soft([name, ...line.of('result').map(({ outcome, error }) => [outcome, error])]).toEqual([name, ['applied', null]])
    const position = await scene.core.store.journal.position()
    await line.push(...sent)
    await line.settled()
    expect([name, ...line.of('result').slice(1)]).toEqual([name, ...line.of('result').slice(0, 1)])
    expect([name, await scene.core.store.journal.position()]).toEqual([name, position])
    line.session.closed()
    expect(waiting()).toEqual([name])

    const core = open()
    const next = await converse(scene, core)
    expect([name, ...next.line.of('result')]).toEqual([name, ...line.of('result').slice(0, 1)])
    expect([name, await scene.core.store.journal.position()]).toEqual([name, position])
    await core.takeResults(next.session, next.line.of('result'))
    next.line.session.closed()
    expect([name, waiting()]).toEqual([name, []])
  }
  expect(database.peek().refused.map(({ name, error }) => [name, error])).toEqual([])
  expect(scene.logged).toEqual([])
})

test('an answer that arrives after its event was canceled is kept among the refused, with the reason', async () => {
  const { scene, database, core } = await withUnsentAnswer()
  await scene.core.must({ name: 'events.put', args: { id: bens.event, ...when, isCancelled: true }, userId: ben })
  const { line, session } = await converse(scene, core)
  await core.takeResults(session, line.of('result'))
  line.session.closed()
  const refused = database.peek().refused.map(({ name, args, error }) => [name, args, error.code, error.reason])
  expect(refused).toEqual([['rsvps.set', { postId: bens.event, answer: 'going' }, 'not-allowed', 'event-is-cancelled']])
  expect(await scene.core.store.read((read) => read.get(rsvps, rsvpId(ada, bens.event)))).toBeUndefined()
})

test('a change of an event that one does not organize is kept among the refused; one that counts leaves what others said', async () => {
  const { scene } = await community(() => T0)
  const change = (id: string, changed: object) => ({ name: 'events.change', args: { id, changed } })
  const database = memoryDeviceDatabase(deviceTables)
  const find = (name: string) => deviceMutations.find((one) => one.name === name)
  const core = createCore({ store: database.open(), account: ada, mutation: find, now: () => T0, newId: () => idOf(9_400) })
  await core.enqueue(mutationOf(changeEvent, { id: bens.event, changed: { isCancelled: true } }, T0))
  await core.enqueue(mutationOf(changeEvent, { id: own.event, changed: { starts: '2099-12-05T19:00' } }, T0))
  await scene.core.must({ ...change(own.event, { contact: 'The harbor office' }), userId: ada })
  const { line, session } = await converse(scene, core)
  await core.takeResults(session, line.of('result'))
  line.session.closed()
  const refused = database.peek().refused.map(({ name, error }) => [name, error.code])
  expect(refused).toEqual([['events.change', 'not-allowed']])
  const eventOf = (id: string) => scene.core.store.read((read) => read.get(events, id))
  expect(await eventOf(bens.event)).toMatchObject({ isCancelled: false, sequence: 0 })
  expect(await eventOf(own.event)).toMatchObject({ starts: '2099-12-05T19:00', contact: 'The harbor office', sequence: 2 })
})

test('an answer without a network is given a place when it arrives: where all are taken, its member waits', async () => {
  const { scene, database, core } = await withUnsentAnswer()
  await scene.core.must({ name: 'events.put', args: { id: bens.event, ...when, capacity: 1, isCancelled: false }, userId: ben })
  await scene.core.must({ name: 'rsvps.set', args: { postId: bens.event, answer: 'going' }, userId: ben })
  const { line, session } = await converse(scene, core)
  await core.takeResults(session, line.of('result'))
  line.session.closed()
  expect(database.peek().refused).toEqual([])
  expect(await scene.core.store.read((read) => read.get(rsvps, rsvpId(ada, bens.event)))).toMatchObject({ answer: 'waiting' })
  await scene.core.must({ name: 'rsvps.set', args: { postId: bens.event, answer: 'none' }, userId: ben })
  expect(await scene.core.store.read((read) => read.get(rsvps, rsvpId(ada, bens.event)))).toMatchObject({ answer: 'going' })
})

/** Ada has answered without a network that she comes. */
async function withUnsentAnswer() {
  const { scene } = await community(() => T0)
  const database = memoryDeviceDatabase(deviceTables)
  const find = (name: string) => deviceMutations.find((one) => one.name === name)
  const core = createCore({ store: database.open(), account: ada, mutation: find, now: () => T0, newId: () => idOf(9_400) })
  await core.enqueue(mutationOf(setRsvp, { postId: bens.event, answer: 'going' }, T0))
  return { scene, database, core }
}

/** The device greets the server and sends what waits; it takes no answer. */
async function converse(scene: Scene, core: ReturnType<typeof createCore>) {
  const { session, hello } = (await core.greet(null)).value
  const line = scene.device(ada)
  for (const { id, epoch, cursor } of hello.shapes) line.shapes.set(id, { epoch, cursor, rows: new Map() })
  await line.say(hello)
  await line.settled()
  const [welcome] = line.of('welcome')
  if (welcome === undefined) throw new Error('the server does not welcome this device')
  await core.takeWelcome(session, welcome)
  const sent = (await core.offer(session)).value.mutations
  await line.push(...sent)
  await line.settled()
  return { line, sent, session }
}
