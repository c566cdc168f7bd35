import { currentDevice } from '../../data/device/current.ts'
import { whenDevice } from '../../data/device/bring.ts'
import { reportUnlessClosed } from '../../data/device/report-unless-closed.ts'
import { keepPlace } from './keep-place.ts'
import type { Offer } from './offer-place.ts'
import { offerPlace } from './offer-place.ts'
import { showMinutesLeft } from './minutes-left.ts'

export interface ReadingFacts {
  readonly postId: string
  readonly isPublished: boolean
  readonly words: number
  readonly minutes: number
  readonly hasContents: boolean
}

/** What is read in one go needs no mark in it. */
const fewestWords = 300

/**
 * Follows a reader through a text: what is left, where they stopped, where they are. Gives the way
 * to stop it.
 */
export function followReading(essay: HTMLElement, { postId, isPublished, words, minutes, hasContents }: ReadingFacts): () => void {
  if (words <= fewestWords) return () => {}
  const stops = [showMinutesLeft(essay, { minutes, hasContents })]
  const stop = { isAsked: false }
  let offer: Offer | null = null
  if (isPublished) {
    stops.push(keepPlace(essay, { postId, offered: () => offer?.block() ?? null, now: Date.now }))
    void whenOwnDeviceIsReady(stop).then(async (device) => {
      // Who asked for a part of the page is led there, and who came back is where they were.
      const isWanted = () =>
        !stop.isAsked &&
        location.hash === '' &&
        !location.search.includes('commentId') &&
        !location.pathname.includes('/comment/') &&
        scrollY < innerHeight
      if (device !== null && isWanted()) offer = await offerPlace(device, postId, essay, isWanted)
      if (stop.isAsked) offer?.close()
    }, reportUnlessClosed)
  }
  return () => {
    stop.isAsked = true
    offer?.close()
    for (const end of stops) end()
  }
}

/** The device, once it knows what the reader's other devices have said. */
async function whenOwnDeviceIsReady(stop: { readonly isAsked: boolean }) {
  await whenDevice()
  for (;;) {
    const device = currentDevice.get()
    if (device === null || stop.isAsked) return null
    if (device.account === null || device.holds(`me:${device.account}`)) return device
    await new Promise<void>((resolve) => {
      const leave = device.subscribe(() => {
        leave()
        resolve()
      })
    })
  }
}
