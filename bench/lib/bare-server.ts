import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { get } from 'node:http'
import type { IncomingHttpHeaders } from 'node:http'
import { join } from 'node:path'
import { endWithUs } from '../../scripts/child.ts'

/** An answer as it went over the wire, still compressed. */
export interface Recorded {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly base64: string
}

/** By path and query. */
export type Recording = Readonly<Record<string, Recorded>>

export interface BareServer {
  readonly origin: string
  stop(): Promise<void>
}

/** Fetches an address as a browser would and keeps the very bytes that came. */
export async function record(url: string, acceptEncoding = 'gzip, deflate, br'): Promise<Recorded> {
  const { promise, resolve, reject } = Promise.withResolvers<Recorded>()
  get(url, { headers: { 'accept-encoding': acceptEncoding } }, (response) => {
    const parts: Buffer[] = []
    response.on('data', (part: Buffer) => parts.push(part))
    response.on('error', reject)
    response.on('end', () =>
      resolve({ status: response.statusCode ?? 0, headers: kept(response.headers), base64: Buffer.concat(parts).toString('base64') }),
    )
  }).on('error', reject)
  return promise
}

/** Node sets these itself, or they belong to one connection. */
const perConnection = new Set(['connection', 'keep-alive', 'transfer-encoding', 'date', 'content-length'])

function kept(headers: IncomingHttpHeaders): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => (value === undefined || perConnection.has(name) ? [] : [[name, String(value)]])),
  )
}

/**
 * Serves a recording from a process of its own: Node's HTTP server and nothing else, the most that
 * could be had.
 */
export async function startBareServer(folder: string, recording: Recording): Promise<BareServer> {
  const file = join(folder, `recording-${Object.keys(recording).length}-${Math.random().toString(36).slice(2)}.json`)
  writeFileSync(file, JSON.stringify(recording))
  const child = spawn(process.execPath, [join(import.meta.dirname, 'bare-process.ts'), file], { stdio: ['ignore', 'pipe', 'inherit'] })
  endWithUs(child)
  const [line] = await once(child.stdout, 'data')
  return {
    origin: String(line).trim(),
    stop: async () => {
      const gone = once(child, 'exit')
      child.kill('SIGKILL')
      await gone
    },
  }
}
