import { mentionLimits } from '#shared/notifications/mentions.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { members, karmaStats } from '#shared/accounts/schema.ts'
import { policies } from '#shared/policies.ts'
import { permittedRead } from '#shared/kernel/read-policy.ts'
import { notificationsOf } from '#shared/notifications/queries.ts'
import { noticeLimits } from '#shared/notifications/types.ts'
import { noticeSentence } from '#shared/notifications/words.ts'
import { aMember, idOf, member, moderator, paragraph, publishArgs, T0 } from '#shared/testing/factories.ts'
import { holderOf } from '#shared/wiki/slugs.ts'
import type { NotifyScene } from './testing/notify-scene.ts'
import { announcements } from './tables.ts'
import { ids, mentions, notifyScene } from './testing/notify-scene.ts'
import { dayMs } from '#shared/kernel/durations.ts'

const { ada, ben, cleo, dan, post } = ids
const [first, second, third] = [idOf(60), idOf(61), idOf(62)]
let scene: NotifyScene
beforeEach(async () => {
  scene = await notifyScene()
})
afterEach(() => scene.close())

test('of a wiki page whoever follows it is told, and whom a version names, by whoever wrote that; whoever began it is not told of what is said there', async () => {
  const write = (userId: string, revisionId: string, body = paragraph('Water.')) =>
    scene.mutation(userId, 'wiki.publish', { id: post, revisionId, lang: 'en', isWikiOnly: false, lensOf: null, name: 'Water', body })
  await scene.follow(dan, 'member', ada)
  await write(ada, idOf(51))
  await scene.follow(dan, 'post', post)
  await scene.comment(cleo, first)
  await write(ben, idOf(52), mentions('cleo'))
  expect(await scene.told(cleo)).toEqual([`newMention post:${post}`])
  await write(cleo, idOf(53), mentions('cleo'))
  expect(await scene.told(ada)).toEqual([])
  expect(await scene.told(dan)).toEqual([`newComment comment:${first}`])
  expect(await scene.rows(cleo)).toMatchObject([{ type: 'newMention', actorId: ben }])
})

describe('a comment tells', () => {
  beforeEach(() => scene.publish())

  test('the post’s author by default, whom it answers, and who follows; its own author never; nobody twice', async () => {
    await scene.follow(cleo, 'post', post)
    await scene.follow(cleo, 'memberComments', ben)
    await scene.comment(ben, first)
    await scene.comment(ada, second, first)
    expect(await scene.told(ada)).toEqual([`newComment comment:${first}`])
    expect(await scene.told(ben)).toEqual([`newReplyToYou comment:${second}`])
    expect(new Set(await scene.told(cleo))).toEqual(new Set([`newComment comment:${first}`, `newComment comment:${second}`]))
    expect(await scene.rows(ada)).toMatchObject([{ actorId: ben, title: 'On tides', because: '', viewedAt: null, place: 'recent' }])
  })

  test('nobody who switched the default off, suppressed this one, or muted the discussion', async () => {
    await scene.mutation(ada, 'subscriptions.set', { kind: 'post', targetId: post, state: 'suppressed', via: null })
    await scene.mutation(ben, 'notifications.choose', { choice: { field: 'ownComments', value: false } })
    await scene.follow(cleo, 'post', post)
    await scene.follow(cleo, 'thread', post)
    await scene.comment(ben, first)
    await scene.comment(dan, second, first)
    expect([await scene.told(ada), await scene.told(ben), await scene.told(cleo)]).toEqual([[], [], []])
  })

  test('whoever began the thread, when an answer further down is answered', async () => {
    await scene.comment(ben, first)
    await scene.comment(cleo, second, first)
    await scene.comment(dan, third, second)
    expect(await scene.told(cleo)).toEqual([`newReplyToYou comment:${third}`])
    expect(await scene.told(ben)).toHaveLength(2)
  })

  test('nobody any more once it is removed, and nobody again when it comes back', async () => {
    await scene.comment(ben, first)
    expect(await scene.told(ada)).toHaveLength(1)
    await scene.mutation(ben, 'comments.remove', { id: first, reason: '' })
    expect(await scene.told(ada)).toEqual([])
    await scene.mutation(ben, 'comments.restore', { id: first })
    expect(await scene.told(ada)).toEqual([])
  })

  test('nobody of what was removed before anybody could be told', async () => {
    await scene.comment(ben, first)
    await scene.mutation(ben, 'comments.remove', { id: first, reason: '' })
    expect(await scene.told(ada)).toEqual([])
  })

  test('nobody who is banned or has left', async () => {
    await scene.follow(cleo, 'post', post)
    await scene.follow(dan, 'post', post)
    await scene.store.write(async ({ tx }) => {
      const one = await tx.get(members, cleo)
      const other = await tx.get(members, dan)
      if (one !== undefined) await tx.put(members, { ...one, bannedUntil: T0 + 1_000_000 })
      if (other !== undefined) await tx.put(members, { ...other, isDeactivated: true })
    })
    await scene.comment(ben, first)
    expect([await scene.told(cleo), await scene.told(dan)]).toEqual([[], []])
  })

  test('whom it mentions, also when the mention came with an edit, and of an edit nobody else', async () => {
    await scene.comment(ben, first, null, mentions('cleo'))
    expect(await scene.told(cleo)).toEqual([`newMention comment:${first}`])
    await scene.follow(dan, 'post', post)
    await scene.mutation(ben, 'comments.edit', { id: first, body: mentions('dan'), bodyVersion: 1 })
    expect(await scene.told(dan)).toEqual([`newMention comment:${first}`])
    await scene.mutation(ben, 'comments.edit', { id: first, body: paragraph('Nobody.'), bodyVersion: 2 })
    expect(await scene.told(ada)).toEqual([`newComment comment:${first}`])
  })
})

