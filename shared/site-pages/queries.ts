import { defineQuery } from '../kernel/query.ts'
import type { Read } from '../kernel/transaction.ts'
import type { Post, Revision } from '../posts/schema.ts'
import { posts, revisions } from '../posts/schema.ts'
import { canBeSitePage } from './rules.ts'
import type { SitePageName } from './schema.ts'
import { donationGoals, sitePageNames, sitePages } from './schema.ts'

export const allSitePages = () =>
  defineQuery({ table: sitePages, index: ['name'], equals: [], order: 'ascending', limit: sitePageNames.length })

/** One at most. */
export const donationGoal = () => defineQuery({ table: donationGoals, index: ['page'], equals: ['donate'], order: 'ascending', limit: 1 })

const sitePageNamed = (name: SitePageName) =>
  defineQuery({ table: sitePages, index: ['name'], equals: [name], order: 'ascending', limit: 1 })

/** The post that stands there; `null`: none was chosen, or not everybody may read it now. */
export async function postOfSitePage(read: Read, name: SitePageName): Promise<{ readonly post: Post; readonly revision: Revision } | null> {
  const [chosen] = await read.list(sitePageNamed(name))
  const post = chosen === undefined ? undefined : await read.get(posts, chosen.postId)
  if (post === undefined || !canBeSitePage(post)) return null
  const revision = await read.get(revisions, post.revisionId ?? post.latestRevisionId)
  return revision === undefined ? null : { post, revision }
}
