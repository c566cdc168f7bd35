import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { createTransport } from 'nodemailer'
import type { SendMailOptions } from 'nodemailer'
import { expect, onTestFinished, test } from 'vitest'
import type { Mail } from '#server/mail/mailer.ts'
import { ids, notifyScene } from '#server/notify/testing/notify-scene.ts'
import { StoreFailure } from '#server/store/port.ts'
import { ownLimits } from '#server/http/limits.ts'
import { dayMs } from '#shared/kernel/durations.ts'
import { notificationsOf } from '#shared/notifications/queries.ts'
import { messagesOf } from '#shared/messages/queries.ts'
import { conversationStates, messages, stateId } from '#shared/messages/schema.ts'
import { members } from '#shared/accounts/schema.ts'
import { visibleText } from '#shared/text/measure.ts'
import { idOf, paragraph } from '#shared/testing/factories.ts'
import { featureSite } from '../testing/feature-site.ts'
import { startAnswersByMail } from './answer-by-mail.ts'

const id = idOf(60)
const domain = 'reply.essays.example'

/** Ada has written to Ben, whose mail has come; and a listener, to which a real sender sends. */
async function scene(limit?: number) {
  const rest = await notifyScene(undefined, undefined, domain)
  onTestFinished(() => rest.close())
  const storeIs = { away: false }
  const posted: Mail[] = []
  const faults: unknown[] = []
  const open = async () => {
    const server = await startAnswersByMail({
      ...{ store: rest.store, secrets: rest.secrets, site: rest.site, now: () => rest.clock.now },
      place: { host: '127.0.0.1', port: 0, domain },
      limits: (name, most, windowMs) => ownLimits()(name, limit ?? most, windowMs),
      apply: async (mutation) => (storeIs.away ? Promise.reject(new StoreFailure('unavailable', 'away')) : rest.writer.apply(mutation)),
      post: (mail) => void posted.push(mail),
      onError: (error) => void faults.push(error),
    })
    onTestFinished(() => server.close())
    return server
  }
  const { port } = await open()
  await rest.mutation(ids.ada, 'conversations.begin', { id, messageId: idOf(70), participantIds: [ids.ben], title: '', body: paragraph('The heron left.') }) // oxfmt-ignore
  await rest.settled()
  rest.clock.now += 2 * 60_000
  await rest.settled()
  const [mail] = rest.sent
  const to = mail?.replyTo ?? ''
  /** What the mail server says to it: “250 …”. */
  const answer = async (changes: SendMailOptions = {}, at = port): Promise<string> => {
    const sender = createTransport({ host: '127.0.0.1', port: at, secure: false, ignoreTLS: true })
    try {
      const message = { from: 'Ben <ben@example.org>', to, text: 'I saw it.\n', subject: 'Re: x', ...changes }
      return (await sender.sendMail(message)).response
    } catch (error) {
      return String((error as { response?: unknown }).response ?? error)
    } finally {
      sender.close()
    }
  }
  const written = async () =>
    (await rest.store.read((read) => read.list(messagesOf(id, { limit: 100 })))).toSorted((a, b) => a.n - b.n).slice(1)
  const words = async () => (await written()).map(({ userId, body }) => [userId, body === null ? null : visibleText(body)])
  return { ...rest, open, mail, to, answer, storeIs, posted, faults, written, words, ada: 'Ada <ada@example.org>' }
}

const any = /^550 5\.7\.1 This mail was not taken\. .* https:\/\/essays\.example\/inbox$/u

