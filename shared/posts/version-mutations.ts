/**
 * Versions of a post's text (content.md 12.8). A draft's begin at 0.1.0: what the server keeps by
 * itself counts the last number up, what somebody keeps the middle one. Publications begin at 1.0.0
 * and count the middle one up, or the first where the author says that much has changed. Numbers
 * are never given twice. One version a five minutes of work is kept of what is merely being written
 * (expectations W7; the ten minutes of 12.8 were for another editor); it gives way to the next
 * within them, unless somebody else wrote that. What is older thins out, named and published
 * versions never.
 */
import * as z from 'zod/mini'
import type { MutationContext } from '../kernel/mutation.ts'
import type { Read } from '../kernel/transaction.ts'
import type { Doc } from '../text/schema.ts'
import type { Post, Revision } from './schema.ts'
import { withMentions } from '../accounts/typed-mentions.ts'
import { AppError, authorize } from '../kernel/errors.ts'
import { Id } from '../kernel/fields.ts'
import { defineMutation, signedIn } from '../kernel/mutation.ts'
import { defineQuery } from '../kernel/query.ts'
import { getOrThrow } from '../kernel/transaction.ts'
import { EssayBody } from '../text/schema.ts'
import { wordCount } from '../text/measure.ts'
import { StateVector } from './fields.ts'
import { revisionsOf, writingOf } from './queries.ts'
import { canEditPost } from './rules.ts'
import { posts, revisions, RevisionNote } from './schema.ts'
import { dayMs, hourMs } from '../kernel/durations.ts'

export const autoVersionMs = 5 * 60_000
/** Of one text. Nobody needs so many; they are kept for good. */
export const maxVersions = 2_000
/** Then one an hour is enough. */
export const hourlyAfterMs = 7 * dayMs
/** Then one a day. */
export const dailyAfterMs = 30 * dayMs

export type RevisionKind = 'auto' | 'named' | 'published'

/** `auto`: kept by the server as it was being written. `named`: somebody wanted it kept. */
export function kindOf(revision: Pick<Revision, 'isDraft' | 'isAuto'>): RevisionKind {
  if (!revision.isDraft) return 'published'
  return revision.isAuto === true ? 'auto' : 'named'
}

type Numbers = Pick<Revision, 'n' | 'version' | 'updateType'>

/** Of the next publication. */
export async function publishedNumbers(read: Read, postId: string, post: Post | undefined, level: 'minor' | 'major'): Promise<Numbers> {
  const [latest] = await revisionsOf(read, postId, 1)
  const n = (latest?.n ?? 0) + 1
  if (post === undefined || post.publishedAt === null) return { n, version: '1.0.0', updateType: 'major' }
  const [major = 0, minor = 0] = post.version.split('.').map(Number)
  return { n, version: level === 'major' ? `${major + 1}.0.0` : `${major}.${minor + 1}.0`, updateType: level }
}

/** Of the next version that readers do not see. `patch`: the server keeps it by itself. */
export async function draftNumbers(read: Read, postId: string, level: 'patch' | 'minor'): Promise<Numbers> {
  const [latest] = await revisionsOf(read, postId, 1)
  if (latest === undefined) return { n: 1, version: '0.1.0', updateType: 'initial' }
  const n = latest.n + 1
  const last = latest.isDraft ? latest : (await revisionsOf(read, postId, 10)).find(({ isDraft }) => isDraft)
  // Too long ago to look for: no draft's middle number was ever above its count.
  if (last === undefined) return { n, version: `0.${n}.0`, updateType: level }
  const [, minor = 0, patch = 0] = last.version.split('.').map(Number)
  return { n, version: level === 'minor' ? `0.${minor + 1}.0` : `0.${minor}.${patch + 1}`, updateType: level }
}

export const versionArgs = {
  id: Id,
  /** The same id again changes nothing. */
  revisionId: Id,
  body: EssayBody,
  note: RevisionNote,
  /**
   * Of the document that the text was read from: taken once the server holds as much
   * (docs/decisions/0012).
   */
  stateVector: z.optional(StateVector),
}

/** Keeps a text as a version with a name, for good. Who may write the text may keep it. */
export const saveVersion = defineMutation({
  name: 'posts.saveVersion',
  runs: 'device',
  args: z.strictObject(versionArgs),
  needs: ({ id }) => [id],
  async run(context, args) {
    const post = await getOrThrow(context.tx, posts, args.id)
    authorize(canEditPost(context.viewer, post))
    await putNamedVersion(context, post, args)
  },
})

interface NamedVersion {
  readonly revisionId: string
  readonly body: Doc
  readonly note: string
}

