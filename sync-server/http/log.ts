import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import type { Logger } from 'pino'

const secretPaths = /(resetPassword|emailToken)(\/|%2F)[^/?&#\s]+/giu
const secretParameters = /([?&](?:token|key|password)=)[^&#\s]*/giu

/** An address as it may stand in a log: one-time secrets left out, also where one address stands in another's query. */
export function loggableUrl(url: string): string {
  return url.slice(0, 500).replace(secretPaths, '$1$2…').replace(secretParameters, '$1…')
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
export const redaction = { paths: secretNames.flatMap((name) => [`["${name}"]`, `*["${name}"]`, `*.*["${name}"]`]), censor: '…' }

/** JSON lines on stdout. Cookies, passwords and tokens never reach it, even inside an object that somebody logs whole. */
export function makeLogger(level: string): Logger {
  return pino({ level, base: null, redact: redaction })
}

/** One line an answer: reads that went well at `debug`, everything else at `info`. Pages from the cache are not logged at all. */
export function logAnswers(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    const isDull = reply.statusCode < 500 && (request.method === 'GET' || request.method === 'HEAD')
    const line = { method: request.method, url: loggableUrl(request.url), status: reply.statusCode, ms: Math.round(reply.elapsedTime) }
    if (isDull) request.log.debug(line)
    else request.log.info(line)
  })
}