test('an answer to the mail of a message is a message of who got it, and its sender is notified', async () => {
  const { mail, to, answer, words, store, settled, faults } = await scene()
  expect(to).toMatch(new RegExp(`^reply\\+[0-9a-z]{56}@${domain}$`, 'u'))
  expect(to.split('@')[0]?.length).toBeLessThanOrEqual(64)
  expect([mail?.text.startsWith('--- Reply above this line'), mail?.html?.includes('Reply above this line')]).toEqual([true, true])
  const quoted = (mail?.text ?? '').replaceAll(/^/gmu, '> ')
  expect(await answer({ text: `I **saw** it.\n\nOn Mon, 30 Nov 2026 at 18:22, Night Harbour <a@b.example> wrote:\n\n${quoted}` })).toMatch(
    /^250 /u,
  )
  expect(await words()).toEqual([[ids.ben, 'I saw it.']])
  await settled()
  const told = await store.read((read) => read.list(notificationsOf(ids.ada, 10)))
  expect(told.map(({ type, actorId }) => [type, actorId])).toEqual([['newMessage', ids.ben]])
  const state = await store.read((read) => read.get(conversationStates, stateId(id, ids.ada)))
  expect(state).toMatchObject({ isUnread: true, latestN: 2 })
  expect(faults).toEqual([])
})

test('a mail that comes twice, at two nodes too, is one message', async () => {
  const { open, answer, words } = await scene()
  const messageId = '<once@example.org>'
  const { port } = await open()
  const said = await Promise.all([answer({ messageId }), answer({ messageId }, port), answer({ messageId, text: 'I saw it again.' })])
  expect(said.every((one) => one.startsWith('250 '))).toBe(true)
  expect(await words()).toHaveLength(1)
  expect(await answer({ messageId: '<twice@example.org>' })).toMatch(/^250 /u)
  expect(await words()).toHaveLength(2)
})

test('HTML alone is made plain', async () => {
  const { answer, words } = await scene()
  const html = '<div>I <b>saw</b> it<script>alert(1)</script>.<br>Twice.</div><blockquote>Hi Ben,<br>--- Reply above</blockquote>'
  expect(await answer({ text: '', html })).toMatch(/^250 /u)
  expect(await words()).toEqual([[ids.ben, 'I saw it. Twice.']])
})

test('files are left out, which a mail says; nothing of them is kept', async () => {
  const { answer, words, posted } = await scene()
  expect(await answer({ attachments: [{ filename: 'heron.png', content: Buffer.alloc(30_000, 7) }] })).toMatch(/^250 /u)
  expect(await words()).toEqual([[ids.ben, 'I saw it.']])
  expect(posted).toMatchObject([{ to: 'ben@example.org', subject: 'Night Harbour: your attachments were left out' }])
  expect(JSON.stringify(posted)).not.toContain('saw')
})

test.each([
  ['another member of the site', { from: 'Ada <ada@example.org>' }],
  ['an address that nobody has', { from: 'nobody@example.org' }],
  [
    'two senders at once',
    {
      from: [
        { name: '', address: 'ben@example.org' },
        { name: '', address: 'ada@example.org' },
      ],
    },
  ],
])('from %s it is refused in the same words, and nothing is written', async (_who, changes) => {
  const { answer, words, faults } = await scene()
  // The type of the library knows one sender.
  expect(await answer(changes as SendMailOptions)).toMatch(any)
  expect([await words(), faults]).toEqual([[], []])
})

test.each([
  ['with another signature', (to: string) => to.replace(/.{4}@/u, 'zzzz@')],
  ['of another conversation', (to: string) => to.replace(id, idOf(61))],
  ['of another day', (to: string) => to.replace(/(?<=^.{35})./u, '9')],
  ['without a signature', (to: string) => to.replace(/.{26}@/u, '@')],
  ['at another domain', (to: string) => to.replace(domain, 'other.example')],
  ['that is none', () => `ada@${domain}`],
])('an address %s is refused in the same words', async (_what, forged) => {
  const { to, answer, words } = await scene()
  expect(await answer({ to: forged(to) })).toMatch(any)
  expect(await words()).toEqual([])
})

