import type { Read } from '#shared/kernel/transaction.ts'
import type { Doc, DocNode } from '#shared/text/schema.ts'
import { isId } from '#shared/kernel/ids.ts'
import { holderOf } from '#shared/wiki/slugs.ts'

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

/**
 * And those of the wiki's pages that it names by their address, also an earlier one; of a name that
 * nobody has made a page of, the placeholder's.
 */
export async function linkedTexts(read: Read, doc: Doc): Promise<readonly string[]> {
  const ids = new Set(linkedPosts(doc))
  const slugs = [...linksIn(doc, 'wiki', /^\/(?:w|tag|p)\/([^/?#]+)/u)].slice(0, maxPages)
  for (const slug of slugs) {
    const page = await holderOf(read, slug)
    // What is said of a lens is said of its page; what was deleted is linked to by nobody.
    if (page !== undefined && page.state !== 'deleted') ids.add(page.lensOf ?? page.id)
  }
  return [...ids].slice(0, most)
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
