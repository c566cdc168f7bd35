import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { credentials } from '#shared/accounts/schema.ts'
import { idOf, paragraph } from '#shared/testing/factories.ts'
import type { NotifyScene } from './testing/notify-scene.ts'
import { readUnsubscribe } from './signed.ts'
import { firstWaiting } from '#server/mail/waiting-mails.ts'
import { deliveries, deliveryId, siteSecrets } from './tables.ts'
import { ids, notifyScene } from './testing/notify-scene.ts'

const { ada, ben, cleo, dan, post } = ids
const minute = 60_000
let scene: NotifyScene
beforeEach(async () => {
  scene = await notifyScene()
  await scene.publish()
  await scene.comment(ada, idOf(60))
})
afterEach(() => scene.close())

/** Lets so much time go by, and everything that is due with it. */
async function wait(ms: number): Promise<void> {
  await scene.settled()
  scene.clock.now += ms
  await scene.settled()
}
const reply = (userId: string, n: number) => scene.comment(userId, idOf(n), idOf(60))

describe('mails', () => {
  test('one for all that is due together, with the words, the reason, and links that end them', async () => {
    await reply(ben, 61)
    await reply(cleo, 62)
    await wait(2 * minute)
    expect(scene.sent).toHaveLength(1)
    const [mail] = scene.sent
    expect(mail).toMatchObject({ to: 'ada@example.org', subject: '2 new notifications on Night Harbour' })
    expect(mail?.text).toContain('Ben replied to you under “On tides”')
    expect(mail?.text).toContain('I wonder.')
    expect(mail?.text).toContain('You’re getting this because someone replied to your comment.')
    expect(mail?.text).toContain(`https://essays.example/posts/${post}/on-tides#${idOf(61)}`)
    expect(mail?.html).not.toMatch(/<img|src=|<script/u)
    expect(mail?.html).toContain('overflow-wrap:anywhere')
    const key = (await scene.store.read((read) => read.get(siteSecrets, 'unsubscribe')))?.value ?? ''
    const token = mail?.unsubscribeUrl?.split('/').at(-1) ?? ''
    expect(readUnsubscribe(key, token, scene.clock.now)).toEqual({ userId: ada, types: ['newReplyToYou'] })
  })

  test('none within five minutes of the last', async () => {
    await reply(ben, 61)
    await wait(2 * minute)
    await reply(cleo, 62)
    await wait(2 * minute)
    expect(scene.sent).toHaveLength(1)
    await wait(4 * minute)
    expect(scene.sent).toHaveLength(2)
  })

  test('of a thread that its reader has commented in, where they want that by mail; not once they have left it', async () => {
    const email = { inApp: true, email: 'now', push: false }
    await scene.mutation(cleo, 'notifications.choose', { choice: { field: 'type', type: 'newReply', value: email } })
    await scene.mutation(cleo, 'notifications.choose', { choice: { field: 'ownThreads', value: true } })
    await reply(cleo, 61)
    await wait(2 * minute)
    const toCleo = () => scene.sent.filter(({ to }) => to === 'cleo@example.org').map(({ text }) => text)
    await reply(ben, 62)
    await wait(2 * minute)
    expect(toCleo()).toEqual([expect.stringContaining('You’re getting this because you follow this thread.')])
    await wait(6 * minute)
    await reply(ben, 63)
    await scene.settled()
    await scene.mutation(cleo, 'subscriptions.set', { kind: 'comment', targetId: idOf(60), state: 'off', via: null })
    await wait(2 * minute)
    expect(toCleo()).toHaveLength(1)
  })

  test('none of what was read here before', async () => {
    await reply(ben, 61)
    await scene.told(ada)
    await scene.mutation(ada, 'notifications.markAllViewed', { upTo: scene.clock.now })
    await wait(2 * minute)
    expect(scene.sent).toEqual([])
  })

  test('none of what was taken back', async () => {
    await reply(ben, 61)
    await scene.told(ada)
    await scene.mutation(ben, 'comments.remove', { id: idOf(61), reason: '' })
    await wait(2 * minute)
    expect(scene.sent).toEqual([])
  })

  test.each([
    ['whose address is not confirmed', { emailVerifiedAt: null }],
    ['without an address', 'none'],
  ] as const)('none to somebody %s', async (_what, change) => {
    await scene.store.write(async ({ tx }) => {
      const credential = await tx.get(credentials, ada)
      if (credential === undefined) return
      if (change === 'none') await tx.delete(credentials, ada)
      else await tx.put(credentials, { ...credential, ...change })
    })
    await reply(ben, 61)
    await wait(2 * minute)
    expect(scene.sent).toEqual([])
  })

  test('none at all, or none of a kind, for whoever has ended them', async () => {
    await scene.mutation(null, 'notifications.endEmails', { userId: ada, types: ['newReplyToYou'] })
    await reply(ben, 61)
    await wait(2 * minute)
    expect(scene.sent).toEqual([])
    expect(await scene.told(ada)).toHaveLength(1)
  })

  test('once a day at the hour that was chosen, and by mail alone where nothing is wanted here', async () => {
    const value = { inApp: false, email: 'daily', push: false }
    await scene.mutation(ada, 'notifications.choose', { choice: { field: 'type', type: 'newReplyToYou', value } })
    await scene.mutation(ada, 'notifications.choose', { choice: { field: 'digest', value: { hour: 18, day: 1 } } })
    await reply(ben, 61)
    await wait(3 * 60 * minute)
    await reply(cleo, 62)
    await wait(minute)
    expect(scene.sent).toEqual([])
    expect(await scene.rows(ada)).toMatchObject([{ place: 'unshown' }, { place: 'unshown' }])
    await wait(3 * 60 * minute)
    expect(scene.sent.map(({ subject }) => subject)).toEqual(['2 new notifications on Night Harbour'])
  })

  test('none that was to come later, once mails of its kind are ended, and of what its reader chose for one thing neither', async () => {
    const value = { inApp: true, email: 'daily', push: false }
    await scene.mutation(ada, 'notifications.choose', { choice: { field: 'type', type: 'newReplyToYou', value } })
    await reply(ben, 61)
    await scene.settled()
    await scene.mutation(null, 'notifications.endEmails', { userId: ada, types: ['newReplyToYou'] })
    await wait(25 * 60 * minute)
    await scene.follow(ada, 'comment', idOf(60), { via: 'emailNow' })
    await scene.mutation(null, 'notifications.endEmails', { userId: ada, types: ['newReplyToYou'] })
    await reply(cleo, 62)
    await wait(2 * minute)
    expect(scene.sent).toEqual([])
    expect(await scene.told(ada)).toHaveLength(2)
  })

  test('one that was to come later still comes when mails of another kind are ended', async () => {
    const value = { inApp: true, email: 'daily', push: false }
    await scene.mutation(ada, 'notifications.choose', { choice: { field: 'type', type: 'newReplyToYou', value } })
    await reply(ben, 61)
    await scene.settled()
    await scene.mutation(null, 'notifications.endEmails', { userId: ada, types: ['newComment'] })
    await wait(25 * 60 * minute)
    expect(scene.sent).toHaveLength(1)
  })

  test('none is written while the mail server is away, so that none says what has been taken back meanwhile', async () => {
    scene.mailServer.isDown = true
    await reply(ben, 61)
    for (const minutes of [2, 1, 11]) await wait(minutes * minute)
    await scene.comment(cleo, idOf(62), idOf(60), paragraph('Take this back.'))
    await scene.comment(cleo, idOf(63), idOf(60), paragraph('This stays.'))
    await wait(10 * minute)
    await scene.mutation(cleo, 'comments.remove', { id: idOf(62), reason: '' })
    scene.mailServer.isDown = false
    for (let n = 0; n < 7; n += 1) await wait(10 * minute)
    expect(scene.sent).toHaveLength(2)
    expect(JSON.stringify(scene.sent)).toContain('This stays.')
    expect(JSON.stringify(scene.sent)).not.toContain('Take this back.')
  })

  describe('that waits for the mail server is written when it goes out', () => {
    /** A mail that has been tried once, and will be again. */
    async function aWaitingMail(): Promise<void> {
      scene.mailServer.isDown = true
      await reply(ben, 61)
      await wait(2 * minute)
      expect((await scene.store.read((read) => read.list(firstWaiting(9)))).map(({ to, text }) => [to, text])).toEqual([['', '']])
      scene.mailServer.isDown = false
    }

    test('and says it all', async () => {
      await aWaitingMail()
      await wait(minute)
      expect(scene.sent).toHaveLength(1)
    })

    const none = { inApp: true, email: 'off', push: false }
    test.each([
      ['what was taken back', () => scene.mutation(ben, 'comments.remove', { id: idOf(61), reason: '' })],
      ['what was read', () => scene.mutation(ada, 'notifications.markAllViewed', { upTo: scene.clock.now })],
      ['a discussion that was muted', () => scene.follow(ada, 'thread', post)],
      ['what is to be heard of no more', () => scene.follow(ada, 'comment', idOf(60), { state: 'suppressed' })],
      [
        'a kind that comes by mail no more',
        () => scene.mutation(ada, 'notifications.choose', { choice: { field: 'type', type: 'newReplyToYou', value: none } }),
      ],
      [
        'anything, once its reader wants no mails',
        () => scene.mutation(ada, 'notifications.choose', { choice: { field: 'noEmails', value: true } }),
      ],
    ] as const)('but not of %s', async (_what, happens) => {
      await aWaitingMail()
      await happens()
      await wait(minute)
      expect([scene.sent, await scene.store.read((read) => read.count(firstWaiting(9)))]).toEqual([[], 0])
    })

    test('with what came since, as one', async () => {
      await aWaitingMail()
      scene.mailServer.isDown = true
      await reply(cleo, 62)
      await wait(minute)
      scene.mailServer.isDown = false
      for (let n = 0; n < 3; n += 1) await wait(11 * minute)
      expect(scene.sent.map(({ subject }) => subject)).toEqual(['2 new notifications on Night Harbour'])
    })

    test('to the address its reader has then', async () => {
      await aWaitingMail()
      await scene.store.write(async ({ tx }) => {
        const credential = await tx.get(credentials, ada)
        if (credential !== undefined) await tx.put(credentials, { ...credential, email: 'new@example.org', emailKey: 'new@example.org' })
      })
      await wait(minute)
      expect(scene.sent.map(({ to }) => to)).toEqual(['new@example.org'])
    })
  })

  test('none of a member who is followed no longer', async () => {
    await scene.follow(cleo, 'memberComments', ben, { via: 'emailDaily' })
    await scene.follow(dan, 'memberComments', ben, { via: 'emailDaily' })
    await reply(ben, 61)
    await scene.settled()
    await scene.follow(cleo, 'memberComments', ben, { state: 'off' })
    await wait(25 * 60 * minute)
    expect(scene.sent.map(({ to }) => to).toSorted()).toEqual(['ada@example.org', 'dan@example.org'])
  })

  test('of what stands in no list, too, however long the mail server is away', async () => {
    const value = { inApp: false, email: 'now', push: false }
    await scene.mutation(ada, 'notifications.choose', { choice: { field: 'type', type: 'newReplyToYou', value } })
    scene.mailServer.isDown = true
    await reply(ben, 61)
    for (const minutes of [2, 1, 11]) await wait(minutes * minute)
    scene.mailServer.isDown = false
    for (let n = 0; n < 7; n += 1) await wait(10 * minute)
    expect(scene.sent).toHaveLength(1)
  })

  test('of what stands in no list, too, where it was pushed while its mail waited', async () => {
    const value = { inApp: false, email: 'now', push: false }
    await scene.mutation(ada, 'notifications.choose', { choice: { field: 'type', type: 'newReplyToYou', value } })
    scene.mailServer.isDown = true
    await reply(ben, 61)
    await scene.told(ada)
    const [{ id = '' } = {}] = await scene.rows(ada)
    const push = { id: deliveryId(id, 'push'), userId: ada, notificationId: id, channel: 'push' as const }
    await scene.store.write(({ tx }) => tx.put(deliveries, { ...push, dueAt: scene.clock.now + 30 * minute }))
    for (const minutes of [2, 31]) await wait(minutes * minute)
    expect(await scene.store.read((read) => read.get(deliveries, push.id))).toBeUndefined()
    scene.mailServer.isDown = false
    for (let n = 0; n < 7; n += 1) await wait(10 * minute)
    expect(scene.sent).toHaveLength(1)
  })

  test('of a reply to one’s own comment in a thread of one’s own of which one wants to hear nothing else', async () => {
    await scene.follow(ada, 'comment', idOf(60), { state: 'suppressed' })
    await reply(ben, 61)
    await scene.comment(ada, idOf(62), idOf(61))
    await scene.comment(cleo, idOf(63), idOf(62))
    await wait(2 * minute)
    const toAda = scene.sent.filter(({ to }) => to === 'ada@example.org')
    expect(toAda.map(({ subject }) => subject)).toHaveLength(1)
    expect(toAda[0]?.text).toContain(idOf(63))
    expect(toAda[0]?.text).not.toContain(idOf(61))
  })

  test('what stands in no list goes a year after its mail', async () => {
    const value = { inApp: false, email: 'now', push: false }
    await scene.mutation(ada, 'notifications.choose', { choice: { field: 'type', type: 'newReplyToYou', value } })
    await reply(ben, 61)
    await wait(2 * minute)
    expect([scene.sent.length, (await scene.rows(ada)).length]).toEqual([1, 1])
    await wait(366 * 24 * 60 * minute)
    expect(await scene.rows(ada)).toEqual([])
  })
})