describe('a post tells', () => {
  test('who follows its author or a tag of it, once, and not of the next version', async () => {
    await scene.follow(ben, 'member', ada)
    await scene.follow(ben, 'tag', 'water')
    await scene.follow(cleo, 'tag', 'water')
    await scene.publish()
    await scene.publish({ revisionId: idOf(52), body: paragraph('Water comes back again.') })
    expect(await scene.told(ben)).toEqual([`newPost post:${post}`])
    expect(await scene.told(cleo)).toEqual([`newTagPosts post:${post}`])
  })

  test('who follows a tag that came with a later version, and nobody who has begun to follow one since', async () => {
    await scene.publish()
    await scene.told(ben)
    await scene.follow(ben, 'tag', 'water')
    await scene.follow(cleo, 'tag', 'moon')
    await scene.publish({ revisionId: idOf(52), body: paragraph('Water comes back again.'), tags: ['Water', 'Moon'] })
    expect([await scene.told(ben), await scene.told(cleo)]).toEqual([[], [`newTagPosts post:${post}`]])
  })

  test('who follows a tag by a name that it had before', async () => {
    const page = { id: idOf(70), lang: 'en', isWikiOnly: false, lensOf: null, name: 'Water', body: paragraph('Wet.') }
    await scene.mutation(cleo, 'wiki.publish', { ...page, revisionId: idOf(71) })
    await scene.follow(ben, 'tag', 'water')
    await scene.mutation(cleo, 'wiki.rename', { id: idOf(70), name: 'Brine' })
    await scene.publish({ tags: ['Brine'] })
    expect(await scene.told(ben)).toEqual([`newTagPosts post:${post}`])
  })

  test('who follows a tag that another member put to it, once, though it goes and comes again; nobody who made it', async () => {
    await scene.publish()
    await scene.publish({ id: idOf(60), revisionId: idOf(61), tags: ['Moon'] })
    await scene.told(ben)
    await scene.follow(ben, 'tag', 'moon')
    await scene.follow(ada, 'tag', 'moon')
    const moon = await scene.store.read((read) => holderOf(read, 'moon'))
    for (const value of [1, 0, 1]) await scene.mutation(cleo, 'wiki.voteOnTag', { postId: post, tagId: moon?.id, value })
    expect([await scene.told(ben), await scene.told(ada)]).toEqual([[`newTagPosts post:${post}`], []])
  })

  test('nobody any more when it goes back to draft: neither of itself nor of its comments', async () => {
    await scene.follow(ben, 'member', ada)
    await scene.follow(cleo, 'post', post).catch(() => undefined)
    await scene.publish()
    await scene.follow(cleo, 'post', post)
    await scene.comment(ben, first)
    expect([await scene.told(ben), await scene.told(cleo)].map(({ length }) => length)).toEqual([1, 1])
    await scene.mutation(ada, 'posts.unpublish', { id: post })
    expect([await scene.told(ben), await scene.told(cleo), await scene.told(ada)]).toEqual([[], [], []])
  })

  test('of its curation its author and who follows that, and nobody when it is undone', async () => {
    await scene.follow(cleo, 'curated', 'site')
    await scene.put({ id: dan, displayName: 'Dan', displayNameKey: `name ${dan}`, isAdmin: true })
    await scene.publish()
    await scene.mutation(dan, 'posts.setCurated', { id: post, isOn: true })
    expect(await scene.told(cleo)).toEqual([`curatedPost curated:${post}`])
    expect(await scene.told(ada)).toEqual([`yourPostCurated curated:${post}`])
    await scene.mutation(dan, 'posts.setCurated', { id: post, isOn: false })
    expect([await scene.told(cleo), await scene.told(ada)]).toEqual([[], []])
    expect(scene.sent).toEqual([])
  })

  test('nobody of a time long before there was telling', async () => {
    await scene.follow(ben, 'member', ada)
    await scene.told(ben)
    scene.clock.now = T0 - 30 * dayMs
    await scene.publish()
    scene.clock.now = T0
    expect(await scene.told(ben)).toEqual([])
  })
})

