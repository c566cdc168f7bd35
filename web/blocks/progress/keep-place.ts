/**
 * Remembers where a reader is in a post, by its words, for all their devices (a visitor's stay on
 * this one). Seldom: when the scrolling has stopped for a while in another paragraph than the last
 * time, and when the page is left. Never before they have scrolled themselves, and not while the
 * place they had before is still on offer above which they read. Having had 90 % of it in sight is
 * kept once.
 */
import type { TextPlace } from '#shared/reading/text-place.ts'
import { placeAt } from '#shared/reading/find-place.ts'
import type { ReadingPlaces } from './reading-places.ts'
import { blockAtLine, blocksOf, quotesOf, shareSeen } from './text-blocks.ts'

const restMs = 1_500
/** Not more often than this, but for leaving and for the end. */
const pauseMs = 20_000
const finishedAt = 0.9

interface KeepingOptions {
  readonly postId: string
  readonly places: ReadingPlaces
  /** The block of a place that is on offer and has not been reached; `null` when there is none. */
  readonly offered: () => number | null
  readonly now: () => number
}

/** Gives the way to stop it: then the last place is kept. */
export function keepPlace(essay: HTMLElement, { postId, places, offered, now }: KeepingOptions): () => void {
  const blocks = blocksOf(essay)
  const quotes = quotesOf(blocks)
  let here: { readonly place: TextPlace; readonly isFinished: boolean } | null = null
  let kept = { block: -1, isFinished: false, at: 0 }
  let isFinished = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const look = (): void => {
    const found = blockAtLine(blocks)
    if (found === null) return
    isFinished ||= shareSeen(essay) >= finishedAt
    here = { place: placeAt(quotes, found), isFinished }
  }
  const keep = (): void => {
    clearTimeout(timer)
    timer = undefined
    if (here === null || (here.place.block === kept.block && here.isFinished === kept.isFinished)) return
    const above = offered()
    if (above !== null && here.place.block < above && !here.isFinished) return
    const at = now()
    kept = { block: here.place.block, isFinished: here.isFinished, at }
    places.keep(postId, here, at)
  }
  const onScroll = (): void => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      look()
      const wait = here?.isFinished === kept.isFinished ? Math.max(0, kept.at + pauseMs - now()) : 0
      if (wait === 0) keep()
      else timer = setTimeout(keep, wait)
    }, restMs)
  }
  const onHide = (): void => {
    if (document.visibilityState !== 'hidden' || timer === undefined) return
    look()
    keep()
  }
  // A link may lead away at once: then there is nothing left to look at.
  const onClick = (): void => {
    if (timer !== undefined) look()
  }
  addEventListener('scroll', onScroll, { passive: true })
  addEventListener('click', onClick, { capture: true })
  document.addEventListener('visibilitychange', onHide)
  return () => {
    removeEventListener('scroll', onScroll)
    removeEventListener('click', onClick, { capture: true })
    document.removeEventListener('visibilitychange', onHide)
    // The page is gone already: what was seen last.
    if (timer !== undefined) keep()
  }
}
