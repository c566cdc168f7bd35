/**
 * An account comes to its end. First, in one transaction, nobody can sign in any more and nothing
 * says who it was: address, password, sessions and profile go, and the name is free. What only its
 * member had follows in small steps, each found anew, so that a server killed midway goes on where
 * it was. What others have read stays, without a name.
 */
import type { Query } from '#shared/kernel/query.ts'
import type { Row, Table } from '#shared/kernel/table.ts'
import type { OwnedTable } from '#server/features/owned-tables.ts'
import type { StoreTransaction } from '#server/store/port.ts'
import { closures, erasedSessions } from '#shared/accounts/closure-schema.ts'
import { sessionsOf } from '#shared/accounts/credential-records.ts'
import { passkeysOf } from '#shared/accounts/passkey-mutations.ts'
import { passkeys } from '#shared/accounts/passkey-schema.ts'
import { emailKeyOf } from '#shared/accounts/email.ts'
import { memberSlugs } from '#shared/accounts/member-edit-schema.ts'
import { mailedSignInsTo } from '#shared/accounts/mailed-sign-in-mutations.ts'
import { mailedSignIns } from '#shared/accounts/mailed-sign-in-schema.ts'
import { dropIdentities } from '#shared/accounts/provider-mutations.ts'
import { credentials, emailTokens, members, sessions } from '#shared/accounts/schema.ts'
import { secondFactors, startedSignIns } from '#shared/accounts/second-factor-schema.ts'
import { signInTraces } from '#shared/alt-accounts/schema.ts'
import { apiKeys } from '#shared/api/schema.ts'
import { notebookRoom } from '#shared/documents/rooms.ts'
import { calendarLinks } from '#shared/events/calendar-schema.ts'
import { defineQuery } from '#shared/kernel/query.ts'
import { mapPoints } from '#shared/local-groups/member-place-schema.ts'
import { threadBans } from '#shared/moderation/schema.ts'
import { newsletterIssues, newsletterReaders, newsletters } from '#shared/newsletters/schema.ts'
import { karmaNews } from '#shared/notifications/karma-schema.ts'
import { notifications } from '#shared/notifications/schema.ts'
import { sentMails } from '#shared/notifications/sent-mail-schema.ts'
import { ownedTables } from '#server/features/owned-tables.ts'
import { paymentDetails } from '#shared/payments/schema.ts'
import { profilePictures } from '#shared/pictures/profile-picture-schema.ts'
import { putPost } from '#shared/posts/put-post.ts'
import { posts } from '#shared/posts/schema.ts'
import { documentClients, documentLog, documents, documentSnapshots } from '#server/documents/tables.ts'
import { deliveries, karmaBatches, karmaChanges, pushDevices } from '#server/notify/tables.ts'
import { defineOperation } from '#server/sync/operations.ts'

const rowsAtOnce = 200

/** What is left of who somebody was: a row that readers never see, since the account is closed. */
export const erasedName = '[deleted]'

/**
 * Owned rows that stay, since others reckon with them: votes and answers count on without a name,
 * messages of others stand in the states of their conversations, authorships follow from posts.
 */
export const countedTables: ReadonlySet<string> = new Set([
  ...['votes', 'review_votes', 'poll_votes', 'reactions', 'seasonal_answers'],
  ...['conversation_states', 'authorships', 'mail_looks'],
])

/** What the server keeps of a member, by an index that begins with whose it is. */
const hiddenRows: readonly OwnedTable[] = [
  rowsIn(notifications, ['userId', 'at']),
  rowsIn(karmaNews, ['userId', 'at']),
  rowsIn(signInTraces, ['userId', 'lastAt']),
  rowsIn(apiKeys, ['userId', 'createdAt']),
  rowsIn(sentMails, ['userId', 'at']),
  rowsIn(pushDevices, ['userId', 'createdAt']),
  rowsIn(deliveries, ['userId', 'dueAt']),
  rowsIn(karmaChanges, ['userId', 'targetId']),
  rowsIn(newsletterReaders, ['authorId', 'state', 'id']),
  rowsIn(newsletterIssues, ['authorId', 'dueAt']),
  rowsIn(threadBans, ['ownerId', 'at']),
  rowsIn(memberSlugs, ['userId', 'endedAt']),
  ...[mapPoints, newsletters, calendarLinks, paymentDetails, karmaBatches, profilePictures].map((table) => ({
    table: anyTable(table),
    index: null,
  })),
]

/** A new table that says who owns its rows comes by itself. */
export const erasedTables: readonly OwnedTable[] = [...ownedTables.filter(({ table }) => !countedTables.has(table.name)), ...hiddenRows]

/**
 * From here on there is no way back. @returns `false`: it is not due, was called off, or has begun.
 */
