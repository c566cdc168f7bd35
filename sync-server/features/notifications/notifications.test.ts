import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import type { Browser, FeatureSite } from '#server/features/testing/feature-site.ts'
import { credentials, members } from '#shared/accounts/schema.ts'
import { getOrThrow } from '#shared/kernel/transaction.ts'
import { karmaNewsOf, notificationsOf } from '#shared/notifications/queries.ts'
import { noticeSettings } from '#shared/notifications/schema.ts'
import { featureSite } from '#server/features/testing/feature-site.ts'
import { pushDevicesOf } from '#server/notify/operations.ts'
import { hourMs } from '#shared/kernel/durations.ts'

const opened: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close()
})

/** A real mail server that keeps what it is given. */
async function mailServer() {
  const received: string[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _session, callback) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        received.push(Buffer.concat(chunks).toString('utf8'))
        callback()
      })
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  opened.push(() => new Promise<void>((resolve) => server.close(() => resolve())))
  // Made by `listen` above: a TCP server has an address with a port.
  return { received, url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}` }
}

let site: FeatureSite
let ada: Browser
let ben: Browser
let mails: Awaited<ReturnType<typeof mailServer>>
let postId = ''
beforeEach(async () => {
  mails = await mailServer()
  site = await featureSite({ SMTP_URL: mails.url, HOST: '127.0.0.1', REVIEW_NEW_MEMBERS: 'off' })
  ada = site.browser()
  ben = site.browser()
  await ada.signUp('Ada')
  await ben.signUp('Ben')
  for (const browser of [ada, ben]) await confirmAddress(await idOfBrowser(browser))
  const essay = { postId: '', title: 'Tides', lang: 'en', tags: '', kind: 'post', linkUrl: '', writtenOn: '', submitToFrontpage: 'on' }
  const answer = await ada.form('posts.publish', { ...essay, markdown: 'Water comes back.', from: '/newPost' })
  postId = /posts\/([0-9a-z]{26})/u.exec(answer.headers['location'] ?? '')?.[1] ?? ''
})

const idOfBrowser = async (browser: Browser): Promise<string> => (await browser.me()).viewer.userId ?? ''

async function confirmAddress(userId: string): Promise<void> {
  await site.store.write(async ({ tx }) => {
    const credential = await tx.get(credentials, userId)
    if (credential !== undefined) await tx.put(credentials, { ...credential, emailVerifiedAt: site.clock.now })
  })
}

async function settled(): Promise<void> {
  // The list of mails waits for all that goes on behind answers.
  await site.mails().catch(() => [])
}

/** A reply to Ada, and the mail about it, as the mail server got it. */
async function mailToAda(): Promise<string> {
  await confirmAddress(await idOfBrowser(ada))
  await settled()
  mails.received.length = 0
  const value = { inApp: true, email: 'now', push: false }
  const choice = { args: { choice: { field: 'type', type: 'newComment', value } } }
  await ada.send('POST', '/api/mutations/notifications.choose', json, JSON.stringify(choice))
  await ben.form('comments.post', { postId, parentId: '', markdown: 'I wonder.', from: `/posts/${postId}` })
  await settled()
  site.clock.now += 120_000
  await settled()
  return mails.received[0] ?? ''
}

const json = { accept: 'application/json', 'content-type': 'application/json' }
const unfolded = (raw: string): string => (raw.split('\r\n\r\n')[0] ?? '').replace(/\r\n[ \t]+/gu, ' ')

describe('a mail about a comment', () => {
  test('can be ended by a mail program with one click, without a sign-in, and by its page with a button', async () => {
    const headers = unfolded(await mailToAda())
    expect(headers).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
    const path = /List-Unsubscribe: <https?:\/\/[^/]+(\/unsubscribe\/[^>]+)>/u.exec(headers)?.[1] ?? ''
    expect(headers).toMatch(/Message-ID: <[0-9a-z]{26}@/iu)
    const stranger = site.browser()
    const settings = async () => site.store.read(async (read) => read.get(noticeSettings, await idOfBrowser(ada)))
    const page = await stranger.get(path)
    expect([page.status, page.text]).toMatchObject([200, expect.stringContaining('<button>Unsubscribe</button>')])
    // Without it a browser sends the form from nowhere, which is refused.
    expect(page.headers['referrer-policy']).toBe('same-origin')
    expect((await settings())?.types.newComment).toMatchObject({ email: 'now' })
    const oneClick = { 'content-type': 'application/x-www-form-urlencoded' }
    expect((await stranger.send('POST', path, oneClick, 'List-Unsubscribe=One-Click')).status).toBe(200)
    expect((await settings())?.types.newComment).toMatchObject({ inApp: true, email: 'off' })
    expect(page.text).not.toMatch(/Ada|ada@/u)
  })

  test('its link ends nothing when a letter of it is another, and a page of another site cannot use it', async () => {
    const path = /List-Unsubscribe: <https?:\/\/[^/]+(\/unsubscribe\/[^>]+)>/u.exec(unfolded(await mailToAda()))?.[1] ?? ''
    const forged = `${path.slice(0, -2)}${path.endsWith('AA') ? 'BB' : 'AA'}`
    const stranger = site.browser()
    expect((await stranger.send('POST', forged)).status).toBeGreaterThanOrEqual(400)
    expect((await stranger.send('POST', path, { origin: 'https://evil.test', 'sec-fetch-site': 'cross-site' })).status).toBe(403)
    const settings = await site.store.read(async (read) => read.get(noticeSettings, await idOfBrowser(ada)))
    expect(settings?.types.newComment).toMatchObject({ email: 'now' })
  })
})

test('without a script everything is marked as read, and a thing is followed, by forms', async () => {
  const adaId = await idOfBrowser(ada)
  await ben.form('comments.post', { postId, parentId: '', markdown: 'I wonder.', from: `/posts/${postId}` })
  await settled()
  const unread = async () =>
    (await site.store.read((read) => read.list(notificationsOf(adaId, 10)))).filter(
      ({ type, viewedAt }) => type === 'newComment' && viewedAt === null,
    ).length
  expect(await unread()).toBe(1)
  const marked = await ada.form('notifications.markAllViewed', { upTo: String(site.clock.now), from: '/notifications' })
  expect([marked.status, marked.headers['location'], await unread()]).toEqual([303, '/notifications', 0])
  const follow = { kind: 'member', targetId: adaId, state: 'on', from: '/manageSubscriptions' }
  expect((await ben.form('subscriptions.set', follow)).status).toBe(303)
  expect((await ben.form('subscriptions.set', { ...follow, targetId: '0'.repeat(26) })).status).toBe(404)
  expect((await ben.form('subscriptions.set', { ...follow, kind: 'everything' })).status).toBeGreaterThanOrEqual(400)
})

test('without a script how one is told is one form: how often each kind comes here, and when one hears of karma', async () => {
  const given = { 'app-newPost': 'daily', 'app-newMention': 'off', 'app-newReply': 'on', 'email-newPost': 'weekly', timeZone: 'UTC' }
  const answer = await ada.form('notifications.choose', {
    ...given,
    ...{ karmaPace: 'weekly', karmaHour: '7', karmaDay: '0', karmaNegative: 'on', digestHour: '6', digestDay: '2' },
  })
  expect(answer.status).toBe(303)
  const settings = await site.store.read(async (read) => read.get(noticeSettings, await idOfBrowser(ada)))
  expect(settings?.types).toMatchObject({
    newPost: { inApp: true, pace: 'daily', email: 'weekly', push: false },
    newMention: { inApp: false },
    newReply: { inApp: true },
  })
  expect(settings?.types.newReply?.pace).toBeUndefined()
  expect(settings?.karma).toMatchObject({ pace: 'weekly', hour: 7, day: 0, showsNegative: true })
  expect((await ada.form('notifications.choose', { ...given, 'app-newPost': 'hourly' })).status).toBeGreaterThanOrEqual(400)
})

test('without a script karma is listed on a page, and is marked as seen by a form', async () => {
  await ben.send(
    'POST',
    '/api/mutations/votes.set',
    json,
    JSON.stringify({ args: { targetKind: 'post', targetId: postId, axis: 'approval', value: 1 } }),
  )
  site.clock.now += 25 * hourMs
  await settled()
  const adaId = await idOfBrowser(ada)
  const news = async () => (await site.store.read((read) => read.list(karmaNewsOf(adaId))))[0]
  const upTo = String((await news())?.at)
  expect(await news()).toMatchObject({ seenAt: null, items: [{ targetId: postId, by: 1 }] })
  await ben.form('notifications.seeKarma', { upTo, from: '/notifications' })
  expect(await news()).toMatchObject({ seenAt: null })
  const answer = await ada.form('notifications.seeKarma', { upTo, from: '/notifications?tab=karma' })
  expect([answer.status, answer.headers['location']]).toEqual([303, '/notifications?tab=karma'])
  expect((await news())?.seenAt).not.toBeNull()
})

describe('a browser that is to be told things', () => {
  const given = {
    endpoint: 'https://push.example.com/send/abc',
    p256dh: Buffer.alloc(65, 4).toString('base64url'),
    auth: Buffer.alloc(16, 7).toString('base64url'),
    showsText: false,
  }
  const tell = (browser: Browser, body: unknown) => browser.send('POST', '/api/push', json, JSON.stringify(body))
  const devices = async () => site.store.read(async (read) => read.list(pushDevicesOf(await idOfBrowser(ada))))

  test('is kept under the one who is signed in there, and forgotten when they say so', async () => {
    expect((await tell(ada, given)).status).toBe(204)
    expect((await tell(ada, given)).status).toBe(204)
    expect(await devices()).toMatchObject([{ endpoint: given.endpoint, failures: 0 }])
    const end = (browser: Browser) => browser.send('POST', '/api/push/end', json, JSON.stringify({ endpoint: given.endpoint }))
    await end(ben)
    expect(await devices()).toHaveLength(1)
    await end(ada)
    expect(await devices()).toEqual([])
  })

  test('is told so, in the session and for the account that has it, and of no other', async () => {
    await tell(ada, { ...given, showsText: true })
    const here = async (browser: Browser) =>
      JSON.parse((await browser.send('POST', '/api/push/here', json, JSON.stringify({ endpoint: given.endpoint }))).text) as unknown
    expect(await here(ada)).toEqual({ isOn: true, showsText: true })
    expect(await here(ben)).toEqual({ isOn: false, showsText: false })
  })

  test('has the site’s key, which stays the same', async () => {
    const key = async () => JSON.parse((await ada.send('GET', '/api/push', json)).text) as unknown
    expect(await key()).toEqual({ key: expect.stringMatching(/^[\w-]{87}$/u) as unknown })
    expect(await key()).toEqual(await key())
  })

  test.each([
    ['nobody', 'visitor', given],
    ['an address inside', 'ada', { ...given, endpoint: 'https://169.254.169.254/x' }],
    ['an address without encryption', 'ada', { ...given, endpoint: 'http://push.example.com/x' }],
    ['a key that is none', 'ada', { ...given, p256dh: 'x' }],
    ['more than was asked for', 'ada', { ...given, userId: '1' }],
    ['a very long address', 'ada', { ...given, endpoint: `https://push.example.com/${'x'.repeat(2_000)}` }],
  ])('is refused for %s', async (_what, who, body) => {
    expect((await tell(who === 'ada' ? ada : site.browser(), body)).status).toBeGreaterThanOrEqual(400)
    expect(await devices()).toEqual([])
  })
})

