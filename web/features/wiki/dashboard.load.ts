import type { PageData } from '#shared/pages/page-data.ts'
import { links } from '#shared/links.ts'
import { posts } from '#shared/posts/schema.ts'
import { changedPages, maxPages, newestPages, workFlags } from '#shared/wiki/page-queries.ts'
import { canEditWorkFlags } from '#shared/wiki/rules.ts'
import type { Tag } from '#shared/wiki/schema.ts'
import type { LoadRequest } from '../../app/route.ts'
import { limitOf } from '../../blocks/posts/limit-of.ts'
import { newest, tagsNamedIn } from './feed.load.ts'
import { activityViews } from './activity.ts'
import { newestTagVotes } from '#shared/wiki/tag-vote-queries.ts'
import { proposalViews } from './proposals.ts'
import { tagVoteViews } from './tag-votes/activity.load.ts'
import { shortened } from '#shared/text/shorten.ts'

/** content.md 9.10 */
const atOnce = 20
const maxAtAll = 500
const newestShown = 10
const activityShown = 20
const votesShown = 10

/**
 * `/w/dashboard`: pages that need work, those with a flag first or with one flag alone (`?focus=`),
 * and what is new.
 */
export async function loadWikiDashboard(data: PageData, { url }: LoadRequest) {
  const { read, viewer, site } = data
  const flags = await read.list(workFlags())
  const asked = url.searchParams.get('focus') ?? ''
  const focus = asked === 'allPages' || (asked === 'myPages' && viewer.kind === 'member') ? asked : (flags.find(({ id, slug }) => id === asked || slug === asked)?.id ?? 'flagged') // oxfmt-ignore
  const limit = limitOf(url.searchParams, atOnce, maxAtAll)
  const pages = await read.list(changedPages(maxPages))
  const texts = new Map(
    focus === 'myPages'
      ? (await read.getMany(posts, pages.map(({ id }) => id))).map((post) => [post.id, post]) // oxfmt-ignore
      : [],
  )
  const fits = ({ id, flagIds, needsReview }: Tag): boolean => {
    if (focus === 'allPages') return true
    if (focus === 'myPages') return viewer.kind === 'member' && texts.get(id)?.authorId === viewer.userId
    if (focus === 'flagged') return needsReview || flagIds.length > 0
    return flagIds.includes(focus)
  }
  const found = pages.filter(fits).toSorted((a, b) => a.grade - b.grade || b.changedAt - a.changedAt)
  const shown = found.slice(0, limit)
  const excerpts = new Map((await read.getMany(posts, shown.map(({ id }) => id))).map((post) => [post.id, post.excerpt])) // oxfmt-ignore
  const names = new Map(flags.map(({ id, name }) => [id, name]))
  const activity = (await newest(read, activityShown)).slice(0, activityShown)
  return {
    head: {
      title: 'To do in the wiki',
      description: `Pages of the wiki of ${site.name} that need work.`,
      canonical: links.wikiDashboard(),
      ...(focus !== 'flagged' && { robots: 'noindex' as const }),
    },
    focus,
    isMember: viewer.kind === 'member',
    /** May say which kinds of work there are. */
    mayKeepFlags: canEditWorkFlags(viewer).allowed,
    flags: flags.map(({ id, name, slug, text, order }) => ({
      ...{ id, name, slug, text, order },
      count: pages.filter(({ flagIds }) => flagIds.includes(id)).length,
    })),
    pages: shown.map(({ id, name, slug, grade, flagIds, needsReview, changedAt }) => ({
      ...{ id, name, grade, needsReview, changedAt, slug: slug ?? id, href: links.wiki(slug ?? id) },
      flags: flagIds.flatMap((flagId) => names.get(flagId) ?? []),
      flagIds,
      words: shortened(excerpts.get(id) ?? '', 200),
    })),
    more: found.length > limit ? links.wikiDashboard({ focus: asked || undefined, limit: limit + atOnce }) : null,
    proposals: await proposalViews(data),
    newest: (await read.list(newestPages(newestShown))).map(({ id, name, slug, createdAt }) => ({
      id,
      name,
      href: links.wiki(slug ?? id),
      at: createdAt,
    })),
    votes: await tagVoteViews(data, await read.list(newestTagVotes(votesShown))),
    activity: await activityViews(read, activity, { page: null, tagsById: await tagsNamedIn(read, activity) }),
  }
}
