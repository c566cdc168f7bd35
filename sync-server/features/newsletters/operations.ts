/**
 * What the writer does for newsletters. Each is done once however often it is asked: a reader's
 * place in the line and the essay's progress change in one transaction.
 */
import type { NewsletterIssue } from '#shared/newsletters/schema.ts'
import type { AnyOperation } from '#server/sync/operations.ts'
import type { StoreTransaction } from '#server/store/port.ts'
import type { WaitingMail } from '#server/mail/waiting-mails.ts'
import { pendingBefore, readersOf } from '#shared/newsletters/queries.ts'
import { ended } from '#shared/newsletters/reader-records.ts'
import { isMailed } from '#shared/newsletters/rules.ts'
import { newsletterIssues, newsletterLimits, newsletterReaders, newsletters } from '#shared/newsletters/schema.ts'
import { posts } from '#shared/posts/schema.ts'
import { firstWaiting, waitingMails } from '#server/mail/waiting-mails.ts'
import { defineOperation } from '#server/sync/operations.ts'
import { dayMs } from '#shared/kernel/durations.ts'

/** A mail server may be away for so long. */
const retentionMs = 3 * dayMs
/**
 * More are put in line as these go out: a member who waits for a mail about their account, or for a
 * notification, must not find the line full of essays.
 */
const maxInLine = 1_000
export const lettersAtOnce = 50

function letterRow(id: string, letter: NonNullable<WaitingMail['letter']>, now: number): WaitingMail {
  const words = { to: '', subject: '', text: '', html: null, unsubscribeUrl: null }
  return { id, ...words, letter, addedAt: now, tries: 0, dueAt: now, expiresAt: now + retentionMs }
}

interface AskReader {
  readonly readerId: string
  readonly authorId: string
  readonly email: string
  readonly mailId: string
  /** By its writer, from a file: readers who are known already, or have left, are not asked. */
  readonly isImport: boolean
}

/** Puts the mail in line that asks for the reader's consent. @returns whether it did. */
export const askReader = defineOperation(
  'newsletters.ask',
  async ({ tx, now }, { readerId, authorId, email, mailId, isImport }: AskReader): Promise<boolean> => {
    if ((await tx.get(newsletters, authorId))?.isOn !== true) return false
    const before = await tx.get(newsletterReaders, readerId)
    if (isImport && before !== undefined) return false
    if (before?.state !== 'confirmed') {
      if (before === undefined && (await isFull(tx, authorId))) return false
      const reader = {
        id: readerId,
        authorId,
        email,
        state: 'pending' as const,
        createdAt: now,
        confirmedAt: null,
        endedAt: null,
        failures: 0,
      }
      await tx.put(newsletterReaders, reader)
    }
    await tx.put(waitingMails, letterRow(mailId, { readerId, postId: null }, now))
    return true
  },
)

const isFull = async (tx: StoreTransaction, authorId: string): Promise<boolean> =>
  (await tx.count(readersOf(authorId, 'confirmed', ''))) + (await tx.count(readersOf(authorId, 'pending', ''))) >= newsletterLimits.readers

/** @returns whether the reader gets the newsletter now. */
export const confirmReader = defineOperation(
  'newsletters.confirm',
  async ({ tx, now }, { readerId }: { readonly readerId: string }): Promise<boolean> => {
    const reader = await tx.get(newsletterReaders, readerId)
    if (reader?.state === 'pending') await tx.put(newsletterReaders, { ...reader, state: 'confirmed', confirmedAt: now })
    return reader?.state === 'pending' || reader?.state === 'confirmed'
  },
)

export const leaveNewsletter = defineOperation(
  'newsletters.leave',
  async ({ tx, now }, { readerId }: { readonly readerId: string }): Promise<void> => {
    const reader = await tx.get(newsletterReaders, readerId)
    if (reader !== undefined && reader.email !== '') await tx.put(newsletterReaders, ended(reader, 'left', now))
  },
)

interface PutInLine {
  readonly postId: string
  /** For the mails; as many readers as these come next. */
  readonly mailIds: readonly string[]
}

/**
 * Goes on mailing an essay: the next readers' mails are put in line, and how far that has come.
 * @returns `more`: there may be; `later`: the line is full.
 */
export const putInLine = defineOperation(
  'newsletters.putInLine',
  async ({ tx, now }, { postId, mailIds }: PutInLine): Promise<'more' | 'later' | 'done'> => {
    const issue = await tx.get(newsletterIssues, postId)
    if (issue === undefined || issue.state === 'sent' || issue.state === 'off' || issue.dueAt > now) return 'done'
    const post = await tx.get(posts, postId)
    if (post === undefined || !isMailed(post, await tx.get(newsletters, issue.authorId)))
      return putOff(tx, issue, post?.publishedAt ?? 0, now)
    if ((await tx.count(firstWaiting(maxInLine))) >= maxInLine) return 'later'
    const next = await tx.list(readersOf(issue.authorId, 'confirmed', issue.upTo, mailIds.length))
    for (const [n, { id }] of next.entries()) await tx.put(waitingMails, letterRow(mailIds[n] ?? '', { readerId: id, postId }, now))
    const isDone = next.length < mailIds.length
    const [upTo, count] = [next.at(-1)?.id ?? issue.upTo, issue.count + next.length]
    await tx.put(newsletterIssues, { ...issue, state: isDone ? 'sent' : 'sending', upTo, count })
    return isDone ? 'done' : 'more'
  },
)

/** It waits for a moderator, or was taken back: perhaps it comes again. */
async function putOff(tx: StoreTransaction, issue: NewsletterIssue, publishedAt: number, now: number): Promise<'done'> {
  const isGivenUp = issue.state === 'sending' || publishedAt + newsletterLimits.givenUpMs < now
  await tx.put(newsletterIssues, isGivenUp ? { ...issue, state: 'off' } : { ...issue, dueAt: now + dayMs / 24 })
  return 'done'
}

/** Addresses that nobody has confirmed go. @returns whether there may be more. */
export const prunePending = defineOperation('newsletters.prune', async ({ tx, now }): Promise<boolean> => {
  const piece = 200
  const old = await tx.list(pendingBefore(now - newsletterLimits.pendingMs, piece))
  for (const { id } of old) await tx.delete(newsletterReaders, id)
  return old.length === piece
})

export const newsletterWorks: readonly AnyOperation[] = [askReader, confirmReader, leaveNewsletter, putInLine, prunePending]
