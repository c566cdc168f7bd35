import type { Mutation } from '#shared/kernel/mutation.ts'
import { voidName } from '#shared/sync/protocol.ts'
import type { Outbox, OutboxItem, Pending } from '../outbox.ts'
import { pendingIndex } from '../outbox.ts'
import type { QueuedMutation, RefusedMutation } from './port.ts'

interface OutboxFacts {
  readonly queue: readonly QueuedMutation[]
  readonly refused: readonly RefusedMutation[]
  readonly isLinkOn: boolean
  readonly stuckSince: number | null
}

/**
 * The queue as it is shown. An unchanged mutation gives the same item again, so that a long list is
 * not drawn anew.
 */
export function outboxView(mutations: readonly Mutation<unknown>[]): (facts: OutboxFacts) => Outbox {
  const byName = new Map(mutations.map((mutation) => [mutation.name, mutation]))
  let before = new Map<QueuedMutation | RefusedMutation, OutboxItem>()

  return ({ queue, refused, isLinkOn, stuckSince }) => {
    const items = new Map<QueuedMutation | RefusedMutation, OutboxItem>()
    const steady = <Mutation extends QueuedMutation | RefusedMutation>(entry: Mutation, make: () => OutboxItem): OutboxItem => {
      const known = before.get(entry)
      const item = known ?? make()
      items.set(entry, item)
      return item
    }
    const isShown = ({ name }: QueuedMutation | RefusedMutation) => name !== voidName && byName.get(name)?.isQuiet !== true
    const waiting = queue.filter(isShown).map((entry) => {
      const pending = pendingOf(entry, isLinkOn)
      const item = steady(entry, () => waitingItem(entry, pending, byName))
      if (isSamePending(item.pending, pending)) return item
      const moved = { ...item, pending }
      items.set(entry, moved)
      return moved
    })
    const tray = refused.filter(isShown).map((entry) => steady(entry, () => refusedItem(entry, byName)))
    before = items
    return { waiting, refused: tray, isStuck: stuckSince !== null, stuckSince, pendingByAbout: pendingIndex(waiting) }
  }
}

function pendingOf(entry: QueuedMutation, isLinkOn: boolean): Pending | null {
  if (entry.state === 'applied') return null
  if (entry.state === 'later') {
    const { waitUntil, waitReason = null } = entry
    // Then it is only asked about again: nobody knows when its pictures will be there.
    const until = waitReason === 'pictures-on-their-way' ? null : waitUntil
    return { kind: 'waiting', ...(until !== null && { until }), ...(waitReason !== null && { reason: waitReason }) }
  }
  return { kind: isLinkOn ? 'on-device' : 'not-sent-yet' }
}

function isSamePending(a: Pending | null, b: Pending | null): boolean {
  return a?.kind === b?.kind && a?.until === b?.until && a?.reason === b?.reason
}

function waitingItem(entry: QueuedMutation, pending: Pending | null, byName: ReadonlyMap<string, Mutation<unknown>>): OutboxItem {
  const { n, name, args, at, isOffered } = entry
  return {
    n,
    name,
    args,
    at,
    pending,
    canBeCalledBack: !isOffered,
    about: aboutOf(entry, byName),
    error: null,
    refusedAt: null,
    current: null,
  }
}

function refusedItem(entry: RefusedMutation, byName: ReadonlyMap<string, Mutation<unknown>>): OutboxItem {
  const { n, name, args, at, error, refusedAt, current } = entry
  return { n, name, args, at, pending: null, canBeCalledBack: false, about: aboutOf(entry, byName), error, refusedAt, current }
}

/**
 * The row it makes; else its key; else the rows it changes. Arguments of another version are not
 * understood: nothing.
 */
function aboutOf(entry: QueuedMutation | RefusedMutation, byName: ReadonlyMap<string, Mutation<unknown>>): readonly string[] {
  const mutation = byName.get(entry.name)
  if (mutation === undefined || mutation.version !== entry.v) return []
  const made = mutation.makes?.(entry.args) ?? mutation.key?.(entry.args)
  return made === undefined ? (mutation.needs?.(entry.args) ?? []) : [made]
}
