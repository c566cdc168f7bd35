/**
 * Everything that stands on one store: the core that writes it, what components read of it, the
 * light stores, the session with the server and with the other tabs. When the store must be given
 * up (no room, no answer), the device opens another one of these in memory.
 */
import type { Viewer } from '#shared/kernel/viewer.ts'
import { deviceMutations } from '#shared/device-registry.ts'
import { devicePolicies } from '#shared/device-policies.ts'
import { changeDeviceState } from '../device-state.ts'
import type { ClientStatus } from '../sync/client-ports.ts'
import type { Core } from '../sync/core.ts'
import { createCore } from '../sync/core.ts'
import { metaNames } from '../sync/meta.ts'
import type { DeviceMe } from './device-api.ts'
import type { DevicePorts } from './device-ports.ts'
import type { LightViews } from './light-views.ts'
import type { Live } from './live.ts'
import type { LocalChange } from './local-change.ts'
import type { LocalStore } from './local-store.ts'
import type { TroubleKind } from './port.ts'
import type { Room } from './rooms.ts'
import type { Tabs } from './tabs.ts'
import { databaseOf } from './database-of.ts'
import { localMeta } from './device-ports.ts'
import { keepBookmarked } from './keep-bookmarked.ts'
import { forgetArrivedWords } from './arrived-words.ts'
import { keepConversations } from './keep-conversations.ts'
import { keepSynonyms } from '../search/keep-synonyms.ts'
import { keepOwnDrafts } from './keep-own-drafts.ts'
import { openLightViews } from './light-views.ts'
import { openLive } from './live.ts'
import { localReader, localViewer } from './local-reader.ts'
import { troubleWords } from './trouble-words.ts'
import { isSameJson } from '#shared/kernel/same.ts'

export interface ActiveStore {
  readonly room: Room
  readonly store: LocalStore
  readonly core: Core
  readonly live: Live
  /** As the server last said. */
  viewer(): Viewer
  me(): DeviceMe
  readonly tabs: Tabs | null
  nudge(why: 'queue' | 'shapes' | 'online' | 'signed-in'): void
  /** Everything that was written has been taken in. */
  settled(): Promise<void>
  stop(): void
}

export interface ActiveStoreDeps {
  readonly account: string | null
  readonly ports: DevicePorts
  /** The database was taken away: by a newer version, or by the browser. */
  readonly onTrouble: (kind: TroubleKind) => void
  /** Another tab has wiped it. */
  readonly onWiped: () => void
  readonly openRoom: (handlers: RoomHandlers) => Promise<Room>
}

export interface RoomHandlers {
  readonly onChange: (change: LocalChange) => void
  readonly onTrouble: (kind: TroubleKind) => void
  readonly onBlocked: () => void
}

export async function openActiveStore({ account, ports, openRoom, onTrouble, onWiped }: ActiveStoreDeps): Promise<ActiveStore> {
  const database = databaseOf(account)
  let live: Live | null = null
  let views: LightViews | null = null
  let facts: Facts = { viewer: null, me: { name: null, slug: null } }
  let status: ClientStatus | null = null
  let stuckSince: number | null = null
  let settling: Promise<void> = Promise.resolve()
  let tabs: Tabs | null = null

  function take(change: LocalChange): void {
    if (live === null) return
    settling = live.take(change).catch(ports.report)
    if (change.meta.includes(metaNames.viewer) || change.meta.includes(localMeta.me))
      settling = settling.then(readFacts).catch(ports.report)
  }

  async function readFacts(): Promise<void> {
    const before = facts.viewer
    facts = await factsIn(room.store)
    if (!isSameJson(before, facts.viewer)) await live?.viewerChanged()
  }

  function onStatus(next: ClientStatus, isLeader: boolean): void {
    const isStuck = next.trouble === 'stuck'
    stuckSince = isStuck ? (stuckSince ?? ports.now()) : null
    const wasOn = status?.link === 'on'
    status = next
    changeDeviceState({ link: next.link, isLeader, ...(next.clockOffset === null ? {} : { clockOffset: next.clockOffset }) })
    if (next.trouble === 'corrupt') changeDeviceState({ trouble: troubleWords('corrupt') })
    if (wasOn !== (next.link === 'on') || isStuck) views?.showOutbox()
  }

  const room = await openRoom({
    onChange(change) {
      tabs?.post({ kind: 'changed', change })
      take(change)
    },
    onTrouble,
    onBlocked: () => tabs?.post({ kind: 'let-go' }),
  })
  const { store } = room
  // What is in memory is this tab's alone.
  if (room.inMemory === null) {
    tabs = ports.tabs(database)
    tabs.listen((message) => {
      if (message.kind === 'changed') take(message.change)
      else if (message.kind === 'wiped') onWiped()
      else {
        store.close()
        onTrouble('closed')
      }
    })
  }

  facts = await factsIn(store)
  // A visitor's marks are judged and shown like a member's of that name.
  const viewer = (): Viewer => (account === null ? localViewer : (facts.viewer ?? unknownMember(account)))
  live = await openLive({
    ...ports,
    store,
    mutations: deviceMutations,
    policies: devicePolicies,
    viewer,
    onBug: ports.report,
    onTaken: (change) => views?.take(change),
  })
  views = await openLightViews({
    store,
    live,
    reader: account ?? localReader,
    mutations: deviceMutations,
    isLinkOn: () => status?.link === 'on',
    stuckSince: () => stuckSince,
    onUnsent: (count) => ports.marker.write(account, count),
    report: ports.report,
  })
  const byName = new Map(deviceMutations.map((mutation) => [mutation.name, mutation]))
  const core = createCore({ store, account: account ?? '', mutation: (name) => byName.get(name), now: ports.now, newId: ports.newId })
  const lockName = room.inMemory === null ? account : `${account ?? ''}:memory:${ports.newId()}`
  const sync = account === null || lockName === null ? null : ports.startSync({ account: lockName, core, onStatus })
  const opened = { live, views }
  const keeping = { account: account ?? '', store, live, core, nudge: () => sync?.nudge('shapes'), report: ports.report }
  const ends =
    account === null ? [] : [keepBookmarked(keeping), keepOwnDrafts(keeping), keepConversations(keeping), forgetArrivedWords(keeping)]

  if (account !== null) keepSynonyms(keeping).catch(ports.report)

  return {
    room,
    store,
    core,
    live,
    viewer,
    me: () => facts.me,
    tabs,
    nudge: (why) => sync?.nudge(why),
    async settled() {
      await settling
      await opened.views.settled()
    },
    stop() {
      for (const end of ends) end()
      sync?.stop()
      tabs?.close()
      tabs = null
      opened.views.close()
      live = null
      store.close()
    },
  }
}

interface Facts {
  /** `null`: the server has not said yet. */
  readonly viewer: Viewer | null
  readonly me: DeviceMe
}

async function factsIn(store: LocalStore): Promise<Facts> {
  const [viewer, me] = await store.read((tx) => Promise.all([tx.meta.get(metaNames.viewer), tx.meta.get(localMeta.me)]))
  // Both are written by this app alone, from the server's own answers.
  return { viewer: (viewer?.value as Viewer | undefined) ?? null, me: (me?.value as DeviceMe | undefined) ?? { name: null, slug: null } }
}

/**
 * Until the server has said more: a member without any distinction, whose mutations the server will
 * judge.
 */
const unknownMember = (userId: string): Viewer => ({
  ...localViewer,
  userId,
  postingDisabled: false,
  commentingDisabled: false,
  votingDisabled: false,
})
