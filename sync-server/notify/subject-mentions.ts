/**
 * Mentions in what is said of sequences, collections and their parts, in terms of glossaries and in
 * bios: who wrote them, and when they are news.
 */
import type { Read, Transaction } from '#shared/kernel/transaction.ts'
import type { Doc } from '#shared/text/schema.ts'
import type { SubjectText } from './subject-text.ts'
import { bioDoc } from '#shared/accounts/bio-parts.ts'
import { members } from '#shared/accounts/schema.ts'
import { withMentions } from '#shared/accounts/typed-mentions.ts'
import { termsOfPost } from '#shared/glossary/queries.ts'
import { glossaryTerms } from '#shared/glossary/schema.ts'
import { mentionedSlugs } from '#shared/notifications/mentions.ts'
import { posts } from '#shared/posts/schema.ts'
import { chaptersOf } from '#shared/sequences/queries.ts'
import { books, chapters, collections, sequences } from '#shared/sequences/schema.ts'
import { subjectText } from './subject-text.ts'
import { announcements, mentionWriters } from './tables.ts'

/** Tables whose rows hold such a text, and the kind of its cause. */
const kindOf: ReadonlyMap<string, string> = new Map([
  [sequences.name, 'sequence'],
  [chapters.name, 'chapter'],
  [collections.name, 'collection'],
  [books.name, 'book'],
  [glossaryTerms.name, 'term'],
  [members.name, 'bio'],
])
export const mentioningTables: readonly string[] = [...kindOf.keys()]

/**
 * The causes that a changed row may make news or take back: with a sequence its chapters come into
 * sight, with a post its glossary.
 */
export async function mentionCauses(read: Read, table: string, id: string): Promise<readonly string[]> {
  const kind = kindOf.get(table)
  const causes = kind === undefined ? [] : [`${kind}:${id}`]
  if (table === sequences.name) causes.push(...(await read.list(chaptersOf(id))).map((chapter) => `chapter:${chapter.id}`))
  if (table === posts.name) causes.push(...(await read.list(termsOfPost(id))).map((term) => `term:${term.id}`))
  const known = [...(await read.getMany(mentionWriters, causes)), ...(await read.getMany(announcements, causes))]
  return [...new Set(known.map((row) => row.id))]
}

export type MentionNews =
  | { readonly state: 'gone' }
  | { readonly state: 'none' }
  | {
      readonly state: 'there'
      readonly text: SubjectText
      readonly body: Doc
      readonly writerId: string
      readonly told: string
      readonly writtenAt: number
      readonly at: number
    }

/**
 * `told`: what to remember once it was told, for nobody to be looked for again. `gone`: readers do
 * not have the text. `none`: nobody is known to have mentioned anybody in it.
 */
export async function mentionNews(read: Read, cause: string, now: number): Promise<MentionNews> {
  const text = await subjectText(read, cause)
  const writer = await read.get(mentionWriters, cause)
  if (text === undefined) return { state: 'gone' }
  if (writer === undefined) return { state: 'none' }
  const body = text.subject.kind === 'member' ? await withMentions(read, text.body, now) : text.body
  return {
    state: 'there',
    text,
    body,
    writerId: writer.userId,
    told: writer.slugs.join('\n'),
    writtenAt: writer.at,
    at: Math.max(writer.at, text.shownAt),
  }
}

/**
 * Right after a text was written: whose mentions these are. Words that mention nobody new leave it
 * with the author of the mention.
 */
export async function noteMentionWriter(tx: Transaction, cause: string, body: Doc, userId: string, now: number): Promise<void> {
  const slugs = mentionedSlugs(body)
  if (slugs.length === 0) return
  const before = await tx.get(mentionWriters, cause)
  if (before !== undefined && slugs.every((slug) => before.slugs.includes(slug))) return
  const all = new Set([...(before?.slugs ?? []), ...slugs])
  await tx.put(mentionWriters, { id: cause, userId, slugs: [...all].slice(-maxKnown), at: now })
}

/**
 * More than a text notifies (`mentionLimits`), so that a name that goes and comes again is no news.
 */
const maxKnown = 100

/** As `noteMentionWriter`, of the plain words of a bio. */
export async function noteBioMentions(tx: Transaction, userId: string, bio: string, now: number): Promise<void> {
  await noteMentionWriter(tx, `bio:${userId}`, await withMentions(tx, bioDoc(bio), now), userId, now)
}
