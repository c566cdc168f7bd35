import { rsvpsBy } from '#shared/events/queries.ts'
import { bookmarksOf } from '#shared/reading/queries.ts'
import type { KeepDeps } from './keep-own-drafts.ts'
import type { LocalStore } from './local-store.ts'

interface KeepBookmarkedDeps extends KeepDeps {
  readonly store: LocalStore
}

/** The newest of them; a list of thousands would fill the device. */
const most = 200

/**
 * What is saved for later, and the events that one means to come to, are kept here to be read
 * without a network, wherever that was said (sync.md 1.3). What is taken off the list counts as
 * visited.
 */
export function keepBookmarked({ account, store, live, core, nudge, report }: KeepBookmarkedDeps): () => void {
  const pinned = new Set<string>()
  /** A removed answer leaves no row: these were there before. */
  let answered = new Set<string>()

  async function keep(): Promise<void> {
    const bookmarks = await live.read.list(bookmarksOf(account, most))
    const answers = await live.read.list(rsvpsBy(account, most))
    const before = answered
    answered = new Set(answers.filter(({ answer }) => answer !== 'no').map(({ postId }) => postId))
    const saved = bookmarks.flatMap(({ isSaved, postId }) => (isSaved ? [postId] : []))
    const wanted = new Set([...saved, ...answered].map((postId) => `thread:${postId}`))
    const former = [...bookmarks.flatMap(({ isSaved, postId }) => (isSaved ? [] : [postId])), ...before]
      .map((postId) => `thread:${postId}`)
      .filter((shape) => !wanted.has(shape))
    for (const { id, keep: kept } of await store.read((tx) => tx.shapes.all())) if (kept === 'pinned') pinned.add(id)
    for (const shape of wanted) {
      if (pinned.has(shape)) continue
      await core.pin(shape, true)
      pinned.add(shape)
    }
    for (const shape of new Set(former)) if (pinned.delete(shape)) await core.pin(shape, false)
    nudge()
  }

  let running = keep().catch(report)
  return live.subscribe(({ kinds }) => {
    if (kinds.has('bookmarks') || kinds.has('rsvps')) running = running.then(keep).catch(report)
  })
}
