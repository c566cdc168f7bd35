import { memberCards, unknownMember } from '#shared/accounts/queries.ts'
import type { Read } from '#shared/kernel/transaction.ts'
import { links } from '#shared/links.ts'
import type { PageData } from '#shared/pages/page-data.ts'
import type { Post } from '#shared/posts/schema.ts'
import { contentsOf, isInReading } from '#shared/sequences/queries.ts'
import type { Sequence } from '#shared/sequences/schema.ts'
import { hasText, readingMinutes } from '#shared/text/measure.ts'
import type { Doc } from '#shared/text/schema.ts'
import type { PersonView } from '../people.ts'
import { personView } from '../people.ts'

/** A post in a list that is read in order. */
export interface SeriesLine {
  readonly id: string
  readonly title: string
  readonly lang: string
  readonly dir: 'ltr' | 'rtl'
  readonly href: string
  readonly minutes: number
  /** Its authors, where they are others than the sequence's. */
  readonly by: readonly PersonView[]
  /** Shown to its author alone; readers get it once it is published. */
  readonly isWaiting: boolean
}

/** @param sequence `null`: by itself, in a book. */
export async function seriesLines(read: Read, posts: readonly Post[], sequence: Sequence | null): Promise<readonly SeriesLine[]> {
  const cards = await memberCards(
    read,
    posts.flatMap((post) => [post.authorId, ...post.coauthorIds]),
  )
  return posts.map((post) => ({
    id: post.id,
    title: post.title === '' ? 'Untitled' : post.title,
    lang: post.lang,
    dir: post.direction,
    href: sequence === null ? links.post(post) : links.postInSequence(sequence.id, post.id),
    minutes: readingMinutes(post.wordCount, post.readMinutes),
    by:
      post.authorId === sequence?.authorId && post.coauthorIds.length === 0
        ? []
        : [post.authorId, ...post.coauthorIds].map((id) => personView(cards.get(id) ?? unknownMember)),
    isWaiting: !isInReading(post),
  }))
}

/** What is counted of a reading: its posts with their addresses, in order. */
export interface ReadingView {
  readonly posts: readonly { readonly id: string; readonly href: string }[]
  readonly minutes: number
}

export function readingView(lines: readonly SeriesLine[]): ReadingView {
  const read = lines.filter(({ isWaiting }) => !isWaiting)
  return { posts: read.map(({ id, href }) => ({ id, href })), minutes: read.reduce((sum, line) => sum + line.minutes, 0) }
}

/** A sequence in a list of such. */
export interface SequenceCardView {
  readonly id: string
  readonly title: string
  readonly href: string
  readonly author: PersonView
  readonly picture: string | null
  readonly reading: ReadingView
}

export async function sequenceCards(read: Read, found: readonly Sequence[]): Promise<readonly SequenceCardView[]> {
  const cards = await memberCards(
    read,
    found.map(({ authorId }) => authorId),
  )
  return Promise.all(
    found.map(async (sequence) => {
      const contents = await contentsOf(read, sequence.id)
      const lines = await seriesLines(
        read,
        contents.flatMap(({ posts }) => posts),
        sequence,
      )
      return {
        id: sequence.id,
        title: sequence.title,
        href: links.sequence(sequence.id),
        author: personView(cards.get(sequence.authorId) ?? unknownMember),
        picture: sequence.cardUrl ?? sequence.bannerUrl,
        reading: readingView(lines),
      }
    }),
  )
}

/**
 * An introduction that somebody wrote, as it travels to the page; its HTML is among the bodies
 * under `key`.
 */
export interface IntroView {
  readonly key: string
  readonly version: string
}

/** @returns `null` for a text without anything in it. */
export function introOf(key: string, body: Doc): IntroView | null {
  if (!hasText(body)) return null
  return { key, version: versionOf(JSON.stringify(body)) }
}

/** HTML of the introductions that have something in them, by key. */
export function introBodies(
  data: PageData,
  texts: readonly { readonly key: string; readonly body: Doc }[],
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    texts
      .filter(({ body }) => hasText(body))
      .map(({ key, body }) => [key, data.html(body, { idPrefix: `${key}-`, profile: 'essay', trusted: false })]),
  )
}

/**
 * Another text has another one, as good as surely: FNV-1a (draft-eastlake-fnv-17, read 2026-11-23),
 * and how long it is.
 */
function versionOf(text: string): string {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return `${text.length}-${(hash >>> 0).toString(36)}`
}
