/**
 * A mail of notifications, written right before it goes out: with what its reader may see and wants
 * at that moment, at the address they have then.
 */
import type { Mail } from '#server/mail/mailer.ts'
import type { MailSite } from '#server/mail/account-mails.ts'
import type { WaitingMail } from '#server/mail/waiting-mails.ts'
import type { ReadStore } from './audience.ts'
import type { SecretKeeper } from './secrets.ts'
import { viewerOfAccount } from '#shared/accounts/queries.ts'
import { credentials, members } from '#shared/accounts/schema.ts'
import { links } from '#shared/links.ts'
import { settingsOf } from '#shared/notifications/queries.ts'
import { notifications } from '#shared/notifications/schema.ts'
import { noticeMail } from './notice-mail.ts'
import { replyKeyName, signReply } from './reply-address.ts'
import { signUnsubscribe } from './signed.ts'
import { stillWanted } from './still-wanted.ts'
import { notificationTextsOf } from './notification-texts.ts'

/** `null`: there is nothing to say any more, or nobody to say it to. */
export type WriteNotices = (waiting: Pick<WaitingMail, 'notices' | 'addedAt'>, now: number) => Promise<Mail | null>

interface WriteNoticesOptions {
  readonly store: ReadStore
  readonly site: () => MailSite
  /** Signs the links that end mails. */
  readonly secrets: SecretKeeper
  /** Of the addresses that take answers (INBOUND_MAIL); `null`: mails are not answered. */
  readonly replyDomain?: string | null
}

export function noticeWriter({ store, site, secrets, replyDomain = null }: WriteNoticesOptions): WriteNotices {
  return async ({ notices, addedAt }, now) => {
    if (notices === undefined) return null
    const { userId, ids } = notices
    const key = await secrets.get('unsubscribe')
    const replyKey = replyDomain === null ? '' : await secrets.get(replyKeyName)
    return store.read(async (read) => {
      const credential = await read.get(credentials, userId)
      const member = await read.get(members, userId)
      const viewer = await viewerOfAccount(read, userId, now)
      const settings = await settingsOf(read, userId)
      // 5.6: whoever is gone or banned, has not shown that the address is theirs, or wants none.
      const isReached = credential !== undefined && credential.emailVerifiedAt !== null && viewer.kind !== 'visitor' && !settings.noEmails
      if (!isReached || member === undefined) return null
      const found = (await read.getMany(notifications, ids)).toSorted((a, b) => a.at - b.at)
      const { messageWords } = settings
      const wanted = await stillWanted(read, settings, found, 'email')
      const told = await notificationTextsOf(read, viewer, wanted, { agedAt: addedAt, messageWords })
      if (told.length === 0) return null
      const unsubscribe: Parameters<typeof noticeMail>[1]['unsubscribe'] = (types) =>
        links.unsubscribe(signUnsubscribe(key, { userId, types }, now))
      const replyTo = (conversationId: string): string | null =>
        replyDomain === null ? null : `${signReply(replyKey, { conversationId, userId }, now)}@${replyDomain}`
      return noticeMail(site(), { to: credential.email, name: member.displayName, told, unsubscribe, replyTo })
    })
  }
}
