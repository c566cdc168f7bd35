import { shownScore } from '#shared/comments/scores.ts'
import type { FeedThing } from '#shared/feed/mixed-feed.ts'
import { mixedFeed, timeOf } from '#shared/feed/mixed-feed.ts'
import { feedFigures } from '#shared/feed/mix.ts'
import type { FeedSource } from '#shared/feed/mix.ts'
import { feedSettingsOf } from '#shared/feed/settings-queries.ts'
import { links } from '#shared/links.ts'
import type { Common, CommonParts } from '#shared/kernel/common.ts'
import { commonOver } from '#shared/kernel/common.ts'
import type { PageData } from '#shared/pages/page-data.ts'
import { revisions } from '#shared/posts/schema.ts'
import type { Doc } from '#shared/text/nodes.ts'
import { hasHiddenText, visibleText } from '#shared/text/measure.ts'
import { kindFacts } from '#shared/posts/kinds.ts'
import type { LoadRequest } from '../../app/route.ts'
import { limitOf } from '../../blocks/posts/limit-of.ts'
import type { PersonView } from '../../blocks/people.ts'
import { personView } from '../../blocks/people.ts'
import type { CommentLineView } from '../../blocks/posts/comment-line-view.ts'
import { commentLineView } from '../../blocks/posts/comment-line-view.ts'
import { dayMs } from '#shared/kernel/durations.ts'

/**
 * A text in two pieces: what stands there, and what "read more" unfolds; the rest is behind the
 * link.
 */
export interface CutText {
  readonly start: string
  readonly rest: string
  readonly isWhole: boolean
}

export interface CardView {
  readonly id: string
  readonly kind: FeedThing['kind']
  readonly source: FeedSource | 'following'
  readonly href: string
  readonly title: string
  readonly lang: string
  readonly dir: 'ltr' | 'rtl'
  readonly authorId: string
  readonly authors: readonly PersonView[]
  readonly at: number
  /** `null`: hidden by the authors of its post. */
  readonly karma: number | null
  readonly commentCount: number
  readonly text: CutText | null
  /** Of a thread: what was said, oldest first. */
  readonly said: readonly CommentLineView[]
}

/** Of a text, however long: a feed shows its first words. */
const charactersLookedAt = 12_000

/**
 * `/feed`: mixed for one reader; for visitors a common one. `at`: when it was begun, so that more
 * of it is more of the same.
 */
export async function loadFeed(data: PageData, { url }: LoadRequest) {
  const { read, viewer, now, site, common = commonOver(read, now) } = data
  const tab = url.searchParams.get('tab') === 'following' ? 'following' : 'forYou'
  const limit = limitOf(url.searchParams, feedFigures.first, feedFigures.most)
  const begun = Number(url.searchParams.get('at'))
  const at = viewer.kind === 'member' && Number.isInteger(begun) && begun > now - dayMs && begun <= now ? begun : now
  const { things, hasMore, hasFollowed } = await mixedFeed(read, viewer, { tab, at, limit, common })
  const texts = await textsOf(
    common,
    things.map(({ item }) => item),
  )
  const asked = { tab: tab === 'following' ? tab : undefined } as const
  return {
    head: {
      title: 'Feed',
      description: `New and good things on ${site.name}, mixed.`,
      canonical: links.mixedFeed(),
      robots: 'noindex' as const,
    },
    tab,
    isMember: viewer.kind === 'member',
    isIncognito: (await feedSettingsOf(read, viewer)).isIncognito,
    hasFollowed,
    cards: things.map(({ source, item }) => cardView(source, item, texts)),
    more:
      hasMore && limit < feedFigures.most
        ? links.mixedFeed({ ...asked, limit: limit + feedFigures.step, at: viewer.kind === 'member' ? at : undefined })
        : null,
    again: links.mixedFeed(asked),
  }
}

interface Beginning {
  readonly text: string
  readonly isWhole: boolean
}

function beginning(doc: Doc): Beginning {
  const text = visibleText(doc)
  return {
    text: text.slice(0, charactersLookedAt).replaceAll(/\n+/gu, '\n\n'),
    // Hidden parts are opened on the page of the text.
    isWhole: text.length <= charactersLookedAt && !hasHiddenText(doc),
  }
}

/** How a published text begins. */
const beginningOf: Common<string, Beginning> = {
  name: 'feed.beginning',
  keyOf: (revisionId) => revisionId,
  async make(read, revisionId) {
    const revision = await read.get(revisions, revisionId)
    return revision === undefined ? { text: '', isWhole: true } : beginning(revision.body)
  },
  bytesOf: ({ text }) => text.length * 2,
}

async function textsOf(common: CommonParts, things: readonly FeedThing[]): Promise<ReadonlyMap<string, Beginning>> {
  const ids = things.flatMap((thing) => (thing.kind === 'post' ? (thing.row.post.revisionId ?? []) : []))
  const texts = await Promise.all(ids.map((id) => common(beginningOf, id)))
  return new Map(ids.flatMap((id, at) => (texts[at] === undefined ? [] : [[id, texts[at]] as const])))
}

function cardView(source: CardView['source'], thing: FeedThing, texts: ReadonlyMap<string, Beginning>): CardView {
  const at = timeOf(thing)
  if (thing.kind === 'post') {
    const { post, authors, tally } = thing.row
    const known = texts.get(post.revisionId ?? '')
    const text = known === undefined || known.text === '' ? { text: post.excerpt, isWhole: true } : known
    return {
      ...ofPost(post),
      id: thing.id,
      kind: 'post',
      source,
      href: links.post(post),
      authorId: post.authorId,
      authors: authors.map(personView),
      at,
      karma: tally.baseScore,
      text: cut(text, feedFigures.words.post),
      said: [],
    }
  }
  if (thing.kind === 'take') {
    const { comment, post, author, tally } = thing.said
    return {
      ...ofPost(post),
      id: thing.id,
      kind: 'take',
      source,
      href: links.comment(post, comment.id),
      title: 'Quick take',
      authorId: comment.authorId,
      authors: [personView(author)],
      at,
      karma: shownScore(tally),
      commentCount: comment.replyCount,
      text: cut(beginning(comment.body), feedFigures.words.comment),
      said: [],
    }
  }
  const { post, comments } = thing
  const isTake = kindFacts(post).hasTakes
  return {
    ...ofPost(post),
    id: thing.id,
    kind: 'thread',
    source,
    title: isTake ? 'Quick take' : post.title === '' ? 'Untitled' : post.title,
    href: isTake ? links.comment(post, thing.id) : links.post(post),
    authorId: post.authorId,
    authors: [],
    at,
    karma: 0,
    text: null,
    said: comments.map((comment) => commentLineView(comment, 450)),
  }
}

function ofPost(post: { readonly title: string; readonly lang: string; readonly direction: 'ltr' | 'rtl'; readonly commentCount: number }) {
  return { title: post.title === '' ? 'Untitled' : post.title, lang: post.lang, dir: post.direction, commentCount: post.commentCount }
}

/** By words, as they stand in the text. */
function cut({ text, isWhole }: Beginning, [first, most]: readonly [number, number]): CutText {
  const words = text.split(/(?<=\s)(?=\S)/u)
  return {
    start: words.slice(0, first).join('').trimEnd(),
    rest: words.slice(first, most).join('').trim(),
    isWhole: isWhole && words.length <= most,
  }
}
