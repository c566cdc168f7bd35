/** Sequences, collections and the library, and posts as read in them (content.md 8). */
import type { FeaturedName } from '#shared/links.ts'
import type { Collection, Sequence } from '#shared/sequences/schema.ts'
import type { Post } from '#shared/posts/schema.ts'
import type { Doc } from '#shared/text/schema.ts'
import type { MarkdownPage, MarkdownData } from './markdown-page.ts'
import { winnersSequence, yearOfWinners } from '#shared/annual-review/gallery-queries.ts'
import { memberCards, unknownMember } from '#shared/accounts/queries.ts'
import { isId } from '#shared/kernel/ids.ts'
import { links } from '#shared/links.ts'
import { postBySlug } from '#shared/posts/queries.ts'
import { posts } from '#shared/posts/schema.ts'
import { collectionFor } from '#shared/sequences/featured.ts'
import {
  allCollections,
  booksWithParts,
  collectionContains,
  communitySequences,
  contentsOf,
  curatedSequences,
  isInReading,
} from '#shared/sequences/queries.ts'
import { canReadSequence } from '#shared/sequences/rules.ts'
import { collections, sequences } from '#shared/sequences/schema.ts'
import type { Neighbour } from '#shared/sequences/series.ts'
import { seriesOf } from '#shared/sequences/series.ts'
import { linkTo, parts, standalone, words } from './markdown.ts'
import { postMarkdown } from './post.ts'
import { person, titleOf } from './rows.ts'
import { notFound, page, refusal } from './markdown-page.ts'

const most = { curated: 100, community: 24 } as const

export async function libraryMarkdown(data: MarkdownData): Promise<MarkdownPage> {
  const all = await data.read.list(allCollections())
  const [curated, community] = [await curatedSequences(data.read, most.curated), await communitySequences(data.read, most.community)]
  return page(
    links.library(),
    parts(
      '# Library',
      section('Collections', all.map((one) => `- ${linkTo(one.title, data.site.origin + links.collection(one.id))}`).join('\n')),
      section('Curated sequences', await sequenceLines(data, curated.found)),
      section('Community sequences', await sequenceLines(data, community.found)),
    ),
  )
}

export async function sequenceMarkdown(data: MarkdownData, id: string): Promise<MarkdownPage> {
  const year = yearOfWinners(id)
  if (year !== null) return winnersMarkdown(data, year)
  const sequence = isId(id) ? await data.read.get(sequences, id) : undefined
  if (sequence === undefined) return notFound()
  const readable = canReadSequence(data.viewer, sequence)
  if (!readable.allowed) return readable.reason === 'not-found' ? notFound() : refusal(410, 'Removed', 'This sequence was deleted.')
  const author = (await memberCards(data.read, [sequence.authorId])).get(sequence.authorId) ?? unknownMember
  const contents = await contentsOf(data.read, id)
  const isPlain = !sequence.isDraft && sequence.removedAt === null
  return page(
    links.sequence(id),
    parts(
      `# ${words(sequence.title)}`,
      `By ${person(data, author)}`,
      textOf(data, sequence.body),
      ...contents.flatMap(({ chapter, posts: found }) => [
        chapter.title === '' ? '' : `## ${words(chapter.title)}`,
        words(chapter.subtitle),
        textOf(data, chapter.body),
        postList(data, found, sequence),
      ]),
    ),
    { isIndexed: isPlain && !sequence.noIndex },
  )
}

async function winnersMarkdown(data: MarkdownData, year: number): Promise<MarkdownPage> {
  const found = await winnersSequence(data, data.site.name, year)
  if (found === null) return notFound()
  const { id, title, by, body, posts: chosen } = found
  return page(links.sequence(id), parts(`# ${words(title)}`, `By ${words(by)}`, textOf(data, body), postList(data, chosen, null)))
}

/** A post, with where it stands and what comes next said before it. */
export async function postInSequenceMarkdown(data: MarkdownData, sequenceId: string, postId: string): Promise<MarkdownPage> {
  const post = isId(postId) ? await data.read.get(posts, postId) : undefined
  const markdown = await postMarkdown(data, { postId })
  if (post === undefined || !('body' in markdown) || markdown.status !== 200) return markdown
  const series = isId(sequenceId) ? await seriesOf(data.read, post, sequenceId, false) : null
  if (series === null) return markdown
  const { place, next, previous, sequence } = series
  const to = (word: string, neighbour: Neighbour | null): readonly string[] =>
    neighbour?.post === undefined
      ? []
      : [`- ${word}: ${linkTo(titleOf(neighbour.post), data.site.origin + links.postInSequence(neighbour.sequence.id, neighbour.postId))}`]
  const lines = [
    `- In ${linkTo(sequence.title, data.site.origin + links.sequence(sequence.id))}: ${place.at} of ${place.of}`,
    ...to('Previous', previous),
    ...to('Next', next),
  ]
  return { ...markdown, body: parts(lines.join('\n'), markdown.body) }
}

export async function collectionMarkdown(data: MarkdownData, id: string): Promise<MarkdownPage> {
  const collection = isId(id) ? await data.read.get(collections, id) : undefined
  return collection === undefined ? notFound() : pageOf(data, collection, links.collection(id))
}

export async function featuredMarkdown(data: MarkdownData, name: FeaturedName): Promise<MarkdownPage> {
  const collection = await collectionFor(data, name)
  return collection === undefined ? { status: 302, location: links.library() } : pageOf(data, collection, links.featured(name))
}

export async function postInCollectionMarkdown(data: MarkdownData, name: FeaturedName, slug: string): Promise<MarkdownPage> {
  const post = await postBySlug(data.read, slug)
  const collection = await collectionFor(data, name)
  if (post === undefined || collection === undefined || !(await collectionContains(data.read, collection.id, post.id))) return notFound()
  return postMarkdown(data, { postId: post.id })
}

async function pageOf(data: MarkdownData, collection: Collection, canonical: string): Promise<MarkdownPage> {
  const books = await booksWithParts(data.read, collection.id)
  const blocks = await Promise.all(
    books.map(async ({ book, sequences: found, posts: direct }) =>
      parts(
        `## ${words(book.title === '' ? `Book ${book.number}` : book.title)}`,
        words(book.subtitle),
        textOf(data, book.body),
        await sequenceLines(data, found),
        postList(data, direct, null),
      ),
    ),
  )
  return page(canonical, parts(`# ${words(collection.title)}`, textOf(data, collection.body), ...blocks), {
    isIndexed: !collection.noIndex,
  })
}

async function sequenceLines(data: MarkdownData, found: readonly Sequence[]): Promise<string> {
  const cards = await memberCards(
    data.read,
    found.map(({ authorId }) => authorId),
  )
  return found
    .map(
      ({ id, title, authorId }) =>
        `- ${linkTo(title, data.site.origin + links.sequence(id))} by ${person(data, cards.get(authorId) ?? unknownMember)}`,
    )
    .join('\n')
}

function postList({ site }: MarkdownData, found: readonly Post[], sequence: Sequence | null): string {
  return found
    .filter(isInReading)
    .map(
      (post) =>
        `1. ${linkTo(titleOf(post), site.origin + (sequence === null ? links.post(post) : links.postInSequence(sequence.id, post.id)))}`,
    )
    .join('\n')
}

function textOf(data: MarkdownData, body: Doc): string {
  return data.markdown(standalone(body, data.site.origin)).trim()
}

const section = (title: string, lines: string): string => (lines === '' ? '' : parts(`## ${words(title)}`, lines))
