/**
 * A device of a member of the running product: the shipped core and client in this process, their
 * links real, their database in memory.
 */
import { randomBytes } from 'node:crypto'
import { WebSocket } from 'ws'
import type { Mutation } from '#shared/kernel/mutation.ts'
import type { ServerMessage } from '#shared/sync/protocol.ts'
import type { Client } from '#server/http-tests/testing/client.ts'
import type { ClientStatus, SyncClient } from '#web/data/sync/client-ports.ts'
import type { OpenLink } from '#web/data/sync/link.ts'
import type { DeviceContents } from '#web/data/sync/testing/memory-device-store.ts'
import { deviceTables } from '#shared/device-registry.ts'
import { makeId } from '#shared/kernel/ids.ts'
import { mutations } from '#shared/registry.ts'
import { parseServerMessage } from '#shared/sync/protocol.ts'
import type { NewMutation } from '#web/data/sync/queue.ts'
import { createClient } from '#web/data/sync/client.ts'
import { createCore } from '#web/data/sync/core.ts'
import { mutationOf } from '#web/data/sync/queue.ts'
import { memoryDeviceDatabase } from '#web/data/sync/testing/memory-device-store.ts'

export interface DeviceOptions {
  /** Where its way to the site leads: the site itself, or something in between. */
  readonly origin: string
  readonly client: Pick<Client, 'cookies' | 'origin'>
  readonly userId: string
  /** Of its clock against the true time. */
  readonly skewMs?: number
  readonly shapes?: readonly string[]
}

export interface Device {
  commit<Args>(mutation: Mutation<Args>, args: Args): Promise<number>
  /** Many at once, sent when all are there. */
  enqueue(mutations: readonly NewMutation[]): Promise<void>
  readonly contents: () => DeviceContents
  readonly status: () => ClientStatus | null
  readonly reports: readonly string[]
  newId(): string
  nudge: SyncClient['nudge']
  stop(): void
}

export function newId(): string {
  return makeId(Date.now(), randomBytes(10))
}

export async function aDevice({ origin, client, userId, skewMs = 0, shapes = [] }: DeviceOptions): Promise<Device> {
  const database = memoryDeviceDatabase(deviceTables)
  const byName = new Map(mutations.map((mutation) => [mutation.name, mutation]))
  const now = (): number => Date.now() + skewMs
  const core = createCore({ store: database.open(), account: userId, mutation: (name) => byName.get(name), now, newId })
  const reports: string[] = []
  let status: ClientStatus | null = null
  await core.follow(`me:${userId}`, 'own')
  for (const shape of shapes) await core.follow(shape, 'visited')
  const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  // What stands in between passes the bytes on as they are: Host and Origin are the site's.
  const headers = { cookie, origin: client.origin, host: new URL(client.origin).host }
  const sync = createClient(
    {
      core,
      openSocket: openSocket(origin, headers),
      openPost: openPost(origin, headers),
      timers: { now, after },
      random: Math.random,
      onChanged: () => undefined,
      onStatus: (next) => (status = next),
      report: (kind, detail) => reports.push(`${kind}: ${detail}`),
      onDeposed: () => undefined,
    },
    null,
  )
  sync.nudge('start')
  return {
    async commit(mutation, args) {
      const { value } = await core.enqueue(mutationOf(mutation, args, now()))
      sync.nudge('queue')
      return value
    },
    async enqueue(mutations) {
      for (const mutation of mutations) await core.enqueue(mutation)
      sync.nudge('queue')
    },
    contents: () => database.peek(),
    status: () => status,
    reports,
    newId,
    nudge: (why) => sync.nudge(why),
    stop: () => sync.stop(),
  }
}

function after(ms: number, work: () => void): () => void {
  const timer = setTimeout(work, ms)
  return () => clearTimeout(timer)
}

type Headers = Readonly<Record<string, string>>

const openSocket =
  (origin: string, headers: Headers): OpenLink =>
  (events) => {
    const socket = new WebSocket(`${origin.replace(/^http/u, 'ws')}/sync`, { headers, perMessageDeflate: false, handshakeTimeout: 5_000 })
    const early: string[] = []
    let isOver = false
    const end = (isTold: boolean): void => {
      if (isOver) return
      isOver = true
      socket.terminate()
      if (isTold) events.onDown()
    }
    socket.on('open', () => early.splice(0).forEach((text) => socket.send(text)))
    socket.on('message', (data) => {
      if (isOver) return
      const message = parseServerMessage(String(data))
      if (message === null) end(true)
      else events.onMessages([message])
    })
    socket.on('close', () => end(true))
    socket.on('error', () => end(true))
    return {
      isLasting: true,
      get buffered() {
        return socket.bufferedAmount
      },
      send(messages) {
        for (const message of messages) {
          if (socket.readyState === WebSocket.CONNECTING) early.push(JSON.stringify(message))
          else if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message))
        }
      },
      close: () => end(false),
    }
  }

const openPost =
  (origin: string, { host: _host, ...headers }: Headers): OpenLink =>
  (events) => {
    const ending = new AbortController()
    let last: Promise<void> = Promise.resolve()
    const request = async (body: string): Promise<void> => {
      if (ending.signal.aborted) return
      try {
        const response = await fetch(`${origin}/sync`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', ...headers },
          body,
          signal: ending.signal,
        })
        const found = messagesOf(await response.text())
        if (ending.signal.aborted) return
        if (found === null) throw new TypeError('not ours')
        events.onMessages(found)
        events.onAnswered()
      } catch {
        if (ending.signal.aborted) return
        ending.abort()
        events.onDown()
      }
    }
    return {
      isLasting: false,
      buffered: 0,
      send(messages) {
        last = last.then(() => request(JSON.stringify({ messages })))
      },
      close: () => ending.abort(),
    }
  }

function messagesOf(text: string): readonly ServerMessage[] | null {
  try {
    // The server's own, or something else: then it has no such list.
    const { messages } = JSON.parse(text) as { readonly messages?: readonly unknown[] }
    const parsed = messages?.map((message) => parseServerMessage(JSON.stringify(message))) ?? [null]
    return parsed.every((message) => message !== null) ? parsed : null
  } catch {
    return null
  }
}
