/**
 * A store with a few members, and telling over it, with a clock that a test sets and mails that go
 * nowhere.
 */
import type { Member } from '#shared/accounts/schema.ts'
import type { Doc } from '#shared/text/schema.ts'
import type { StoreAddress } from '#server/store/open-store.ts'
import type { Mail } from '#server/mail/mailer.ts'
import { credentials, members, karmaStats } from '#shared/accounts/schema.ts'
import { notificationsOf } from '#shared/notifications/queries.ts'
import { aMember, idOf, paragraph, publishArgs, T0 } from '#shared/testing/factories.ts'
import { createOutbox } from '#server/mail/outbox.ts'
import { newsSources } from '#server/features/domains.ts'
import { openStore } from '#server/store/open-store.ts'
import { productPlace } from '#server/store/testing/product-store.ts'
import { inProcessWriter } from '#server/sync/writer.ts'
import { serverRegistry } from '#server/server-registry.ts'
import { mailStore } from '../mail-operations.ts'
import { startNotifier } from '../notifier.ts'
import { secretKeeper } from '../secrets.ts'
import { noticeWriter } from '../write-notices.ts'

export const ids = { ada: idOf(1), ben: idOf(2), cleo: idOf(3), dan: idOf(4), post: idOf(50), revision: idOf(51) } as const

export function mentions(slug: string): Doc {
  return { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'mention', attrs: { kind: 'member', id: slug, label: slug } }] }] }
}

export async function notifyScene(at?: StoreAddress, news = newsSources, replyDomain: string | null = null) {
  const place = at === undefined ? await productPlace() : { address: at, remove: async () => undefined }
  const clock = { now: T0 }
  const now = (): number => clock.now
  const store = await openStore(place.address, serverRegistry.tables, serverRegistry.migrations)
  const writer = inProcessWriter(store, serverRegistry, { clock: now })
  const sent: Mail[] = []
  const mailServer = { isDown: false }
  const problems: unknown[] = []
  const secrets = secretKeeper(store, writer)
  const site = () => ({ name: 'Night Harbour', origin: 'https://essays.example' })
  const log = (error: unknown): void => void problems.push(error)
  const outbox = createOutbox({
    mailer: {
      async send(mail) {
        if (mailServer.isDown) throw new Error('down')
        sent.push(mail)
      },
    },
    store: mailStore({ store, writer, now, write: noticeWriter({ store, secrets, site, replyDomain }), log }),
    now,
    onLost: (error) => console.error(error),
  })
  const notifier = startNotifier({
    ...{ store, writer, secrets, vapid: null, pushSubject: 'mailto:a@b.example', now, hasMail: true, news },
    site,
    lookForMails: outbox.look,
    isMailAway: outbox.isAway,
    log,
    allowsLoopbackPush: true,
  })
  const put = (member: Partial<Member>) =>
    store.write(async ({ tx }) => {
      const row = aMember(member)
      await tx.put(members, { ...row, slug: row.displayName.toLowerCase() })
      const email = `${row.displayName.toLowerCase()}@example.org`
      const account = { emailKey: email, emailVerifiedAt: T0, passwordHash: '$', verificationSentAt: null }
      await tx.put(credentials, { id: row.id, email, ...account })
      await tx.put(karmaStats, { id: row.id, karma: 5, postCount: 0, commentCount: 0 })
    })
  const names = [
    ['Ada', ids.ada],
    ['Ben', ids.ben],
    ['Cleo', ids.cleo],
    ['Dan', ids.dan],
  ] as const
  if (at === undefined) for (const [displayName, id] of names) await put({ id, displayName, displayNameKey: `name ${id}` })
  const mutation = async (userId: string | null, name: string, args: unknown): Promise<void> => {
    const outcome = await writer.apply({ name, args, userId, source: 'server', isOperator: true })
    if (outcome.kind !== 'applied') throw outcome.kind === 'rejected' ? outcome.error : new Error(outcome.kind)
  }
  return {
    ...{ store, writer, secrets, site, clock, sent, mailServer, mutation, put, address: place.address },
    publish: (changes: Readonly<Record<string, unknown>> = {}) =>
      mutation(ids.ada, 'posts.publish', publishArgs({ id: ids.post, revisionId: ids.revision, ...changes })),
    comment: (userId: string, id: string, parentId: string | null = null, body: Doc = paragraph('I wonder.')) =>
      mutation(userId, 'comments.post', { id, postId: ids.post, parentId, body }),
    follow: (userId: string, kind: string, targetId: string, more: Readonly<Record<string, unknown>> = {}) =>
      mutation(userId, 'subscriptions.set', { kind, targetId, state: 'on', via: null, ...more }),
    async settled() {
      await notifier.settled()
      outbox.look()
      await outbox.settled()
      if (problems.length > 0) throw problems[0]
    },
    /** What a member was told: "newComment comment:ID", newest first. */
    async told(userId: string): Promise<readonly string[]> {
      await notifier.settled()
      const found = await store.read((read) => read.list(notificationsOf(userId, 1_000)))
      return found.map(({ type, cause }) => `${type} ${cause}`)
    },
    rows: (userId: string) => store.read((read) => read.list(notificationsOf(userId, 1_000))),
    async close() {
      await notifier.close()
      await outbox.close()
      await writer.close()
      await store.close()
      await place.remove()
    },
  }
}
export type NotifyScene = Awaited<ReturnType<typeof notifyScene>>
