import { afterEach, describe, expect, test } from 'vitest'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { addressInUseMail, passwordChangedMail, resetPasswordMail, verifyEmailMail } from './account-mails.ts'
import { createMail, isLoopbackOnly } from './create-mail.ts'
import { createDevInbox } from './dev-inbox.ts'
import type { Mail, Mailer } from './mailer.ts'
import { MailRefused } from './mailer.ts'
import { smtpMailer } from './smtp.ts'

const opened: (() => Promise<unknown> | void)[] = []
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close()
})

interface Received {
  readonly from: string
  readonly to: readonly string[]
  readonly raw: string
}

/** A real SMTP server that keeps what it is given. `refuse`: the reply to the recipient. */
async function sink(options: { readonly refuse?: number; readonly auth?: boolean } = {}) {
  const received: Received[] = []
  const server = new SMTPServer({
    authOptional: options.auth !== true,
    allowInsecureAuth: true,
    // Its test certificate would have to be trusted first.
    disabledCommands: ['STARTTLS'],
    onAuth: (auth, _session, callback) => callback(null, auth.username === 'site' && auth.password === 'p@ss/word' ? { user: 'site' } : {}),
    onRcptTo: (_address, _session, callback) => {
      callback(options.refuse === undefined ? null : Object.assign(new Error('no'), { responseCode: options.refuse }))
    },
    onData(stream, session, callback) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope
        received.push({
          from: mailFrom === false ? '' : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
          raw: Buffer.concat(chunks).toString('utf8'),
        })
        callback()
      })
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  opened.push(() => new Promise<void>((resolve) => server.close(resolve)))
  // Made by `listen` above: a TCP server has an address with a port.
  const { port } = server.server.address() as AddressInfo
  return { received, port, url: `smtp://127.0.0.1:${port}` }
}

function mailer(url: string, name = 'Harbour'): Mailer {
  const smtp = smtpMailer({ url, from: { name, address: 'noreply@essays.example' }, timeoutMs: 2_000 })
  opened.push(() => smtp.close())
  return smtp
}

const aMail: Mail = { to: 'ada@example.org', subject: 'Tides', text: 'Water comes back.\n', html: '<p>Water comes back.</p>' }
const headersOf = (raw: string): string => (raw.split('\r\n\r\n')[0] ?? '').replace(/\r\n[ \t]+/gu, ' ')
const headerNames = (raw: string): readonly string[] =>
  headersOf(raw)
    .split('\r\n')
    .map((line) => (line.split(':')[0] ?? '').toLowerCase())

describe('by SMTP', () => {
  test('a mail arrives once, at one mailbox, in text and HTML', async () => {
    const { received, url } = await sink()
    await mailer(url).send(aMail)
    expect(received).toMatchObject([{ from: 'noreply@essays.example', to: ['ada@example.org'] }])
    const raw = received[0]?.raw ?? ''
    expect(headersOf(raw)).toMatch(/^From: Harbour <noreply@essays\.example>$/mu)
    expect(headersOf(raw)).toMatch(/^To: ada@example\.org$/mu)
    expect(raw).toContain('multipart/alternative')
    expect(headersOf(raw)).toContain('Auto-Submitted: auto-generated')
    expect(headerNames(raw)).not.toContain('list-unsubscribe')
  })

  test('a mail that nobody asked for one by one can be ended with one click', async () => {
    const { received, url } = await sink()
    await mailer(url).send({ ...aMail, unsubscribeUrl: 'https://essays.example/emailToken/abc' })
    const headers = headersOf(received[0]?.raw ?? '')
    expect(headers).toContain('List-Unsubscribe: <https://essays.example/emailToken/abc>')
    expect(headers).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
  })

  const breaks = ['\r\n', '\n', '\r', '\u0085', '\u2028', '\u2029', '\0', '\v', '\f', '\r\n ', '\n\t', '\r\n\r\n']
  const headers = ['Bcc: eve@evil.test', 'To: eve@evil.test', 'Content-Type: text/html', 'Subject: other', '.']
  test.each(breaks.map((line) => [JSON.stringify(line), line]))(
    '%s in an address, a subject or a link never makes a header',
    async (_shown, line) => {
      const { received, url } = await sink()
      const smtp = mailer(url)
      for (const header of headers) {
        for (const field of ['to', 'subject', 'unsubscribeUrl'] as const) {
          await expect(smtp.send({ ...aMail, [field]: `${aMail.to}${line}${header}` })).rejects.toThrow(MailRefused)
        }
      }
      expect(received).toEqual([])
    },
  )

  test.each([
    'a@b.co, eve@evil.test',
    'a@b.co; eve@evil.test',
    'a@b.co eve@evil.test',
    'Ada <a@b.co>',
    '<a@b.co>,eve@evil.test',
    'a@b.co (x)',
    'group:a@b.co;',
    'a@b.co@evil.test',
    '',
    'nobody',
  ])('%j is not one mailbox', async (to) => {
    const { received, url } = await sink()
    await expect(mailer(url).send({ ...aMail, to })).rejects.toThrow(MailRefused)
    expect(received).toEqual([])
  })

  test.each(['Ada\r\nBcc: eve@evil.test', 'Ada" <eve@evil.test>, "', 'Ада', '🌊'])(
    'the site named %j writes one From, to one mailbox',
    async (name) => {
      const { received, url } = await sink()
      await mailer(url, name).send(aMail)
      const names = headerNames(received[0]?.raw ?? '')
      expect(names.filter((header) => header === 'from')).toHaveLength(1)
      expect(names).not.toContain('bcc')
      expect(received[0]?.to).toEqual(['ada@example.org'])
    },
  )

  test('letters of every script arrive in subject and text', async () => {
    const { received, url } = await sink()
    await mailer(url).send({ ...aMail, subject: 'Приливы 🌊 und Gezeiten', text: '水は戻る\n' })
    expect(headersOf(received[0]?.raw ?? '')).toMatch(/^Subject: =\?UTF-8\?/mu)
  })

  test('a name and password with signs in them sign in', async () => {
    const { received, port } = await sink({ auth: true })
    await mailer(`smtp://site:p%40ss%2Fword@127.0.0.1:${port}?tls=none`).send(aMail)
    expect(received).toHaveLength(1)
  })

  test('a password is not sent in clear unless the operator says so', async () => {
    const { received, port } = await sink({ auth: true })
    await expect(mailer(`smtp://site:p%40ss%2Fword@127.0.0.1:${port}`).send(aMail)).rejects.toMatchObject({ code: 'ETLS' })
    expect(received).toEqual([])
  })

  test('a refusal for good is told from one that may pass', async () => {
    await expect(mailer((await sink({ refuse: 550 })).url).send(aMail)).rejects.toThrow(MailRefused)
    await expect(mailer((await sink({ refuse: 451 })).url).send(aMail)).rejects.not.toThrow(MailRefused)
  })

  test('a server that never speaks is given up', async () => {
    const silent = createServer()
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
    opened.push(() => new Promise((resolve) => silent.close(resolve)))
    const { port } = silent.address() as AddressInfo
    const smtp = smtpMailer({ url: `smtp://127.0.0.1:${port}`, from: { name: '', address: 'a@b.co' }, timeoutMs: 100 })
    opened.push(() => smtp.close())
    await expect(smtp.send(aMail)).rejects.toThrow()
  })
})

