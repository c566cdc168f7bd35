/** Posts in lists and comments, as the keys go through them. */
const selector = 'main :is(.row, article.c), main details.c-folded > summary'

/**
 * The one that has the focus in it, or the one at the top of the window; `null` while a text is
 * read.
 */
export function currentItem(): HTMLElement | null {
  const focused = document.activeElement?.closest<HTMLElement>(':is(.row, article.c, details.c-folded > summary)') ?? null
  if (focused !== null) return focused
  return items().find((item) => isInSight(item)) ?? null
}

/** Something in the item, or else of the post itself. */
export function partOf(item: HTMLElement | null, inside: string): HTMLElement | null {
  return item?.querySelector<HTMLElement>(inside) ?? (item === null ? document.querySelector<HTMLElement>(`main :is(${inside})`) : null)
}

export function move(step: 1 | -1): void {
  const all = items()
  const focused = document.activeElement?.closest<HTMLElement>(':is(.row, article.c, details.c-folded > summary)') ?? null
  const at = focused === null ? nearest(all, step) : all.indexOf(focused) + step
  const item = all[at]
  if (item === undefined) return
  const stop = item.matches('.row') ? item.querySelector<HTMLElement>('.row-title a') : item
  if (stop === null) return
  if (item.matches('article')) item.tabIndex = -1
  stop.focus({ preventScroll: true })
  // Marked as with the Tab key: the reader has to see where they are.
  item.scrollIntoView({ block: item.matches('.row') ? 'nearest' : 'start' })
}

export function openItem(): void {
  const item = currentItem()
  if (item === null) return
  if (item.tagName === 'SUMMARY') return item.click()
  const link = item.querySelector<HTMLAnchorElement>('.row-title a, .when')
  link?.click()
}

/**
 * From a reply to what it answers; from the first of a thread, from a post or a list `otherwise`.
 */
export function toParent(otherwise: () => void): void {
  const focused = document.activeElement?.closest('li[data-comment]')
  const parent = focused?.parentElement?.closest('li[data-comment]')?.querySelector<HTMLElement>(':scope > article.c') ?? null
  if (parent === null) return otherwise()
  parent.tabIndex = -1
  parent.focus({ preventScroll: true })
  parent.scrollIntoView({ block: 'start' })
}

export function fold(isOpen: boolean): void {
  const item = currentItem()
  if (item?.tagName === 'SUMMARY') {
    const details = item.parentElement
    if (details instanceof HTMLDetailsElement) details.open = isOpen
    return
  }
  const button = item?.querySelector<HTMLElement>('.c-fold')
  if (button?.getAttribute('aria-expanded') === String(!isOpen)) button.click()
}

/** What is drawn, in order; a thread that is folded counts as one. */
function items(): readonly HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>(selector)].filter((item) => item.checkVisibility())
}

/** Nobody stands on one yet: the first below the top of the window, or the last above it. */
function nearest(all: readonly HTMLElement[], step: 1 | -1): number {
  const below = all.findIndex((item) => item.getBoundingClientRect().top >= 0)
  if (step === 1) return below
  return below === -1 ? all.length - 1 : below - 1
}

function isInSight(item: HTMLElement): boolean {
  const { top, bottom } = item.getBoundingClientRect()
  return bottom > 72 && top < innerHeight / 2
}
