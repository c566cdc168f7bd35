import { isId } from '#shared/kernel/ids.ts'
import { links } from '#shared/links.ts'
import type { PageData } from '#shared/pages/page-data.ts'
import { mentionsOf } from '#shared/posts/mentions.ts'
import { memberCards, unknownMember } from '#shared/accounts/queries.ts'
import { emptyTally } from '#shared/comments/queries.ts'
import { sequences } from '#shared/sequences/schema.ts'
import { canReadSequence } from '#shared/sequences/rules.ts'
import { excerpt, readingMinutes } from '#shared/text/measure.ts'
import { outline } from '#shared/text/outline.ts'
import { tallies } from '#shared/votes/schema.ts'
import type { WikiText } from '#shared/wiki/page-queries.ts'
import { contributorsOf, lensesOf, nameOfTag, subTagsOf, wikiText } from '#shared/wiki/page-queries.ts'
import type { Tag } from '#shared/wiki/schema.ts'
import { tags } from '#shared/wiki/schema.ts'
import type { LoadRequest } from '../../app/route.ts'
import { personView } from '../../blocks/people.ts'
import { serverReactions } from '../../blocks/reactions/server-reactions.ts'
import { pollViews } from '../../blocks/text/poll-view.ts'
import { predictionViews } from '../../blocks/text/prediction-view.ts'
import { trustedAuthors } from '../../blocks/trusted-authors.ts'
import { tallyView } from '../../blocks/votes/tally-view.ts'
import { PageProblem, elsewhere, notFound } from '../../data/answer.ts'
import { absentView } from './absent.load.ts'
import { blocksShown } from './cut.ts'
import { leadToStart, requirementsView, stepOf } from './paths.ts'
import { placeOf } from '../../blocks/wiki/place.ts'
import { taggedView } from './tagged.load.ts'
import { wikiHead } from './wiki-head.ts'

/** content.md 9.3 */
const contributorsShown = 16
/** Shorter texts need no contents list (content.md 2.8). */
const wordsForContents = 300

/**
 * `/w/:slug`, also with `?lens=` or `?l=` for another treatment of its subject, and `?version=` for
 * an earlier text.
 */
export async function loadWiki(data: PageData, { params, url }: LoadRequest) {
  const slug = params['slug'] ?? ''
  const place = await placeOf(data, slug, url, (at) => links.wiki(at))
  if (place === null) return absentView(data, slug)
  const { page, lens } = place
  if (page.state === 'placeholder') return absentView(data, slug, page)
  if (url.searchParams.get('edit') === 'true') throw elsewhere(links.editWiki(slug, { lens: lens?.slug ?? undefined }))
  await leadToStart(data, page, url)
  const version = url.searchParams.get('version') ?? url.searchParams.get('revision') ?? undefined
  const found = await wikiText(data.read, page, lens, version)
  if (found === undefined && version !== undefined) throw new PageProblem(404, 'no-such-version')
  if (found === undefined) throw notFound()
  return pageView(data, found, url)
}