describe('the dev inbox', () => {
  test('keeps the last two hundred mails, newest first', async () => {
    const inbox = createDevInbox({ now: () => 0, siteName: 'Harbour' })
    for (let n = 0; n < 205; n += 1) await inbox.send({ ...aMail, subject: `mail ${n}` })
    expect([inbox.list().length, inbox.list()[0]?.subject, inbox.list().at(-1)?.subject]).toEqual([200, 'mail 204', 'mail 5'])
  })
  test('escapes everything, and makes links of web addresses only', async () => {
    const inbox = createDevInbox({ now: () => 0, siteName: '<i>' })
    await inbox.send({
      ...aMail,
      subject: '<script>alert(1)</script>',
      text: 'see https://a.example/x?a=1&b="2" and javascript:alert(1) <b>',
    })
    const page = inbox.page(inbox.list()[0]?.id ?? '') ?? ''
    expect(page).toContain('<a href="https://a.example/x?a=1&amp;b=">')
    expect(page).not.toMatch(/<script|<b>|<i>|href="javascript/u)
    expect(inbox.page(null)).not.toMatch(/<script|<i>/u)
  })
  test.each([
    [{ isLoopback: true, siteUrl: null }, true],
    [{ isLoopback: true, siteUrl: 'http://localhost:4000' }, true],
    [{ isLoopback: true, siteUrl: 'http://[::1]:4000' }, true],
    [{ isLoopback: true, siteUrl: 'https://essays.example' }, false],
    [{ isLoopback: false, siteUrl: 'http://localhost:4000' }, false],
    [{ isLoopback: true, siteUrl: 'http://127.0.0.1.evil.test' }, false],
  ])('%j is on this machine only: %j', (where, isHere) => {
    expect(isLoopbackOnly(where)).toBe(isHere)
  })
  test('without a mail server on a public site, mails go nowhere, which is said once at the start', async () => {
    const warnings: string[] = []
    const mail = createMail({
      smtpUrl: null,
      isLoopback: false,
      siteName: 'H',
      siteUrl: 'https://essays.example',
      now: () => 0,
      // Nothing waits: there is nobody to send it to.
      store: {
        add: async () => 'full',
        first: async () => undefined,
        claim: async () => false,
        done: async () => undefined,
        refused: async () => undefined,
        tryAgain: async () => undefined,
      },
      warn: (_about, message) => warnings.push(message),
    })
    expect([warnings.length, mail.devInbox]).toEqual([1, null])
    mail.outbox.post(aMail)
    await mail.close()
    expect(warnings.at(-1)).toBe('a mail could not be sent')
  })
})

test('every mail about an account says whose it is, links to this site only, and reads the same as text and HTML', () => {
  const site = { name: 'Harbour', origin: 'https://essays.example' }
  const to = { to: 'ada@example.org', userName: '<Ada>' }
  for (const mail of [
    verifyEmailMail(site, to, 'x'.repeat(43)),
    resetPasswordMail(site, to, 'x'.repeat(43)),
    passwordChangedMail(site, to),
    addressInUseMail(site, to, 'Bob'),
  ]) {
    expect(mail.text).toContain('<Ada>')
    expect(mail.html).toContain('&lt;Ada&gt;')
    // A link of 43 letters and more may break: a mail is no wider than a phone.
    expect(mail.html).toContain('overflow-wrap:anywhere')
    for (const url of mail.text.match(/https?:\/\/\S+/gu) ?? []) expect(new URL(url).origin).toBe(site.origin)
  }
})
