/**
 * Marks the entry of the contents whose part is at the top of the window. Gives the way to stop it.
 */
export function markSection(main: HTMLElement): () => void {
  const entries = new Map<string, HTMLElement[]>()
  for (const link of document.querySelectorAll<HTMLAnchorElement>('.toc a[href^="#"]')) {
    const id = decodeURIComponent(link.hash.slice(1))
    entries.set(id, [...(entries.get(id) ?? []), link])
  }
  const targets = [...entries.keys()].map((id) => document.getElementById(id)).filter((target) => target !== null)
  const order = (a: Element, b: Element) => (a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1)
  const places = targets.toSorted(order)
  const passed = new Set<Element>()
  let current = ''
  const mark = () => {
    const id = places.findLast((place) => passed.has(place))?.id ?? main.id
    if (id === current) return
    for (const link of entries.get(current) ?? []) link.removeAttribute('aria-current')
    for (const link of entries.get(id) ?? []) {
      link.setAttribute('aria-current', 'true')
      keepInSight(link)
    }
    current = id
  }
  // Watched is everything above the lower two thirds of the window, however far up: a place is in
  // it once it has been passed, also by a jump.
  const watcher = new IntersectionObserver(
    (seen) => {
      for (const { target, isIntersecting } of seen) {
        if (isIntersecting) passed.add(target)
        else passed.delete(target)
      }
      mark()
    },
    { rootMargin: '9999999px 0px -67% 0px' },
  )
  for (const place of places) watcher.observe(place)
  return () => watcher.disconnect()
}

/** Scrolls the list of contents itself, never the page. */
export function keepInSight(link: HTMLElement): void {
  const list = link.closest<HTMLElement>('.rail')
  if (list === null || list.scrollHeight <= list.clientHeight) return
  const at = link.offsetTop - list.offsetTop
  if (at < list.scrollTop || at > list.scrollTop + list.clientHeight - 48) list.scrollTop = at - list.clientHeight / 3
}
