import { afterEach, describe, expect, test } from 'vitest'
import { credentials } from '#shared/accounts/schema.ts'
import { mailLooks } from '#shared/notifications/mail-look-schema.ts'
import { mailLooksOver, sentMailsTo } from '#shared/notifications/sent-mail-queries.ts'
import { idOf, T0 } from '#shared/testing/factories.ts'
import type { Mail, Mailer } from '#server/mail/mailer.ts'
import { MailRefused } from '#server/mail/mailer.ts'
import { createOutbox } from '#server/mail/outbox.ts'
import { openStore } from '#server/store/open-store.ts'
import { productPlace } from '#server/store/testing/product-store.ts'
import { inProcessWriter } from '#server/sync/writer.ts'
import { serverRegistry } from '#server/server-registry.ts'
import { runOperation } from '#server/sync/operations.ts'
import { forgetSentMails, mailStore, queueNotices } from './mail-operations.ts'
import { deliveries } from './tables.ts'
import { dayMs, hourMs } from '#shared/kernel/durations.ts'

const opened: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close()
})

const aMail: Mail = { to: 'ada@example.org', subject: 'Tides', text: 'Water comes back.\n' }

/** The store that mails wait in, and outboxes over it, one after the other as after a crash. */
async function place() {
  const at = await productPlace()
  const store = await openStore(at.address, serverRegistry.tables, serverRegistry.migrations)
  const clock = { now: T0 }
  const writer = inProcessWriter(store, serverRegistry, { clock: () => clock.now })
  opened.push(
    at.remove,
    () => store.close(),
    () => writer.close(),
  )
  const kept = mailStore({
    store,
    writer,
    now: () => clock.now,
    write: async () => ({ ...aMail, subject: 'News' }),
    log: (error) => opened.push(() => Promise.reject(error)),
  })
  return {
    clock,
    kept,
    store,
    writer,
    box(mailer: Mailer) {
      const lost: string[] = []
      const waiting: { readonly ms: number; readonly work: () => void }[] = []
      const outbox = createOutbox({
        ...{ mailer, store: kept, now: () => clock.now },
        onLost: (_error, { subject }) => lost.push(subject),
        after(ms, work) {
          waiting.push({ ms, work })
          return () => waiting.splice(0)
        },
      })
      opened.push(() => outbox.close())
      return { outbox, lost, waiting }
    },
  }
}

const down: Mailer = { send: () => Promise.reject(new Error('down')) }

