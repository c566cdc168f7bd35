/**
 * How the inline script (late-start.inline.js) knows before anything is loaded whether this browser
 * gets the app or the light script: by a cookie that says no more than "a member signs in here"
 * (the server sets it too, session-cookie.ts), and by a mark for visitors with something of their
 * own.
 */

/** As long as browsers keep a cookie. */
const maxAgeSeconds = 400 * 24 * 3600

/** The mark as it stands; each sign-in sets another one. `undefined`: none. */
export const currentMark = (): string | undefined => /\bmember=([^;]*)/u.exec(document.cookie)?.[1]

/**
 * Whether a member is here, or has a database here with what may still be unsent. Browsers that
 * signed in before there was the mark get it now.
 * @param asOf the mark as it was when that was asked: one that was set since is another sign-in's,
 *   and stays.
 */
export function markRank(isMember: boolean, asOf: string | undefined): void {
  const mark = currentMark()
  if ((mark !== undefined) === isMember || mark !== asOf) return
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  document.cookie = `member=${isMember ? 1 : ''}; Path=/; Max-Age=${isMember ? maxAgeSeconds : 0}; SameSite=Lax${secure}`
}

const ownKey = 'own-here'

/**
 * A visitor has written something, or wants pages kept: from now on pages begin with the app, which
 * shows it.
 */
export function markOwn(): void {
  try {
    localStorage.setItem(ownKey, '1')
  } catch {
    // Forbidden: then nothing is kept of what was written either.
  }
}

/** @see markOwn */
export function hasOwn(): boolean {
  try {
    return localStorage.getItem(ownKey) !== null
  } catch {
    return false
  }
}
