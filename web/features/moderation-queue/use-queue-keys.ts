import { useEffect, useRef } from 'react'
import { currentKeys } from '../../data/key-settings.ts'

/** @returns whether the key did something here. */
export type OnKey = (key: string) => boolean

/**
 * Single keys of the page, before the site's own. They rest while somebody writes, while a dialog
 * is open, and when the reader has turned single keys off.
 */
export function useQueueKeys(onKey: OnKey): void {
  const latest = useRef(onKey)
  useEffect(() => {
    latest.current = onKey
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || event.altKey || event.ctrlKey || event.metaKey) return
      if (!currentKeys().isOn || isBusy(event)) return
      if (latest.current(event.key)) event.preventDefault()
    }
    document.addEventListener('keydown', listen, true)
    return () => document.removeEventListener('keydown', listen, true)
  }, [])
}

const writing = 'textarea, select, [contenteditable="true"], [role="textbox"], [role="listbox"], [role="menu"], .menu-items'
/** What Enter and the arrows do there is the browser's. */
const pressed = 'a, button, summary, input'

function isBusy({ target, key }: KeyboardEvent): boolean {
  if (document.querySelector('dialog:modal') !== null || !(target instanceof HTMLElement)) return true
  if (target.closest(writing) !== null || target.matches('input:not([type=radio], [type=checkbox])')) return true
  return key === 'Enter' && target.closest(pressed) !== null
}
