/**
 * Password hashes: argon2id of the running Node, in PHC string form with the parameters inside, so
 * that they can be raised later. Two at a time: each takes 19 MiB and a core for some 50 ms, and a
 * crowd of sign-ins must not take the site with it.
 */
import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { AppError } from '#shared/kernel/errors.ts'

const argon2Async = promisify(argon2)

interface Parameters {
  /** KiB. */
  readonly memory: number
  readonly passes: number
  readonly parallelism: number
}

/**
 * The second of the parameter sets that OWASP's password storage sheet names as equal for argon2id
 * (read 2026-11).
 */
const current: Parameters = { memory: 19_456, passes: 2, parallelism: 1 }
const saltBytes = 16
const hashBytes = 32

export interface Passwords {
  /** @throws AppError 'rate-limited' when too many wait already. */
  hash(password: string): Promise<string>
  /**
   * `stored`: PHC string, or `null` for an account that does not exist: the same work is done, and
   * the answer is no.
   * @throws AppError 'rate-limited' when too many wait already.
   */
  verify(password: string, stored: string | null): Promise<{ readonly isRight: boolean; readonly isOutdated: boolean }>
}

export function createPasswords(
  options: { readonly atOnce?: number; readonly waiting?: number; readonly parameters?: Parameters } = {},
): Passwords {
  const { atOnce = 2, waiting = 100, parameters = current } = options
  const inTurn = turns(atOnce, waiting)
  // What nobody knows the password of.
  const nobody: Phc = { parameters, salt: randomBytes(saltBytes), hash: randomBytes(hashBytes) }

  return {
    async hash(password) {
      const salt = randomBytes(saltBytes)
      return phcText({ parameters, salt, hash: await inTurn(() => derive(password, salt, parameters, hashBytes)) })
    },
    async verify(password, stored) {
      const phc = (stored === null ? null : parsePhc(stored)) ?? nobody
      const hash = await inTurn(() => derive(password, phc.salt, phc.parameters, phc.hash.byteLength))
      const isRight = timingSafeEqual(hash, phc.hash) && phc !== nobody
      return { isRight, isOutdated: isRight && JSON.stringify(phc.parameters) !== JSON.stringify(parameters) }
    },
  }
}

/**
 * The same characters, typed on another keyboard or system, are the same password (RFC 8265 §4.2.2:
 * NFC).
 */
function derive(password: string, salt: Uint8Array, { memory, passes, parallelism }: Parameters, tagLength: number): Promise<Buffer> {
  return argon2Async('argon2id', { message: Buffer.from(password.normalize('NFC')), nonce: salt, parallelism, tagLength, memory, passes })
}

interface Phc {
  readonly parameters: Parameters
  readonly salt: Uint8Array
  readonly hash: Uint8Array
}

const phcForm = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,3}),p=(\d{1,2})\$([A-Za-z0-9+/]{22,86})\$([A-Za-z0-9+/]{22,86})$/u

function phcText({ parameters: { memory, passes, parallelism }, salt, hash }: Phc): string {
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${bare(salt)}$${bare(hash)}`
}

/** `null` for what is no hash of ours: a locked account. */
function parsePhc(text: string): Phc | null {
  const [, memory, passes, parallelism, salt, hash] = phcForm.exec(text) ?? []
  if (salt === undefined || hash === undefined) return null
  const parameters = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) }
  return { parameters, salt: Buffer.from(salt, 'base64'), hash: Buffer.from(hash, 'base64') }
}

/** Base64 without padding, as PHC strings have it. */
function bare(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64').replaceAll('=', '')
}

/** Runs `atOnce` jobs side by side, the rest in the order they came. */
function turns(atOnce: number, waiting: number) {
  let running = 0
  const queue: (() => void)[] = []
  return async <T>(job: () => Promise<T>): Promise<T> => {
    if (queue.length >= waiting) throw new AppError('rate-limited', { retryAfterMs: 5_000, message: 'too many passwords at once' })
    if (running >= atOnce) await new Promise<void>((go) => queue.push(go))
    else running += 1
    try {
      return await job()
    } finally {
      const next = queue.shift()
      if (next === undefined) running -= 1
      else next()
    }
  }
}
