/**
 * Things that happened to pages of the wiki, newest first: for the history of one and for the feed
 * of all.
 */
import { memberCards, unknownMember } from '#shared/accounts/queries.ts'
import { commentsOfPost, stands } from '#shared/comments/queries.ts'
import type { Read } from '#shared/kernel/transaction.ts'
import { links } from '#shared/links.ts'
import type { Post, Revision } from '#shared/posts/schema.ts'
import { isListed } from '#shared/posts/rules.ts'
import { posts, revisions } from '#shared/posts/schema.ts'
import { versionsOf } from '#shared/posts/version-queries.ts'
import { excerpt } from '#shared/text/measure.ts'
import { changesOf } from '#shared/wiki/page-queries.ts'
import { relsOfTag } from '#shared/wiki/tag-vote-queries.ts'
import type { Tag, TagChange } from '#shared/wiki/schema.ts'
import { WikiGrade } from '#shared/wiki/schema.ts'
import { tallies } from '#shared/votes/schema.ts'
import { emptyTally } from '#shared/comments/queries.ts'
import type { PersonView } from '../../blocks/people.ts'
import { personView } from '../../blocks/people.ts'
import type { TallyView } from '../../blocks/votes/tally-view.ts'
import { tallyView } from '../../blocks/votes/tally-view.ts'
import { editView } from '../../blocks/wiki/edit-view.ts'
import { gradeWords } from '../../blocks/wiki/grade-words.ts'

export const activityKinds = ['edits', 'summaries', 'tagging', 'comments', 'details'] as const
export type ActivityKind = (typeof activityKinds)[number]

interface Common {
  readonly id: string
  readonly at: number
  readonly userId: string
}
/** A version of a text. */
type Edit = Common & { readonly kind: 'edits'; readonly tag: Tag; readonly revision: Revision }
type Change = Common & { readonly kind: 'summaries' | 'details'; readonly change: TagChange }
type Tagging = Common & { readonly kind: 'tagging'; readonly postId: string; readonly relevance: number }
type Said = Common & { readonly kind: 'comments'; readonly postId: string; readonly text: string }
export type Activity = Edit | Change | Tagging | Said

const charactersSaid = 300
/** Changes of these say no more than that there was one: what they hold is no text for readers. */
const wordless: ReadonlySet<string> = new Set([
  ...[
    'flagIds',
    'coreTagId',
    'parentTagId',
    'requiresIds',
    'introSequenceId',
    'editing',
    'tagVoters',
    'bannerUrl',
    'squareUrl',
    'postsOrder',
  ],
])

interface Wanted {
  readonly kinds: ReadonlySet<ActivityKind>
  /** Newest ones of each kind. */
  readonly limit: number
}

/** What happened to a page, or to one text of it. */
export async function activityOf(read: Read, page: Tag, texts: readonly Tag[], { kinds, limit }: Wanted): Promise<readonly Activity[]> {
  const found: Activity[] = []
  for (const tag of texts) {
    const post = kinds.has('edits') || kinds.has('comments') ? await read.get(posts, tag.id) : undefined
    if (post === undefined) continue
    if (kinds.has('edits')) found.push(...(await editsOf(read, tag, post, limit)))
    if (kinds.has('comments')) found.push(...(await commentsUnder(read, post, limit)))
  }
  if (kinds.has('summaries') || kinds.has('details'))
    for (const { id } of texts) found.push(...(await read.list(changesOf(id, limit))).map(changeOf).filter(({ kind }) => kinds.has(kind)))
  if (kinds.has('tagging') && texts.includes(page))
    found.push(
      ...(await read.list(relsOfTag(page.id, limit))).map((rel) => ({
        ...{ id: rel.id, at: rel.appliedAt, userId: rel.userId, postId: rel.postId, relevance: rel.relevance },
        kind: 'tagging' as const,
      })),
    )
  return found.toSorted((a, b) => b.at - a.at || (a.id < b.id ? 1 : -1)).slice(0, limit)
}

