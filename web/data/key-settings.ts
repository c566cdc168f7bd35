import { useSyncExternalStore } from 'react'
import type { KeyCommand } from '#shared/reading/key-commands.ts'
import { isKeyChoice, isKeyCommand, keyCommands } from '#shared/reading/key-commands.ts'
import { createStore } from './store.ts'

/**
 * Which keys do what for this reader. Kept on the device, and by reader-settings.ts with the
 * account.
 */
export interface KeySettings {
  /** Keys without Ctrl or Alt do something. */
  readonly isOn: boolean
  /** Where the reader has chosen otherwise; empty: no key at all. */
  readonly keys: Readonly<Partial<Record<KeyCommand, string>>>
}

const keysKey = 'keys'
const fromTheStart: KeySettings = { isOn: true, keys: {} }
const settings = createStore<KeySettings>(fromTheStart)

/** From the start on the server and while hydrating, then the reader's own. */
export function useKeySettings(): KeySettings {
  return useSyncExternalStore(settings.subscribe, settings.get, () => fromTheStart)
}

export const currentKeys = settings.get
export const whenKeysChange = settings.subscribe

export const keyOf = ({ keys }: KeySettings, command: KeyCommand): string => keys[command] ?? keyCommands[command]

export function setKeys(next: KeySettings): void {
  // What is as from the start is not a choice.
  const keys = Object.fromEntries(
    Object.entries(next.keys).filter(([command, key]) => isKeyCommand(command) && key !== keyCommands[command]),
  )
  settings.set({ isOn: next.isOn, keys })
  try {
    localStorage.setItem(keysKey, JSON.stringify(settings.get()))
  } catch {
    // Storage is full or forbidden: the choice holds until the page is left.
  }
}

const following = { hasBegun: false }

/** Reads the settings, the first time it is called, and follows what other tabs change. */
export function startKeySettings(): void {
  if (following.hasBegun) return
  following.hasBegun = true
  try {
    settings.set(parseKeys(localStorage.getItem(keysKey)))
  } catch {
    return // storage is forbidden: nothing to follow
  }
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key === keysKey) settings.set(parseKeys(newValue))
  })
}

/** What was stored; whatever is no choice is as from the start. */
export function parseKeys(stored: string | null): KeySettings {
  let value: unknown = null
  try {
    value = JSON.parse(stored ?? '{}')
  } catch {
    return fromTheStart
  }
  if (typeof value !== 'object' || value === null) return fromTheStart
  const isOn = !('isOn' in value && value.isOn === false)
  const given = 'keys' in value && typeof value.keys === 'object' && value.keys !== null ? Object.entries(value.keys) : []
  const keys = given.filter(([command, key]) => isKeyCommand(command) && typeof key === 'string' && isKeyChoice(key))
  return { isOn, keys: Object.fromEntries(keys) }
}
