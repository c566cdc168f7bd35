import { postList } from '#shared/feed/queries.ts'
import { recommend, usualRecommend } from '#shared/feed/recommend.ts'
import { feedSettingsOf, hiddenBy } from '#shared/feed/settings-queries.ts'
import { commonOver } from '#shared/kernel/common.ts'
import { links } from '#shared/links.ts'
import type { PageData } from '#shared/pages/page-data.ts'
import type { LoadRequest } from '../../app/route.ts'
import { limitOf } from '../../blocks/posts/limit-of.ts'
import { postRowView } from '../../blocks/posts/post-row-view.ts'
import { moved } from '../../data/answer.ts'

const figures = { firstCurated: 12, step: 20 } as const

/**
 * `/recommendations`: what moderators chose, newest choice first, and picks from the archive as the
 * member likes them.
 */
export async function loadRecommendations({ read, viewer, now, site, common = commonOver(read, now) }: PageData, { url }: LoadRequest) {
  const limit = limitOf(url.searchParams, figures.firstCurated)
  const settings = (await feedSettingsOf(read, viewer)).recommend ?? usualRecommend
  const userId = viewer.kind === 'member' ? viewer.userId : null
  const dismissed = userId === null ? [] : await hiddenBy(read, userId, 'recommended')
  const curated = settings.hidesCurated ? { rows: [], hasMore: false } : await postList(read, 'curated', 'new', limit)
  const picks = settings.hidesArchive
    ? []
    : await recommend(read, { userId, settings, dismissed: new Set(dismissed.map(({ itemId }) => itemId)), now, common })
  return {
    head: {
      title: 'Recommendations',
      description: `Posts curated by the moderators of ${site.name} , and good posts from the archive.`,
      canonical: links.recommendations(),
      feeds: [{ href: links.feed({ view: 'curatedRss' }), title: `${site.name}: curated` }],
    },
    places: { 'recommendations-top': {} },
    /** Of members: they can be changed. */
    settings: userId === null ? null : settings,
    curated: curated.rows.map((row) => postRowView(row)),
    more: curated.hasMore ? links.recommendations({ limit: limit + figures.step }) : null,
    picks: picks.map((row) => postRowView(row)),
  }
}

/** `/curated` */
export function loadCurated(_data: PageData, { url }: LoadRequest): never {
  throw moved(`${links.recommendations()}${url.search}`)
}