export async function editsOf(read: Read, tag: Tag, post: Post, limit: number): Promise<readonly Edit[]> {
  const versions = await versionsOf(read, post, limit, false)
  return versions.map((revision) => ({
    ...{ id: revision.id, at: revision.at, userId: revision.authorId, tag, revision },
    kind: 'edits' as const,
  }))
}

export async function commentsUnder(read: Read, post: Post, limit: number): Promise<readonly Said[]> {
  const all = await read.list({ ...commentsOfPost(post.id, limit), order: 'descending' })
  return all.filter(stands).map((comment) => ({
    ...{ id: comment.id, at: comment.postedAt, userId: comment.authorId, postId: post.id },
    text: excerpt(comment.body, charactersSaid),
    kind: 'comments' as const,
  }))
}

export function changeOf(change: TagChange): Change {
  return { id: change.id, at: change.at, userId: change.userId, change, kind: change.field === 'summaries' ? 'summaries' : 'details' }
}

/** One thing as it travels to the page. */
export interface ActivityView {
  readonly id: string
  readonly kind: ActivityKind
  readonly at: number
  readonly by: PersonView
  /** What happened, in words: after the name. */
  readonly words: string
  /** What it happened to; `null`: the page that is shown. */
  readonly about: { readonly name: string; readonly href: string } | null
  readonly note: string
  readonly change: { readonly from: string; readonly to: string } | null
  readonly metrics: { readonly added: number; readonly removed: number } | null
  /** Of an edit: where it is compared with the version before, and where this version is read. */
  readonly compare: string | null
  readonly href: string | null
  /** Of a version whose words count for nobody. */
  readonly isUncredited: boolean
  readonly revisionId: string | null
  /** Of an edit: what it is voted on by, and who wrote it. */
  readonly vote: { readonly postId: string; readonly writerId: string; readonly version: string; readonly tally: TallyView } | null
}

interface Shown {
  /** The page whose history it is; `null`: of the whole wiki, and each says what it is about. */
  readonly page: Tag | null
  readonly tagsById: ReadonlyMap<string, Tag>
}

