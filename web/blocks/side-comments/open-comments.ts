import { openFloat } from '../float.ts'

/**
 * Shows the comments that quote a paragraph, beside it, each with the way to its place in the
 * discussion.
 */
export function openComments(button: HTMLElement, ids: readonly string[]): void {
  const box = document.createElement('div')
  for (const id of ids) {
    const article = document.querySelector(`:is(#answers, #comments) [data-comment="${id}"]`)?.querySelector('article')
    if (!article) continue
    const part = document.createElement('section')
    part.className = 'c'
    for (const selector of ['.c-head', '.c-body']) {
      const copy = article.querySelector(selector)?.cloneNode(true)
      if (!(copy instanceof Element)) continue
      for (const named of copy.querySelectorAll('[id]')) named.removeAttribute('id')
      for (const beside of copy.querySelectorAll('.in-margin')) beside.remove()
      part.append(copy)
    }
    const link = document.createElement('a')
    link.href = `#${id}`
    link.textContent = 'Open in the discussion'
    link.addEventListener('click', () => float.close())
    part.append(link)
    box.append(part)
  }
  const float = openFloat(button, box, { className: 'card aside-float', onClose: () => button.focus({ preventScroll: true }) })
  float.box.querySelector<HTMLElement>('a[href^="#"]')?.focus({ preventScroll: true })
}
