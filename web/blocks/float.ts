/**
 * One thing floats over the page at a time: a hover card or a footnote. Placed by script, so it is
 * only ever made by one.
 */
import './float-styles.ts'

export interface Float {
  readonly box: HTMLElement
  readonly close: () => void
}

const gap = 6
const edge = 8
let made = 0

/**
 * Shows `content` by an anchor: below it, or above where there is no room. Escape closes it, and so
 * do a click elsewhere and scrolling far; `onClose` hears of it once. The anchor is described by it
 * while it is open.
 */
export function openFloat(
  anchor: HTMLElement,
  content: Node,
  { className, onClose }: { readonly className: string; readonly onClose?: () => void },
): Float {
  const box = document.createElement('div')
  made += 1
  box.id = `float-${made}`
  box.className = `float ${className}`
  // Manual: its own closing rules, and a hover card must not close a menu.
  box.popover = 'manual'
  box.append(content)
  document.body.append(box)
  box.showPopover()
  place(box, anchor)
  const before = anchor.getAttribute('aria-describedby')
  anchor.setAttribute('aria-describedby', box.id)
  const top = anchor.getBoundingClientRect().top
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape') close()
  }
  const onPress = (event: Event) => {
    if (event.target instanceof Node && !box.contains(event.target) && !anchor.contains(event.target)) close()
  }
  const onScroll = () => {
    if (Math.abs(anchor.getBoundingClientRect().top - top) > 120) close()
    else place(box, anchor)
  }
  function close(): void {
    if (!box.isConnected) return
    document.removeEventListener('keydown', onKey)
    document.removeEventListener('pointerdown', onPress)
    removeEventListener('scroll', onScroll)
    if (before === null) anchor.removeAttribute('aria-describedby')
    else anchor.setAttribute('aria-describedby', before)
    box.remove()
    onClose?.()
  }
  document.addEventListener('keydown', onKey)
  document.addEventListener('pointerdown', onPress)
  addEventListener('scroll', onScroll, { passive: true })
  return { box, close }
}

/** Below the anchor, or above where there is no room; never beyond the window's edge. */
export function place(box: HTMLElement, anchor: HTMLElement): void {
  // Of a link over two lines, the first line.
  const at = anchor.getClientRects()[0] ?? anchor.getBoundingClientRect()
  const { offsetWidth: width, offsetHeight: height } = box
  const left = Math.max(edge, Math.min(at.left, innerWidth - width - edge))
  const fitsBelow = at.bottom + gap + height + edge <= innerHeight || at.top < height + gap + edge
  box.style.left = `${left}px`
  box.style.top = `${fitsBelow ? at.bottom + gap : at.top - gap - height}px`
}

/** The arrow keys lead through the items of a menu, and around. */
export function walk(menu: HTMLElement, event: KeyboardEvent): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  if (step === 0) return
  event.preventDefault()
  const items = [...menu.querySelectorAll<HTMLElement>('a, button')]
  const at = items.findIndex((item) => item === document.activeElement)
  items[(at + step + items.length) % items.length]?.focus()
}
