import { useSyncExternalStore } from 'react'
import type { Look, LookName } from '#shared/reading/look.ts'
import { defaultLook, isLookChoice, lookNames } from '#shared/reading/look.ts'
import { createStore } from './store.ts'

/**
 * The reader's own settings, kept on the device (and, by reader-settings.ts, with the account).
 * Each is a `data-` attribute of `<html>` under its name; the inline script
 * (web/app/late-start.inline.js) sets them before the first paint, whatever is stored under this
 * key.
 */
export const lookKey = 'look'

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
  const chosen = lookNames.map((name) => [name, isLookChoice(name, given[name]) ? given[name] : defaultLook[name]])
  return Object.fromEntries(chosen) as Look // every name, each with one of its choices
}

/** Only what differs from the default is stored, and set on `<html>`. */
export function differences(look: Look): Readonly<Partial<Record<LookName, string>>> {
  return Object.fromEntries(lookNames.filter((name) => look[name] !== defaultLook[name]).map((name) => [name, look[name]]))
}

const look = createStore<Look>(defaultLook)

/** The defaults on the server and while hydrating, then the reader's own. */
export function useLook(): Look {
  return useSyncExternalStore(look.subscribe, look.get, () => defaultLook)
}

/** As it is now; the defaults before `startLook`. */
export const currentLook = look.get

export const whenLookChanges = look.subscribe

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
  // The device's own light and dark stand in the document already.
  if (look.get().theme !== defaultLook.theme) paintBrowserBar()
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

/**
 * The title bar of the installed app takes the colour of the paper. Asks for styles: not while the
 * page starts.
 */
function paintBrowserBar(): void {
  const paper = getComputedStyle(document.body).backgroundColor
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) meta.content = paper
}
