import { openContents } from '../contents/open-contents.ts'
import { shareSeen } from './text-blocks.ts'

/**
 * Says how much there is still to read: beside the contents on a desktop, on a phone in a line
 * below the bar at the top, with which it comes and goes and which leads to the contents. Never
 * said aloud by itself.
 */
export function showMinutesLeft(
  essay: HTMLElement,
  { minutes, hasContents }: { readonly minutes: number; readonly hasContents: boolean },
): () => void {
  const beside = document.createElement('span')
  beside.className = 'toc-left'
  document.querySelector('.rail.toc .toc-head')?.append(beside)
  const line = document.createElement('div')
  line.className = 'read-line'
  const left = document.createElement('span')
  if (hasContents) {
    const button = Object.assign(document.createElement('button'), { type: 'button', className: 'linkish', textContent: 'Contents' })
    button.addEventListener('click', openContents)
    line.append(button)
  }
  line.append(left)
  document.body.append(line)
  let isAsked = false
  let said = ''
  const show = () => {
    isAsked = false
    const { top, bottom } = essay.getBoundingClientRect()
    line.hidden = top > 0 || bottom < 80
    const rest = Math.ceil(minutes * (1 - shareSeen(essay)))
    const words = rest === 0 ? '' : `${rest} min left`
    if (words === said) return
    said = words
    left.textContent = words
    beside.textContent = words === '' ? '' : ` · ${words}`
  }
  const onScroll = () => {
    if (isAsked) return
    isAsked = true
    requestAnimationFrame(show)
  }
  show()
  addEventListener('scroll', onScroll, { passive: true })
  addEventListener('resize', onScroll)
  return () => {
    removeEventListener('scroll', onScroll)
    removeEventListener('resize', onScroll)
    line.remove()
    beside.remove()
  }
}
