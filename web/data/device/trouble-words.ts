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
      return 'This device is out of space. Your text is sent right away but not saved here.'
    case 'closed':
      return 'A newer version of this site is open in another tab. Reload this tab to continue.'
    case 'stuck':
      return 'This device’s storage isn’t responding. Your text is sent right away but not saved here.'
    case 'none':
      return 'Your browser doesn’t store data for this site. Your text is sent right away but not saved here.'
    case 'corrupt':
      return 'This device can’t send: it’s out of step with the server. Download your unsent work.'
    case 'lost':
      return lostCount === 0
        ? 'Your browser cleared this site’s data. It will be downloaded again.'
        : `Your browser cleared this site’s data, including ${lostCount === 1 ? 'one unsent item' : `${lostCount} unsent items`}.`
  }
}