describe('the outbox', () => {
  test('sends a mail once, in the order they came', async () => {
    const { box, kept } = await place()
    const sent: string[] = []
    const { outbox } = box({ send: async ({ subject }) => void sent.push(subject) })
    outbox.post(aMail)
    await outbox.settled()
    outbox.post({ ...aMail, subject: 'Moons' })
    await outbox.settled()
    expect([sent, await kept.first()]).toEqual([['Tides', 'Moons'], undefined])
  })

  test('what went to a member is noted without its text, also what was refused, and forgotten after 90 days', async () => {
    const { box, clock, kept, store, writer } = await place()
    await store.write(async ({ tx }) => {
      const person = { emailVerifiedAt: T0, passwordHash: '', verificationSentAt: null }
      await tx.put(credentials, { ...person, id: idOf(1), email: 'ada@example.org', emailKey: 'ada@example.org' })
      await tx.put(deliveries, { id: 'n:email', userId: idOf(2), notificationId: 'n', channel: 'email', dueAt: T0 })
    })
    await runOperation(writer, queueNotices, { mails: [{ id: idOf(9), userId: idOf(2) }], until: T0 + 1 })
    await kept.add({ ...aMail, text: 'secret-token' })
    await kept.add({ ...aMail, to: 'nobody@example.org' })
    await kept.add({ ...aMail, subject: 'Moons' })
    const { outbox } = box({
      async send({ subject }) {
        if (subject === 'Moons') throw new MailRefused('no such mailbox', undefined, 'address')
      },
    })
    await outbox.settled()
    const noted = async (userId: string) => store.read((read) => read.list(sentMailsTo(userId, 9)))
    expect((await noted(idOf(1))).map(({ subject, to, refusedFor }) => [subject, to, refusedFor]).toSorted()).toEqual([
      ['Moons', 'ada@example.org', 'address'],
      ['Tides', 'ada@example.org', null],
    ])
    expect(await noted(idOf(2))).toMatchObject([{ id: idOf(9), subject: 'News', at: T0 }])
    expect(JSON.stringify(await noted(idOf(1)))).not.toContain('secret-token')
    clock.now += 90 * dayMs
    expect(await runOperation(writer, forgetSentMails, null)).toBe(false)
    expect(await noted(idOf(1))).toHaveLength(2)
    clock.now += 1
    const look = (n: number, endsAt: number) => ({
      id: `${idOf(n)}:${idOf(1)}`,
      userId: idOf(n),
      byId: idOf(1),
      reason: 'No mail.',
      endsAt,
    })
    for (const row of [look(2, clock.now), look(3, clock.now + 1)]) await store.write(({ tx }) => tx.put(mailLooks, row))
    await runOperation(writer, forgetSentMails, null)
    expect([await noted(idOf(1)), await noted(idOf(2))]).toEqual([[], []])
    expect(await store.read((read) => read.list(mailLooksOver(clock.now + 9, 9)))).toEqual([look(3, clock.now + 1)])
  })

  test('sends what somebody waits for before what is only news', async () => {
    const { box, kept, store, writer } = await place()
    await store.write(({ tx }) => tx.put(deliveries, { id: 'n:email', userId: idOf(1), notificationId: 'n', channel: 'email', dueAt: T0 }))
    await runOperation(writer, queueNotices, { mails: [{ id: idOf(9), userId: idOf(1) }], until: T0 + 1 })
    await kept.add(aMail)
    const sent: string[] = []
    const { outbox } = box({ send: async ({ subject }) => void sent.push(subject) })
    await outbox.settled()
    expect(sent).toEqual(['Tides', 'News'])
  })

  test('keeps what comes while it is found that there was nothing to say of what came before', async () => {
    const { store, writer } = await place()
    const comes = async (notificationId: string): Promise<void> => {
      const delivery = { id: `${notificationId}:email`, userId: idOf(1), notificationId, channel: 'email' as const, dueAt: T0 }
      await store.write(({ tx }) => tx.put(deliveries, delivery))
      await runOperation(writer, queueNotices, { mails: [{ id: idOf(9), userId: idOf(1) }], until: T0 + 1 })
    }
    await comes('taken-back')
    const asked: (readonly string[])[] = []
    const kept = mailStore({
      ...{ store, writer, now: () => T0 },
      async write({ notices }) {
        asked.push(notices?.ids ?? [])
        if (asked.length > 1) return aMail
        await comes('new')
        return null
      },
      log: (error) => opened.push(() => Promise.reject(error)),
    })
    expect(await kept.first()).toMatchObject({ subject: 'Tides', notices: { ids: ['new'] } })
    expect(asked).toEqual([['taken-back'], ['new']])
  })

  test('loses nothing of what waits when the process ends: the next one sends it, under the same name', async () => {
    const { box, kept, clock } = await place()
    const first = box(down)
    first.outbox.post(aMail)
    await first.outbox.settled()
    await first.outbox.close()
    const id = (await kept.first())?.id
    clock.now += dayMs
    const sent: Mail[] = []
    const next = box({ send: async (mail) => void sent.push(mail) })
    await next.outbox.settled()
    expect(sent).toMatchObject([{ ...aMail, id }])
  })

  test('tries again after ten seconds, then after longer, and gives up after two days and says so', async () => {
    const { box, clock, kept } = await place()
    let tries = 0
    const { outbox, lost } = box({ send: () => ((tries += 1), Promise.reject(new Error('down'))) })
    outbox.post(aMail)
    await outbox.settled()
    const pauses: number[] = []
    for (let mail = await kept.first(); mail !== undefined && pauses.length < 100; mail = await kept.first()) {
      pauses.push((mail.dueAt - clock.now) / 1_000)
      clock.now = mail.dueAt
      outbox.look()
      await outbox.settled()
    }
    expect(pauses.slice(0, 4)).toEqual([10, 60, 600, 3_600])
    expect(Math.max(...pauses)).toBe(3_600)
    expect([tries, lost]).toEqual([pauses.length + 1, ['Tides']])
  })

  test('wakes by itself when the next try is due', async () => {
    const { box, clock } = await place()
    let isDown = true
    const sent: string[] = []
    const { outbox, waiting } = box({
      async send({ subject }) {
        if (isDown) throw new Error('down')
        sent.push(subject)
      },
    })
    outbox.post(aMail)
    await outbox.settled()
    expect(waiting.at(-1)?.ms).toBe(10_000)
    isDown = false
    clock.now += 10_000
    waiting.at(-1)?.work()
    await outbox.settled()
    expect(sent).toEqual(['Tides'])
  })

  test('tries few while the mail server is away, and sends all within an hour of its return', async () => {
    const { box, kept, clock } = await place()
    let [isDown, tries] = [true, 0]
    const sent: string[] = []
    const { outbox } = box({
      async send({ subject }) {
        tries += 1
        if (isDown) throw new Error('down')
        sent.push(subject)
      },
    })
    for (let n = 0; n < 20; n += 1) await kept.add({ ...aMail, subject: `Tides ${n}` })
    outbox.look()
    await outbox.settled()
    expect(tries).toBe(3)
    for (let n = 0; n < 6 * 60; n += 1) {
      clock.now += 60_000
      outbox.look()
      await outbox.settled()
    }
    expect(tries).toBeLessThanOrEqual(3 + 6 * 60)
    expect(outbox.isAway()).toBe(true)
    isDown = false
    for (let n = 0; n < 60; n += 1) {
      clock.now += 60_000
      outbox.look()
      await outbox.settled()
    }
    expect(new Set(sent).size).toBe(20)
    expect(sent).toHaveLength(20)
    expect(outbox.isAway()).toBe(false)
  })

  test('does not try again what is refused for good, and what follows still goes out', async () => {
    const { box } = await place()
    const sent: string[] = []
    const { outbox, lost } = box({
      async send({ subject }) {
        if (subject === 'Tides') throw new MailRefused('no')
        sent.push(subject)
      },
    })
    outbox.post(aMail)
    outbox.post({ ...aMail, subject: 'Moons' })
    await outbox.settled()
    expect([lost, sent]).toEqual([['Tides'], ['Moons']])
  })

  test('does not send what counts no longer', async () => {
    const { box, clock } = await place()
    const first = box(down)
    first.outbox.post({ ...aMail, expiresAt: T0 + hourMs })
    await first.outbox.settled()
    await first.outbox.close()
    clock.now += 3_600_001
    const sent: Mail[] = []
    const { outbox, lost } = box({ send: async (mail) => void sent.push(mail) })
    await outbox.settled()
    expect([sent, lost]).toEqual([[], ['Tides']])
  })

  test('keeps nothing that could become two mails or two headers', async () => {
    const { box, kept } = await place()
    const { outbox, lost } = box(down)
    outbox.post({ ...aMail, to: 'ada@example.org\nBcc: eve@evil.test' })
    await outbox.settled()
    expect([lost, await kept.first()]).toEqual([['Tides'], undefined])
  })

  test('takes nothing once it is closed', async () => {
    const { box, kept } = await place()
    const { outbox, lost } = box(down)
    await outbox.close()
    outbox.post(aMail)
    expect([lost, await kept.first()]).toEqual([['Tides'], undefined])
  })
})
