const markedForMs = 3_000

/**
 * Opens what a comment is folded into, brings it to the top of the window and marks it for a
 * moment.
 * @returns the way to end the mark; `too-deep` when the page has only a link in its place; `null`
 *   when it is not here.
 */
export function pointAt(commentId: string): (() => void) | 'too-deep' | null {
  const target = document.getElementById(commentId)
  if (target === null) return null
  if (target.matches('.c-on > span')) return 'too-deep'
  for (
    let box = target.closest('details:not(.c-more)');
    box instanceof HTMLDetailsElement;
    box = box.parentElement?.closest('details') ?? null
  )
    box.open = true
  const fold = target.querySelector<HTMLDetailsElement>(':scope > details.c-folded')
  if (fold !== null) fold.open = true
  target.toggleAttribute('data-open', true)
  target.scrollIntoView({ block: 'start' })
  target.classList.add('pointed')
  const unmark = () => target.classList.remove('pointed')
  const timer = setTimeout(unmark, markedForMs)
  return () => {
    clearTimeout(timer)
    unmark()
  }
}
