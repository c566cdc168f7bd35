import { bookmarksOf } from '#shared/reading/queries.ts'
import type { KeepDeps } from './keep-own-drafts.ts'
import type { LocalStore } from './local-store.ts'

interface KeepBookmarkedDeps extends KeepDeps {
  readonly store: LocalStore
}

/** The newest of them; a list of thousands would fill the device. */
const most = 200

/**
 * What is saved for later is kept here to be read without a network, wherever it was saved (sync.md
 * 1.3). What is taken off the list counts as visited.
 */
export function keepBookmarked({ account, store, live, core, nudge, report }: KeepBookmarkedDeps): () => void {
  const pinned = new Set<string>()

  async function keep(): Promise<void> {
    const bookmarks = await live.read.list(bookmarksOf(account, most))
    const wanted = new Set(bookmarks.filter(({ isSaved }) => isSaved).map(({ postId }) => `thread:${postId}`))
    const former = bookmarks
      .filter(({ isSaved, postId }) => !isSaved && !wanted.has(`thread:${postId}`))
      .map(({ postId }) => `thread:${postId}`)
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
    if (kinds.has('bookmarks')) running = running.then(keep).catch(report)
  })
}
