/**
 * What the account forms share: mutations of the server's own, limits, sessions, and mails that go
 * out behind the answer.
 */
import { randomBytes } from 'node:crypto'
import type { Read } from '#shared/kernel/transaction.ts'
import type { Apply, FormAnswer, FormRequest, SessionRef } from '#server/http/ports.ts'
import type { MailSite } from '#server/mail/account-mails.ts'
import type { Mail } from '#server/mail/mailer.ts'
import type { CookieJar } from './session-cookie.ts'
import type { KeyedLimit } from './limits.ts'
import type { Passwords } from './passwords.ts'
import { applied } from '#server/http/define-form.ts'
import { newId } from '#server/http/new-id.ts'
import { noteSignIn } from '#server/http/sign-in-traces.ts'
import { browserLabel } from '#server/http/browser-label.ts'
import { rememberDevice } from './known-device.ts'
import { newToken } from './tokens.ts'

export interface AccountToolsOptions {
  readonly store: { read<T>(work: (read: Read) => Promise<T>): Promise<T> }
  readonly apply: Apply
  readonly passwords: Passwords
  readonly cookies: CookieJar
  /** Sessions of this member have changed. */
  readonly forget: (userId: string) => void
  readonly post: (mail: Mail) => void
  readonly site: () => MailSite
  /**
   * Only this machine can reach us: whoever signs up first runs the place. Else the administrator
   * comes by the link in the log.
   */
  readonly firstIsAdmin: boolean
  readonly onError: (error: unknown) => void
}

export interface AccountTools extends AccountToolsOptions {
  /**
   * A mutation that only the server may send, in the name of `userId`. @throws AppError for a
   * refusal.
   */
  mutation(name: string, args: unknown, userId?: string | null): Promise<number>
  /** Counts a try. @returns its id, to be forgiven. @throws AppError 'rate-limited' */
  note(form: FormRequest, limits: readonly KeyedLimit[]): Promise<string>
  forgive(attemptId: string): Promise<void>
  /** Counts one more mail and the like, unless that is too many. */
  isWithin(limit: KeyedLimit, now: number): Promise<boolean>
  /**
   * A new session for this browser, in place of the one it had. @throws AppError 'not-allowed'
   * 'banned'
   */
  signIn(
    form: FormRequest,
    member: { readonly userId: string; readonly passwordHash: string },
    forgets?: readonly string[],
  ): Promise<SignedIn>
  /** Work that the answer neither waits for nor depends on, in time or otherwise. */
  behind(work: () => Promise<void>): void
  /** Resolves once all work behind answers is done; for tests and for stopping. */
  settled(): Promise<void>
}

export type SignedIn = Required<Pick<Extract<FormAnswer, { kind: 'done' }>, 'setCookies'>> & {
  readonly session: SessionRef
  readonly seq: number
}

export function accountTools(options: AccountToolsOptions): AccountTools {
  const { store, apply, cookies, forget, onError } = options
  const pending = new Set<Promise<void>>()
  const mutation: AccountTools['mutation'] = (name, args, userId = null) => applied(apply, { name, args, userId, source: 'server' })
  const behind: AccountTools['behind'] = (work) => {
    const job: Promise<void> = work()
      .catch(onError)
      .finally(() => pending.delete(job))
    pending.add(job)
  }
  return {
    ...options,
    mutation,
    behind,
    async note(form, limits) {
      const id = newId(form.now)
      await mutation('accounts.noteAttempt', { id, limits })
      return id
    },
    async forgive(id) {
      await mutation('accounts.forgiveAttempt', { id })
    },
    async isWithin(limit, now) {
      const outcome = await apply({
        name: 'accounts.noteAttempt',
        args: { id: newId(now), limits: [limit] },
        userId: null,
        source: 'server',
      })
      return outcome.kind === 'applied'
    },
    async signIn(form, { userId, passwordHash }, forgets = []) {
      const { token, hash } = newToken()
      const sessionId = newId(form.now)
      const replaces = form.session?.sessionId ?? null
      const seq = await mutation('accounts.openSession', {
        sessionId,
        tokenHash: hash,
        userId,
        label: browserLabel(form.userAgent),
        replaces,
        forgets,
      })
      if (form.session !== null) forget(form.session.userId)
      const device = rememberDevice(cookies.device(form.raw.headers.cookie), userId, passwordHash)
      const browser = cookies.browser(form.raw.headers.cookie) ?? randomBytes(16).toString('base64url')
      behind(() => noteSignIn({ store, apply }, userId, { browser, address: form.address }, form.now))
      const setCookies = [cookies.setSession(token), cookies.setDevice(device), cookies.setBrowser(browser), cookies.setMark()]
      return { session: { sessionId, userId }, seq, setCookies }
    },
    async settled() {
      while (pending.size > 0) await Promise.all(pending)
    },
  }
}