test('the preview of a mail is for administrators, and of their own notifications', async () => {
  expect((await site.browser().get('/debug/notificationEmailPreview')).status).toBe(401)
  expect((await ben.get('/debug/notificationEmailPreview')).status).toBe(403)
})

describe('an administrator', () => {
  beforeEach(async () => {
    const { userId = '' } = (await ada.me()).viewer
    await site.store.write(async ({ tx }) => tx.put(members, { ...(await getOrThrow(tx, members, userId)), isAdmin: true }))
  })

  test('sees the mail about a curated post before it goes out; asking for two things, or for nothing that is there, is refused', async () => {
    const about = { postId: '', lang: 'en', tags: '', kind: 'post', linkUrl: '', writtenOn: '', submitToFrontpage: 'on', from: '/newPost' }
    const { headers } = await ben.form('posts.publish', { ...about, title: 'On tides', markdown: 'Water comes back.' })
    const postId = /posts\/([0-9a-z]{26})/u.exec(headers['location'] ?? '')?.[1] ?? ''
    const preview = (query: string) => ada.get(`/debug/notificationEmailPreview${query}`)
    const { status, text } = await preview(`?postId=${postId}`)
    expect([status, text.includes('“On tides” was curated'), text.includes('you follow curated posts')]).toEqual([200, true, true])
    expect((await preview('')).text).toContain('postId=ID')
    const refused = [`?postId=${postId}&notificationIds=x`, '?postId=nonsense', '?notificationIds=x']
    expect(await Promise.all(refused.map(async (query) => (await preview(query)).status))).toEqual([400, 404, 404])
  })

  test('looks at the mails of another member with a reason; others do not, and of nobody there are none', async () => {
    const look = async (by: Browser, member: string, reason = 'Says that no mail comes.') =>
      by.form('sentMails.look', { member, reason, from: '/debug/emailHistory' })
    expect((await look(ada, 'ben')).headers['location']).toBe('/debug/emailHistory?q=ben')
    const statuses = [look(ada, 'ben', '?'), look(ada, 'nobody'), look(ben, 'ada'), look(site.browser(), 'ada')]
    expect((await Promise.all(statuses)).map(({ status }) => status)).toEqual([400, 404, 403, 401])
  })
})
