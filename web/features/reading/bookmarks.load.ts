import { shownTally } from '#shared/comments/scores.ts'
import { memberCards } from '#shared/accounts/queries.ts'
import { emptyTally } from '#shared/comments/queries.ts'
import { links } from '#shared/links.ts'
import type { PageData } from '#shared/pages/page-data.ts'
import type { InPlace } from '#shared/reading/queries.ts'
import { begunBy, readBy, savedBy, votedOnBy } from '#shared/reading/queries.ts'
import { excerpt } from '#shared/text/measure.ts'
import type { Vote } from '#shared/votes/schema.ts'
import { tallies } from '#shared/votes/schema.ts'
import { ownersOf } from '#shared/wiki/access.ts'
import type { LoadRequest } from '../../app/route.ts'
import type { TallyView } from '../../blocks/votes/tally-view.ts'
import { tallyView } from '../../blocks/votes/tally-view.ts'
import { needsSignIn } from '../../data/answer.ts'

/** content.md 6.9 */
const figures = { begun: 5, saved: 20, read: 30, votes: 30, most: 1_000, excerpt: 220 } as const

/** What somebody stopped in, saved, read or voted on, as it travels to the page. */
export interface PlaceView {
  readonly kind: 'post' | 'comment'
  readonly id: string
  readonly postId: string
  /** `null`: hidden, removed, or not on this device. */
  readonly post: { readonly title: string; readonly slug: string | null; readonly lang: string; readonly dir: 'ltr' | 'rtl' } | null
  readonly authorIds: readonly string[]
  readonly author: string | null
  /** The beginning of a comment's words; empty for a post. */
  readonly excerpt: string
  /** When that was. */
  readonly at: number
}

export interface VotedView extends PlaceView {
  /** On one axis or both, the last cast first. */
  readonly cast: readonly (readonly ['approval' | 'agreement', number])[]
  readonly tally: TallyView
}

/** `/bookmarks`: saved and read. Needs no network: the same rows are on the member's device. */
export async function loadBookmarks({ read, viewer, now }: PageData, { url }: LoadRequest) {
  if (viewer.kind === 'visitor') throw needsSignIn()
  const limits = { saved: limitOf(url, 'saved'), read: limitOf(url, 'read'), votes: limitOf(url, 'votes') }
  const [begun, saved, seen, voted] = [
    await begunBy(read, viewer.userId, figures.begun),
    await savedBy(read, viewer.userId, limits.saved),
    await readBy(read, viewer.userId, limits.read),
    await votedOnBy(read, viewer.userId, limits.votes),
  ]
  const places = [...begun.items, ...saved.items, ...seen.items, ...voted.items]
  const cards = await memberCards(
    read,
    places.flatMap((place) => authorsOf(place)),
  )
  const nameOf = (place: InPlace): string | null => cards.get(authorsOf(place)[0] ?? '')?.name ?? null
  const talliesById = new Map(
    (
      await read.getMany(
        tallies,
        voted.items.map((vote) => vote.targetId),
      )
    ).map((tally) => [tally.id, tally]),
  )
  const more = (name: 'saved' | 'read' | 'votes', hasMore: boolean, tab: 'bookmarks' | 'readhistory' | 'votehistory') =>
    hasMore ? links.bookmarks({ ...changed(limits), [name]: limits[name] + figures[name] }, tab) : null
  return {
    head: { title: 'Bookmarks & history' },
    now,
    // What one cannot go on with is left out, not lamented.
    begun: begun.items
      .map((item) => ({ ...placeView(item, 'post', item.postId, item.postId, item.keptAt, nameOf(item)), place: item.place }))
      .filter(({ post }) => post !== null),
    saved: saved.items.map((item) => placeView(item, item.targetKind, item.targetId, item.postId, item.changedAt, nameOf(item))),
    moreSaved: more('saved', saved.hasMore, 'bookmarks'),
    read: seen.items.map((item) => placeView(item, 'post', item.postId, item.postId, item.readAt, nameOf(item))),
    moreRead: more('read', seen.hasMore, 'readhistory'),
    votes: byTarget(voted.items).map(([item, cast]): VotedView => {
      const { targetKind, targetId, at } = item
      const postId = item.post?.id ?? ''
      const tally = talliesById.get(targetId) ?? emptyTally(targetKind, targetId, postId)
      return {
        ...placeView(item, targetKind, targetId, postId, at, nameOf(item)),
        cast,
        tally: tallyView(targetKind === 'comment' ? shownTally(tally, item.post ?? undefined) : tally),
      }
    }),
    moreVotes: more('votes', voted.hasMore, 'votehistory'),
  }
}

/** Votes on both axes of one thing are one line, at the place of the later one. */
function byTarget<Item extends Pick<Vote, 'targetId' | 'axis' | 'value'>>(items: readonly Item[]) {
  const lines = new Map<string, readonly [Item, (readonly [Vote['axis'], number])[]]>()
  for (const item of items) {
    const line = lines.get(item.targetId)
    if (line === undefined) lines.set(item.targetId, [item, [[item.axis, item.value]]])
    else line[1].push([item.axis, item.value])
  }
  return [...lines.values()]
}

function placeView(
  { post, comment }: InPlace,
  kind: 'post' | 'comment',
  id: string,
  postId: string,
  at: number,
  author: string | null,
): PlaceView {
  // A removed comment is as good as away: its words are not shown to others, and to its author only
  // in its place.
  const isHere = post !== undefined && (kind === 'post' || (comment !== undefined && comment.removedBy === null))
  return {
    kind,
    id,
    postId,
    post: isHere ? { title: post.title === '' ? 'Untitled' : post.title, slug: post.slug, lang: post.lang, dir: post.direction } : null,
    authorIds: authorsOf({ post, comment }),
    author: isHere ? author : null,
    excerpt: isHere && comment !== undefined ? excerpt(comment.body, figures.excerpt) : '',
    at,
  }
}

function authorsOf({ post, comment }: InPlace): readonly string[] {
  if (comment !== undefined) return [comment.authorId]
  return post === undefined ? [] : ownersOf(post)
}

/** Whole, and not less than a first page; anything else is a first page. */
function limitOf(url: URL, name: 'saved' | 'read' | 'votes'): number {
  const asked = Number(url.searchParams.get(name))
  return Number.isInteger(asked) && asked > figures[name] ? Math.min(asked, figures.most) : figures[name]
}

function changed(limits: Readonly<Record<'saved' | 'read' | 'votes', number>>) {
  const kept = (name: 'saved' | 'read' | 'votes') => (limits[name] === figures[name] ? undefined : limits[name])
  return { saved: kept('saved'), read: kept('read'), votes: kept('votes') }
}