test('what is said in a dialogue that is a draft stays told to its authors, whatever changes of it', async () => {
  await scene.mutation(ada, 'dialogues.create', { id: post, revisionId: ids.revision, title: 'Secret plans', participantIds: [ben] })
  expect(await scene.told(ben)).toEqual([`postSharedWithUser share:${post}`])
  expect(await scene.rows(ben)).toMatchObject([{ invitedTo: 'takePart' }])
  await scene.mutation(ben, 'dialogues.join', { id: post })
  expect(await scene.told(ben)).toEqual([`postSharedWithUser share:${post}`])
  await scene.mutation(ben, 'dialogues.say', { id: first, postId: post, body: paragraph('Hush.') })
  expect(await scene.told(ada)).toContain(`newDialogueMessages comment:${first}`)
  await scene.mutation(ada, 'posts.setDetail', { id: post, detail: { field: 'title', value: 'Other plans' } })
  await scene.mutation(ada, 'posts.setCoauthor', { id: post, userId: cleo, isOn: true })
  expect(await scene.told(ada)).toContain(`newDialogueMessages comment:${first}`)
  scene.clock.now += 120_000
  await scene.settled()
  expect(scene.sent.length).toBeGreaterThan(0)
  expect(JSON.stringify(scene.sent)).not.toMatch(/plans|Hush/u)
})

describe('a draft tells', () => {
  const draft = () => scene.mutation(ada, 'posts.saveDraft', publishArgs({ id: post, revisionId: ids.revision, title: 'Secret plans' }))

  test('whom it is shared with and who is asked to be a co-author, without its title; nobody once that has ended', async () => {
    await scene.follow(dan, 'memberAll', ada)
    await draft()
    await scene.mutation(ada, 'posts.share', { id: post, userId: ben, level: 'comment' })
    await scene.mutation(ada, 'posts.setCoauthor', { id: post, userId: cleo, isOn: true })
    expect(await scene.told(ben)).toEqual([`postSharedWithUser share:${post}`])
    expect(await scene.told(cleo)).toEqual([`addedAsCoauthor coauthor:${post}`])
    expect(await scene.told(dan)).toEqual([])
    expect(JSON.stringify([await scene.rows(ben), await scene.rows(cleo)])).not.toContain('Secret')
    await scene.mutation(ada, 'posts.unshare', { id: post, userId: ben })
    await scene.mutation(ada, 'posts.setCoauthor', { id: post, userId: cleo, isOn: false })
    expect([await scene.told(ben), await scene.told(cleo)]).toEqual([[], []])
  })

  test('an invitation to somebody who had access before, and the author that it was accepted, each once', async () => {
    await draft()
    await scene.mutation(ada, 'posts.share', { id: post, userId: ben, level: 'edit' })
    expect(await scene.told(ben)).toEqual([`postSharedWithUser share:${post}`])
    await scene.mutation(ada, 'posts.inviteCoauthor', { id: post, userId: ben })
    expect((await scene.told(ben)).toSorted()).toEqual([`addedAsCoauthor coauthor:${post}`, `postSharedWithUser share:${post}`])
    const asked = (await scene.rows(ben)).find(({ type }) => type === 'addedAsCoauthor')
    expect(asked).toMatchObject({ invitedTo: 'coauthor', title: '' })
    expect(noticeSentence('addedAsCoauthor', { actor: 'Ada', title: '', invitedTo: asked?.invitedTo })).toBe(
      'Ada invited you to be a co-author of a post',
    )
    expect(await scene.told(ada)).toEqual([])
    await scene.mutation(ben, 'posts.acceptCoauthor', { id: post })
    expect(await scene.told(ada)).toEqual([`coauthorAccepted accepted:${ben}:${post}`])
    await scene.mutation(ada, 'posts.setDetail', { id: post, detail: { field: 'title', value: 'Other plans' } })
    expect(await scene.told(ada)).toHaveLength(1)
    expect(await scene.told(ben)).toHaveLength(2)
  })

  test.each(['read', 'comment', 'edit'] as const)('what one is invited to do with it: %s', async (level) => {
    await draft()
    await scene.mutation(ada, 'posts.share', { id: post, userId: ben, level })
    await scene.told(ben)
    const [told] = await scene.rows(ben)
    expect(told).toMatchObject({ invitedTo: level })
    const sentence = noticeSentence('postSharedWithUser', { actor: 'Ada', title: '', invitedTo: told?.invitedTo })
    expect(sentence).toMatch(new RegExp(`^Ada invited you to ${level} (?:on )?a draft$`, 'u'))
  })

  test('once a day at most, however often a share is given and taken back', async () => {
    await draft()
    const give = () => scene.mutation(ada, 'posts.share', { id: post, userId: ben, level: 'comment' })
    const take = () => scene.mutation(ada, 'posts.unshare', { id: post, userId: ben })
    await give()
    expect(await scene.told(ben)).toHaveLength(1)
    await take()
    expect(await scene.told(ben)).toEqual([])
    await give()
    expect(await scene.told(ben)).toEqual([])
    await take()
    await scene.told(ben)
    scene.clock.now += 2 * dayMs
    await give()
    expect(await scene.told(ben)).toHaveLength(1)
  })

  test('in no mail what it is called or says', async () => {
    await draft()
    await scene.mutation(ada, 'posts.share', { id: post, userId: ben, level: 'comment' })
    await scene.settled()
    scene.clock.now += 120_000
    await scene.settled()
    expect(scene.sent).toMatchObject([{ to: 'ben@example.org', subject: 'Night Harbour: Ada invited you to comment on a draft' }])
    expect(JSON.stringify(scene.sent)).not.toMatch(/Secret|Water/u)
  })
})

