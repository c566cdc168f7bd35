/**
 * Keeps the archive as the store is: follows the journal with a cursor that stands in the archive
 * itself, and compares every document with its row where there is nothing that can be followed (a
 * new archive, a store out of a backup, another format, a journal that has forgotten). A document
 * is made from its row as it stands when it is read, so a repeat changes nothing. It never holds up
 * a mutation, and waits while the archive is down.
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
import * as z from 'zod/mini'
import type { JournalRow, Store, StoreRead } from '#server/store/port.ts'
import type { Follower, FollowOptions } from '#server/sync/follow-journal.ts'
import { members, karmaStats } from '#shared/accounts/schema.ts'
import { comments } from '#shared/comments/schema.ts'
import { policies } from '#shared/policies.ts'
import { permittedRead } from '#shared/kernel/read-policy.ts'
import { visitor } from '#shared/kernel/viewer.ts'
import { posts } from '#shared/posts/schema.ts'
import { sequences } from '#shared/sequences/schema.ts'
import { tallies } from '#shared/votes/schema.ts'
import { tags } from '#shared/wiki/schema.ts'
import { followJournal } from '#server/sync/follow-journal.ts'
import type { Wanted } from './archive-docs.ts'
import type { ArchiveState } from './archive-state.ts'
import type { Couch } from './couch.ts'
import type { DocWriter } from './write-docs.ts'
import { archiveFormat, docId, docsOf, isArchived } from './archive-docs.ts'
import { keepState, readState } from './archive-state.ts'
import { parsedAnswer } from './couch.ts'
import { allIds, idsInShape, revisionsOf } from './walk-rows.ts'
import { docWriter } from './write-docs.ts'

export interface Exporter extends Follower {
  /** Everything public is in it; `false` while it is being made. */
  isWhole(): boolean
}

interface ExporterOptions {
  readonly store: Pick<Store, 'read' | 'journal' | 'meta'>
  readonly couch: Couch
  /** Resolves when there is an archive to be asked. */
  readonly up: () => Promise<void>
  readonly now: () => number
  /** Something was written; `overwritten` of it over earlier texts. */
  readonly written?: (overwritten: number) => void
  readonly follow?: Pick<FollowOptions, 'log' | 'pollMs' | 'onCommit' | 'backOffMs'>
}

const consumer = 'archive'
const sweptAtOnce = 200
const Page = z.object({ rows: z.array(z.object({ id: z.string() })) })

export function startExporter({ store, couch, up, now, written = () => undefined, follow = {} }: ExporterOptions): Exporter {
  let state: ArchiveState | null = null
  let writer: DocWriter | null = null

  const visible = (ids: readonly string[]): Promise<Wanted> =>
    store.read((read: StoreRead) => docsOf(permittedRead(read, visitor, policies), ids))

  async function write(wanted: Wanted): Promise<void> {
    if (wanted.size === 0) return
    const overwritten = await writing().write(wanted)
    written(overwritten)
  }

  function writing(): DocWriter {
    if (writer === null) throw new TypeError('it is not known yet where the archive stands')
    return writer
  }

  async function keep(next: ArchiveState): Promise<void> {
    await keepState(couch, next)
    state = next
  }

  /** Where following goes on. Until it is known, nothing of the journal is handled. */
  async function ready(): Promise<number> {
    await up()
    const found = await readState(couch)
    const floor = await store.read((read) => read.floor())
    const born = found?.born ?? Math.floor(now() / 1_000)
    writer = docWriter(couch, born)
    if (found?.isWhole === true && found.format === archiveFormat && found.epoch === store.meta.epoch && found.cursor >= floor) {
      state = found
      return found.cursor
    }
    const from = await store.journal.position()
    // Known from now on, so that nothing is pruned which has still to be followed.
    await store.journal.moveCursor(consumer, from)
    await keep({ cursor: 0, epoch: store.meta.epoch, format: archiveFormat, born, isWhole: false })
    await compareAll()
    await keep({ cursor: from, epoch: store.meta.epoch, format: archiveFormat, born, isWhole: true })
    return from
  }

  async function compareAll(): Promise<void> {
    for await (const ids of allIds(store)) await write(await visible(ids))
    // What has no row any more, or is not to be seen.
    let after = ''
    for (;;) {
      const startkey = encodeURIComponent(JSON.stringify(after))
      const answer = await couch.ask('GET', `_all_docs?startkey=${startkey}&limit=${sweptAtOnce}`)
      const ids = parsedAnswer(Page, 'which documents there are', answer).rows.map(({ id }) => id)
      await write(await visible(ids))
      if (ids.length < sweptAtOnce) return
      // The next one after it.
      after = `${ids.at(-1) ?? ''}\u0000`
      await nextTurn()
    }
  }

  async function handle(rows: readonly JournalRow[]): Promise<void> {
    await up()
    const changed = (table: { readonly name: string }): readonly string[] => [
      ...new Set(rows.flatMap(({ kind, id }) => (kind === table.name ? [id] : []))),
    ]
    // As posts and sequences stand now; those that come later in the journal are looked at again
    // then, from what is written here.
    const holders = await visible([
      ...changed(posts).map((id) => docId(posts, id)),
      ...changed(sequences).map((id) => docId(sequences, id)),
    ])
    const status = await writing().status([...holders.keys()])
    // What hangs on them goes first: cut short, the same is found out again.
    for (const [id, doc] of holders) if ((doc !== null) !== status.has(id)) await writeShape(id)
    await write(await visible(await otherIds(rows, changed)))
    await write(holders)
    await nextTurn()
  }

  /** All that came, or went, with a post or a sequence. */
  async function writeShape(holder: string): Promise<void> {
    const shape = holder.replace(/^posts:/u, 'thread:').replace(/^sequences:/u, 'sequence:')
    for await (const ids of idsInShape(store, shape)) {
      const rest = ids.filter((id) => id !== holder)
      const commentIds = rest.flatMap((id) => (id.startsWith('comments:') ? [id.slice('comments:'.length)] : []))
      await write(await visible([...rest, ...(await revisionsOf(store, commentIds))]))
    }
  }

  async function otherIds(
    rows: readonly JournalRow[],
    changed: (table: { readonly name: string }) => readonly string[],
  ): Promise<readonly string[]> {
    const direct = rows.flatMap(({ kind, id }) =>
      isArchived(kind) && kind !== posts.name && kind !== sequences.name ? [docId({ name: kind }, id)] : [],
    )
    const discussed = changed(comments)
    return [
      ...new Set([
        ...direct,
        ...(await revisionsOf(store, discussed)),
        ...discussed.map((id) => docId(tallies, id)),
        ...changed(members).map((id) => docId(karmaStats, id)),
        // A page of the wiki is a post, and seen where that is.
        ...changed(posts).map((id) => docId(tags, id)),
      ]),
    ]
  }

  const journal: Store['journal'] = {
    ...store.journal,
    cursor: () => ready(),
    async moveCursor(_consumer, seq) {
      if (state !== null) await keep({ ...state, cursor: seq })
      await store.journal.moveCursor(consumer, seq)
    },
  }
  const follower = followJournal({ journal }, consumer, handle, follow)
  return { ...follower, isWhole: () => state?.isWhole === true }
}