async function pageView(data: PageData, found: WikiText, url: URL) {
  const { read } = data
  const { page, lens, post, revision } = found
  const shown = lens ?? page
  const isLatest = revision.id === (post.revisionId ?? post.latestRevisionId)
  const hasText = revision.wordCount > 0
  const posts = page.isWikiOnly || lens !== null || page.slug === null ? null : await taggedView(data, page, url)
  const writers = await contributorsOf(read, revision.id)
  const editor = (await memberCards(read, [revision.authorId])).get(revision.authorId) ?? unknownMember
  const trusted = (await trustedAuthors(read, [revision.authorId])).has(revision.authorId)
  const lenses = await read.list(lensesOf(page.id))
  const step = await stepOf(data, page, url)
  const view = {
    kind: 'page' as const,
    // The public page says nothing of what is being worked on.
    post: { ...post, latestRevisionId: post.revisionId ?? post.latestRevisionId },
    tag: { ...tagView(shown), isDeleted: page.state === 'deleted' },
    page: { id: page.id, name: page.name, slug: page.slug ?? page.id },
    lens: lens === null ? null : { slug: lens.slug ?? lens.id },
    family: await familyOf(data, page),
    ...(await requirementsView(data, page)),
    ...(step !== null && { step }),
    lenses: lenses
      .filter(({ state }) => state === 'lens')
      .map(({ id, slug, tabTitle, name, tabSubtitle }) => ({ id, slug: slug ?? id, title: tabTitle || name, subtitle: tabSubtitle })),
    revision: {
      id: revision.id,
      version: revision.version,
      at: revision.at,
      note: revision.note ?? '',
      isLatest,
      editor: personView(editor),
    },
    words: revision.wordCount,
    minutes: readingMinutes(revision.wordCount),
    hasText,
    contents: revision.wordCount > wordsForContents ? outline(revision.body) : [],
    /** How many of the text's blocks stand above "Read more"; `null`: all. */
    cut: posts !== null && posts.rows.length > 0 && isLatest ? blocksShown(revision.body, page.shownParagraphs) : null,
    contributors: writers.slice(0, contributorsShown).map(({ card, share }) => ({ ...personView(card), share })),
    moreContributors: Math.max(0, writers.length - contributorsShown),
    summaries: lens === null ? page.summaries : [],
    intro: await introOf(data, page),
    mentionedIn: (await mentionsOf(read, post.id)).map((mention) => ({
      id: mention.comment?.id ?? mention.post.id,
      title: mention.post.title,
      href: mention.comment === null ? links.post(mention.post) : links.comment(mention.post, mention.comment.id),
      by: mention.comment?.by ?? null,
    })),
    tally: tallyView((await read.get(tallies, post.id)) ?? emptyTally('post', post.id, post.id)),
    reactions: await serverReactions(read, post.id),
    polls: await pollViews(read, post.id, revision.body),
    predictions: await predictionViews(read, post.id, revision.body),
    posts,
  }
  return {
    head: wikiHead(data, found, { isLatest, people: writers.map(({ card }) => card.name) }),
    /** Its votes are asked for with who is here, and its rows are kept. */
    thread: post.id,
    view,
    bodies: {
      [revision.id]: await (data.longHtml ?? data.html)(revision.body, {
        ...{ idPrefix: '', profile: 'essay', trusted, pollsOf: post.id, sideNotes: true },
      }),
    },
  }
}

export type WikiPageView = Awaited<ReturnType<typeof pageView>>['view']

const tagView = ({ id, name, subtitle, isWikiOnly, grade, bannerUrl, needsReview }: Tag) => ({
  ...{ id, name, subtitle, isWikiOnly, grade, bannerUrl, needsReview },
})

/** What stands above it, and what below. */
async function familyOf({ read }: PageData, page: Tag) {
  const [core, parent] = await Promise.all([oneOf(page.coreTagId), oneOf(page.parentTagId)])
  const below = (await read.list(subTagsOf(page.id))).filter(({ state }) => state === 'page')
  return {
    above: [...(core !== null && core.id !== parent?.id ? [core] : []), ...(parent === null ? [] : [parent])],
    below: below.map(nameOfTag),
  }

  async function oneOf(id: string | null) {
    const tag = id === null || id === page.id ? undefined : await read.get(tags, id)
    return tag?.state === 'page' ? nameOfTag(tag) : null
  }
}

/** Posts to begin with, as its editors mean them to be read. */
async function introOf({ read, viewer, isOfDevice }: PageData, { introSequenceId }: Tag) {
  // A device holds few sequences, and none for the sake of a page that names it.
  if (introSequenceId === null || !isId(introSequenceId) || isOfDevice === true) return null
  const sequence = await read.get(sequences, introSequenceId)
  if (sequence === undefined || !canReadSequence(viewer, sequence).allowed) return null
  return { title: sequence.title, href: links.sequence(sequence.id), words: excerpt(sequence.body, 200) }
}
