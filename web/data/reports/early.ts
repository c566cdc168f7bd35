import { textOf } from './error-text.ts'

/**
 * Brings the part that reports errors; what the inline script has caught so far goes with it. Where
 * it does not come, it is tried again with the next network, and else the next start tells.
 */
export function bringReports(): Promise<void> {
  return import('./start-reports.ts').then((part) => void part.startReports()).catch(keepForLater)
}

function keepForLater(): void {
  addEventListener('online', bringReports, { once: true })
  try {
    localStorage.setItem('unreported', JSON.stringify((window.__errors ?? []).slice(0, 5).map(textOf)))
  } catch {
    // Nothing can be kept here.
  }
}
