import type { TextPlace } from '#shared/reading/text-place.ts'
import { findPlace } from '#shared/reading/find-place.ts'
import type { StoppedAt } from './reading-places.ts'
import { blockAtLine, blocksOf, quotesOf, scrollToPlace } from './text-blocks.ts'

/** Less than this many windows away is no distance to be led over. */
const worthwhile = 0.8

export interface Offer {
  /** The block that is offered and has not been reached; `null` when nothing is on offer. */
  readonly block: () => number | null
  readonly close: () => void
}

/**
 * Where the reader stopped, on whichever device, offered in a line at the foot of the window;
 * `null` where there is nothing to go on with.
 */
export function offerPlace(stopped: StoppedAt, essay: HTMLElement): Offer | null {
  if (stopped.isFinished) return null
  const blocks = blocksOf(essay)
  const found = findPlace(quotesOf(blocks), stopped.place)
  const element = found === null ? undefined : blocks[found.block]
  if (found === null || element === undefined || found.block < 2) return null
  // What is folded away is far enough.
  if (element.getClientRects().length > 0 && element.getBoundingClientRect().top - innerHeight * worthwhile < 0) return null
  let isOpen = true
  const bar = document.createElement('aside')
  bar.className = 'go-on'
  bar.setAttribute('aria-label', 'Where you left off')
  const go = Object.assign(document.createElement('button'), { type: 'button', className: 'linkish' })
  const words = Object.assign(document.createElement('q'), { textContent: beginning(stopped.place) })
  words.dir = 'auto'
  words.lang = essay.lang
  go.append('Continue at ', words.textContent === '' ? `${Math.round(stopped.place.share * 100)}%` : words)
  const leave = Object.assign(document.createElement('button'), { type: 'button', className: 'btn quiet small', textContent: 'No' })
  leave.setAttribute('aria-label', 'No, start from the beginning')
  bar.append(go, leave)
  const close = () => {
    isOpen = false
    removeEventListener('scroll', onScroll)
    bar.remove()
  }
  const start = scrollY
  const onScroll = () => {
    const here = blockAtLine(blocks)?.block ?? 0
    // There already, or reading on from where they are.
    if (here >= found.block || scrollY > start + 2.5 * innerHeight) close()
  }
  go.addEventListener('click', () => {
    close()
    scrollToPlace(blocks, found)
    element.tabIndex = -1
    element.focus({ preventScroll: true })
  })
  leave.addEventListener('click', close)
  addEventListener('scroll', onScroll, { passive: true })
  document.body.append(bar)
  return { block: () => (isOpen ? found.block : null), close }
}

/** Enough to know it again. */
function beginning({ quote }: TextPlace): string {
  const words = quote.split(' ')
  return words.length <= 8 ? quote : `${words.slice(0, 8).join(' ')} …`
}