test('however often texts are edited, one author’s mentions notify fifty members a day', async () => {
  const many = Array.from({ length: mentionLimits.perDay + 10 }, (_, n) => idOf(2_000 + n))
  for (const [n, id] of many.entries()) await scene.put({ id, userNameKey: `m${n}`, displayName: `M${n}`, displayNameKey: `m${n}` })
  await scene.publish()
  const everybody = (from: number) => ({
    type: 'doc' as const,
    content: [
      {
        type: 'paragraph' as const,
        content: many
          .slice(from, from + 10)
          .map((_, at) => ({ type: 'mention' as const, attrs: { kind: 'member', id: `m${from + at}`, label: 'm' } })),
      },
    ],
  })
  await scene.comment(ben, first, null, everybody(0))
  await scene.told(ada)
  for (let n = 1; n < 6; n += 1) {
    await scene.mutation(ben, 'comments.edit', { id: first, body: everybody(n * 10), bodyVersion: n })
    await scene.told(ada)
  }
  const notified = async () => (await Promise.all(many.map((id) => scene.rows(id)))).flat().length
  expect(await notified()).toBe(mentionLimits.perDay)
  scene.clock.now += dayMs
  await scene.mutation(ben, 'comments.edit', { id: first, body: everybody(0), bodyVersion: 6 })
  await scene.mutation(ben, 'comments.edit', { id: first, body: everybody(50), bodyVersion: 7 })
  await scene.told(ada)
  expect(await notified()).toBe(mentionLimits.perDay + 10)
})

test('a question asked under another tells who follows that one, once', async () => {
  await scene.publish({ kind: 'question' })
  await scene.follow(cleo, 'question', post)
  const related = { id: idOf(80), revisionId: idOf(81), kind: 'question', title: 'Why two a day?', parentQuestionId: post }
  await scene.mutation(ben, 'posts.publish', publishArgs(related))
  await scene.mutation(ben, 'posts.publish', publishArgs({ ...related, revisionId: idOf(82), title: 'Why just two a day?' }))
  expect(await scene.told(cleo)).toEqual([`newRelatedQuestions post:${idOf(80)}`])
  expect(await scene.told(dan)).toEqual([])
})

