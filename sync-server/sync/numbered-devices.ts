import type { StoreTransaction } from '#server/store/port.ts'
import type { Device } from './device-tables.ts'
import { devices } from './device-tables.ts'
import { hourMs } from '#shared/kernel/durations.ts'

export interface Greeting {
  readonly device: string
  readonly userId: string
  readonly schema: number
  readonly rightsKey: string
}

export type Met =
  /** `rightsKey`: of the greeting before this one, `null` at the first. */
  | { readonly kind: 'met'; readonly lastMutation: number; readonly open: readonly number[]; readonly rightsKey: string | null }
  | { readonly kind: 'foreign' }

export interface Acknowledgement {
  readonly device: string
  readonly userId: string
  readonly upTo: number
}

/**
 * Devices of one batch: each read once and written once, however many mutations of it the batch
 * holds. Whoever commits calls `flush` first.
 */
export class DevicesInBatch {
  readonly #tx: StoreTransaction
  readonly #byId = new Map<string, Device>()
  readonly #changed = new Set<string>()

  constructor(tx: StoreTransaction) {
    this.#tx = tx
  }

  async find(id: string): Promise<Device | undefined> {
    const known = this.#byId.get(id) ?? (await this.#tx.get(devices, id))
    if (known !== undefined) this.#byId.set(id, known)
    return known
  }

  /**
   * The device as it stands; one that nobody has heard of is this account's from the moment it is
   * `set`.
   */
  async get(id: string, userId: string, now: number): Promise<Device> {
    const fresh = { id, userId, schema: 0, lastMutation: 0, openNumbers: [], ackedUpTo: 0, rightsKey: '', lastSeenAt: now }
    return (await this.find(id)) ?? fresh
  }

  set(device: Device): void {
    this.#byId.set(device.id, device)
    this.#changed.add(device.id)
  }

  async flush(): Promise<void> {
    for (const id of this.#changed) {
      const device = this.#byId.get(id)
      if (device !== undefined) await this.#tx.put(devices, device)
    }
    this.#changed.clear()
  }
}

const staleAfterMs = hourMs

export async function meetDevice(inBatch: DevicesInBatch, { device: id, userId, schema, rightsKey }: Greeting, now: number): Promise<Met> {
  const before = await inBatch.find(id)
  const device = before ?? (await inBatch.get(id, userId, now))
  if (device.userId !== userId) return { kind: 'foreign' }
  const isNews = device.schema !== schema || device.rightsKey !== rightsKey || now - device.lastSeenAt > staleAfterMs
  if (before === undefined || isNews) inBatch.set({ ...device, schema, rightsKey, lastSeenAt: now })
  // A device that has pushed before it ever greeted has no key yet.
  const known = before === undefined || before.rightsKey === '' ? null : before.rightsKey
  return { kind: 'met', lastMutation: device.lastMutation, open: device.openNumbers, rightsKey: known }
}

/** Never beyond what was taken: a device cannot acknowledge answers that it has not had. */
export async function acknowledgeUpTo(inBatch: DevicesInBatch, { device: id, userId, upTo }: Acknowledgement): Promise<void> {
  const device = await inBatch.find(id)
  if (device === undefined || device.userId !== userId) return
  const ackedUpTo = Math.min(upTo, device.lastMutation)
  if (ackedUpTo > device.ackedUpTo) inBatch.set({ ...device, ackedUpTo })
}
