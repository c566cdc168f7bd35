import type { MeAnswer } from '#shared/pages/page-data.ts'
import type { Device } from './device-api.ts'
import { currentDevice } from './current.ts'

/**
 * Fetches the late chunk and opens the device. Called after idle, and again whenever the server has
 * said who is here.
 * @param me what the server said; `null` when it could not be asked.
 */
export async function bringDevice(me: MeAnswer | null): Promise<Device> {
  const { openDevice } = await import('./device.ts')
  const device = await openDevice(me)
  currentDevice.set(device)
  return device
}

/** A mutation waits no longer for the device: then it goes another way, or is not done. */
const patienceMs = 4_000

/**
 * The device for a mutation: in the first moments of a start it is still on its way. `null` when it
 * does not come soon.
 */
export function deviceSoon(): Promise<Device | null> {
  const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), patienceMs))
  return Promise.race([whenDevice(), late])
}

/**
 * The device once it is there: for what may wait a moment for it. Never resolves where it never
 * comes.
 */
export function whenDevice(): Promise<Device> {
  const here = currentDevice.get()
  if (here !== null) return Promise.resolve(here)
  return new Promise((resolve) => {
    const leave = currentDevice.subscribe(() => {
      const device = currentDevice.get()
      if (device === null) return
      leave()
      resolve(device)
    })
  })
}
