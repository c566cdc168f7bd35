/**
 * A sequence as a book: what goes in, and in which order. Of public things only, the same for all.
 * The winners of a review are such a book too.
 */
import { createHash } from 'node:crypto'
import type { BookText, EpubFacts } from '#shared/formats/epub.ts'
import type { ReadPolicies } from '#shared/kernel/read-policy.ts'
import type { Read } from '#shared/kernel/transaction.ts'
import type { SiteFacts } from '#shared/pages/page-data.ts'
import type { Post } from '#shared/posts/schema.ts'
import type { ChapterPosts } from '#shared/sequences/queries.ts'
import type { Doc } from '#shared/text/schema.ts'
import { winnersSequence, yearOfWinners } from '#shared/annual-review/gallery-queries.ts'
import { memberCards, unknownMember } from '#shared/accounts/queries.ts'
import { permittedRead } from '#shared/kernel/read-policy.ts'
import { isId } from '#shared/kernel/ids.ts'
import { visitor } from '#shared/kernel/viewer.ts'
import { links } from '#shared/links.ts'
import { revisions } from '#shared/posts/schema.ts'
import { contentsOf, isInReading } from '#shared/sequences/queries.ts'
import { canReadSequence } from '#shared/sequences/rules.ts'
import { sequences } from '#shared/sequences/schema.ts'
import { hasText } from '#shared/text/measure.ts'

type Chapter = Pick<ChapterPosts['chapter'], 'id' | 'title' | 'subtitle' | 'body'>

export interface BookPlan {
  readonly id: string
  readonly title: string
  readonly by: string
  /** What is said of the whole. */
  readonly body: Doc
  readonly lang: string
  readonly cover: string | null
  readonly contents: readonly { readonly chapter: Chapter; readonly posts: readonly Post[] }[]
  readonly nameOf: (userId: string) => string
  /** Other where anything in the book would be other. */
  readonly tag: string
}

/** Another form of the same book: counts up with each change to how it is written. */
const form = 2

/** As any visitor would be shown it; `null` for what is hidden, empty, or not there. */
export async function bookPlan(
  raw: Read,
  policies: ReadPolicies,
  sequenceId: string,
  site: Pick<SiteFacts, 'name' | 'origin'>,
  now: number,
): Promise<BookPlan | null> {
  const read = permittedRead(raw, visitor, policies)
  const year = yearOfWinners(sequenceId)
  return year === null ? planOfSequence(read, sequenceId, site) : planOfWinners(read, year, site, now)
}

async function planOfSequence(read: Read, sequenceId: string, site: Pick<SiteFacts, 'name' | 'origin'>): Promise<BookPlan | null> {
  const sequence = isId(sequenceId) ? await read.get(sequences, sequenceId) : undefined
  if (sequence === undefined || !canReadSequence(visitor, sequence).allowed) return null
  const contents = (await contentsOf(read, sequenceId)).map(({ chapter, posts }) => ({ chapter, posts: posts.filter(isInReading) }))
  const [first] = contents.flatMap(({ posts }) => posts)
  if (first === undefined) return null
  const { id, title, body, authorId, cardUrl, bannerUrl } = sequence
  const nameOf = await namesIn(read, contents, [authorId])
  const by = nameOf(authorId)
  return withTag({ id, title, by, body, lang: first.lang, cover: cardUrl ?? bannerUrl, contents, nameOf }, site)
}

async function planOfWinners(read: Read, year: number, site: Pick<SiteFacts, 'name' | 'origin'>, now: number): Promise<BookPlan | null> {
  const found = await winnersSequence({ read, now }, site.name, year)
  if (found === null) return null
  const { id, title, by, body, cover, posts } = found
  const contents = [{ chapter: { id, title: '', subtitle: '', body: nothing }, posts }]
  return withTag({ id, title, by, body, lang: 'en', cover, contents, nameOf: await namesIn(read, contents, []) }, site)
}

const nothing: Doc = { type: 'doc', content: [] }

async function namesIn(read: Read, contents: BookPlan['contents'], others: readonly string[]) {
  const ids = [...others, ...contents.flatMap(({ posts }) => posts.flatMap(authorsOf))]
  const cards = await memberCards(read, [...new Set(ids)])
  return (userId: string): string => (cards.get(userId) ?? unknownMember).name
}

function withTag(plan: Omit<BookPlan, 'tag'>, { name, origin }: Pick<SiteFacts, 'name' | 'origin'>): BookPlan {
  const { title, by, body, lang, cover, contents, nameOf } = plan
  const said = [
    ...[form, name, origin, title, by, body, lang, cover],
    contents.map(({ chapter: { title: called, subtitle, body: intro } }) => [called, subtitle, intro]),
    contents.map((part) =>
      part.posts.map((post) => [post.id, post.revisionId, post.title, post.slug, post.writtenOn, authorsOf(post).map(nameOf)]),
    ),
  ]
  return { ...plan, tag: createHash('sha256').update(JSON.stringify(said)).digest('hex').slice(0, 24) }
}

export function bookFacts({ id, title, cover, contents }: BookPlan, origin: string, now: number): EpubFacts {
  return {
    ...{ title, identifier: `${origin}${links.sequence(id)}`, siteOrigin: origin, now },
    cover,
    postIds: new Set(contents.flatMap(({ posts }) => posts.map((post) => post.id))),
  }
}

/**
 * What is said of the whole, then each part with its posts. Read one by one: what was withdrawn
 * meanwhile is left out.
 */
export async function* bookTexts(
  { id: bookId, title: bookTitle, by, body, lang: bookLang, contents, nameOf }: BookPlan,
  { textOf, origin }: { readonly textOf: (post: Post) => Promise<BookText['doc'] | null>; readonly origin: string },
): AsyncGenerator<BookText> {
  const about = {
    kind: 'post',
    linkUrl: null,
    lang: bookLang,
    dir: 'ltr',
    writtenOn: null,
    publishedAt: null,
    tags: [],
  } as const
  yield { ...about, id: bookId, title: bookTitle, authors: [by], address: `${origin}${links.sequence(bookId)}`, doc: body }
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
