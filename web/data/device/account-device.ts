/**
 * One account's device: the store on disk (or in memory), what components read of it, the
 * mutations, the drafts, the finished pages. A mutation is first tried over everything queued;
 * refused, it leaves nothing. Then it goes to disk with its number, and only then it is shown. When
 * the browser takes the store away in mid-work, the work goes on in memory under a new device id,
 * and what can be sent is sent at once.
 */
import type { Mutation } from '#shared/kernel/mutation.ts'
import type { MeAnswer } from '#shared/pages/page-data.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { parseArgs } from '#shared/kernel/mutation.ts'
import { visitor } from '#shared/kernel/viewer.ts'
import { deviceTables } from '#shared/device-registry.ts'
import { voidName } from '#shared/sync/protocol.ts'
import { wireErrorOf } from '#shared/sync/wire-error.ts'
import { changeDeviceState, deviceState } from '../device-state.ts'
import { metaNames } from '../sync/meta.ts'
import { mutationOf } from '../sync/queue.ts'
import type { Changed, Committed, Device } from './device-api.ts'
import type { DevicePorts } from './device-ports.ts'
import type { TroubleKind } from './port.ts'
import type { LocalStore } from './local-store.ts'
import type { ActiveStore } from './active-store.ts'
import { databaseOf } from './database-of.ts'
import { localMeta } from './device-ports.ts'
import { openDocuments } from './documents.ts'
import { importDrafts, emptyTrash, openDrafts, puttingBelow, takingAlong } from './drafts.ts'
import { openCachedPages } from './cached-pages.ts'
import { layer } from './layer.ts'
import { isEqual } from './row-cache.ts'
import { localViewer } from './local-reader.ts'
import { DeviceTrouble } from './port.ts'
import type { Room } from './rooms.ts'
import { markBorn, memoryRoom, openRoom } from './rooms.ts'
import { openActiveStore } from './active-store.ts'
import { openStore } from './local-storage-tools.ts'
import { troubleWords } from './trouble-words.ts'
import type { VisitorsOwn } from './visitors-own.ts'
import { noteVisitorReading, takeVisitorReading } from './visitors-own.ts'
import { isSameJson } from '#shared/kernel/same.ts'

export interface AccountDevice extends Device {
  /** What the server says of who is here: the same account, perhaps with other rights. */
  setMe(me: MeAnswer): Promise<void>
  /** Takes over what a visitor has marked and begun to write here. */
  adopt(found: VisitorsOwn): Promise<void>
  /** Wiped, here or in another tab, or given up for another account's. */
  isClosed(): boolean
  close(): void
}

/** What a visitor may do, on this device alone. */
const visitorsMutations: readonly string[] = ['bookmarks.set', 'readMarks.set', 'readingPlaces.set']
/** With the first of these the browser is asked to keep the data. */
const worthKeeping: readonly string[] = ['bookmarks.set', 'comments.post', 'comments.postQuickTake', 'comments.postReview', 'comments.edit']

