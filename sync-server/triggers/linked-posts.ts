import type { Comment } from '#shared/comments/schema.ts'
import type { Post } from '#shared/posts/schema.ts'
import type { NamesLinked } from '#shared/wiki/name-link-mutations.ts'
import type { EffectContext } from '#server/sync/effects.ts'
import type { Read } from '#shared/kernel/transaction.ts'
import type { Doc, DocNode } from '#shared/text/schema.ts'
import { stands } from '#shared/comments/queries.ts'
import { isPublic } from '#shared/posts/rules.ts'
import { revisions } from '#shared/posts/schema.ts'
import { isId } from '#shared/kernel/ids.ts'
import { isNameSlug, pageNamed, setNameLinks } from '#shared/wiki/name-link-mutations.ts'
import { maxNamesLinked, namesLinkedFrom } from '#shared/wiki/name-links.ts'

const most = 500
/** Of one text, so many pages of the wiki are looked up. */
const maxPages = 100

/**
 * Ids of posts that a text links to by their address on this site, in a sequence too, or mentions
 * by name; each once, at most 500.
 */
export function linkedPosts(doc: Doc): readonly string[] {
  const found = linksIn(doc, 'post', /^\/(?:posts|s\/[^/?#]+\/p)\/([^/?#]+)/u)
  return [...found].filter(isId).slice(0, most)
}

export interface LinkedTexts {
  /** Ids of posts and pages of the wiki; of a name that posts carry as a tag, the placeholder's. */
  readonly targetIds: readonly string[]
  /** Names of which nobody has made a page, as they stand in its address. */
  readonly names: readonly string[]
}

/** And what of the wiki it names by its address, also an earlier one. */
export async function linkedTexts(read: Read, doc: Doc): Promise<LinkedTexts> {
  const ids = new Set(linkedPosts(doc))
  const names: string[] = []
  const slugs = [...linksIn(doc, 'wiki', /^\/(?:w|tag|p)\/([^/?#]+)/u)].slice(0, maxPages)
  for (const slug of slugs) {
    const pageId = await pageNamed(read, slug)
    if (pageId !== null) ids.add(pageId)
    else if (isNameSlug(slug)) names.push(slug)
  }
  return { targetIds: [...ids].slice(0, most), names: names.slice(0, maxNamesLinked) }
}

/** What readers at large do not have links to nothing. */
const linksNowhere: LinkedTexts = { targetIds: [], names: [] }

/** What the public text of a post or a page of the wiki links to. */
export async function linkedFromPost(read: Read, post: Post): Promise<LinkedTexts> {
  const body = isPublic(post) && post.revisionId !== null ? (await read.get(revisions, post.revisionId))?.body : undefined
  return body === undefined ? linksNowhere : linkedTexts(read, body)
}

/** What a comment that stands links to; what is said in a dialogue is its text. */
export async function linkedFromComment(read: Read, comment: Comment): Promise<LinkedTexts> {
  const isOpen = stands(comment) && !comment.awaitsReview && comment.message === undefined
  return isOpen ? linkedTexts(read, comment.body) : linksNowhere
}

/** Writes to which names without a page it links, where that has changed. */
export async function keepNameLinks({ store, apply }: EffectContext, args: NamesLinked): Promise<void> {
  const known = await store.read((read) => read.list(namesLinkedFrom(args.fromId)))
  if (
    known
      .map(({ slug }) => slug)
      .sort()
      .join() === [...args.names].sort().join()
  )
    return
  const outcome = await apply({ name: setNameLinks.name, args, userId: null, source: 'server' })
  if (outcome.kind === 'rejected') throw outcome.error
}

/** What stands in the addresses of links of this form, or is mentioned as being of this kind. */
function linksIn(doc: Doc, kind: 'post' | 'wiki', form: RegExp): ReadonlySet<string> {
  const found = new Set<string>()
  const waiting: DocNode[] = [...doc.content]
  for (let node = waiting.pop(); node !== undefined && found.size < most; node = waiting.pop()) {
    const named = node.type === 'mention' && node.attrs?.['kind'] === kind ? node.attrs['id'] : undefined
    if (typeof named === 'string') found.add(named)
    for (const mark of node.marks ?? []) {
      const href = mark.attrs?.['href']
      const part = typeof href === 'string' ? form.exec(href)?.[1] : undefined
      if (part !== undefined) found.add(decoded(part))
    }
    waiting.push(...(node.content ?? []))
  }
  return found
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    // No address of ours: what cannot be decoded names nothing.
    return ''
  }
}
