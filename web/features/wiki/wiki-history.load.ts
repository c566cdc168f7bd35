import type { PageData } from '#shared/pages/page-data.ts'
import type { Entry } from '#shared/text/compare/compared.ts'
import type { Gap } from '#shared/text/compare/show.ts'
import { memberBySlug } from '#shared/accounts/queries.ts'
import { links } from '#shared/links.ts'
import type { Revision } from '#shared/posts/schema.ts'
import { posts, revisions } from '#shared/posts/schema.ts'
import { lensesOf } from '#shared/wiki/page-queries.ts'
import type { LoadRequest } from '../../app/route.ts'
import { comparedFor } from '../../blocks/compare/compared-for.ts'
import { limitOf } from '../../blocks/posts/limit-of.ts'
import { notFound } from '../../data/answer.ts'
import type { ActivityKind } from './activity.ts'
import { activityKinds, activityOf, activityViews } from './activity.ts'
import { placeOf } from '../../blocks/wiki/place.ts'

/** content.md 9.8 */
const atOnce = 25
const maxAtAll = 500
/**
 * Of so many edits what changed is drawn, and of as many more with each press on a link; comparing
 * costs time.
 */
const comparedAtOnce = 10
const maxCompared = 60
const wordsCompared = 120
const wordsOfGrace = 20

/**
 * `/w/:slug/history`: all that happened to a page, newest first; what of it is shown stands in the
 * query. `user`: what that member changed is unfolded, among everybody's; with `only` theirs alone.
 */
export async function loadWikiHistory(data: PageData, { params, url }: LoadRequest) {
  const { read } = data
  const place = await placeOf(data, params['slug'] ?? '', url, (slug) => links.wikiHistory(slug))
  if (place === null || place.page.state === 'placeholder') throw notFound()
  const { page, lens } = place
  const given = url.searchParams
  const hidden = new Set((given.get('hide') ?? '').split('.'))
  const kinds = new Set<ActivityKind>(activityKinds.filter((kind) => !hidden.has(kind)))
  const isDense = given.get('format') === 'dense'
  const limit = limitOf(given, atOnce, maxAtAll)
  const lenses = (await read.list(lensesOf(page.id))).filter(({ state }) => state === 'lens')
  const texts = lens === null ? [page, ...lenses] : [lens]
  const by = given.get('user')
  const member = by === null || by === '' ? undefined : await memberBySlug(read, by)
  const isOnly = member !== undefined && given.get('only') === '1'
  const compares = Math.min(limitOf(new URLSearchParams({ limit: given.get('compared') ?? '' }), comparedAtOnce), maxCompared)
  // Of one member: as far as theirs are among the newest.
  const all = await activityOf(read, page, texts, { kinds, limit: isOnly ? maxAtAll : limit + 1 })
  const wanted = isOnly ? all.filter(({ userId }) => userId === member.id) : all
  const shown = wanted.slice(0, limit)
  const settings = {
    lens: lens?.slug ?? undefined,
    hide: [...hidden].filter((kind) => activityKinds.some((one) => one === kind)).join('.') || undefined,
    format: isDense ? 'dense' : undefined,
    user: member?.slug,
    only: isOnly ? 1 : undefined,
  }
  const slug = page.slug ?? page.id
  const edited = new Set(shown.flatMap((one) => (one.kind === 'edits' ? [one.tag.id] : [])))
  const edits = shown.flatMap((one) =>
    one.kind === 'edits' && one.revision.followsId !== undefined && (member === undefined || one.userId === member.id)
      ? [one.revision]
      : [],
  )
  // A member is asked for by name: theirs are unfolded in the compact view too.
  const isFolded = (isDense && member === undefined) || data.isOfDevice === true
  const compared = isFolded ? {} : await comparedTexts(data, edits.slice(0, compares))
  return {
    head: { title: `History of ${(lens ?? page).name}`, robots: 'noindex' as const },
    thread: (lens ?? page).id,
    page: { id: page.id, name: page.name, slug },
    lens: lens === null ? null : { slug: lens.slug ?? lens.id, name: lens.name },
    lenses: lenses.map(({ slug: own, id, tabTitle, name }) => ({ slug: own ?? id, title: tabTitle || name })),
    commentCount: (await read.get(posts, (lens ?? page).id))?.commentCount ?? 0,
    kinds: [...kinds],
    isDense,
    by:
      member === undefined
        ? null
        : {
            ...{ name: member.displayName, slug: member.slug, isOnly },
            other: links.wikiHistory(slug, { ...settings, only: isOnly ? undefined : 1 }),
            none: links.wikiHistory(slug, { ...settings, user: undefined, only: undefined }),
          },
    activity: await activityViews(read, shown, { page, tagsById: new Map([page, ...lenses].map((tag) => [tag.id, tag])) }),
    /** With which votes on these edits wait on a device that does not hold the page. */
    texts: await read.getMany(posts, [...edited]),
    compared,
    moreCompared:
      !isFolded && edits.length > compares && compares < maxCompared
        ? links.wikiHistory(slug, { ...settings, ...(limit > atOnce && { limit }), compared: compares + comparedAtOnce })
        : null,
    more: wanted.length > limit ? links.wikiHistory(slug, { ...settings, limit: limit + atOnce }) : null,
    versions: links.wikiVersions(slug, { lens: lens?.slug ?? undefined }),
  }
}

/** What changed in these edits, by the id of the revision. */
async function comparedTexts(data: PageData, edits: readonly Revision[]): Promise<Readonly<Record<string, readonly (Entry | Gap)[]>>> {
  if (edits.length === 0) return {}
  const earlier = await data.read.getMany(revisions, edits.flatMap(({ followsId }) => followsId ?? [])) // oxfmt-ignore
  const before = new Map(earlier.map((one) => [one.id, one]))
  const compared: Record<string, readonly (Entry | Gap)[]> = {}
  for (const { id, body, followsId } of edits) {
    const from = before.get(followsId ?? '')
    if (from === undefined) continue
    const asked = { before: from.body, stages: [{ body, by: 0 }], around: 0, words: wordsCompared, grace: wordsOfGrace }
    // A comparison that takes too long is listed without its words.
    const shown = await comparedFor(data, asked)
    if (shown !== null) compared[id] = shown.entries
  }
  return compared
}
