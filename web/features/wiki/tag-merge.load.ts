import type { Read } from '#shared/kernel/transaction.ts'
import { links } from '#shared/links.ts'
import type { PageData } from '#shared/pages/page-data.ts'
import { lensesOf, nameOfTag, pagesByLikes, subTagsOf } from '#shared/wiki/page-queries.ts'
import { canBecomeOne, canPlanMerge } from '#shared/wiki/rules.ts'
import type { Tag } from '#shared/wiki/schema.ts'
import { tags } from '#shared/wiki/schema.ts'
import { holderOf, plainName, slugsOf } from '#shared/wiki/slugs.ts'
import { relsOfTag } from '#shared/wiki/tag-vote-queries.ts'
import { relId, tagRels } from '#shared/wiki/tag-vote-schema.ts'
import { isId } from '#shared/kernel/ids.ts'
import { slugify } from '#shared/kernel/slug.ts'
import type { LoadRequest } from '../../app/route.ts'
import { authorizePage } from '../../data/answer.ts'

/** Names that are offered while one types. */
const namesOffered = 500
/** Of a tag with more posts this many are counted, and the page says so. */
const postsCounted = 5_000
const longestTyped = 200

/** `/admin/tagMerge?from=&to=`: what would change if one tag became the other. Writes nothing. */
export async function loadTagMerge({ read, viewer }: PageData, { url }: LoadRequest) {
  authorizePage(canPlanMerge(viewer))
  const [typedFrom, typedTo] = ['from', 'to'].map((name) => (url.searchParams.get(name) ?? '').trim().slice(0, longestTyped).toWellFormed())
  const typed = { from: typedFrom ?? '', to: typedTo ?? '' }
  const isAsked = typed.from !== '' || typed.to !== ''
  const [from, to] = [await pageNamed(read, typed.from), await pageNamed(read, typed.to)]
  return {
    head: { title: 'Merge tags' },
    typed,
    names: (await read.list(pagesByLikes(namesOffered))).map(({ name }) => name).toSorted((a, b) => a.localeCompare(b)),
    /** `null`: nothing was asked yet. */
    fault: isAsked ? faultOf(from, to) : null,
    plan: from === undefined || to === undefined || !canBecomeOne(from, to) ? null : await planOf(read, from, to),
  }
}

/** A page by its name, its address, its slug or its id. */
async function pageNamed(read: Read, typed: string): Promise<Tag | undefined> {
  const last =
    typed
      .split(/[?#]/u)[0]
      ?.split('/')
      .findLast((part) => part !== '') ?? ''
  if (last === '') return undefined
  if (isId(last)) return read.get(tags, last)
  const slug = slugify(plainName(typed.includes('/') ? decoded(last) : typed))
  const found = slug === '' ? undefined : await holderOf(read, slug)
  return found?.state === 'page' ? found : undefined
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

type Fault = 'no-source' | 'no-target' | 'same' | 'unfit'

function faultOf(from: Tag | undefined, to: Tag | undefined): Fault | null {
  if (from === undefined) return 'no-source'
  if (to === undefined) return 'no-target'
  if (from.id === to.id) return 'same'
  return canBecomeOne(from, to) ? null : 'unfit'
}

async function planOf(read: Read, from: Tag, to: Tag) {
  const found = await read.list(relsOfTag(from.id, postsCounted + 1))
  const rels = found.slice(0, postsCounted)
  const there = await read.getMany(
    tagRels,
    rels.map(({ postId }) => relId(postId, to.id)),
  )
  return {
    from: await viewOf(read, from),
    to: await viewOf(read, to),
    posts: rels.length,
    /** There were more than are counted. */
    isCut: found.length > postsCounted,
    /** Of those posts: they have the other tag already. */
    both: there.length,
    votes: rels.reduce((sum, { voteCount }) => sum + voteCount, 0),
  }
}

async function viewOf(read: Read, tag: Tag) {
  return {
    ...nameOfTag(tag),
    id: tag.id,
    slug: tag.slug ?? '',
    postCount: tag.postCount,
    subTags: (await read.list(subTagsOf(tag.id))).map(nameOfTag),
    lenses: (await read.list(lensesOf(tag.id))).length,
    addresses: (await read.list(slugsOf(tag.id))).map(({ slug }) => links.wiki(slug)),
  }
}