/** A replay changes nothing. @throws AppError 'not-found' for the id of somebody else's text. */
export async function putNamedVersion({ tx, viewer, now }: MutationContext, post: Post, version: NamedVersion): Promise<void> {
  const { revisionId, body, note } = version
  const existing = await tx.get(revisions, revisionId)
  if (existing !== undefined) {
    if (existing.subjectId !== post.id) throw new AppError('not-found')
    return
  }
  if (
    (await tx.count(defineQuery({ table: revisions, index: ['subjectId', 'n'], equals: [post.id], order: 'ascending', limit: 1 }))) >=
    maxVersions
  )
    throw new AppError('invalid', { field: 'note', message: 'too many versions' })
  const { title } = await writingOf(tx, post)
  const words = wordCount(body)
  await tx.put(revisions, {
    ...{ id: revisionId, subjectKind: 'post', subjectId: post.id, postId: post.id },
    ...(await draftNumbers(tx, post.id, 'minor')),
    ...{ isDraft: true, title, body, wordCount: words, authorId: signedIn(viewer).userId, at: now },
    ...(note !== '' && { note }),
  })
  await tx.put(posts, { ...post, latestRevisionId: revisionId, ...(post.publishedAt === null && { wordCount: words }) })
}

/**
 * What a post's document says at present, as the server keeps it: the newest revision, for whoever
 * has no document at hand.
 */
export const keepText = defineMutation({
  name: 'posts.keepText',
  from: 'server',
  /** `isPoint`: much is about to be taken out; it stays beside what comes next. */
  args: z.strictObject({ id: Id, revisionId: Id, authorId: Id, body: EssayBody, isPoint: z.optional(z.boolean()) }),
  async run({ tx, now }, { id, revisionId, authorId, body, isPoint = false }) {
    const post = await getOrThrow(tx, posts, id)
    const [latest] = await revisionsOf(tx, id, 1)
    if (latest === undefined || latest.id === revisionId) return
    // In what was published typed names have become mentions; the document has them as they were
    // typed.
    const same = [body, ...(latest.isDraft ? [] : [await withMentions(tx, body, now)])].map((text) => JSON.stringify(text))
    if (same.includes(JSON.stringify(latest.body))) {
      if (isPoint && kindOf(latest) === 'auto' && latest.since !== 0) await tx.put(revisions, { ...latest, since: 0 })
      return
    }
    const { title } = await writingOf(tx, post)
    const since = latest.since ?? latest.at
    const replaces = kindOf(latest) === 'auto' && latest.authorId === authorId && now - since < autoVersionMs
    if (replaces) await tx.delete(revisions, latest.id)
    const numbers = replaces ? { n: latest.n, version: latest.version, updateType: 'patch' as const } : await draftNumbers(tx, id, 'patch')
    const words = wordCount(body)
    await tx.put(revisions, {
      ...{ id: revisionId, subjectKind: 'post', subjectId: id, postId: id },
      ...numbers,
      ...{ isDraft: true, isAuto: true, title, body, wordCount: words, authorId, at: now },
      since: isPoint ? 0 : replaces ? since : now,
      thinAt: now + hourlyAfterMs,
    })
    await tx.put(posts, { ...post, latestRevisionId: revisionId, ...(post.publishedAt === null && { wordCount: words }) })
  },
})

/**
 * Versions kept by the server that it is time to look at: of those within an hour (later: a day)
 * only the newest stays. Names what was due.
 */
export const thinVersions = defineMutation({
  name: 'posts.thinVersions',
  from: 'server',
  args: z.strictObject({ ids: z.array(Id).check(z.maxLength(500)) }),
  async run({ tx, now }, { ids }) {
    for (const id of ids) {
      const revision = await tx.get(revisions, id)
      if (revision === undefined || kindOf(revision) !== 'auto' || revision.thinAt === undefined || revision.thinAt > now) continue
      const { thinAt: _due, ...kept } = revision
      const isOld = now - revision.at >= dailyAfterMs
      const post = await tx.get(posts, revision.postId)
      const isShown = post?.latestRevisionId === id || post?.revisionId === id
      if (!isShown && (await hasNewerWithin(tx, revision, isOld ? dayMs : hourMs))) await tx.delete(revisions, id)
      else await tx.put(revisions, isOld ? kept : { ...kept, thinAt: revision.at + dailyAfterMs })
    }
  },
})

async function hasNewerWithin(read: Read, { subjectId, n, at }: Revision, grainMs: number): Promise<boolean> {
  const [next] = await read.list(
    defineQuery({ table: revisions, index: ['subjectId', 'n'], equals: [subjectId], from: n + 1, order: 'ascending', limit: 1 }),
  )
  return next !== undefined && Math.floor(next.at / grainMs) === Math.floor(at / grainMs)
}

/** What is due for `thinVersions`. */
export const versionsToThin = (now: number, limit: number) =>
  defineQuery({ table: revisions, index: ['thinAt'], equals: [], from: 0, until: now, order: 'ascending', limit })
