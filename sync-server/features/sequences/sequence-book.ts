/**
 * A sequence as a book: what goes in, and in which order. Of public things only, the same for all.
 */
import { createHash } from 'node:crypto'
import type { BookText, EpubFacts } from '#shared/formats/epub.ts'
import type { ReadPolicies } from '#shared/kernel/read-policy.ts'
import type { Read } from '#shared/kernel/transaction.ts'
import type { SiteFacts } from '#shared/pages/page-data.ts'
import type { Post } from '#shared/posts/schema.ts'
import type { ChapterPosts } from '#shared/sequences/queries.ts'
import type { Sequence } from '#shared/sequences/schema.ts'
import { memberCards, unknownMember } from '#shared/accounts/queries.ts'
import { permittedRead } from '#shared/kernel/read-policy.ts'
import { visitor } from '#shared/kernel/viewer.ts'
import { links } from '#shared/links.ts'
import { revisions } from '#shared/posts/schema.ts'
import { contentsOf, isInReading } from '#shared/sequences/queries.ts'
import { canReadSequence } from '#shared/sequences/rules.ts'
import { sequences } from '#shared/sequences/schema.ts'
import { hasText } from '#shared/text/measure.ts'

export interface BookPlan {
  readonly sequence: Sequence
  readonly contents: readonly ChapterPosts[]
  readonly nameOf: (userId: string) => string
  /** Other where anything in the book would be other. */
  readonly tag: string
}

/** Another form of the same book: counts up with each change to how it is written. */
const form = 1

/** As any visitor would be shown it; `null` for what is hidden, empty, or not there. */
export async function bookPlan(
  raw: Read,
  policies: ReadPolicies,
  sequenceId: string,
  { name, origin }: Pick<SiteFacts, 'name' | 'origin'>,
): Promise<BookPlan | null> {
  const read = permittedRead(raw, visitor, policies)
  const sequence = await read.get(sequences, sequenceId)
  if (sequence === undefined || !canReadSequence(visitor, sequence).allowed) return null
  const contents = (await contentsOf(read, sequenceId)).map(({ chapter, posts }) => ({ chapter, posts: posts.filter(isInReading) }))
  const posts = contents.flatMap((part) => part.posts)
  if (posts.length === 0) return null
  const ids = [sequence.authorId, ...posts.flatMap(authorsOf)]
  const cards = await memberCards(read, [...new Set(ids)])
  const nameOf = (userId: string): string => (cards.get(userId) ?? unknownMember).name
  const said = [
    ...[form, name, origin, sequence.title, sequence.body, sequence.bannerUrl, sequence.cardUrl],
    contents.map(({ chapter: { title, subtitle, body } }) => [title, subtitle, body]),
    contents.map((part) => part.posts.map(({ id, revisionId, title, slug, writtenOn }) => [id, revisionId, title, slug, writtenOn])),
    ids.map(nameOf),
  ]
  return { sequence, contents, nameOf, tag: createHash('sha256').update(JSON.stringify(said)).digest('hex').slice(0, 24) }
}

export function bookFacts({ sequence, contents }: BookPlan, origin: string, now: number): EpubFacts {
  const address = `${origin}${links.sequence(sequence.id)}`
  return {
    ...{ title: sequence.title, identifier: address, siteOrigin: origin, now },
    cover: sequence.cardUrl ?? sequence.bannerUrl,
    postIds: new Set(contents.flatMap(({ posts }) => posts.map(({ id }) => id))),
  }
}

/**
 * What is said of the whole, then each part with its posts. Read one by one: what was withdrawn
 * meanwhile is left out.
 */
export async function* bookTexts(
  { sequence, contents, nameOf }: BookPlan,
  { textOf, origin }: { readonly textOf: (post: Post) => Promise<BookText['doc'] | null>; readonly origin: string },
): AsyncGenerator<BookText> {
  const [first] = contents.flatMap(({ posts }) => posts)
  const about = {
    kind: 'post',
    linkUrl: null,
    lang: first?.lang ?? 'en',
    dir: 'ltr',
    writtenOn: null,
    publishedAt: null,
    tags: [],
  } as const
  const address = `${origin}${links.sequence(sequence.id)}`
  yield { ...about, id: sequence.id, title: sequence.title, authors: [nameOf(sequence.authorId)], address, doc: sequence.body }
  for (const { chapter, posts } of contents) {
    const part = [chapter.title, chapter.subtitle].filter((line) => line !== '').join(': ')
    if (hasText(chapter.body))
      yield { ...about, id: chapter.id, title: chapter.title || 'Introduction', authors: [], address: null, doc: chapter.body, part }
    for (const post of posts) {
      const doc = await textOf(post)
      if (doc === null) continue
      const { id, title, kind, linkUrl, lang, direction, writtenOn, publishedAt, tags } = post
      const authors = authorsOf(post).map(nameOf)
      yield {
        id,
        title,
        kind,
        linkUrl,
        lang,
        dir: direction,
        writtenOn,
        publishedAt,
        tags,
        authors,
        address: `${origin}${links.post(post)}`,
        doc,
        part,
      }
    }
  }
}

/** The text that any visitor may read now. */
export async function publishedText(raw: Read, policies: ReadPolicies, { revisionId }: Post): Promise<BookText['doc'] | null> {
  const revision = revisionId === null ? undefined : await permittedRead(raw, visitor, policies).get(revisions, revisionId)
  return revision?.body ?? null
}

const authorsOf = (post: Post): readonly string[] => [post.authorId, ...post.coauthorIds]