export async function activityViews(read: Read, found: readonly Activity[], { page, tagsById }: Shown): Promise<readonly ActivityView[]> {
  const cards = await memberCards(
    read,
    found.map(({ userId }) => userId),
  )
  const tagged = await read.getMany(
    posts,
    found.flatMap((one) => (one.kind === 'tagging' ? [one.postId] : [])),
  )
  const postsById = new Map(tagged.filter(isListed).map((post) => [post.id, post]))
  const before = await read.getMany(
    revisions,
    found.flatMap((one) => (one.kind === 'edits' ? (one.revision.followsId ?? []) : [])),
  )
  const edits = found.flatMap((one) => (one.kind === 'edits' ? [one.id] : []))
  const talliesById = new Map((await read.getMany(tallies, edits)).map((tally) => [tally.id, tally]))
  const versionsById = new Map(before.map(({ id, version }) => [id, version]))
  return found.flatMap((one) => viewOf(one) ?? [])

  function viewOf(one: Activity): ActivityView | null {
    const { id, kind, at } = one
    const common = { id, kind, at, by: personView(cards.get(one.userId) ?? unknownMember), ...nothing }
    switch (one.kind) {
      case 'edits': {
        const place = placeOfText(one.tag)
        if (place === null) return null
        const { revision, tag } = one
        const which = place.lens === null ? {} : { lens: place.lens }
        return {
          ...common,
          ...editView({ tag, place, revision, before: versionsById.get(revision.followsId ?? '') ?? null }),
          about: page === null || tag.id !== page.id ? { name: tag.tabTitle || tag.name, href: links.wiki(place.slug, which) } : null,
          revisionId: revision.id,
          vote: {
            ...{ postId: tag.id, writerId: revision.authorId, version: revision.version },
            tally: tallyView(talliesById.get(revision.id) ?? emptyTally('revision', revision.id, tag.id)),
          },
        }
      }
      case 'summaries':
      case 'details': {
        const tag = tagsById.get(one.change.tagId)
        const { field, from, to } = one.change
        // Of a summary all that it said, where there is room for it: in its page's own history.
        const isWhole = kind === 'summaries' && page !== null && (from !== '' || to !== '')
        const isShort = (kind === 'details' && !wordless.has(field)) || isWhole
        const about = tag === undefined || tag.id === page?.id ? null : nameOfText(tag)
        // Among those of all pages it would be told of none.
        if (about === null && page === null) return null
        const what = kind === 'summaries' ? 'changed the summaries' : `changed ${fieldWords[field] ?? field}`
        return {
          ...common,
          words: about === null ? what : kind === 'summaries' ? `${what} of` : `${what} on the lens`,
          about,
          change: isShort ? { from: inReadersWords(field, from), to: inReadersWords(field, to) } : null,
        }
      }
      case 'tagging': {
        const post = postsById.get(one.postId)
        if (post === undefined) return null
        return {
          ...common,
          words: one.relevance > 0 ? 'tagged' : 'tagged, and later untagged,',
          about: { name: post.title, href: links.post(post) },
        }
      }
      case 'comments': {
        const tag = tagsById.get(one.postId)
        const place = tag && placeOfText(tag)
        if (!tag || !place) return null
        const href = links.wikiDiscussion(place.slug, { commentId: one.id, ...(place.lens !== null && { lens: place.lens }) })
        const about = page === null || tag.id !== page.id ? nameOfText(tag) : null
        return { ...common, words: about === null ? 'commented' : 'commented on', note: one.text, href, about }
      }
    }
  }

  function placeOfText(tag: Tag): { readonly slug: string; readonly lens: string | null } | null {
    if (tag.lensOf === null) return tag.slug === null ? null : { slug: tag.slug, lens: null }
    const above = tagsById.get(tag.lensOf)?.slug ?? null
    return above === null || tag.slug === null ? null : { slug: above, lens: tag.slug }
  }

  function nameOfText(tag: Tag): { readonly name: string; readonly href: string } | null {
    const place = placeOfText(tag)
    return place && { name: tag.tabTitle || tag.name, href: links.wiki(place.slug, place.lens === null ? {} : { lens: place.lens }) }
  }
}

const nothing = {
  about: null,
  note: '',
  change: null,
  metrics: null,
  compare: null,
  href: null,
  isUncredited: false,
  revisionId: null,
  vote: null,
} as const

/** Fields of `Tag` in readers' words. */
const fieldWords: Readonly<Record<string, string>> = {
  name: 'the name',
  slug: 'the URL',
  shortName: 'the short name',
  subtitle: 'the subtitle',
  isCore: 'whether it is a core tag',
  isPostType: 'whether it is a post type',
  isSuggestedAsFilter: 'whether it is a suggested filter',
  isWikiOnly: 'whether it can be applied to posts',
  isAuthorOnly: 'whether only authors can apply it',
  isRemovalResistant: 'how easily it is removed',
  tagVoters: 'who can vote on it',
  order: 'its place',
  postsOrder: 'the order of its posts',
  shownParagraphs: 'how much is shown at first',
  grade: 'the grade',
  bannerUrl: 'the banner',
  squareUrl: 'the square picture',
  introSequenceId: 'the intro sequence',
  coreTagId: 'its parent category',
  parentTagId: 'its parent',
  requiresIds: 'what it requires',
  needsReview: 'whether it needs a review',
  tabTitle: 'the tab label',
  tabSubtitle: 'the tab label',
  flagIds: 'the flags',
  editing: 'who can edit it',
  noIndex: 'whether search engines list it',
  state: 'its status',
  mergedInto: 'where it was merged',
}

/** Of a change that is kept as text: yes and no, and nothing for an empty one. */
function inReadersWords(field: string, text: string): string {
  if (field === 'grade') return gradeWords[WikiGrade.safeParse(Number(text)).data ?? 0]
  return text === 'true' ? 'yes' : text === 'false' ? 'no' : text === '' || text === 'null' ? 'nothing' : text
}