export const beginErasure = defineOperation('accounts.beginErasure', async ({ tx, now }, userId: string): Promise<boolean> => {
  const closure = await tx.get(closures, userId)
  if (closure === undefined || closure.eraseAt === null || closure.eraseAt > now || closure.erasedAt !== null) return false
  for (const session of await tx.list(sessionsOf(userId))) {
    await tx.put(erasedSessions, { id: session.tokenHash, at: now })
    await tx.delete(sessions, session.id)
  }
  const tokens = defineQuery({ table: emailTokens, index: ['userId', 'kind'], equals: [userId], order: 'ascending', limit: 10_000 })
  for (const { id } of await tx.list(tokens)) await tx.delete(emailTokens, id)
  const address = emailKeyOf((await tx.get(credentials, userId))?.email ?? '')
  for (const { id } of await tx.list(mailedSignInsTo(address))) await tx.delete(mailedSignIns, id)
  await dropIdentities(tx, userId, 0)
  for (const { id } of await tx.list(passkeysOf(userId))) await tx.delete(passkeys, id)
  const started = defineQuery({ table: startedSignIns, index: ['userId', 'expiresAt'], equals: [userId], order: 'ascending', limit: 1_000 })
  for (const { id } of await tx.list(started)) await tx.delete(startedSignIns, id)
  for (const table of [credentials, secondFactors].map(anyTable)) await tx.delete(table, userId)
  const member = await tx.get(members, userId)
  // Keys of names are skeletons of letters: nobody can take one of these.
  const key = `${erasedName} ${userId}`
  if (member !== undefined) {
    const { pinnedPostIds: _pinned, links: _links, interests: _interests, ...rest } = member
    await tx.put(members, {
      ...rest,
      ...{ userName: erasedName, userNameKey: key, displayName: erasedName, displayNameKey: key, slug: `deleted-${userId}` },
      ...{ bio: '', isAdmin: false, groups: [], isDeactivated: true, displayNameChangedAt: null },
    })
  }
  await tx.put(closures, { ...closure, eraseAt: null, erasedAt: now })
  return true
})

/** One step. @returns whether anything may be left to do. */
export const eraseMoreOfAccount = defineOperation('accounts.eraseMore', async ({ tx, now }, userId: string): Promise<boolean> => {
  const closure = await tx.get(closures, userId)
  if (closure === undefined || closure.erasedAt === null || closure.isDone) return false
  if (await eraseDrafts(tx, userId, now)) return true
  if (await eraseNotebook(tx, userId)) return true
  for (const { table, index } of erasedTables) {
    if (index === null) {
      if ((await tx.get(table, userId)) !== undefined) await tx.delete(table, userId)
      continue
    }
    const query: Query<Row> = { table, index, equals: [userId], order: 'ascending', limit: rowsAtOnce }
    const found = await tx.list(query)
    for (const { id } of found) await tx.delete(table, id)
    if (found.length > 0) return true
  }
  await tx.put(closures, { ...closure, isDone: true })
  return false
})

/** @param before ms since 1970 */
export const forgetSessionsBefore = defineOperation('accounts.forgetErasedSessions', async ({ tx }, before: number): Promise<void> => {
  const old = defineQuery({ table: erasedSessions, index: ['at'], equals: [], until: before, order: 'ascending', limit: 1_000 })
  for (const { id } of await tx.list(old)) await tx.delete(erasedSessions, id)
})

/**
 * Drafts go into the bin as if they had lain there for long: the job that empties it
 * (features/posts/erase-job.ts) takes texts and documents along. One that others write, too, stays
 * theirs; one that was public once only disappears.
 */
async function eraseDrafts(tx: StoreTransaction, userId: string, now: number): Promise<boolean> {
  const drafts = defineQuery({
    ...{ table: posts, index: ['authorId', 'status', 'createdAt'], equals: [userId, 'draft'], order: 'ascending', limit: 10_000 },
  })
  const own = (await tx.list(drafts)).filter(({ coauthorIds }) => coauthorIds.length === 0).slice(0, rowsAtOnce)
  for (const post of own)
    await putPost({ tx, now }, { ...post, status: 'removed', archivedAt: post.publishedAt === null ? 0 : now, archivedById: userId })
  return own.length > 0
}

/** What was typed and never sent. */
async function eraseNotebook(tx: StoreTransaction, userId: string): Promise<boolean> {
  const room = notebookRoom(userId)
  if ((await tx.get(documents, room)) !== undefined) await tx.delete(documents, room)
  let found = 0
  for (const { table, index } of [
    rowsIn(documentLog, ['documentId', 'seq']),
    rowsIn(documentSnapshots, ['documentId', 'upto']),
    rowsIn(documentClients, ['documentId', 'firstSeq']),
  ]) {
    const query: Query<Row> = { table, index: index ?? [], equals: [room], order: 'ascending', limit: rowsAtOnce }
    for (const { id } of await tx.list(query)) {
      await tx.delete(table, id)
      found += 1
    }
  }
  return found > 0
}

function rowsIn<R extends Row>(table: Table<R>, index: readonly (keyof R & string)[]): OwnedTable {
  return { table: anyTable(table), index }
}

// Tables of different rows stand in one list; of each only ids are used.
function anyTable(table: unknown): Table {
  return table as Table
}