test('after thirty days it is refused to who it was made for, and says where to write', async () => {
  const { answer, words, clock } = await scene()
  clock.now += 29 * dayMs
  expect(await answer()).toMatch(/^250 /u)
  clock.now += 3 * dayMs
  expect(await answer()).toBe(`550 5.7.1 This email is too old to be answered by email. Write in the conversation instead. Your message was not sent. https://essays.example/inbox?conversation=${id}`) // oxfmt-ignore
  expect(await answer({ from: 'ada@example.org' })).toMatch(any)
  expect(await words()).toHaveLength(1)
})

test.each([
  ['an automatic answer', { headers: { 'Auto-Submitted': 'auto-replied' } }],
  ['bulk mail', { headers: { Precedence: 'bulk' } }],
  ['mail of a list', { headers: { 'List-Id': '<list.example.org>' } }],
  ['a mail with an empty sender', { envelope: { from: '', to: [] as string[] } }],
])('%s is refused', async (_what, changes) => {
  const { to, answer, words } = await scene()
  const envelope = 'envelope' in changes ? { envelope: { ...changes.envelope, to: [to] } } : {}
  expect(await answer({ ...changes, ...envelope })).toBe('550 5.7.1 Automatic mail is not taken here.')
  expect(await words()).toEqual([])
})

test('50,000 characters are taken, one more is refused; so are no words, and a mail that is too large', async () => {
  const { answer, words } = await scene()
  const text = `${'a'.repeat(999)} `.repeat(50).trimEnd()
  expect(await answer({ text: `${text}b` })).toMatch(/^250 /u)
  expect(await answer({ text: `${text}bc` })).toMatch(/^552 5\.7\.1 A message has at most 50,000 characters\. Your message was not sent\./u)
  expect(await answer({ text: '> quoted\n' })).toMatch(/^554 5\.7\.1 There are no words of yours in this mail\./u)
  expect(await answer({ attachments: [{ filename: 'a', content: Buffer.alloc(2_000_000, 7) }] })).toMatch(/^552 /u)
  expect(await words()).toHaveLength(1)
})

test('whom its reader has muted meanwhile is answered as ever, and reaches them quietly', async () => {
  const { answer, words, mutation, store, told } = await scene()
  await mutation(ids.ada, 'mutes.set', { mutedId: ids.ben, isMuted: true })
  expect(await answer()).toMatch(/^250 /u)
  expect(await words()).toHaveLength(1)
  expect(await told(ids.ada)).toEqual([])
  expect(await store.read((read) => read.get(conversationStates, stateId(id, ids.ada)))).toMatchObject({ isUnread: false })
})

