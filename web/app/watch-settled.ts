/** Follows what the device has come to, for `settled.ts`. Part of the late chunk. */
import type { Device } from '../data/device/device-api.ts'
import { deviceState } from '../data/device-state.ts'
import { outbox } from '../data/outbox.ts'
import { settle } from './settled.ts'

export function watchSent(): void {
  const look = () => {
    const { waiting, refused } = outbox.get()
    const { status } = deviceState.get()
    settle('sent', (status === 'open' || status === 'memory') && waiting.length + refused.length === 0)
  }
  outbox.subscribe(look)
  deviceState.subscribe(look)
  look()
}

/** The shown page is stored: settled as soon as each shape that this device follows is complete. */
export async function settleDevice(device: Device, isStillShown: () => boolean): Promise<void> {
  const look = async () => {
    const held = await device.held()
    // A member's device has shapes of its own from the first session on.
    const hasBegun = device.account === null || held.some(({ kind }) => kind === 'shape')
    if (!isStillShown() || !hasBegun || !held.every(({ isComplete }) => isComplete)) return
    leave()
    settle('device')
  }
  const leave = device.subscribe(({ shapes }) => {
    if (!isStillShown()) leave()
    else if (shapes.size > 0) void look()
  })
  await look()
}
