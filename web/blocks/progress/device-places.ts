import { setReadingPlace } from '#shared/reading/mutations.ts'
import { readingPlaceId, readingPlaces } from '#shared/reading/schema.ts'
import { currentDevice } from '../../data/device/current.ts'
import { whenDevice } from '../../data/device/bring.ts'
import { localReader } from '../../data/device/local-reader.ts'
import { reportUnlessClosed } from '../../data/device/report-unless-closed.ts'
import { isRefusal } from '../refusal-of.ts'
import type { ReadingPlaces } from './reading-places.ts'

/** A reader's places on the device: a member's on all of theirs, a visitor's on this one. */
export const devicePlaces: ReadingPlaces = {
  async find(postId, isOver) {
    try {
      const device = await whenOwnDeviceIsReady(isOver)
      if (device === null) return null
      return (await device.read.get(readingPlaces, readingPlaceId(device.account ?? localReader, postId))) ?? null
    } catch (error) {
      reportUnlessClosed(error)
      return null
    }
  },
  keep(postId, { place, isFinished }, at) {
    currentDevice
      .get()
      ?.commit(setReadingPlace, { postId, place, isFinished, at })
      .catch((error: unknown) => {
        // Taken down meanwhile, or nothing of it is known here: nothing to go on with.
        if (!isRefusal(error)) reportUnlessClosed(error)
      })
  },
}

/** The device, once it knows what the reader's other devices have said. */
async function whenOwnDeviceIsReady(isOver: () => boolean) {
  await whenDevice()
  for (;;) {
    const device = currentDevice.get()
    if (device === null || isOver()) return null
    if (device.account === null || device.holds(`me:${device.account}`)) return device
    await new Promise<void>((resolve) => {
      const leave = device.subscribe(() => {
        leave()
        resolve()
      })
    })
  }
}
