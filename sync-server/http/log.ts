import { isIP } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import type { DestinationStream, Logger } from 'pino'

const secretPaths = /(resetPassword|emailToken|unsubscribe|newsletter(?:\/|%2F)(?:confirm|leave)|rsvp)(\/|%2F)[^/?&#\s]+/giu
const parameterName = /^[\w-]{1,40}$/u
const maxParameters = 10

/**
 * An address as it may stand in a log: one-time secrets left out, and of what was asked for, which
 * may say anything of somebody, the names alone.
 */
export function loggableUrl(url: string): string {
  const [path = '', query = ''] = url.slice(0, 500).replace(secretPaths, '$1$2…').split(/[?#]/u, 2)
  const names = query
    .split('&')
    .map((pair) => pair.split('=', 1)[0] ?? '')
    .filter((name) => parameterName.test(name))
  return names.length === 0 ? path : `${path}?${names.slice(0, maxParameters).join('=…&')}=…`
}

const secretNames = [
  'password',
  'newPassword',
  'token',
  'cookie',
  'authorization',
  'set-cookie',
  'email',
  'passwordHash',
  'tokenHash',
] as const

/** Names whose values no log line shows, down to the third level of what is logged. */
const redaction = { paths: secretNames.flatMap((name) => [`["${name}"]`, `*["${name}"]`, `*.*["${name}"]`]), censor: '…' }

const mailAddress = /[\w.!#$%&'*+/=?^`{|}~-]+@[\w-]+(?:\.[\w-]+)+/gu
const fourNumbers = /(?<![\w.])(?:\d{1,3}\.){3}\d{1,3}(?![\w.])/gu
const groups = /(?<![\w:])[\da-f:]{2,}(?![\w])/giu
const anyParameter = /([?&][\w-]{1,40}=)[^&#\s'")]+/gu

/**
 * Without what libraries put into the words of their errors: whom a mail was for, who is at the
 * other end, what was asked for.
 */
function withoutPersons(text: string): string {
  return text
    .replace(mailAddress, '(mail address)')
    .replace(fourNumbers, withoutAddress)
    .replace(groups, withoutAddress)
    .replace(anyParameter, '$1…')
    .replace(secretPaths, '$1$2…')
}

/**
 * A version of something looks alike, and times do: only what is an address, and not this machine's
 * own.
 */
function withoutAddress(found: string): string {
  return isIP(found) === 0 || found === '::1' || found.startsWith('127.') ? found : '(address)'
}

interface LoggableError {
  readonly type: string
  readonly message: string
  readonly stack: string
  readonly code?: string
  readonly cause?: LoggableError
}

const maxCauses = 3

/**
 * An error as it may stand in a log: kind, code, words and place. Whatever else hangs on it (a row,
 * a mail, a request) does not get there.
 */
export function loggableError(error: unknown, depth = 0): LoggableError | string {
  if (!(error instanceof Error)) return withoutPersons(String(error)).slice(0, 500)
  const { name, message, stack = '', cause } = error
  const code: unknown = 'code' in error ? error.code : undefined
  const inner = cause instanceof Error && depth < maxCauses ? loggableError(cause, depth + 1) : null
  return {
    type: name,
    message: withoutPersons(message).slice(0, 2_000),
    stack: withoutPersons(stack).slice(0, 8_000),
    ...((typeof code === 'string' || typeof code === 'number') && { code: String(code) }),
    ...(inner !== null && typeof inner !== 'string' && { cause: inner }),
  }
}

/**
 * JSON lines on stdout, or where a test looks. Cookies, passwords and tokens never reach it, even
 * inside an object that somebody logs whole.
 */
export function makeLogger(level: string, to?: DestinationStream): Logger {
  const options = { level, base: null, redact: redaction, serializers: { err: (error: unknown) => loggableError(error) } }
  return to === undefined ? pino(options) : pino(options, to)
}

/**
 * One line an answer: reads that went well at `debug`, everything else at `info`. Pages from the
 * cache are not logged at all.
 */
export function logAnswers(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    const isDull = reply.statusCode < 500 && (request.method === 'GET' || request.method === 'HEAD')
    const line = { method: request.method, url: loggableUrl(request.url), status: reply.statusCode, ms: Math.round(reply.elapsedTime) }
    if (isDull) request.log.debug(line)
    else request.log.info(line)
  })
}
