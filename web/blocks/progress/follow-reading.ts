import { keepPlace } from './keep-place.ts'
import type { Offer } from './offer-place.ts'
import { offerPlace } from './offer-place.ts'
import { showMinutesLeft } from './minutes-left.ts'
import type { ReadingPlaces } from './reading-places.ts'

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
export function followReading(
  essay: HTMLElement,
  { postId, isPublished, words, minutes, hasContents }: ReadingFacts,
  places: ReadingPlaces,
): () => void {
  if (words <= fewestWords) return () => {}
  const stops = [showMinutesLeft(essay, { minutes, hasContents })]
  const stop = { isAsked: false }
  let offer: Offer | null = null
  if (isPublished) {
    stops.push(keepPlace(essay, { postId, places, offered: () => offer?.block() ?? null, now: Date.now }))
    void places
      .find(postId, () => stop.isAsked)
      .then((stopped) => {
        // Who asked for a part of the page is led there, and who came back is where they were.
        const isWanted =
          !stop.isAsked &&
          location.hash === '' &&
          !location.search.includes('commentId') &&
          !location.pathname.includes('/comment/') &&
          scrollY < innerHeight
        if (stopped !== null && isWanted) offer = offerPlace(stopped, essay)
      })
  }
  return () => {
    stop.isAsked = true
    offer?.close()
    for (const end of stops) end()
  }
}
