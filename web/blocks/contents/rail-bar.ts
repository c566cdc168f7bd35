import { windowOnRail } from './rail-scale.ts'
import type { RailPoint } from './rail-scale.ts'

/**
 * The bar beside the contents: filled as far as one has read, with a window for what is in sight,
 * aligned with the headings. Gives the way to stop it.
 */
export function drawRailBar(list: HTMLElement): () => void {
  const bar = document.createElement('li')
  bar.className = 'toc-bar'
  bar.setAttribute('aria-hidden', 'true')
  const read = document.createElement('span')
  const seen = document.createElement('span')
  read.className = 'toc-read'
  seen.className = 'toc-seen'
  bar.append(read, seen)
  list.append(bar)
  let isAsked = false
  const draw = () => {
    isAsked = false
    if (!list.checkVisibility()) return
    const points = pointsOf(list)
    const { top, height } = windowOnRail(points, scrollY, scrollY + innerHeight)
    read.style.blockSize = `${top}px`
    seen.style.blockSize = `${height}px`
    seen.style.insetBlockStart = `${top}px`
  }
  const soon = () => {
    if (isAsked) return
    isAsked = true
    requestAnimationFrame(draw)
  }
  draw()
  addEventListener('scroll', soon, { passive: true })
  const sizes = new ResizeObserver(soon)
  sizes.observe(document.body)
  return () => {
    removeEventListener('scroll', soon)
    sizes.disconnect()
    bar.remove()
  }
}

/** Each entry with the top of its part; last the end of both. */
function pointsOf(list: HTMLElement): readonly RailPoint[] {
  const from = list.getBoundingClientRect().top
  const points: RailPoint[] = []
  for (const link of list.querySelectorAll<HTMLAnchorElement>('li > a[href^="#"]')) {
    const target = document.getElementById(decodeURIComponent(link.hash.slice(1)))
    if (target === null) continue
    const page = target.getBoundingClientRect().top + scrollY
    const last = points.at(-1)
    // Out of order, or hidden: not part of the scale.
    if (last !== undefined && page < last[0]) continue
    points.push([points.length === 0 ? 0 : page, link.getBoundingClientRect().top - from])
  }
  points.push([document.documentElement.scrollHeight, list.clientHeight])
  return points
}
