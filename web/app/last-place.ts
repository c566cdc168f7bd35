/**
 * The installed app goes on where it was when the system ended it in the background: it begins at
 * its start page, with the page that was open last on top of it, so that "back" leads to the start
 * page. Only soon afterwards, and only in a window of its own: a new tab is a new errand.
 */
import { isInstalled } from '../data/is-installed.ts'

const key = 'last-place'
const goesOnForMs = 30 * 60_000

interface LastPlace {
  readonly address: string
  readonly at: number
}

/** Where to go on; `null` to stay. Asked once, at the start of a document. */
export function placeToGoOn(now: number): string | null {
  if (!isInstalled() || location.pathname !== '/' || history.length > 1) return null
  const last = lastPlace()
  return last === null || last.address === '/' || now - last.at > goesOnForMs || now < last.at ? null : last.address
}

/** Notes where the reader is whenever the app goes out of sight. */
export function rememberPlace(now: () => number): void {
  if (!isInstalled()) return
  const note = () => {
    const place: LastPlace = { address: `${location.pathname}${location.search}${location.hash}`, at: now() }
    try {
      localStorage.setItem(key, JSON.stringify(place))
    } catch {
      // Full or forbidden: the app begins at its start page.
    }
  }
  document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && note())
}

function lastPlace(): LastPlace | null {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(key) ?? 'null')
    if (typeof value !== 'object' || value === null || !('address' in value) || !('at' in value)) return null
    const { address, at } = value
    // A path on this site and nothing else, whoever wrote it.
    return typeof address === 'string' && /^\/(?!\/)/u.test(address) && typeof at === 'number' ? { address, at } : null
  } catch {
    return null
  }
}