export async function openAccountDevice(account: string | null, ports: DevicePorts): Promise<AccountDevice> {
  const listeners = new Set<(changed: Changed) => void>()
  const { leave } = ports
  let isClosed = false
  let asking: Promise<void> | null = null
  changeDeviceState({ status: 'opening', account, trouble: null })

  let activeStore = await stand('disk')

  async function stand(where: 'disk' | TroubleKind): Promise<ActiveStore> {
    const database = databaseOf(account)
    const unsentBefore = ports.marker.read(account)
    const opened = await openActiveStore({
      account,
      ports,
      onTrouble,
      onWiped: () => {
        close()
        leave()
      },
      openRoom: (handlers) =>
        where === 'disk'
          ? openRoom({ ports, database, tables: deviceTables, ...handlers }).then(withVisitorReading)
          : memoryRoom({ tables: deviceTables, onChange: handlers.onChange }, where),
    })
    opened.live.subscribe((changed) => {
      if (changed.places.size > 0) askToKeep(opened).catch((error: unknown) => isClosed || ports.report(error))
      for (const listener of [...listeners]) listener(changed)
    })
    const { inMemory, isNew } = opened.room
    const lostCount = inMemory === null && isNew ? unsentBefore : 0
    const trouble = inMemory !== null ? troubleWords(inMemory) : lostCount > 0 ? troubleWords('lost', lostCount) : null
    changeDeviceState({ status: inMemory === null ? 'open' : 'memory', account, trouble })
    if (account !== null) await opened.core.follow(`me:${account}`, 'own')
    return opened
  }

  /** Before anything of it is shown. */
  async function withVisitorReading(room: Room): Promise<Room> {
    if (account === null) await takeVisitorReading(room.store, ports.visitorReading).catch(ports.report)
    return room
  }

  function onTrouble(kind: TroubleKind): void {
    if (isClosed) return
    if (kind === 'closed') changeDeviceState({ status: 'lost', link: 'off', trouble: troubleWords('closed') })
    else if (kind === 'lost') afterLoss().catch(ports.report)
  }

  /**
   * The database is open again; what was in it may be gone. What this tab still has in memory of
   * the queue goes in again.
   */
  async function afterLoss(): Promise<void> {
    const inMemory = activeStore.live.overlay.mutations().filter(({ state, name }) => state !== 'applied' && name !== voidName)
    const lostBefore = ports.marker.read(account)
    const { live } = activeStore
    const viewer = activeStore.viewer()
    const me = activeStore.me()
    const known = live.known()
    const onScreen = known.flatMap(({ row }) => (live.holds(`thread:${row.id}`) ? [`thread:${row.id}`] : []))
    const isGone = await markBorn(activeStore.store, ports.now())
    await activeStore.live.load()
    if (!isGone) return
    await activeStore.store.write((tx) =>
      tx.meta.put([
        { name: metaNames.viewer, value: viewer },
        { name: localMeta.me, value: me },
      ]),
    )
    // What is on the screen can be answered, and is followed again: what goes off below must come
    // back with its page (R7).
    for (const { table, row } of known) live.hint(table, row)
    if (account !== null) for (const shape of onScreen) await activeStore.core.follow(shape, 'visited')
    // What met the loss may have gone in already.
    const here = activeStore.live.overlay.mutations()
    const queued = inMemory.filter((mutation) => !here.some(({ at, args }) => at === mutation.at && isEqual(args, mutation.args)))
    // Ids are made by devices, so that what had arrived already happens once all the same (R4, R5).
    for (const { name, v, args, at, key } of queued) await activeStore.core.enqueue({ name, v, args, at, key })
    changeDeviceState({ trouble: troubleWords('lost', Math.max(0, lostBefore - inMemory.length)) })
    if (account !== null) await activeStore.core.follow(`me:${account}`, 'own')
    activeStore.nudge('shapes')
    activeStore.nudge('queue')
  }

  /** The disk cannot be written: from now on in memory. */
  async function goMemory(trouble: DeviceTrouble): Promise<void> {
    if (activeStore.room.inMemory !== null) throw trouble
    ports.report(trouble)
    const before = activeStore
    const viewer = before.viewer()
    const me = before.me()
    const known = before.live.known()
    before.stop()
    activeStore = await stand(trouble.kind)
    // What is on the screen can be answered, though nothing of it is stored here.
    for (const { table, row } of known) activeStore.live.hint(table, row)
    await activeStore.store.write((tx) =>
      tx.meta.put([
        { name: metaNames.viewer, value: viewer },
        { name: localMeta.me, value: me },
      ]),
    )
    await activeStore.settled()
  }

  /** Tries once more in memory when the disk failed. */
  async function withRoom<T>(work: (on: ActiveStore) => Promise<T>): Promise<T> {
    try {
      return await work(activeStore)
    } catch (error) {
      if (!(error instanceof DeviceTrouble) || error.kind === 'closed') throw error
      await goMemory(error)
      return work(activeStore)
    }
  }

  async function commit<Args>(mutation: Mutation<Args>, args: Args, draft?: string): Promise<Committed> {
    const valid = parseArgs(mutation, args)
    const committed = await withRoom((on) =>
      account === null ? commitLocally(on, mutation, valid) : commitQueued(on, mutation, valid, draft),
    )
    if (worthKeeping.includes(mutation.name)) askToKeep(activeStore).catch(ports.report)
    return committed
  }

  async function commitQueued<Args>(on: ActiveStore, mutation: Mutation<Args>, args: Args, draft?: string): Promise<Committed> {
    const now = ports.now()
    try {
      await on.live.overlay.dryRun(mutation, args, now)
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'conflict' || mutation.squash === undefined) throw error
      // What it replaces was changed elsewhere: its writer decides, here or in another tab, now or
      // after a restart.
      await on.core.refuse(mutationOf(mutation, args, now), wireErrorOf(error))
      await on.settled()
      return { n: null }
    }
    const { value } = await on.core.enqueue(mutationOf(mutation, args, now), takingAlong(draft))
    on.nudge('queue')
    await on.settled()
    return { n: value }
  }

  async function commitLocally<Args>(on: ActiveStore, mutation: Mutation<Args>, args: Args): Promise<Committed> {
    if (!visitorsMutations.includes(mutation.name)) throw new AppError('not-allowed', { reason: 'sign-in-first' })
    const run = layer(on.live.overlay.read)
    await mutation.run({ tx: run.tx, viewer: localViewer, now: ports.now() }, args)
    await on.store.write(async (tx) => {
      for (const { table, row } of run.writes.values()) if (row !== null) await tx.putRows(table.name, [row])
    })
    for (const { table, row } of run.writes.values()) noteVisitorReading(ports.visitorReading, table.name, row)
    await on.settled()
    return { n: null }
  }

  /** Once: some browsers ask the reader, and a second question would be a nuisance. */
  function askToKeep(on: ActiveStore): Promise<void> {
    asking ??= ask(on).finally(() => (asking = null))
    return asking
  }

  async function ask({ store, room }: ActiveStore): Promise<void> {
    if (room.inMemory !== null || (await store.read((tx) => tx.meta.get(localMeta.persisted))) !== undefined) return
    const isPersisted = await ports.storage.persist()
    if (isPersisted !== null) await store.write((tx) => tx.meta.put([{ name: localMeta.persisted, value: isPersisted }]))
  }

  function close(): void {
    isClosed = true
    endDocuments()
    activeStore.stop()
  }

  function followDocuments(of: string): () => void {
    const background = ports.startDocuments({ account: of, rows: documents, store: safely })
    const lead = () => background.lead(deviceState.get().isLeader)
    const leave = deviceState.subscribe(lead)
    const listener = ({ places, rooms }: Changed) => {
      if (places.size + rooms.size > 0) background.wrote()
    }
    listeners.add(listener)
    lead()
    return () => {
      leave()
      background.stop()
    }
  }

  // Once a start; what fails here is only untidy.
  emptyTrash(activeStore.store, ports.now()).catch(ports.report)

  const safely: Pick<LocalStore, 'read' | 'write'> = {
    read: (work) => activeStore.store.read(work),
    write: (work) => withRoom((on) => on.store.write(work)),
  }
  const drafts = openDrafts(safely, ports.now)
  const documents = openDocuments(safely, () => activeStore.store, ports.now)
  const endDocuments = account === null ? () => {} : followDocuments(account)
  const pages = openCachedPages({ read: (work) => activeStore.store.read(work), write: (work) => activeStore.store.write(work) }, ports.now)
  const storage = openStore({ account, ports, activeStore: () => activeStore, close })

  return {
    account,
    get viewer() {
      return account === null ? visitor : activeStore.viewer()
    },
    get me() {
      return activeStore.me()
    },
    read: {
      get: (table, id) => activeStore.live.read.get(table, id),
      getMany: (table, ids) => activeStore.live.read.getMany(table, ids),
      list: (query) => activeStore.live.read.list(query),
      count: (query) => activeStore.live.read.count(query),
    },
    confirmed: {
      get: (table, id) => activeStore.live.confirmed.get(table, id),
      getMany: (table, ids) => activeStore.live.confirmed.getMany(table, ids),
      list: (query) => activeStore.live.confirmed.list(query),
      count: (query) => activeStore.live.confirmed.count(query),
    },
    commit,
    hint: (table, row) => activeStore.live.hint(table, row),
    holds: (shape) => activeStore.live.holds(shape),
    async follow(shape, keep = 'visited') {
      if (account === null) return
      await withRoom((on) => on.core.follow(shape, keep))
      activeStore.nudge('shapes')
    },
    async pin(shape, isPinned) {
      if (account === null) return
      await withRoom((on) => on.core.pin(shape, isPinned))
      activeStore.nudge('shapes')
    },
    outbox: {
      async retry(n, args, draft) {
        await withRoom((on) => on.core.retry(n, args, takingAlong(draft)))
        activeStore.nudge('queue')
        await activeStore.settled()
      },
      async discard(n) {
        await activeStore.core.discard(n)
        await activeStore.settled()
      },
      async keepAsDraft(n, place, values) {
        // Without room it stays in the tray, and says so.
        await activeStore.core.discard(n, puttingBelow(place, values, ports.now()))
        await activeStore.settled()
      },
      async callBack(n) {
        try {
          const { value } = await activeStore.core.callBack(n)
          await activeStore.settled()
          return value.args
        } catch (error) {
          if (error instanceof AppError && error.code === 'conflict') return null
          throw error
        }
      },
    },
    drafts,
    documents,
    answers: {
      ...pages.answers,
      async keep(address, answer, keep) {
        await pages.answers.keep(address, answer, keep)
        await storage.keepWithinBudget()
      },
    },
    screens: {
      ...pages.screens,
      async keep(screen, answer, at) {
        await pages.screens.keep(screen, answer, at)
        await storage.keepWithinBudget()
      },
    },
    ...storage.api,
    nudge: () => activeStore.nudge('online'),
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    async setMe({ viewer, name, slug }) {
      const isOther = !isSameJson([viewer, name, slug], [activeStore.viewer(), activeStore.me().name, activeStore.me().slug])
      if (account === null || viewer.kind === 'visitor' || !isOther) return
      await withRoom((on) =>
        on.store.write((tx) =>
          tx.meta.put([
            { name: metaNames.viewer, value: viewer },
            { name: localMeta.me, value: { name, slug } },
          ]),
        ),
      )
      activeStore.nudge('signed-in')
      await activeStore.settled()
    },
    async adopt({ mutations, drafts: begun }) {
      // Not tried first: their threads may not be here yet. The server judges them.
      for (const mutation of mutations) await activeStore.core.enqueue(mutation)
      await activeStore.store.write((tx) => importDrafts(tx, begun))
      activeStore.nudge('queue')
    },
    isClosed: () => isClosed,
    close,
  }
}
