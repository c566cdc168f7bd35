import { shownScore } from '#shared/comments/scores.ts'
import { bioParts, cutBio } from '#shared/accounts/bio-parts.ts'
import { memberByAddress, karmaStatsOf } from '#shared/accounts/queries.ts'
import { quickTakesIdOf } from '#shared/comments/container.ts'
import { commentsOfPost, recentCommentsOf } from '#shared/comments/queries.ts'
import { chartOf } from '#shared/feed/by-member.ts'
import type { Member } from '#shared/accounts/schema.ts'
import type { Read } from '#shared/kernel/transaction.ts'
import { isShownFirst } from '#shared/accounts/pin-rules.ts'
import type { Post } from '#shared/posts/schema.ts'
import { posts } from '#shared/posts/schema.ts'
import type { PostRow, PostSort } from '#shared/feed/queries.ts'
import { postList, postSorts, rowsOf } from '#shared/feed/queries.ts'
import { banOn } from '#shared/moderation/measure-queries.ts'
import { links } from '#shared/links.ts'
import type { PageData } from '#shared/pages/page-data.ts'
import { profileSequences } from '#shared/sequences/queries.ts'
import type { LoadRequest } from '../../app/route.ts'
import { limitOf } from '../../blocks/posts/limit-of.ts'
import type { PostRowView } from '../../blocks/posts/post-row-view.ts'
import { postRowView } from '../../blocks/posts/post-row-view.ts'
import { trustedAuthors } from '../../blocks/trusted-authors.ts'
import { moved, notFound } from '../../data/answer.ts'
import { userTab } from './user-tab.ts'
import { shortened } from '#shared/text/shorten.ts'

/** content.md 7.1 */
const firstPosts = 7
const step = 20
const commentsShown = 10
const topPosts = 4
const bioWords = 60

/**
 * `/users/:slug`: who somebody is here, and what they wrote. An id is understood as well, since
 * mentions carry one, and a user name, which people know.
 */
export async function loadUser(data: PageData, { params, url }: LoadRequest) {
  const slug = params['slug'] ?? ''
  const member = await memberByAddress(data.read, slug)
  if (member === undefined) throw notFound()
  if (member.slug !== slug) throw moved(`${links.user(member.slug)}${url.search}`)
  const sort: PostSort = postSorts.find((name) => name === url.searchParams.get('sortedBy')) ?? 'new'
  const limit = limitOf(url.searchParams, firstPosts)
  const karmaStats = await karmaStatsOf(data.read, member.id)
  const { rows, hasMore } = await postList(data.read, `author:${member.id}`, sort, limit)
  const tab = await userTab(data, member.id, url, karmaStats.postCount > 0)
  const pinned = tab.name === 'posts' ? await rowsOf(data.read, await pinnedOf(data.read, member)) : []
  const best =
    pinned.length < topPosts && karmaStats.postCount > firstPosts && tab.name === 'posts'
      ? await postList(data.read, `author:${member.id}`, 'top', topPosts)
      : null
  const top = (best?.rows ?? []).filter(({ post }) => !pinned.some((row) => row.post.id === post.id))
  const takesId = quickTakesIdOf(member.id)
  const hasSequences = (await profileSequences(data.read, member.id)).length > 0
  const hasTakes = (await data.read.list(commentsOfPost(takesId, 1))).length > 0
  const found = tab.name === 'posts' ? await recentCommentsOf(data.read, member.id, commentsShown) : []
  const isTrusted = (await trustedAuthors(data.read, [member.id])).has(member.id)
  const ban = await banOn(data.read, member.id, data.now)
  const more = new URL(url)
  more.searchParams.set('limit', String(limit + step))
  const isIndexed = karmaStats.karma > 0 && karmaStats.postCount + karmaStats.commentCount > 0
  return {
    head: {
      title: member.displayName,
      description: member.bio === '' ? `${member.displayName} on ${data.site.name}` : shortened(member.bio, 200),
      canonical: links.user(member.slug),
      type: 'profile' as const,
      feeds: [
        { href: links.feed({ view: 'userPosts', userId: member.id }), title: `${member.displayName}: posts` },
        { href: links.feed({ type: 'comments', view: 'userComments', userId: member.id }), title: `${member.displayName}: comments` },
      ],
      ...(isIndexed ? {} : { robots: 'noindex' as const }),
      jsonLd: {
        '@type': 'ProfilePage',
        dateCreated: new Date(member.joinedAt).toISOString(),
        mainEntity: {
          '@type': 'Person',
          name: member.displayName,
          url: `${data.site.origin}${links.user(member.slug)}`,
          description: member.bio.slice(0, 500),
        },
      },
    },
    member: {
      id: member.id,
      name: member.displayName,
      slug: member.slug,
      bio: cutBio(await bioParts(data.read, member.bio, data.now), bioWords),
      ...(member.links !== undefined && member.links.length > 0 && { links: member.links }),
      ...(member.interests !== undefined && member.interests.length > 0 && { interests: member.interests }),
      joinedAt: member.joinedAt,
      isModerator: member.isAdmin || member.groups.includes('moderators'),
    },
    ...(ban !== undefined && { ban: { until: ban.endsAt, reason: ban.publicReason } }),
    karmaStats: { karma: karmaStats.karma, postCount: karmaStats.postCount, commentCount: karmaStats.commentCount },
    places: { 'profile-head': { memberId: member.id }, profile: { memberId: member.id }, 'profile-acts': { memberId: member.id } },
    tab,
    hasSequences,
    hasTakes,
    chart: await chartOf(data.read, member.id),
    /** What its author put first, and what readers thought best of; left out: nothing. */
    ...(pinned.length > 0 && { pinned: pinned.map((row) => rowView(row, member)) }),
    ...(top.length > 0 && { top: top.map((row) => postRowView(row)) }),
    sort,
    rows: rows.map((row) => rowView(row, member)),
    more: hasMore ? `${more.pathname}${more.search}` : null,
    comments: found.map(({ comment, post, tally }) => ({
      id: comment.id,
      version: comment.bodyVersion,
      at: comment.postedAt,
      score: shownScore(tally),
      post: { id: post.id, slug: post.slug, title: post.title, lang: post.lang },
    })),
    bodies: Object.fromEntries(
      found.map(({ comment }) => [
        comment.id,
        data.html(comment.body, { idPrefix: `${comment.id}-`, profile: 'comment', trusted: isTrusted }),
      ]),
    ),
  }
}

const rowView = (row: PostRow, { pinnedPostIds = [] }: Member): PostRowView => ({
  ...postRowView(row),
  ...(pinnedPostIds.includes(row.post.id) && { isOnProfile: true }),
})

/** In their member's order; what has been taken back since is left out. */
export async function pinnedOf(read: Read, { id, pinnedPostIds = [] }: Member): Promise<readonly Post[]> {
  return (await read.getMany(posts, pinnedPostIds)).filter((post) => isShownFirst(post, id))
}

/** `/u/:slug`, `/user/:slug` */
export function loadUserAlias(_data: PageData, { params, url }: LoadRequest): never {
  throw moved(`${links.user(params['slug'] ?? '')}${url.search}`)
}
