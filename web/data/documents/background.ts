/**
 * Keeps the documents of this device and the server together while nobody looks: in one tab of a
 * profile, the leader, once the server is reached, when the browser is online or in sight again,
 * when the queue has moved, soon after something was written, and now and then. It works from the
 * disk; what a tab has open is that tab's. Yjs is fetched when there is something unsent, or notes
 * to compare.
 */
import { notebookRoom, postRoom } from '#shared/documents/rooms.ts'
import { authorshipsOf } from '#shared/posts/queries.ts'
import { posts } from '#shared/posts/schema.ts'
import { bookmarksOf } from '#shared/reading/queries.ts'
import { retryPause } from '#shared/sync/rate-limit.ts'
import { isCommon } from '#shared/wiki/access.ts'
import { isUnsent } from '../device/is-unsent.ts'
import type { LocalStore } from '../device/local-store.ts'
import { Alarms } from '../sync/alarms.ts'
import type { DocumentPorts } from './document-ports.ts'
import { hasNotes } from './notebook-light.ts'
import type { NotebookKeeper } from './notebook-keeper.ts'
import type { Tickets } from './requests.ts'
import { RequestError } from './requests.ts'
import { forgetOld, runRound } from './rounds.ts'

export interface Background {
  /** This tab leads, or does not any more. */
  lead(isLeader: boolean): void
  /** A draft was changed, or a document has something unsent. */
  wrote(): void
  /** Now, clean ones too; resolves when it has been tried. */
  refresh(): Promise<void>
  stop(): void
}

const dirtyEveryMs = 30_000
const freshEveryMs = 5 * 60_000
/** The newest. */
const maxHeld = 100
/** Not with every word: it goes to other devices, which look now and then. */
const soonMs = 5_000

export function keepDocuments(ports: DocumentPorts, tickets: Tickets, store: Pick<LocalStore, 'read' | 'write'>): Background {
  const alarms = new Alarms<'tick' | 'soon'>(ports.timers)
  const mine = notebookRoom(ports.account)
  let isLeading = false
  let isStopped = false
  let freshAt = -Infinity
  let tries = 0
  let running: Promise<void> | null = null
  let isWanted = false
  let isFreshWanted = false
  let notebook: NotebookKeeper | null = null

  async function notes(): Promise<NotebookKeeper | null> {
    if (notebook === null && (await store.read(hasNotes))) await openNotes()
    return notebook
  }

  /**
   * Drafts that this member writes, or writes along with, open here without a network too, and
   * pages of the wiki that they have saved for later; other public texts once they have been
   * opened.
   */
  async function ownRooms(): Promise<readonly string[]> {
    const [own, saved] = await store.read(async (tx) => {
      const ids = (await tx.rows.list(authorshipsOf(ports.account))).map(({ postId }) => postId)
      const marked = (await tx.rows.list(bookmarksOf(ports.account, maxHeld))).filter(
        ({ isSaved, targetKind }) => isSaved && targetKind === 'post',
      )
      const savedIds = marked.map(({ targetId }) => targetId)
      return [await tx.rows.getMany(posts, ids.slice(0, maxHeld)), await tx.rows.getMany(posts, savedIds)]
    })
    const drafts = own.filter(({ status }) => status === 'draft')
    // Of one that is kept for some, the server says whether they are among them when it is opened.
    const pages = saved.filter((post) => isCommon(post) && post.status === 'published' && post.editing === undefined)
    return [...drafts, ...pages].map(({ id }) => postRoom(id))
  }

  async function openNotes(): Promise<void> {
    const { openNotebook } = await import('./notebook-keeper.ts')
    notebook = await openNotebook(ports, store)
  }

  async function once(isFresh: boolean): Promise<void> {
    await ports.rows.hold([mine, ...(await ownRooms())])
    const keeper = await notes()
    await keeper?.reconcile()
    await keeper?.meet()
    const { changed } = await runRound(ports, tickets, {
      isFresh,
      copyOf: (row) => (row.room === mine && notebook !== null ? notebook.copyOf(row) : undefined),
    })
    const row = await ports.rows.get(mine)
    // Its history was rewritten: what the drafts have goes into the new one.
    if (row?.epoch === 0 && notebook !== null) notebook = null
    if (changed.includes(mine) && notebook === null) await openNotes()
    // News first: they may be that a place was thrown away, which had not been written on then.
    const hasMore = changed.includes(mine) && (await notebook?.reconcile()) === true
    if (hasMore) isWanted = true
    else if (row !== undefined && !isUnsent(row)) await notebook?.stored()
  }

  async function run(): Promise<void> {
    while (isWanted && isLeading && !isStopped && ports.signs.isReachable()) {
      isWanted = false
      const isFresh = isFreshWanted || ports.timers.now() - freshAt >= freshEveryMs
      isFreshWanted = false
      try {
        await once(isFresh)
        tries = 0
        if (isFresh) freshAt = ports.timers.now()
        if (isFresh) await forgetOld(ports, await ownRooms())
      } catch (error) {
        // What was under way when everything was let go has nowhere to go.
        if (isStopped) return
        if (!(error instanceof RequestError)) ports.report(error)
        tries += 1
        const afterMs = error instanceof RequestError ? error.afterMs : 0
        alarms.set('soon', Math.max(afterMs, retryPause(tries, ports.random())), () => void want(isFresh))
        return
      }
    }
  }

  function want(isFresh: boolean): Promise<void> {
    isWanted = true
    isFreshWanted ||= isFresh
    if (!isLeading || isStopped) return Promise.resolve()
    running ??= run().finally(() => {
      running = null
    })
    return running
  }

  function tick(): void {
    alarms.set('tick', dirtyEveryMs, tick)
    void want(false)
  }

  const deaf = ports.signs.listen((sign) => {
    if (sign === 'awake') void want(true)
    else if (sign === 'leaving') void want(false)
    else if (!alarms.has('soon')) alarms.set('soon', soonMs, () => void want(false))
  })

  return {
    lead(next) {
      if (next === isLeading) return
      isLeading = next
      alarms.clear()
      if (!next) return
      alarms.set('tick', dirtyEveryMs, tick)
      void want(true)
    },
    wrote() {
      if (isLeading && !alarms.has('soon')) alarms.set('soon', soonMs, () => void want(false))
    },
    refresh: () => want(true),
    stop() {
      isStopped = true
      deaf()
      alarms.clear()
    },
  }
}
