import { useEffect, useState } from 'react'

/** Longer than the pause between two words, two clicks, or reading what one has just opened. */
const calmMs = 5_000
const signs = ['pointerdown', 'pointermove', 'pointerup', 'keydown', 'input', 'scroll', 'focusin', 'focusout'] as const

/**
 * Whether nobody is in the middle of anything: for what comes up unasked. It may come only some
 * seconds after the last move, so never between a button's press and its release, and never while
 * something is being written; once there it stays until a field is entered or a form is opened.
 */
export function useIsCalm(isAsked: boolean): boolean {
  const [isCalm, setCalm] = useState(false)
  useEffect(() => {
    if (!isAsked) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const wait = () => {
      clearTimeout(timer)
      timer = setTimeout(() => (isWriting(document) ? wait() : setCalm(true)), calmMs)
    }
    const onSign = ({ type }: Event) => {
      if ((type === 'focusin' || type === 'input') && isWriting(document)) setCalm(false)
      wait()
    }
    wait()
    for (const sign of signs) addEventListener(sign, onSign, { passive: true, capture: true })
    return () => {
      clearTimeout(timer)
      for (const sign of signs) removeEventListener(sign, onSign, { capture: true })
    }
  }, [isAsked])
  return isCalm
}

/** A field in use, words in a form that are not sent, or a form that was opened to write in. */
function isWriting(root: Document): boolean {
  if (root.activeElement?.matches('textarea, input, select, [contenteditable="true"]')) return true
  if (root.querySelector('dialog[open], .c-place, .tray form') !== null) return true
  return [...root.querySelectorAll('textarea')].some((field) => field.value.trim() !== '')
}
