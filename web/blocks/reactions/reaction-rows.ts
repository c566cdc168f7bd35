/**
 * Holds what is shown to what the device has: the counts it follows, and over them what is mine,
 * sent or not. It writes nothing.
 */
import { reactionsBy, reactionsUnder, reactionViews } from '#shared/reactions/queries.ts'
import type { Reaction } from '#shared/reactions/schema.ts'
import type { ReactionView } from '#shared/reactions/shown.ts'
import { withMine } from '#shared/reactions/shown.ts'
import { connection } from '../../data/connection.ts'
import type { Device } from '../../data/device/device-api.ts'
import { reportUnlessClosed } from '../../data/device/report-unless-closed.ts'
import { outbox } from '../../data/outbox.ts'
import { createStore } from '../../data/store.ts'
import { pendingWords } from '../comments/pending-words.ts'
import type { ReactedPage, LocalReaction, ServerReactions } from './local-reactions.ts'
import { localReactions } from './local-reactions.ts'
import { isSameJson } from '#shared/kernel/same.ts'

/** As the page says, for what the device knows nothing of. */
const said = createStore<ServerReactions>({})

export const rememberServerReactions = (next: ServerReactions): void => said.set(next)

/** How a thing stands, as it is shown. */
export const knownRows = (targetId: string): readonly LocalReaction[] => localReactions.get().get(targetId) ?? said.get()[targetId] ?? []

export function followRows(device: Device, first: ReactedPage) {
  let page = first
  let isGone = false
  let isReading = false
  let isStale = false
  let found: ReadonlyMap<string, Found> = new Map()
  const draw = () => show(new Map([...found].map(([id, one]) => [id, withStates(id, one)])))
  const read = async () => {
    if (isReading) {
      isStale = true
      return
    }
    isReading = true
    do {
      isStale = false
      const next = await readAll(device, page)
      if (isGone || isStale) continue
      found = next
      draw()
    } while (isStale && !isGone)
    isReading = false
  }
  const again = () => {
    read().catch((error: unknown) => {
      isReading = false
      reportUnlessClosed(error)
    })
  }
  const leaves = [
    device.subscribe(({ kinds }) => {
      if (kinds.has('reactions') || kinds.has('reaction_tallies')) again()
    }),
    outbox.subscribe(draw),
    connection.subscribe(draw),
  ]
  again()
  return {
    update(next: ReactedPage) {
      page = next
      again()
    },
    stop() {
      isGone = true
      for (const leave of leaves) leave()
    },
  }
}

/** Of one thing. */
interface Found {
  readonly views: readonly ReactionView[]
  readonly mine: readonly Reaction[]
}

async function readAll(device: Device, page: ReactedPage): Promise<ReadonlyMap<string, Found>> {
  const found = new Map<string, Found>()
  for (const postId of page.posts) {
    const mine = device.account === null ? [] : await device.read.list(reactionsBy(device.account, postId))
    const counted = device.holds(`thread:${postId}`) ? await device.confirmed.list(reactionsUnder(postId)) : null
    const base = new Map(Object.entries(await reactionViews(device.confirmed, counted ?? [])))
    const byTarget = Map.groupBy(mine, ({ targetId }) => targetId)
    for (const id of new Set([...base.keys(), ...byTarget.keys()])) {
      const below = base.get(id) ?? (counted === null ? (page.said[id] ?? []) : [])
      const own = byTarget.get(id) ?? []
      found.set(id, { views: withMine(below, own), mine: own })
    }
    // The device knows all there are: what the page still says beside is gone. Posts share no
    // things, so the page's others are left alone.
    if (counted !== null && page.posts.length === 1)
      for (const id of Object.keys(page.said)) if (!found.has(id)) found.set(id, { views: [], mine: [] })
  }
  return found
}

function withStates(id: string, { views, mine }: Found): readonly LocalReaction[] {
  const waiting = new Map<string, string>()
  for (const { part } of mine) {
    const pending = outbox.get().pendingByAbout.get(`react:${id}:${part}`)
    if (pending === undefined || pending.kind === 'saving' || (pending.kind === 'on-device' && connection.get())) continue
    waiting.set(part, pendingWords(pending, connection.get()))
  }
  return views.map((view) => {
    const state = waiting.get(view.part)
    return state === undefined ? view : { ...view, state }
  })
}

/** The same arrays where nothing differs, so that nothing is drawn. */
function show(next: ReadonlyMap<string, readonly LocalReaction[]>): void {
  const before = localReactions.get()
  let isChanged = next.size !== before.size
  const kept = new Map(
    [...next].map(([id, views]) => {
      const known = before.get(id)
      if (known !== undefined && isSameJson(known, views)) return [id, known]
      isChanged = true
      return [id, views]
    }),
  )
  if (isChanged) localReactions.set(kept)
}
