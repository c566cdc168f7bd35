import { beforeEach, describe, expect, test } from 'vitest'
import type { Browser, FeatureSite } from '#server/features/testing/feature-site.ts'
import { credentials, karmaStats } from '#shared/accounts/schema.ts'
import { defineQuery } from '#shared/kernel/query.ts'
import { newsletterIssues, newsletterLimits, newsletterReaders } from '#shared/newsletters/schema.ts'
import { posts } from '#shared/posts/schema.ts'
import { featureSite } from '#server/features/testing/feature-site.ts'
import { mailServer } from '#server/mail/testing/mail-server.ts'
import { firstWaiting } from '#server/mail/waiting-mails.ts'
import { mailDue } from './jobs.ts'
import { readReader, readerIdOf, signReader } from './tokens.ts'
import { hourMs } from '#shared/kernel/durations.ts'

let site: FeatureSite
let ada: Browser
let adaId = ''
let mails: Awaited<ReturnType<typeof mailServer>>
let others = 0

beforeEach(async () => {
  mails = await mailServer()
  site = await featureSite({ SMTP_URL: mails.url, HOST: '127.0.0.1', TRUST_PROXY: '1' })
  ada = site.browser()
  await ada.signUp('Ada')
  adaId = (await ada.me()).viewer.userId ?? ''
  await site.store.write(async ({ tx }) => {
    const credential = await tx.get(credentials, adaId)
    if (credential !== undefined) await tx.put(credentials, { ...credential, emailVerifiedAt: site.clock.now })
    await tx.put(karmaStats, { id: adaId, karma: 20, postCount: 0, commentCount: 0 })
  })
})

const turnOn = (browser = ada, isOn = true) => browser.form('newsletters.set', { isOn: String(isOn), from: '/newsletter' })
const subscribe = (email: string, address = '192.0.2.1') =>
  site.browser(address).form('newsletters.subscribe', { authorId: adaId, email, from: '/' })
const readers = () =>
  site.store.read((read) =>
    read.list(
      defineQuery({ table: newsletterReaders, index: ['authorId', 'state', 'id'], equals: [adaId], order: 'ascending', limit: 1_000 }),
    ),
  )
const issue = (id: string) => site.store.read((read) => read.get(newsletterIssues, id))
const due = () => mailDue({ store: site.store, writer: site.writer }, site.clock.now)

async function publish(title = 'Tides', markdown = 'Water **comes** back.'): Promise<string> {
  const essay = { postId: '', title, lang: 'en', tags: '', kind: 'post', linkUrl: '', writtenOn: '', submitToFrontpage: 'on' }
  const answer = await ada.form('posts.publish', { ...essay, markdown, from: '/newPost' })
  return /posts\/([0-9a-z]{26})/u.exec(answer.headers['location'] ?? '')?.[1] ?? ''
}

/** What is in line goes out: another mail has the line looked at. */
async function mailTo(email: string): Promise<readonly string[]> {
  await site.browser(`198.51.100.${(others += 1) % 200}`).signUp(`Other${others}`)
  await expect.poll(async () => (await site.store.read((read) => read.list(firstWaiting(5)))).length).toBe(0)
  return mails.received.flatMap(({ to, raw }) => (to === email ? [raw] : []))
}

const linkIn = (raw: string | undefined, name: 'confirm' | 'leave'): string =>
  new RegExp(`/newsletter/${name}/[\\w-]+`, 'u').exec(raw ?? '')?.[0] ?? 'no link'

/** A confirmed reader, as the mailed link makes one. */
async function aReader(email: string): Promise<string> {
  await subscribe(email)
  const [asking] = await expect
    .poll(() => mailTo(email))
    .not.toEqual([])
    .then(() => mailTo(email))
  expect((await site.browser().send('POST', linkIn(asking, 'confirm'))).status).toBe(200)
  return asking ?? ''
}

