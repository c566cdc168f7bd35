import type { DeviceTroubleWords } from '../device-state.ts'

/**
 * What is said when the device cannot keep things. The work itself is always somewhere else then:
 * in the field, on its way, or downloadable.
 */
export function troubleWords(kind: DeviceTroubleWords['kind'], lostCount = 0): DeviceTroubleWords {
  return { kind, words: wordsFor(kind, lostCount), lostCount }
}

function wordsFor(kind: DeviceTroubleWords['kind'], lostCount: number): string {
  switch (kind) {
    case 'full':
      return 'This device has no room left. What you write now is sent at once and not kept here.'
    case 'closed':
      return 'A newer version of this site is open in another tab. Reload this one to go on.'
    case 'stuck':
      return 'This device’s storage does not answer. What you write now is sent at once and not kept here.'
    case 'none':
      return 'This browser keeps nothing for this site. What you write now is sent at once and not kept here.'
    case 'corrupt':
      return 'Sending from this device has stopped, because its record of what was sent does not fit the server’s. Download your unsent work.'
    case 'lost':
      return lostCount === 0
        ? 'The browser has thrown away what was kept on this device. It comes again from the server.'
        : `The browser has thrown away what was kept on this device, and with it ${lostCount === 1 ? 'one unsent item' : `${lostCount} unsent items`}.`
  }
}
