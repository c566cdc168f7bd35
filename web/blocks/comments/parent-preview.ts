import type { Float } from '../float.ts'
import { openFloat } from '../float.ts'
import { createStore } from '../../data/store.ts'

const shown = createStore<{ readonly link: HTMLElement; readonly float: Float } | null>(null)

/**
 * What a reply answers, beside the arrow that leads to it; nothing while that stands in sight. Goes
 * when the pointer leaves the arrow.
 */
export function showParent(link: HTMLAnchorElement): void {
  if (shown.get()?.link === link) return
  const article = document.getElementById(link.hash.slice(1))?.querySelector<HTMLElement>('article')
  const body = article?.querySelector<HTMLElement>('.c-body')
  if (!article || !body || isInSight(article)) return
  const words = body.cloneNode(true)
  // Ids stand once in a page.
  if (words instanceof HTMLElement)
    for (const element of [words, ...words.querySelectorAll<HTMLElement>('[id]')]) element.removeAttribute('id')
  const by = document.createElement('p')
  by.className = 'meta'
  by.textContent = article.querySelector('.by')?.textContent ?? ''
  const content = document.createDocumentFragment()
  content.append(by, words)
  const float = openFloat(link, content, { className: 'c-parent', onClose: () => shown.set(null) })
  shown.set({ link, float })
  link.addEventListener('pointerleave', float.close, { once: true })
  link.addEventListener('click', float.close, { once: true })
}

function isInSight(element: HTMLElement): boolean {
  const { top, bottom } = element.getBoundingClientRect()
  return bottom > 0 && top >= 0 && top < innerHeight
}
