import { useSyncExternalStore } from 'react'
import { createStore } from './store.ts'

export interface DeviceState {
  /**
   * `none`: not opened yet. `memory`: nothing can be stored, everything is sent at once. `lost`: it
   * closed under us.
   */
  readonly status: 'none' | 'opening' | 'open' | 'memory' | 'lost'
  /**
   * `auth`: signed out elsewhere, the queue waits for the same account. `old`: the app must be
   * renewed before it sends.
   */
  readonly link: 'off' | 'connecting' | 'on' | 'auth' | 'old'
  readonly isLeader: boolean
  /**
   * What is wrong with keeping things on this device, in words for the reader; `null` when nothing
   * is.
   */
  readonly trouble: DeviceTroubleWords | null
  /** The account this device belongs to; `null` for a visitor, and until it is open. */
  readonly account: string | null
  /**
   * The server's clock minus this device's, in ms: "waiting until" and all that is shown goes by
   * the server's.
   */
  readonly clockOffset: number
}

export interface DeviceTroubleWords {
  readonly kind: 'full' | 'closed' | 'lost' | 'stuck' | 'none' | 'corrupt'
  readonly words: string
  /** Mutations and drafts that are gone with the database; 0 for all else. */
  readonly lostCount: number
}

const nothingYet: DeviceState = { status: 'none', link: 'off', isLeader: false, trouble: null, account: null, clockOffset: 0 }

/** Filled by the late chunk. */
export const deviceState = createStore<DeviceState>(nothingYet)

export function useDeviceState(): DeviceState {
  return useSyncExternalStore(deviceState.subscribe, deviceState.get, () => nothingYet)
}

export function changeDeviceState(changes: Partial<DeviceState>): void {
  deviceState.set({ ...deviceState.get(), ...changes })
}

export function forgetDeviceState(): void {
  deviceState.set(nothingYet)
}