test('a reader without an account subscribes, confirms by a button, gets the essay in full, and leaves with one click', async () => {
  await turnOn()
  expect((await subscribe('rea@example.org')).headers['location']).toBe('/newsletter/sent')
  await expect.poll(readers).toMatchObject([{ state: 'pending' }])
  const [asking] = await expect
    .poll(() => mailTo('rea@example.org'))
    .not.toEqual([])
    .then(() => mailTo('rea@example.org'))
  const confirm = linkIn(asking, 'confirm')
  // A scanner that opens the link confirms nothing.
  const opening = await site.browser().get(confirm)
  expect([opening.status, opening.headers['cache-control']]).toEqual([200, 'private, no-store'])
  // Without it a browser sends the form from nowhere, which is refused.
  expect(opening.headers['referrer-policy']).toBe('same-origin')
  expect(opening.text).toContain('<form method="post"')
  expect(opening.text).not.toContain('rea@example.org')
  expect(await readers()).toMatchObject([{ state: 'pending' }])
  expect((await site.browser().send('POST', confirm)).status).toBe(200)
  expect(await readers()).toMatchObject([{ state: 'confirmed', email: 'rea@example.org' }])

  const postId = await publish('Tides', 'Water **comes** back.\n\n:::spoiler End\nThe moon did it.\n:::\n\n![Sea](/img/sea.png)')
  await due()
  expect(await mailTo('rea@example.org')).toHaveLength(1)
  site.clock.now += newsletterLimits.waitMs + 1
  await due()
  const [, essay = ''] = await mailTo('rea@example.org')
  expect(await issue(postId)).toMatchObject({ state: 'sent', count: 1 })
  expect(essay).toContain('Subject: Tides')
  expect(essay).toContain('Water <strong>comes</strong> back.')
  expect(essay).toContain('Water **comes** back.')
  expect(essay).not.toContain('The moon did it.')
  const leave = linkIn(essay, 'leave')
  expect(essay.replace(/\r\n[ \t]+/gu, ' ')).toContain(`List-Unsubscribe: <${site.origin}${leave}>`)
  expect(essay).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
  // No picture or link of the reader's own but the one that ends it.
  const own = [...essay.matchAll(/https?:\/\/[^\s"<>]+/gu)].map(([address]) => address).filter((address) => /[0-9a-f]{64}/u.test(address))
  expect(own.every((address) => address.includes('/newsletter/leave/'))).toBe(true)

  expect((await site.browser().get(leave)).text).toContain('Unsubscribe')
  expect(await readers()).toMatchObject([{ state: 'confirmed' }])
  const oneClick = await site
    .browser()
    .send('POST', leave, { 'content-type': 'application/x-www-form-urlencoded' }, 'List-Unsubscribe=One-Click')
  expect(oneClick.status).toBe(200)
  expect(await readers()).toMatchObject([{ state: 'left', email: '' }])
  // Both links may be pressed again, and bring nobody back.
  expect((await site.browser().send('POST', leave)).status).toBe(200)
  expect((await site.browser().send('POST', confirm)).status).not.toBe(200)
  expect(await readers()).toMatchObject([{ state: 'left', email: '' }])
})

test('the answer to the box is the same for a new, a known and a confirmed address, and for a writer without a newsletter', async () => {
  await turnOn()
  await aReader('rea@example.org')
  const first = await subscribe('new@example.org')
  await expect.poll(readers).toHaveLength(2)
  const answers = [first, await subscribe('new@example.org'), await subscribe('rea@example.org')]
  answers.push(
    await site
      .browser('192.0.2.7')
      .form('newsletters.subscribe', { authorId: adaId.replace(/.$/u, '0'), email: 'x@example.org', from: '/' }),
  )
  expect(new Set(answers.map(({ status, headers, text }) => JSON.stringify([status, headers['location'], text])))).toHaveProperty('size', 1)
})

test('asking is limited by network and by address', async () => {
  await turnOn()
  for (let n = 0; n < 10; n += 1) expect((await subscribe(`r${n}@example.org`)).status).toBe(303)
  expect((await subscribe('more@example.org')).status).toBe(429)
  for (let n = 0; n < 8; n += 1) await subscribe('one@example.org', `203.0.113.${n}`)
  await expect.poll(async () => (await mailTo('one@example.org')).length).toBe(5)
})

describe('an essay goes to each reader once', () => {
  const addresses = Array.from({ length: 120 }, (_, n) => `r${n}@example.org`)
  beforeEach(async () => {
    await turnOn()
    await site.store.write(async ({ tx }) => {
      for (const email of addresses) {
        const times = { createdAt: 0, confirmedAt: 1, endedAt: null }
        await tx.put(newsletterReaders, { id: readerIdOf(adaId, email), authorId: adaId, email, state: 'confirmed', ...times, failures: 0 })
      }
    })
  })

  test('though three nodes send it at once, one of them dies, and it is published again', async () => {
    const postId = await publish()
    site.clock.now += newsletterLimits.waitMs + 1
    // Killed after the first piece: what it had begun is in the store.
    const killed = new AbortController()
    const dying = { work: (name: string, args: unknown) => site.writer.work(name, args).finally(() => killed.abort()) }
    await mailDue({ store: site.store, writer: dying }, site.clock.now, killed.signal)
    expect(await issue(postId)).toMatchObject({ state: 'sending' })
    await Promise.all([due(), due(), due()])
    expect(await issue(postId)).toMatchObject({ state: 'sent', count: addresses.length })
    await ada.form('posts.unpublish', { postId, from: '/' })
    await ada.form('posts.publish', { postId, title: 'Tides', markdown: 'Again.', lang: 'en', tags: '', kind: 'post', from: '/' })
    site.clock.now += newsletterLimits.waitMs + 1
    await due()
    const waiting = await site.store.read((read) => read.list(firstWaiting(1_000)))
    const letters = waiting.flatMap(({ letter }) => (letter?.postId === postId ? [letter.readerId] : []))
    expect([letters.length, new Set(letters).size]).toEqual([addresses.length, addresses.length])
  })

  test('and no event', async () => {
    const when = { starts: '2026-12-03T19:00', ends: '', zone: 'Europe/Oslo', location: 'Bergen', joinUrl: '', type: '', groupId: '' }
    const made = await ada.form('events.make', {
      id: '',
      revisionId: '',
      title: 'Walk',
      ...when,
      markdown: 'Bring a lamp.',
      from: '/newEvent',
    })
    const postId = /events\/([0-9a-z]{26})/u.exec(made.headers['location'] ?? '')?.[1] ?? ''
    const text = {
      postId,
      title: 'Walk',
      markdown: 'Bring a lamp.',
      lang: 'en',
      tags: '',
      linkUrl: '',
      writtenOn: '',
      kind: 'event',
      from: '/',
    }
    expect((await ada.form('posts.publish', text)).status).toBe(303)
    expect([await issue(postId), (await issue(await publish('Tides')))?.state]).toEqual([undefined, 'waiting'])
  })

  test('and none that was called off, taken back, unlisted, published before, or after the newsletter was turned off', async () => {
    const [off, back, unlisted, ended] = [await publish('Off'), await publish('Back'), await publish('Unlisted'), await publish('Ended')]
    expect((await ada.form('newsletters.callOff', { id: off, from: '/' })).status).toBe(303)
    expect((await site.browser().form('newsletters.callOff', { id: back, from: '/' })).status).not.toBe(303)
    await ada.form('posts.unpublish', { postId: back, from: '/' })
    await site.store.write(async ({ tx }) => {
      const post = await tx.get(posts, unlisted)
      if (post !== undefined) await tx.put(posts, { ...post, isOffLists: true })
    })
    await turnOn(ada, false)
    site.clock.now += newsletterLimits.waitMs + 1
    await due()
    await turnOn()
    site.clock.now += hourMs
    await due()
    for (const id of [off, back, unlisted, ended]) expect([id, (await issue(id))?.count]).toEqual([id, 0])
    expect((await site.store.read((read) => read.list(firstWaiting(50)))).filter(({ letter }) => letter !== undefined)).toEqual([])
  })
})

test('a hard bounce ends an address; a refusal for our own sake does not', async () => {
  await turnOn()
  for (const email of ['gone@example.org', 'fine@example.org']) await aReader(email)
  mails.refuses.set('gone@example.org', '5.1.1 no such user')
  mails.refuses.set('fine@example.org', '5.7.1 we do not take mail from you')
  await publish()
  site.clock.now += newsletterLimits.waitMs + 1
  await due()
  await mailTo('gone@example.org')
  expect(await readers()).toMatchObject([
    { state: 'bounced', email: '' },
    { state: 'confirmed', email: 'fine@example.org', failures: 1 },
  ])
})

describe('a writer', () => {
  test('imports from CSV: each is asked, those who left stay away; and exports those who confirmed', async () => {
    await turnOn()
    const asking = await aReader('left@example.org')
    await site.browser().send('POST', linkIn(asking, 'leave'))
    const csv = 'Name,Email\r\n"Rea, R.",rea@example.org\r\nLeft,left@example.org\r\nBad,nobody\r\n'
    expect((await ada.form('newsletters.import', { addresses: csv, from: '/newsletter' })).headers['location']).toBe(
      '/newsletter?imported=2',
    )
    await expect.poll(async () => (await readers()).map(({ state }) => state)).toEqual(['left', 'pending'])
    const [mail] = await expect
      .poll(() => mailTo('rea@example.org'))
      .not.toEqual([])
      .then(() => mailTo('rea@example.org'))
    expect(await mailTo('left@example.org')).toHaveLength(1)
    expect((await ada.get('/newsletter/export')).text).toBe('email,confirmed_at\r\n')
    await site.browser().send('POST', linkIn(mail, 'confirm'))
    const exported = await ada.get('/newsletter/export')
    expect(exported.headers['content-disposition']).toContain('readers.csv')
    expect(exported.text).toContain('"rea@example.org",')
    const ben = site.browser('192.0.2.9')
    await ben.signUp('Ben')
    expect((await ben.get('/newsletter/export')).text).toBe('email,confirmed_at\r\n')
    expect((await site.browser().get('/newsletter/export')).status).toBe(401)
  })

  test('is refused without an address of their own, without karma, with no address in the list, and as a visitor', async () => {
    const ben = site.browser('192.0.2.9')
    await ben.signUp('Ben')
    expect((await turnOn(ben)).status).toBe(403)
    expect((await turnOn(site.browser())).status).toBe(401)
    const imports = (browser: Browser, addresses = 'a@example.org') =>
      browser.form('newsletters.import', { addresses, from: '/newsletter' })
    expect([(await imports(ben)).status, (await imports(site.browser())).status, (await imports(ada)).status]).toEqual([403, 401, 403])
    await turnOn()
    expect((await imports(ada, 'nobody')).status).toBe(400)
    await site.store.write(({ tx }) => tx.put(karmaStats, { id: adaId, karma: 9, postCount: 0, commentCount: 0 }))
    expect((await imports(ada)).status).toBe(403)
    expect(await readers()).toEqual([])
  })
})

test('a right in a mail counts for one thing and one time, and nobody makes one', () => {
  const right = { readerId: readerIdOf(adaId, 'Rea@Example.org'), what: 'confirm', until: 1_000 } as const
  const token = signReader('key', right)
  expect(right.readerId).toBe(readerIdOf(adaId, 'rea@example.org'))
  expect(readReader('key', token, 'confirm', 999)).toBe(right.readerId)
  expect(readReader('key', token, 'confirm', 1_001)).toBeNull()
  expect(readReader('key', token, 'leave', 999)).toBeNull()
  expect(readReader('other', token, 'confirm', 999)).toBeNull()
  expect(
    readReader(
      'key',
      token.replace(/^./u, (sign) => (sign === 'a' ? 'b' : 'a')),
      'confirm',
      999,
    ),
  ).toBeNull()
  expect(readReader('key', signReader('key', { ...right, what: 'leave', until: 0 }), 'leave', 9e15)).toBe(right.readerId)
})
