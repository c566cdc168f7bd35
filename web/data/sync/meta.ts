import type { DeviceRead, DeviceTx } from '../device/port.ts'

/** Names of the single facts a device keeps beside its rows. */
export const metaNames = {
  /** This device's id, as the server knows it. */
  device: 'device',
  /** The highest number given to a mutation. */
  lastNumber: 'last-number',
  /** The highest number the server has answered, `later` included. */
  taken: 'taken',
  /** Of the store the rows came from. */
  epoch: 'epoch',
  /** The viewer of the last welcome: read policies and rules on this device judge by it. */
  viewer: 'viewer',
  /** Of the server's build. */
  build: 'build',
  /** The server's clock minus this device's, in ms. */
  clockOffset: 'clock-offset',
  /** Counts the leaders of this device; what an earlier one brings is too late. */
  term: 'term',
  /**
   * The highest number of a filling of any shape that was let go: a shape that is followed again
   * begins above it.
   */
  lastFilling: 'last-filling',
  /**
   * Set when this device's numbers can be used no more: answers are asked for up to here, then it
   * takes a new id.
   */
  newIdAbove: 'new-id-above',
  /** Until when no waiting mutation of a name is tried again, by name. */
  /** Counts how often the server turned out to be an earlier one (restored from a backup). */
  past: 'past',
  pauses: 'pauses',
  /** Day of the last `bye corrupt`: a second one stops the sending. */
  corruptAt: 'corrupt-at',
} as const
export type MetaName = (typeof metaNames)[keyof typeof metaNames]

export async function readNumber(tx: DeviceRead, name: MetaName): Promise<number> {
  const item = await tx.meta.get(name)
  return typeof item?.value === 'number' ? item.value : 0
}

export async function readText(tx: DeviceRead, name: MetaName): Promise<string | null> {
  const item = await tx.meta.get(name)
  return typeof item?.value === 'string' ? item.value : null
}

/** `null` when it was never set, or taken back. */
export async function readNumberOrNull(tx: DeviceRead, name: MetaName): Promise<number | null> {
  const item = await tx.meta.get(name)
  return typeof item?.value === 'number' ? item.value : null
}

/** By this device's clock: when the server said "later", and until when. */
export interface MutationPause {
  readonly from: number
  readonly until: number
}

/** By the name of the mutation. */
export async function readPauses(tx: DeviceRead): Promise<Readonly<Record<string, MutationPause>>> {
  const value = (await tx.meta.get(metaNames.pauses))?.value
  // Written by queue.ts alone, in this form.
  return typeof value === 'object' && value !== null ? (value as Record<string, MutationPause>) : {}
}

export async function writeMeta(tx: DeviceTx, name: MetaName, value: unknown): Promise<void> {
  await tx.meta.put([{ name, value }])
}
