import { memberByAddress } from '#shared/accounts/queries.ts'
import { links } from '#shared/links.ts'
import { moderationLinks } from '#shared/moderation/links.ts'
import { reviewOf } from '#shared/moderation/measure-queries.ts'
import { canPurge, mayAct } from '#shared/moderation/measure-rules.ts'
import { purges } from '#shared/moderation/measure-schema.ts'
import { purgeKinds } from '#shared/moderation/purge-plan.ts'
import type { PageData } from '#shared/pages/page-data.ts'
import { tags } from '#shared/wiki/schema.ts'
import type { LoadRequest } from '../../app/route.ts'
import { authorizePage, moved, notFound } from '../../data/answer.ts'

const pagesListed = 50

/** `/users/:slug/purge`: what would go with an account. Writes nothing. */
export async function loadPurge({ read, viewer, now, planPurge }: PageData, { params }: LoadRequest) {
  authorizePage(mayAct(viewer, 'purge'))
  const slug = params['slug'] ?? ''
  const member = await memberByAddress(read, slug)
  if (member === undefined || planPurge === undefined) throw notFound()
  if (member.slug !== slug) throw moved(moderationLinks.purge(member.slug))
  const verdict = canPurge(viewer, member, now)
  const purge = await read.get(purges, member.id)
  const { counts, atLeast, pageIds } = await planPurge(member.id)
  const pages = await read.getMany(tags, pageIds.slice(0, pagesListed))
  return {
    head: { title: `Purge ${member.displayName}`, robots: 'noindex' as const },
    member: { id: member.id, name: member.displayName, slug: member.slug, joinedAt: member.joinedAt },
    /** Why the viewer can't; `null`: they can. */
    refusal: verdict.allowed ? null : verdict.reason,
    seen: (await reviewOf(read, member.id)).decidedAt ?? 0,
    rows: purgeKinds.map((kind) => ({ kind, count: counts[kind], isAtLeast: atLeast.includes(kind), taken: purge?.[kind] ?? 0 })),
    pages: pages.flatMap(({ id, name, slug: page }) => (page === null ? [] : [{ id, name, history: links.wikiHistory(page) }])),
    morePages: Math.max(0, pageIds.length - pagesListed),
    purge: purge === undefined ? null : { at: purge.at, doneAt: purge.doneAt },
  }
}
