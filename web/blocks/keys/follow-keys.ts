/**
 * Handles single keys; what each does is fetched with the first. They rest while somebody writes,
 * on a page where a text is being written (the focus may have left it unseen), while a dialog is
 * open, and when the reader has turned them off. Never a named key, nor one with Ctrl, Alt or Meta:
 * those are the browser's and a screen reader's. The one exception is Ctrl+K for all commands.
 */
import type { KeyCommand } from '#shared/reading/key-commands.ts'
import { commandNames } from '#shared/reading/key-commands.ts'
import { currentKeys, keyOf } from '../../data/key-settings.ts'
import { takeKeys } from '../../data/light-page.ts'

/** How long the second key of two may take. */
const pairMs = 1_500

export function followKeys(go: (to: string) => void): void {
  let first = { key: '', at: 0 }
  document.addEventListener('keydown', (event) => {
    if (event.defaultPrevented || event.isComposing || event.altKey) return
    if (event.ctrlKey || event.metaKey) {
      // While one writes it makes a link.
      if (event.key !== 'k' || event.shiftKey || isBusy(event.target)) return
      event.preventDefault()
      return void import('./palette.ts').then(({ openPalette }) => openPalette(go), reportError)
    }
    if (event.key.length !== 1 || event.key === ' ' || !currentKeys().isOn || isBusy(event.target) || isForWriting()) return
    const isSecond = first.key !== '' && event.timeStamp - first.at < pairMs
    const typed = isSecond ? `${first.key} ${event.key}` : event.key
    first = { key: '', at: 0 }
    const command = commandOf(typed)
    if (command === undefined) {
      if (!isSecond && commandNames.some((name) => keyOf(currentKeys(), name).startsWith(`${event.key} `)))
        first = { key: event.key, at: event.timeStamp }
      return
    }
    // Some browsers open a search of their own with it.
    event.preventDefault()
    void import('./run-command.ts').then(({ runCommand }) => runCommand(command, go), reportError)
  })
  // As if they were pressed now: on a page without the app a key brings it first.
  for (const { key, code, altKey, ctrlKey, metaKey, shiftKey } of takeKeys())
    document.dispatchEvent(new KeyboardEvent('keydown', { key, code, altKey, ctrlKey, metaKey, shiftKey, bubbles: true, cancelable: true }))
}

function commandOf(typed: string): KeyCommand | undefined {
  const settings = currentKeys()
  return commandNames.find((name) => keyOf(settings, name) === typed)
}

function isBusy(target: EventTarget | null): boolean {
  const isWriting =
    target instanceof HTMLElement &&
    (target.isContentEditable ||
      target.closest('input, textarea, select, [role="textbox"], [role="listbox"], [role="menu"], .menu-items') !== null)
  // Last: it goes through the whole page, and somebody who writes presses many keys.
  return isWriting || document.querySelector('dialog:modal') !== null
}

const isForWriting = (): boolean => document.querySelector('.writing-editor [contenteditable="true"]') !== null
