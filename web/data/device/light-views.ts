/**
 * Fills the light stores that the first load's components follow: the outbox, my marks, my votes,
 * whom I have muted;
 * and the mark outside of the database that says how much unsent work it holds. Each is read again
 * only when what it shows has changed, and once for many changes at a time.
 */
import type { Mutation } from '#shared/kernel/mutation.ts'
import { members } from '#shared/accounts/schema.ts'
import { defineQuery } from '#shared/kernel/query.ts'
import { mutesOf } from '#shared/mutes/queries.ts'
import { bookmarksOf, readMarksOf } from '#shared/reading/queries.ts'
import { votes } from '#shared/votes/schema.ts'
import { marks } from '../marks.ts'
import { muted, setMutedIds } from '../muted.ts'
import { outbox } from '../outbox.ts'
import { rememberLocalVotes } from '../votes.ts'
import type { Changed } from './device-api.ts'
import type { Live } from './live.ts'
import type { LocalChange } from './local-change.ts'
import type { LocalStore } from './local-store.ts'
import type { RefusedMutation } from './port.ts'
import { unsentDocs } from './documents.ts'
import { outboxView } from './outbox-view.ts'

interface ViewDeps {
  readonly store: LocalStore
  readonly live: Live
  /** Whose marks and votes are shown. */
  readonly reader: string
  readonly mutations: readonly Mutation<unknown>[]
  readonly isLinkOn: () => boolean
  readonly stuckSince: () => number | null
  /** How much is unsent: queued, refused and drafted. */
  readonly onUnsent: (count: number) => void
  readonly report: (error: unknown) => void
}

const maxMarks = 5_000

export interface LightViews {
  /** Something of the queue, the refused, the drafts changed. */
  take(change: Pick<LocalChange, 'queued' | 'left' | 'isRefusedChanged' | 'places' | 'rooms'>): void
  /** The link came or went. */
  showOutbox(): void
  settled(): Promise<void>
  close(): void
}

export async function openLightViews(deps: ViewDeps): Promise<LightViews> {
  const { store, live, reader, report } = deps
  const viewOf = outboxView(deps.mutations)
  let refused: readonly RefusedMutation[] = []
  let draftCount = 0
  let isClosed = false

  function showOutbox(): void {
    if (isClosed) return
    const queue = live.overlay.mutations()
    const view = viewOf({ queue, refused, isLinkOn: deps.isLinkOn(), stuckSince: deps.stuckSince() })
    outbox.set(view)
    deps.onUnsent(view.waiting.filter(({ pending }) => pending !== null).length + refused.length + draftCount)
  }

  async function readTray(): Promise<void> {
    const found = await store.read(async (tx) => ({
      refused: await tx.refused.all(),
      drafts: await tx.drafts.all(),
      docs: await tx.docs.all(),
    }))
    // An unchanged mutation stays the same object, and so does its item.
    const before = new Map(refused.map((mutation) => [mutation.n, mutation]))
    refused = found.refused.map((mutation) =>
      before.get(mutation.n)?.refusedAt === mutation.refusedAt ? (before.get(mutation.n) ?? mutation) : mutation,
    )
    draftCount = found.drafts.filter(({ binnedAt }) => binnedAt === null).length + unsentDocs(found.docs).length
  }

  async function showMarks(): Promise<void> {
    const bookmarks = await live.read.list(bookmarksOf(reader, maxMarks))
    const readMarks = await live.read.list(readMarksOf(reader, maxMarks))
    if (isClosed) return
    marks.set({
      isKnown: true,
      saved: new Set(bookmarks.filter(({ isSaved }) => isSaved).map(({ targetId }) => targetId)),
      read: new Map(readMarks.map(({ postId, isRead, seenUpTo }) => [postId, { isRead, seenUpTo }])),
    })
  }

  async function showVotes(ids: readonly string[] | null): Promise<void> {
    const found =
      ids === null
        ? await live.read.list(
            defineQuery({ table: votes, index: ['userId', 'at'], equals: [reader], order: 'descending', limit: 2 * maxMarks }),
          )
        : await live.read.getMany(votes, ids)
    if (isClosed) return
    const values = new Map(found.map(({ targetId, axis, value }) => [`${targetId}:${axis}`, [targetId, axis, value] as const]))
    for (const id of ids ?? []) {
      const [userId, targetId = '', axis] = id.split(':')
      const isMine = userId === reader && (axis === 'approval' || axis === 'agreement')
      if (isMine && !values.has(`${targetId}:${axis}`)) values.set(`${targetId}:${axis}`, [targetId, axis, 0])
    }
    rememberLocalVotes([...values.values()])
  }

  async function showMuted(): Promise<void> {
    const ids = (await live.read.list(mutesOf(reader))).map(({ mutedId }) => mutedId)
    const known = ids.length === 0 ? [] : await live.read.getMany(members, ids)
    if (isClosed) return
    setMutedIds(ids, new Map(known.map(({ id, slug }) => [id, slug])))
  }

  const votesSeen = new Set<string>()
  const marksOnce = onceForMany(showMarks, report)
  const mutedOnce = onceForMany(showMuted, report)
  const votesOnce = onceForMany(async () => {
    const ids = [...votesSeen]
    votesSeen.clear()
    await showVotes(ids)
  }, report)
  const trayOnce = onceForMany(async () => {
    await readTray()
    showOutbox()
  }, report)
  const outboxOnce = onceForMany(async () => showOutbox(), report)

  const leave = live.subscribe(({ kinds, rows }: Changed) => {
    if (kinds.has('bookmarks') || kinds.has('read_marks')) marksOnce.ask()
    // Who is muted may be met later, or be called something else.
    if (kinds.has('mutes') || (kinds.has('members') && muted.get().ids.size > 0)) mutedOnce.ask()
    if (!kinds.has('votes')) return
    for (const key of rows) if (key.startsWith('votes/')) votesSeen.add(key.slice('votes/'.length))
    votesOnce.ask()
  })

  await readTray()
  showOutbox()
  await showMarks()
  await showMuted()
  await showVotes(null)
  return {
    take({ queued, left, isRefusedChanged, places, rooms }) {
      if (isRefusedChanged || places.length + rooms.length > 0) trayOnce.ask()
      else if (queued.length + left.length > 0) outboxOnce.ask()
    },
    showOutbox,
    async settled() {
      await Promise.all([marksOnce.settled(), mutedOnce.settled(), votesOnce.settled(), trayOnce.settled(), outboxOnce.settled()])
    },
    close() {
      isClosed = true
      leave()
    },
  }
}

/** Runs once for all that asked while it had not begun, and again for those who asked since. */
function onceForMany(work: () => Promise<void>, report: (error: unknown) => void) {
  let isAsked = false
  let running: Promise<void> = Promise.resolve()
  return {
    ask(): void {
      if (isAsked) return
      isAsked = true
      running = running
        .then(() => {
          isAsked = false
          return work()
        })
        .catch(report)
    },
    settled: () => running,
  }
}
