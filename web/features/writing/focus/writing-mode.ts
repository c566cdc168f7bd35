import { createStore } from '../../../data/store.ts'

/**
 * How one writes on this device: with nothing around the text, as signs of Markdown. Kept until it
 * is changed.
 */
type WritingMode = { readonly isFocused: boolean; readonly isMarkdown: boolean }

const storageKey = 'writing-mode'
const plainMode: WritingMode = { isFocused: false, isMarkdown: false }
const mode = createStore<WritingMode>(readMode())

export const writingMode = { get: mode.get, subscribe: mode.subscribe }

export function setWritingMode(change: Partial<WritingMode>): void {
  const next = { ...mode.get(), ...change }
  mode.set(next)
  try {
    localStorage.setItem(storageKey, JSON.stringify(next))
  } catch {
    // Full or forbidden: it holds until the page is left.
  }
}

function readMode(): WritingMode {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '{}')
    const isOn = (name: string) => typeof value === 'object' && value !== null && Reflect.get(value, name) === true
    return { isFocused: isOn('isFocused'), isMarkdown: isOn('isMarkdown') }
  } catch {
    return plainMode
  }
}
