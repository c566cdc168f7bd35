import { embedFrame } from '#shared/text/embeds.ts'
import { embedFrameElement } from './embed-frame.ts'

/**
 * Buttons in a text that need nothing but the page: embeds load on a click, code is copied. Gives
 * the way to remove them.
 */
export function addTextControls(root: HTMLElement): () => void {
  const stops = [loadEmbeds(root), ...[...root.querySelectorAll<HTMLElement>('.essay pre[aria-label]')].map(copyCode)]
  return () => stops.forEach((stop) => stop())
}

/** A button beside each embed's link: nothing is asked of the other site before it is pressed. */
function loadEmbeds(root: HTMLElement): () => void {
  const made: HTMLElement[] = []
  for (const link of root.querySelectorAll<HTMLAnchorElement>('a.embed')) {
    const frame = embedFrame(link.href)
    if (frame === null) continue
    const button = document.createElement('button')
    button.type = 'button'
    button.className = 'btn embed-load'
    button.textContent = `Load ${frame.name}`
    button.addEventListener('click', () => {
      const shown = embedFrameElement(frame)
      button.replaceWith(shown)
      made.push(shown)
      shown.focus()
    })
    link.after(button)
    made.push(button)
  }
  return () => made.forEach((element) => element.remove())
}

/** Above a listing: its language, and a button that copies it. */
function copyCode(pre: HTMLElement): () => void {
  const bar = document.createElement('div')
  bar.className = 'code-bar'
  const language = /^Code, (.+)$/.exec(pre.ariaLabel ?? '')?.[1]
  if (language !== undefined) bar.append(Object.assign(document.createElement('span'), { textContent: language }))
  const button = Object.assign(document.createElement('button'), { type: 'button', className: 'linkish', textContent: 'Copy' })
  const word = Object.assign(document.createElement('span'), { className: 'sr' })
  word.setAttribute('role', 'status')
  button.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(pre.textContent ?? '')
      word.textContent = button.textContent = 'Copied'
    } catch {
      word.textContent = button.textContent = 'Your browser doesn’t allow copying'
    }
    setTimeout(() => (button.textContent = 'Copy'), 1_500)
  })
  bar.append(button, word)
  pre.before(bar)
  return () => bar.remove()
}
