import { isId } from '#shared/kernel/ids.ts'
import { quickSearch } from '../../blocks/search-box/quick-hits.ts'

const search = quickSearch()

/**
 * Posts by words, at the server or among what is on this device. Of an address that was pasted,
 * that post.
 */
export async function findPosts(
  typed: string,
  signal: AbortSignal,
): Promise<readonly { readonly id: string; readonly title: string; readonly isWaiting: boolean }[] | null> {
  if (typed === '') return null
  const named = typed.split(/[/?#\s]/u).find(isId)
  if (named !== undefined) return [{ id: named, title: 'The post at this URL', isWaiting: false }]
  const { hits } = await search(typed, signal)
  return hits.flatMap((hit) =>
    hit.kind === 'posts' ? [{ id: hit.id, title: hit.title.map(({ text }) => text).join(''), isWaiting: hit.isDraft === true }] : [],
  )
}
