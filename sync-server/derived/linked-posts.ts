import type { Doc, DocNode } from '#shared/text/schema.ts'
import { isId } from '#shared/kernel/ids.ts'

/** Ids of posts that a text links to by their address on this site, in a sequence too, or mentions by name; each once, at most 500. */
export function linkedPosts(doc: Doc): readonly string[] {
  const found = new Set<string>()
  const waiting: DocNode[] = [...doc.content]
  for (let node = waiting.pop(); node !== undefined && found.size < 500; node = waiting.pop()) {
    const named = node.type === 'mention' && node.attrs?.['kind'] === 'post' ? node.attrs['id'] : undefined
    if (typeof named === 'string' && isId(named)) found.add(named)
    for (const mark of node.marks ?? []) {
      const href = mark.attrs?.['href']
      const id = typeof href === 'string' ? /^\/(?:posts|s\/[^/?#]+\/p)\/([^/?#]+)/u.exec(href)?.[1] : undefined
      if (id !== undefined && isId(id)) found.add(id)
    }
    waiting.push(...(node.content ?? []))
  }
  return [...found]
}
