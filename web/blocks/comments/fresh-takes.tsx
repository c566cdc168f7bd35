import { posts } from '#shared/posts/schema.ts'
import { useRow } from '../../data/device/use-rows.ts'
import { useBeside } from './beside.ts'
import { CommentThread } from './comment-thread.tsx'
import type { ThreadView } from './thread-view.ts'

const nothing: ThreadView = { people: [], comments: [] }
const noBodies = {}

/**
 * My quick takes that the page does not know of yet: written without a network, or a moment ago.
 * @param known ids of those it shows.
 */
export function FreshTakes({ known }: { readonly known: ReadonlySet<string> }) {
  const { changes } = useBeside()
  const mine = [...changes.values()].filter(({ id, made }) => made?.isQuickTake === true && !known.has(id))
  const postId = mine[0]?.made?.postId
  return postId === undefined ? null : <MyTakes postId={postId} known={known} />
}

function MyTakes({ postId, known }: { readonly postId: string; readonly known: ReadonlySet<string> }) {
  const post = useRow(posts, postId)
  if (post === undefined) return null
  return <CommentThread post={post} view={nothing} bodies={noBodies} place="thread" elsewhere={known} />
}