test('a member who may not write there gets the reason, and nothing is written', async () => {
  const { answer, words, mutation, store, clock } = await scene()
  const change = (userId: string, changes: object) =>
    store.write(async ({ tx }) => {
      const member = await tx.get(members, userId)
      if (member !== undefined) await tx.put(members, { ...member, ...changes })
    })
  await change(ids.ada, { bannedUntil: clock.now + dayMs })
  expect(await answer()).toMatch(/^550 5\.7\.1 The others' accounts are closed or banned, so nobody can read messages here\./u)
  await change(ids.ada, { bannedUntil: null })
  await change(ids.ben, { bannedUntil: clock.now + dayMs })
  expect(await answer()).toMatch(/^550 5\.7\.1 This account is suspended\./u)
  await change(ids.ben, { bannedUntil: null })
  await mutation(ids.ben, 'conversations.leave', { id, messageId: idOf(72) })
  expect(await answer()).toMatch(/^550 5\.7\.1 You no longer take part in this conversation\./u)
  expect(await store.read((read) => read.get(messages, idOf(72)))).toBeDefined()
  expect((await words()).filter(([, said]) => said !== null)).toEqual([])
})

test('of an account that was closed meanwhile nothing is written, nor to one', async () => {
  const { answer, words, store } = await scene()
  const close = (userId: string, isDeactivated: boolean) =>
    store.write(async ({ tx }) => {
      const member = await tx.get(members, userId)
      if (member !== undefined) await tx.put(members, { ...member, isDeactivated })
    })
  await close(ids.ada, true)
  expect(await answer()).toMatch(/^550 5\.7\.1 The others' accounts are closed or banned, so nobody can read messages here\./u)
  await close(ids.ada, false)
  await close(ids.ben, true)
  expect(await answer()).toMatch(/^550 5\.7\.1 /u)
  expect(await words()).toEqual([])
})

test('a flood from one network is put off, not lost', async () => {
  const { answer, words } = await scene(3)
  for (const n of [1, 2, 3]) expect(await answer({ messageId: `<${n}@example.org>` })).toMatch(/^250 /u)
  expect(await answer({ messageId: '<4@example.org>' })).toBe('450 4.7.1 Too many mails at once. Try again in ten minutes.')
  expect(await words()).toHaveLength(3)
})

test('a store that is away is a reason to try again, and no word of the mail is logged', async () => {
  const { answer, faults, storeIs, words } = await scene()
  storeIs.away = true
  expect(await answer({ text: 'zqcanary' })).toMatch(/^451 4\.3\.0 /u)
  expect([faults, await words()]).toMatchObject([[{ message: 'away' }], []])
  storeIs.away = false
  expect(await answer({ text: 'zqcanary' })).toMatch(/^250 /u)
  expect(String((faults[0] as Error).stack)).not.toContain('zqcanary')
})

test('a mail about two conversations has an address for each, and none for both', async () => {
  const { mutation, settled, clock, sent, answer, store } = await scene()
  const other = { id: idOf(61), messageId: idOf(80), participantIds: [ids.ben], title: '', body: paragraph('The gull stayed.') }
  await mutation(ids.cleo, 'conversations.begin', other)
  await mutation(ids.ada, 'messages.send', { id: idOf(71), conversationId: id, body: paragraph('It is back.') })
  await settled()
  clock.now += 60 * 60_000
  await settled()
  const mail = sent.at(-1)
  const [first = '', second = '', ...more] = [...(mail?.text ?? '').matchAll(/Answer by email: (\S+)/gu)].map(([, to]) => to)
  expect([mail?.replyTo, mail?.text.includes('Reply above'), more]).toEqual([undefined, false, []])
  expect(mail?.html).toContain(`<a href="mailto:${first}">Answer by email</a>`)
  expect([await answer({ to: second }), await answer({ to: first })]).toEqual(Array(2).fill('250 Your message is in the conversation.'))
  for (const one of [id, idOf(61)])
    expect(await store.read((read) => read.list(messagesOf(one, { limit: 1 })))).toMatchObject([{ userId: ids.ben }])
})

test('the site listens where INBOUND_MAIL says, and not at all without it', async () => {
  const free = createServer()
  await new Promise<void>((resolve) => free.listen(0, '127.0.0.1', resolve))
  // Made by `listen` above: a TCP server has an address with a port.
  const { port } = free.address() as AddressInfo
  await new Promise((resolve) => free.close(resolve))
  const said = (): Promise<string> => {
    const sender = createTransport({ host: '127.0.0.1', port, secure: false, ignoreTLS: true })
    const mail = { from: 'ben@example.org', to: `reply+x@${domain}`, text: 'x' }
    return sender.sendMail(mail).then(
      () => 'sent',
      (error: unknown) => String((error as { response?: unknown }).response),
    )
  }
  await featureSite({ SITE_URL: 'https://essays.example' })
  expect(await said()).toBe('undefined')
  await featureSite({ SITE_URL: 'https://essays.example', INBOUND_MAIL: `smtp://127.0.0.1:${port}?domain=${domain}` })
  expect(await said()).toMatch(any)
  const taken = featureSite({ INBOUND_MAIL: `smtp://127.0.0.1:${port}?domain=${domain}` }, undefined, { ends: () => undefined })
  await expect(taken).rejects.toThrow(`INBOUND_MAIL: nothing can listen at port ${port} of 127.0.0.1 (EADDRINUSE).`)
})
