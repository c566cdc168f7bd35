import { currentKeys } from '../../../data/key-settings.ts'

/**
 * `n` goes to the next change, `p` to the one before; never while somebody types or when single
 * keys are off. @returns how to stop it.
 */
export function listenForJumps(): () => void {
  const jump = (event: KeyboardEvent) => {
    if ((event.key !== 'n' && event.key !== 'p') || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
    if (!currentKeys().isOn) return
    const changes = [...document.querySelectorAll<HTMLElement>('.cmp-change')]
    const top = (element: HTMLElement): number => element.getBoundingClientRect().top
    const at = changes.findIndex((change) => change === document.activeElement)
    // Without one in hand: from where one reads.
    const next =
      at >= 0
        ? changes[at + (event.key === 'n' ? 1 : -1)]
        : event.key === 'n'
          ? changes.find((change) => top(change) > 8)
          : changes.findLast((change) => top(change) < -8)
    if (next === undefined) return
    event.preventDefault()
    next.scrollIntoView({ block: 'center' })
    next.focus({ preventScroll: true })
  }
  document.addEventListener('keydown', jump)
  return () => document.removeEventListener('keydown', jump)
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || target.matches('input:not([type="radio"]), textarea, select'))
}
