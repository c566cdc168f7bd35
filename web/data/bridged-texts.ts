/** What localStorage bridges of unsent texts (kept-text.ts), as a whole: for the device to take over, for signing out, and for what is too old. Late. */
import { deviceState } from './device-state.ts'
import type { Kept } from './kept-text.ts'
import { isOurs, isOver, parseKept, prefix, setState, typedIn } from './kept-text.ts'
import { mergeIntoForm } from './merge-into-form.ts'
import type { Typed } from './merge-typed.ts'

const keptForMs = 30 * 86_400_000

/** The device has what was typed before it was there, joined with what it had: the form shows it, and may say so, unless somebody has typed on. */
export function nowOnDevice(place: string, { values }: Kept, stored: Typed): void {
  const forms = [...document.querySelectorAll<HTMLFormElement>('form[data-keep][data-bridged]')]
  const form = forms.find((each) => each.dataset['keep'] === place)
  if (form === undefined) return
  mergeIntoForm(form, stored, values)
  if (deviceState.get().status === 'memory') return
  delete form.dataset['bridged']
  if (JSON.stringify(typedIn(form)) === JSON.stringify(stored)) setState(place, 'on-device')
}

/** Everything of whoever is here that was bridged, for the device to take over. */
export function bridgedTexts(): readonly (readonly [place: string, kept: Kept])[] {
  return keptKeys().flatMap((key) => {
    const kept = parseKept(localStorage.getItem(key))
    return kept === null || !isOurs(kept) ? [] : [[key.slice(prefix.length), kept] as const]
  })
}

/** At sign-out: nothing of a person stays on the device, and this page keeps nothing any more. */
export function forgetAllKept(): void {
  isOver.set(true)
  for (const key of keptKeys()) localStorage.removeItem(key)
}

/** Nobody comes back for it after so long. @param now ms since 1970 */
export function forgetOld(now: number): void {
  for (const key of keptKeys()) {
    const kept = parseKept(localStorage.getItem(key))
    if (kept === null || now - kept.at > keptForMs) localStorage.removeItem(key)
  }
}

function keptKeys(): readonly string[] {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(prefix))
  } catch {
    return []
  }
}
