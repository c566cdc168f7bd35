/**
 * A tab's part in keeping the device in talk with the server: it leads, or tells the one that does.
 */
import type { ClientPorts, ClientStatus, Nudge, SyncClient } from './client-ports.ts'
import type { TabChannel } from '../tab-channel.ts'
import type { LeaderMessage, Leadership, Locks } from './leader.ts'
import { createClient } from './client.ts'
import { createLeadership } from './leader.ts'
import { reportTrouble } from './report-trouble.ts'

export type SyncMessage =
  | LeaderMessage
  | { readonly kind: 'nudge'; readonly why: Nudge }
  | { readonly kind: 'status'; readonly status: ClientStatus }
  /** A tab that has just come: how do things stand? */
  | { readonly kind: 'ask' }

export type SyncChannel = TabChannel<SyncMessage>

export interface SyncPorts extends Omit<ClientPorts, 'onStatus' | 'onDeposed'> {
  /**
   * `null` where the browser has none: every tab syncs by itself then, and each mutation still
   * happens once (R2).
   */
  readonly locks: Locks | null
  readonly channel: SyncChannel | null
  readonly account: string
  isVisible(): boolean
  onStatus(status: ClientStatus, isLeader: boolean): void
}

export interface DeviceSync {
  /**
   * `queue` after a mutation, `shapes` after `follow` or `release`; `visible`, `online`, `offline`
   * and the like as they happen.
   */
  nudge(why: Nudge): void
  sightChanged(): void
  stop(): void
}

export function startSync(ports: SyncPorts): DeviceSync {
  const { locks, channel, core } = ports
  let client: SyncClient | null = null
  let leadership: Leadership | null = null

  function begin(term: number | null): () => void {
    const mine = createClient(
      {
        ...ports,
        onStatus(status) {
          ports.onStatus(status, true)
          if (term !== null) channel?.post({ kind: 'status', status })
        },
        onDeposed: () => leadership?.stepDown(),
      },
      term,
    )
    client = mine
    mine.nudge('start')
    return () => {
      mine.stop()
      if (client === mine) client = null
      ports.onStatus(mine.status(), false)
    }
  }

  if (locks === null || channel === null) {
    const end = begin(null)
    return { nudge: (why) => client?.nudge(why), sightChanged: () => undefined, stop: end }
  }

  const elected = createLeadership({
    locks,
    lockName: `sync:${ports.account}`,
    timers: ports.timers,
    isVisible: ports.isVisible,
    post: (message) => channel.post(message),
    onLeadership: async () => begin((await core.lead()).value),
    onTrouble: (error) => reportTrouble(ports, error),
  })
  leadership = elected
  channel.listen((message) => {
    if (message.kind === 'nudge') client?.nudge(message.why)
    else if (message.kind === 'ask') {
      if (client !== null) channel.post({ kind: 'status', status: client.status() })
    } else if (message.kind === 'status') {
      if (client === null) ports.onStatus(message.status, false)
    } else elected.hear(message)
  })
  channel.post({ kind: 'ask' })
  return {
    nudge(why) {
      if (client !== null) client.nudge(why)
      else channel.post({ kind: 'nudge', why })
    },
    sightChanged: () => elected.sightChanged(),
    stop() {
      elected.stop()
      client?.stop()
      client = null
      channel.close()
    },
  }
}
