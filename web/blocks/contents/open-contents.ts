import { openSheet } from '../../ui/sheet.ts'
import '../reading/comfort-styles.ts'

/** To the contents: beside the text on a desktop, in a sheet where there is no such place. */
export function openContents(): void {
  const rail = document.querySelector<HTMLElement>('.rail.toc')
  if (rail?.checkVisibility()) {
    const entries = [...rail.querySelectorAll<HTMLAnchorElement>('a')].filter((link) => link.checkVisibility())
    ;(entries.find((link) => link.hasAttribute('aria-current')) ?? entries[0])?.focus()
    return
  }
  const list = rail?.querySelector('ol:not(.toc-discussion)')
  if (!list) return
  const nav = document.createElement('nav')
  nav.className = 'toc'
  nav.setAttribute('aria-label', 'Contents')
  const copy = document.importNode(list, true)
  copy.querySelector('.toc-bar')?.remove()
  nav.append(copy)
  const sheet = openSheet({ title: 'Contents', className: 'contents-sheet', content: nav })
  const here = copy.querySelector<HTMLElement>('[aria-current]')
  here?.focus()
  here?.scrollIntoView({ block: 'center' })
  // The dialog gives the focus back to where it was: the page is moved after it.
  sheet.addEventListener('click', ({ target }) => {
    const link = target instanceof Element ? target.closest('a') : null
    if (link === null) return
    const part = document.getElementById(decodeURIComponent(link.hash.slice(1)))
    requestAnimationFrame(() => part?.scrollIntoView())
  })
}
