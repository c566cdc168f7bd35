import { authorshipsOf } from '#shared/posts/queries.ts'
import { posts } from '#shared/posts/schema.ts'
import type { Core } from '../sync/core.ts'
import type { Live } from './live.ts'

/** What keeps something of a member's on their device needs. */
export interface KeepDeps {
  readonly account: string
  readonly live: Live
  readonly core: Core
  readonly nudge: () => void
  readonly report: (error: unknown) => void
}

/**
 * What a member writes, or writes along with, is on each of their devices: drafts with all that is
 * said about them, and with its discussion each own post that the device has come to know.
 */
export function keepOwnDrafts({ account, live, core, nudge, report }: KeepDeps): () => void {
  const kept = new Set<string>()

  async function keep(): Promise<void> {
    // Only what the server has said: the shape of a draft that it has not heard of would be
    // refused.
    const mine = await live.confirmed.list(authorshipsOf(account))
    const shapes = mine.flatMap(({ postId }) => [`draft:${postId}`, `thread:${postId}`])
    const wanted = new Set(shapes)
    for (const shape of kept) if (!wanted.has(shape)) kept.delete(shape)
    const known = new Set(
      (
        await live.confirmed.getMany(
          posts,
          mine.map(({ postId }) => postId),
        )
      )
        .filter(({ status }) => status === 'published')
        .map(({ id }) => `thread:${id}`),
    )
    let isChanged = false
    for (const shape of shapes) {
      // A draft has no thread yet; that of a public post is kept from when it is known to be
      // public.
      if (kept.has(shape) || live.holds(shape) || (shape.startsWith('thread:') && !known.has(shape))) continue
      kept.add(shape)
      await core.follow(shape, 'own')
      isChanged = true
    }
    if (isChanged) nudge()
  }

  let running = keep().catch(report)
  return live.subscribe(({ kinds }) => {
    if (kinds.has('authorships') || kinds.has('posts')) running = running.then(keep).catch(report)
  })
}
