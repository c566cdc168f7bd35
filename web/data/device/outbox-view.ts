import type { Mutation } from '#shared/kernel/mutation.ts'
import { voidName } from '#shared/sync/protocol.ts'
import type { Outbox, OutboxItem, Pending } from '../outbox.ts'
import { pendingIndex } from '../outbox.ts'
import type { QueuedDeed, RefusedDeed } from './port.ts'

interface OutboxFacts {
  readonly queue: readonly QueuedDeed[]
  readonly refused: readonly RefusedDeed[]
  readonly isLinkOn: boolean
  readonly stuckSince: number | null
}

/** The queue as it is shown. An unchanged deed gives the same item again, so that a long list is not drawn anew. */
export function outboxView(mutations: readonly Mutation<unknown>[]): (facts: OutboxFacts) => Outbox {
  const byName = new Map(mutations.map((mutation) => [mutation.name, mutation]))
  let before = new Map<QueuedDeed | RefusedDeed, OutboxItem>()

  return ({ queue, refused, isLinkOn, stuckSince }) => {
    const items = new Map<QueuedDeed | RefusedDeed, OutboxItem>()
    const steady = <Deed extends QueuedDeed | RefusedDeed>(deed: Deed, make: () => OutboxItem): OutboxItem => {
      const known = before.get(deed)
      const item = known ?? make()
      items.set(deed, item)
      return item
    }
    const isShown = ({ name }: QueuedDeed | RefusedDeed) => name !== voidName && byName.get(name)?.isQuiet !== true
    const waiting = queue.filter(isShown).map((deed) => {
      const pending = pendingOf(deed, isLinkOn)
      const item = steady(deed, () => waitingItem(deed, pending, byName))
      if (isSamePending(item.pending, pending)) return item
      const moved = { ...item, pending }
      items.set(deed, moved)
      return moved
    })
    const tray = refused.filter(isShown).map((deed) => steady(deed, () => refusedItem(deed, byName)))
    before = items
    return { waiting, refused: tray, isStuck: stuckSince !== null, stuckSince, pendingByAbout: pendingIndex(waiting) }
  }
}

function pendingOf(deed: QueuedDeed, isLinkOn: boolean): Pending | null {
  if (deed.state === 'applied') return null
  if (deed.state === 'later') return deed.waitUntil === null ? { kind: 'waiting' } : { kind: 'waiting', until: deed.waitUntil }
  return { kind: isLinkOn ? 'on-device' : 'not-sent-yet' }
}

function isSamePending(a: Pending | null, b: Pending | null): boolean {
  return a?.kind === b?.kind && a?.until === b?.until
}

function waitingItem(deed: QueuedDeed, pending: Pending | null, byName: ReadonlyMap<string, Mutation<unknown>>): OutboxItem {
  const { n, name, args, at, isOffered } = deed
  return {
    n,
    name,
    args,
    at,
    pending,
    canBeCalledBack: !isOffered,
    about: aboutOf(deed, byName),
    error: null,
    refusedAt: null,
    current: null,
  }
}

function refusedItem(deed: RefusedDeed, byName: ReadonlyMap<string, Mutation<unknown>>): OutboxItem {
  const { n, name, args, at, error, refusedAt, current } = deed
  return { n, name, args, at, pending: null, canBeCalledBack: false, about: aboutOf(deed, byName), error, refusedAt, current }
}

/** The row it makes; else its key; else the rows it changes. Arguments of another version are not understood: nothing. */
function aboutOf(deed: QueuedDeed | RefusedDeed, byName: ReadonlyMap<string, Mutation<unknown>>): readonly string[] {
  const mutation = byName.get(deed.name)
  if (mutation === undefined || mutation.version !== deed.v) return []
  const made = mutation.makes?.(deed.args) ?? mutation.key?.(deed.args)
  return made === undefined ? (mutation.needs?.(deed.args) ?? []) : [made]
}
