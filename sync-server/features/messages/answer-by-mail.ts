/**
 * A mail to the address of a conversation becomes a message of its sender’s there: by the mutation
 * of the composer, which asks what it always asks.
 */
import type { Apply } from '#server/http/ports.ts'
import type { InboundMail, InboundMailPlace } from '#server/mail/inbound.ts'
import type { Mail } from '#server/mail/mailer.ts'
import type { MailSite } from '#server/mail/account-mails.ts'
import type { ReadStore } from '#server/notify/audience.ts'
import type { SecretKeeper } from '#server/notify/secrets.ts'
import type { Reason } from '#shared/kernel/verdict.ts'
import type { Limits } from '#server/http/limits.ts'
import { ConfigError } from '#server/config.ts'
import { addressBlock } from '#server/http/client-address.ts'
import { applied, FormRefused } from '#server/http/define-form.ts'
import { docOf } from '#server/http/typed-text.ts'
import { accountMail } from '#server/mail/account-mails.ts'
import { InboundRefused, startInboundMail } from '#server/mail/inbound.ts'
import { messageIdOf, readReply, replyKeyName } from '#server/notify/reply-address.ts'
import { credentialByEmail } from '#shared/accounts/credential-records.ts'
import { members } from '#shared/accounts/schema.ts'
import { hourMs, minuteMs } from '#shared/kernel/durations.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { links } from '#shared/links.ts'
import { messages } from '#shared/messages/schema.ts'

interface AnswerTools {
  readonly store: ReadStore
  readonly apply: Apply
  readonly secrets: SecretKeeper
  readonly site: () => MailSite
  /** Counts a message of this member’s. */
  readonly isWithinLimit: (userId: string) => boolean
  readonly post: (mail: Mail) => void
  readonly now: () => number
}

/**
 * To everybody who has not shown that the address was made for them: whether it counts, whether
 * there is such an account or conversation, nobody learns.
 */
export const anyRefusal = ({ origin }: MailSite): string =>
  `5.7.1 This mail was not taken. Send it from the address of your account, as an answer to the last email you got, or write here: ${origin}${links.inbox()}`

const wordsOf: Partial<Record<Reason, string>> = {
  banned: 'This account is suspended.',
  'messaging-disabled': 'Messages are disabled for this account. Ask a moderator why.',
  'nobody-left': 'Everyone else has left this conversation.',
  'nobody-reads': 'The others’ accounts are closed or banned, so nobody can read messages here.',
}

interface AnswerServerTools extends Omit<AnswerTools, 'isWithinLimit'> {
  readonly place: InboundMailPlace
  readonly limits: Limits
  readonly onError: (error: unknown) => void
}

const tenMinutesMs = 10 * minuteMs

/**
 * Listens until it is closed. All nodes count together.
 *
 * @throws ConfigError where nothing can listen at that place
 */
export async function startAnswersByMail({ place, limits, onError, ...tools }: AnswerServerTools) {
  // A mail server in front sends everybody’s from one address; what is too much comes again later.
  const byNetwork = limits('inbound mail', 300, tenMinutesMs)
  const byMember = limits('answers by mail', 60, hourMs)
  try {
    return await startInboundMail({
      ...{ place, onError },
      isOurs: (local) => readReply(local, tools.now()) !== null,
      isWithinLimit: (address) => byNetwork.take(addressBlock(address), tools.now()).isWithin,
      take: answersByMail({ ...tools, isWithinLimit: (userId) => byMember.take(userId, tools.now()).isWithin }),
      refusal: () => ascii(anyRefusal(tools.site())),
    })
  } catch (error) {
    const { code } = error as { code?: unknown }
    throw new ConfigError([`INBOUND_MAIL: nothing can listen at port ${place.port} of ${place.host} (${String(code)}).`])
  }
}

export function answersByMail({ store, apply, secrets, site, isWithinLimit, post, now }: AnswerTools) {
  return async function take({ local, from, id: mailId, words }: InboundMail): Promise<void> {
    const key = await secrets.get(replyKeyName)
    const reply = readReply(local, now())
    const account = await store.read((read) => credentialByEmail(read, from))
    // Asked of nobody as well, so that both take the same time.
    const isTheirs = reply?.isOf(key, account?.id ?? '') ?? false
    if (reply === null || !account?.emailVerifiedAt || !isTheirs) throw new InboundRefused(550, ascii(anyRefusal(site())))
    const { conversationId } = reply
    const userId = account.id
    const place = `${site().origin}${links.inbox({ conversation: conversationId })}`
    const refused = (words: string, code = 550): InboundRefused =>
      new InboundRefused(code, ascii(`5.7.1 ${words} Your message was not sent. ${place}`))
    if (reply.isExpired) throw refused('This email is too old to be answered by email. Write in the conversation instead.')
    const id = messageIdOf(key, { conversationId, userId }, mailId)
    const isKnown = (await store.read((read) => read.get(messages, id))) !== undefined
    if (isKnown) return
    if (!isWithinLimit(userId))
      throw new InboundRefused(450, '4.7.1 Too many answers by email. Write in the conversation instead, or try again in an hour.')
    const { text, hasAttachments } = await words()
    if (text === '') throw refused('There are no words of yours in this mail. Write them above what is quoted.', 554)
    try {
      const body = await docOf(text, 'comment')
      await applied(apply, { name: 'messages.send', args: { id, conversationId, body }, userId, source: 'member' })
    } catch (error) {
      throw refusalOf(error, refused)
    }
    if (hasAttachments) post(await withoutAttachmentsMail(account.email, userId, place))
  }

  async function withoutAttachmentsMail(to: string, userId: string, place: string): Promise<Mail> {
    const name = (await store.read((read) => read.get(members, userId)))?.displayName ?? ''
    return accountMail(site(), to, 'your attachments were left out', [
      `Hi ${name},`,
      'Your answer by email is in the conversation, without the files that were attached. Pictures can be added there:',
      place,
    ])
  }
}

function refusalOf(error: unknown, refused: (words: string, code?: number) => InboundRefused): unknown {
  if (error instanceof FormRefused) return refused('A message has at most 50,000 characters.', 552)
  if (!(error instanceof AppError)) return error
  if (error.code === 'rate-limited') return new InboundRefused(450, '4.7.1 Too many messages. Your mail server tries again later.')
  if (error.code === 'broken') return error
  if (error.code === 'not-found') return refused('You no longer take part in this conversation.')
  if (error.code === 'invalid') return refused('A message has at most 50,000 characters.', 552)
  return refused(wordsOf[error.reason ?? 'not-found'] ?? 'You can’t write messages there at present. The conversation says why.')
}

/** A reply of SMTP has no other letters. */
const ascii = (words: string): string => words.replaceAll('’', "'").replace(/[^\u0020-\u007E]/gu, '?')
