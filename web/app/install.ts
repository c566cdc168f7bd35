/**
 * When the offer to install is made: after the first thing saved for later or on the second visit,
 * never at first sight, and never again after a "no". Two facts are remembered, which say nothing
 * about anybody: that there was a visit, and that there was a "no".
 */
const key = 'install'
const visitKey = 'visit'

export type InstallMemory = 'first-visit' | 'came-back' | 'declined'

type Kept = Pick<Storage, 'getItem' | 'setItem'>

/**
 * Counts this visit once a tab, and says what is known. Where storage is forbidden every visit is
 * the first.
 */
export function rememberVisit(local: Kept, session: Kept): InstallMemory {
  try {
    const known = local.getItem(key)
    if (known === 'declined') return 'declined'
    if (session.getItem(visitKey) !== null) return known === 'came-back' ? 'came-back' : 'first-visit'
    session.setItem(visitKey, '1')
    const next: InstallMemory = known === null ? 'first-visit' : 'came-back'
    local.setItem(key, next)
    return next
  } catch {
    return 'first-visit'
  }
}

export function declineInstall(local: Kept): void {
  try {
    local.setItem(key, 'declined')
  } catch {
    // Forbidden: then it is asked again.
  }
}

interface OfferFacts {
  readonly memory: InstallMemory
  /** Something was saved for later. */
  readonly hasSaved: boolean
  readonly isInstalled: boolean
  /** The browser will ask on our behalf, or it is a device where it is done by hand. */
  readonly canInstall: boolean
}

export function isOffered({ memory, hasSaved, isInstalled, canInstall }: OfferFacts): boolean {
  if (isInstalled || !canInstall || memory === 'declined') return false
  return hasSaved || memory === 'came-back'
}