test('a suggested correction tells whoever wrote the words, once; taken back before it was decided it is told no more', async () => {
  await scene.publish({ body: paragraph('Water comes bcak.') })
  await scene.mutation(ada, 'posts.inviteCoauthor', { id: post, userId: ben })
  await scene.mutation(ben, 'posts.acceptCoauthor', { id: post })
  await scene.store.write(({ tx }) => tx.put(karmaStats, { id: dan, karma: 200, postCount: 0, commentCount: 0 }))
  const quote = { text: 'bcak', before: 'comes ', after: '.' }
  const react = (value: number, replacement?: string) =>
    scene.mutation(dan, 'reactions.set', {
      ...{ targetKind: 'post', targetId: post, reaction: 'typo', quote, value },
      ...(replacement !== undefined && { proposal: { replacement, explanation: '' } }),
    })
  const corrections = async (userId: string) => (await scene.told(userId)).filter((told) => told.startsWith('typoSuggestion')).length
  await react(1, 'back')
  expect([await corrections(ada), await corrections(ben), await corrections(dan)]).toEqual([1, 1, 0])
  await react(1, 'back again')
  expect(await corrections(ada)).toBe(1)
  await react(0)
  expect([await corrections(ada), await corrections(ben)]).toEqual([0, 0])
})

test('what is shown is judged again: a read policy hides what its owner may not read by now, and everything from others', async () => {
  await scene.publish()
  await scene.comment(ben, first)
  await scene.told(ada)
  const seenBy = (viewer: Parameters<typeof permittedRead>[1], userId: string) =>
    scene.store.read((read) => permittedRead(read, viewer, policies).list(notificationsOf(userId, 10)))
  expect(await seenBy(member(ada), ada)).toHaveLength(1)
  expect(await seenBy(member(ben), ada)).toEqual([])
  expect(await seenBy(moderator, ada)).toEqual([])
})

test('devices hold the newest; what is older stays on the page', async () => {
  await scene.publish()
  for (let n = 0; n < noticeLimits.maxOnDevices + 5; n += 1) {
    scene.clock.now += 1
    await scene.comment(ben, idOf(1_000 + n))
  }
  await scene.told(ada)
  const rows = await scene.rows(ada)
  expect(rows).toHaveLength(noticeLimits.maxOnDevices + 5)
  const recent = rows.filter(({ place }) => place === 'recent')
  expect(recent.length).toBeLessThanOrEqual(noticeLimits.maxOnDevices)
  expect(recent[0]?.id).toBe(rows[0]?.id)
})

test('what was told is forgotten after a year, and is no news when it changes then; it is still taken back', async () => {
  await scene.publish()
  await scene.comment(ben, first)
  expect(await scene.told(ada)).toHaveLength(1)
  scene.clock.now += noticeLimits.viewedRetentionMs + 2 * dayMs
  await scene.settled()
  expect(await scene.store.read((read) => read.getMany(announcements, [`comment:${first}`, `post:${post}`]))).toEqual([])
  await scene.follow(cleo, 'post', post)
  await scene.follow(dan, 'member', ada)
  await scene.mutation(ben, 'comments.edit', { id: first, body: mentions('cleo'), bodyVersion: 1 })
  await scene.publish({ revisionId: idOf(52), body: paragraph('Water comes back again.') })
  expect([await scene.told(ada), await scene.told(cleo), await scene.told(dan)].map(({ length }) => length)).toEqual([1, 0, 0])
  await scene.mutation(ben, 'comments.remove', { id: first, reason: '' })
  expect(await scene.told(ada)).toEqual([])
})

test('a member whom thousands follow holds up nobody: others’ mutations go through while they are told', async () => {
  const followers = 1_500
  await scene.store.write(async ({ tx }) => {
    for (let n = 0; n < followers; n += 1) {
      const id = idOf(10_000 + n)
      await tx.put(members, aMember({ id, displayNameKey: id, userNameKey: id, slug: id }))
    }
  })
  await Promise.all(Array.from({ length: followers }, (_, n) => scene.follow(idOf(10_000 + n), 'member', ada)))
  await scene.publish()
  let between = 0
  let isNotified = false
  const telling = scene.told(idOf(10_000)).then(() => (isNotified = true))
  while (!isNotified) {
    await scene.mutation(ben, 'bookmarks.set', { targetKind: 'post', targetId: post, isSaved: between % 2 === 0 })
    between += 1
  }
  await telling
  expect(between).toBeGreaterThan(3)
  const rows = await Promise.all(Array.from({ length: followers }, (_, n) => scene.rows(idOf(10_000 + n))))
  expect(rows.every(({ length }) => length === 1)).toBe(true)
})
