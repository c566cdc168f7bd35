/**
 * The cookies of a browser: the session's secret, the proof that it has signed in here before, a
 * number by which its sign-ins are seen to be one browser's, and a mark that scripts can read: a
 * member signs in here. By the mark a page knows before it loads anything whether it needs the app
 * (web/data/rank-mark.ts); nothing is granted for it.
 */

import { randomInt } from 'node:crypto'
import { mailedSignInMs } from '#shared/accounts/mailed-sign-in-mutations.ts'
import { providerTimes } from '#shared/accounts/provider-mutations.ts'
import { secondFactorTimes } from '#shared/accounts/second-factor-mutations.ts'
import { traceFigures } from '#shared/alt-accounts/figures.ts'

/**
 * The longest that browsers keep a cookie. How long a session holds is the server's to say (180
 * days without use).
 */
const maxAgeSeconds = 400 * 24 * 3600
/** As long as what is noted of it. */
const browserAgeSeconds = traceFigures.traceMs / 1_000

export interface CookieJar {
  /** The secret sent with a request; `null` without one. */
  session(header: string | undefined): string | null
  device(header: string | undefined): string | null
  /** By which sign-ins of one browser are seen to be that (`sign-in-traces.ts`). */
  browser(header: string | undefined): string | null
  /** Whole `Set-Cookie` lines. */
  setSession(token: string): string
  setDevice(value: string): string
  setBrowser(value: string): string
  setMark(): string
  clearSession(): string
  /** The secret of a sign-in whose password was right; `null` without one. */
  startedSignIn(header: string | undefined): string | null
  setStartedSignIn(token: string): string
  clearStartedSignIn(): string
  /** The secret of a browser that asked to sign in by mail; `null` without one. */
  mailedSignIn(header: string | undefined): string | null
  setMailedSignIn(token: string): string
  clearMailedSignIn(): string
  /** The secret of a browser that went to the OpenID provider; `null` without one. */
  providerSignIn(header: string | undefined): string | null
  setProviderSignIn(token: string): string
  clearProviderSignIn(): string
  clearMark(): string
}

/**
 * `__Host-` names over https: no other host, path or plain connection can set them. Plain http (a
 * machine at home) has no such names. SameSite=Lax always, HttpOnly but for the mark.
 */
export function cookieJar(isHttps: boolean): CookieJar {
  const names = isHttps
    ? {
        session: '__Host-session',
        device: '__Host-device',
        browser: '__Host-browser',
        started: '__Host-sign-in',
        mailed: '__Host-mailed-sign-in',
        provider: '__Host-provider',
      }
    : { session: 'session', device: 'device', browser: 'browser', started: 'sign-in', mailed: 'mailed-sign-in', provider: 'provider' }
  const open = `${isHttps ? 'Secure; ' : ''}SameSite=Lax`
  const flags = `Path=/; HttpOnly; ${open}`
  return {
    session: (header) => valueOf(header, names.session),
    device: (header) => valueOf(header, names.device),
    setSession: (token) => `${names.session}=${token}; Max-Age=${maxAgeSeconds}; ${flags}`,
    setDevice: (value) => `${names.device}=${value}; Max-Age=${maxAgeSeconds}; ${flags}`,
    browser: (header) => {
      const value = valueOf(header, names.browser)
      return value !== null && /^[\w-]{22}$/u.test(value) ? value : null
    },
    setBrowser: (value) => `${names.browser}=${value}; Max-Age=${browserAgeSeconds}; ${flags}`,
    // Another one each time: a page that asked who is here before a sign-in lets its mark stand.
    setMark: () => `member=${randomInt(36 ** 6).toString(36)}; Max-Age=${maxAgeSeconds}; Path=/; ${open}`,
    clearMark: () => `member=; Max-Age=0; Path=/; ${open}`,
    startedSignIn: (header) => valueOf(header, names.started),
    setStartedSignIn: (token) => `${names.started}=${token}; Max-Age=${secondFactorTimes.signIn / 1_000}; ${flags}`,
    clearStartedSignIn: () => `${names.started}=; Max-Age=0; ${flags}`,
    mailedSignIn: (header) => valueOf(header, names.mailed),
    setMailedSignIn: (token) => `${names.mailed}=${token}; Max-Age=${mailedSignInMs / 1_000}; ${flags}`,
    clearMailedSignIn: () => `${names.mailed}=; Max-Age=0; ${flags}`,
    providerSignIn: (header) => valueOf(header, names.provider),
    setProviderSignIn: (token) => `${names.provider}=${token}; Max-Age=${(providerTimes.away + providerTimes.answered) / 1_000}; ${flags}`,
    clearProviderSignIn: () => `${names.provider}=; Max-Age=0; ${flags}`,
    clearSession: () => `${names.session}=; Max-Age=0; ${flags}`,
  }
}

/**
 * Two cookies of one name (another path's, another page's on this host) are none: which is ours
 * cannot be known.
 */
function valueOf(header: string | undefined, name: string): string | null {
  const values = (header ?? '').split(';').flatMap((pair) => {
    const at = pair.indexOf('=')
    return at > 0 && pair.slice(0, at).trim() === name ? [pair.slice(at + 1).trim()] : []
  })
  return values.length === 1 && values[0] !== undefined && values[0] !== '' ? values[0] : null
}
