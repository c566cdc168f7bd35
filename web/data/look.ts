import { useSyncExternalStore } from 'react'
import { createStore } from './store.ts'

/**
 * The reader's own settings, kept on the device. Each is a `data-` attribute of `<html>` under its name here; the inline script
 * (web/app/late-start.inline.js) sets them before the first paint, so the names and the storage key must agree with it.
 */
export const lookChoices = {
  theme: ['system', 'light', 'dark', 'sepia', 'contrast'],
  size: ['1', '2', '3', '4', '5'],
  face: ['serif', 'sans', 'system', 'legible'],
  width: ['narrow', 'medium', 'wide'],
  lines: ['ragged', 'justified'],
  talk: ['serif', 'sans'],
} as const

export type LookName = keyof typeof lookChoices
export type Look = { readonly [Name in LookName]: (typeof lookChoices)[Name][number] }

export const lookKey = 'look'
export const defaultLook: Look = { theme: 'system', size: '2', face: 'serif', width: 'medium', lines: 'ragged', talk: 'serif' }

/** What was stored, by name; whatever is not a choice falls back to the default. */
export function parseLook(stored: string | null): Look {
  let values: unknown = null
  try {
    values = JSON.parse(stored ?? '{}')
  } catch {
    return defaultLook
  }
  if (typeof values !== 'object' || values === null) return defaultLook
  const given = values as Readonly<Record<string, unknown>> // an object, seen above
  const chosen = lookNames.map((name) => [name, isChoice(name, given[name]) ? given[name] : defaultLook[name]])
  return Object.fromEntries(chosen) as Look // every name, each with one of its choices
}

/** Only what differs from the default is stored, and set on `<html>`. */
export function differences(look: Look): Readonly<Partial<Record<LookName, string>>> {
  return Object.fromEntries(lookNames.filter((name) => look[name] !== defaultLook[name]).map((name) => [name, look[name]]))
}

export const lookNames = Object.keys(lookChoices) as readonly LookName[] // keys of a constant

const look = createStore<Look>(defaultLook)

/** The defaults on the server and while hydrating, then the reader's own. */
export function useLook(): Look {
  return useSyncExternalStore(look.subscribe, look.get, () => defaultLook)
}

export function setLook(change: Partial<Look>): void {
  const next: Look = { ...look.get(), ...change }
  look.set(next)
  applyLook(next)
  try {
    localStorage.setItem(lookKey, JSON.stringify(differences(next)))
  } catch {
    // Storage is full or forbidden: the choice holds until the page is left.
  }
}

const following = { hasBegun: false }

/** Reads the settings, the first time it is called, and follows what other tabs change. */
export function startLook(): void {
  if (following.hasBegun) return
  following.hasBegun = true
  try {
    look.set(parseLook(localStorage.getItem(lookKey)))
  } catch {
    return // storage is forbidden: nothing to follow
  }
  window.addEventListener('storage', (event) => {
    if (event.key !== lookKey) return
    look.set(parseLook(event.newValue))
    applyLook(look.get())
  })
  paintBrowserBar()
}

function applyLook(chosen: Look): void {
  const given = differences(chosen)
  for (const name of lookNames) {
    const value = given[name]
    if (value === undefined) document.documentElement.removeAttribute(`data-${name}`)
    else document.documentElement.setAttribute(`data-${name}`, value)
  }
  paintBrowserBar()
}

/** The title bar of the installed app takes the colour of the paper. Asks for styles: not while the page starts. */
function paintBrowserBar(): void {
  const paper = getComputedStyle(document.body).backgroundColor
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) meta.content = paper
}

function isChoice(name: LookName, value: unknown): boolean {
  return lookChoices[name].some((choice) => choice === value)
}
