import { openFloat } from '../float.ts'

/** The sign beside a heading copies its address, and says so. Gives the way to stop it. */
export function copyAnchors(main: HTMLElement): () => void {
  const onClick = async (event: MouseEvent) => {
    const anchor = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a.anchor') : null
    if (anchor === null || event.metaKey || event.ctrlKey) return
    try {
      await navigator.clipboard.writeText(anchor.href)
    } catch {
      return // The browser forbids it; the click has put the address into its bar.
    }
    const word = document.createElement('p')
    word.textContent = 'Link copied'
    word.setAttribute('role', 'status')
    const float = openFloat(anchor, word, { className: 'word-float' })
    setTimeout(float.close, 1_500)
  }
  main.addEventListener('click', onClick)
  return () => main.removeEventListener('click', onClick)
}
