import { spawn } from 'node:child_process'
import { once } from 'node:events'
import WebSocket from 'ws'
import { endWithUs } from '../../scripts/child.ts'
import { launchOptions } from '../../scripts/chromium.ts'

export type Params = Readonly<Record<string, unknown>>

/** What is read of the answers to commands. */
export interface Answer {
  readonly browserContextId: string
  readonly targetId: string
  readonly metrics: readonly { readonly name: string; readonly value: number }[]
  readonly result: { readonly value: unknown }
}

/** What is read of events: those of the network, and of targets. */
export interface EventParams {
  readonly requestId: string
  readonly type?: string
  readonly request: { readonly url: string }
  readonly response: { readonly fromServiceWorker?: boolean; readonly fromDiskCache?: boolean; readonly fromPrefetchCache?: boolean }
  readonly encodedDataLength: number
}

/** A page, or a worker that a page started. */
export interface Session {
  readonly id: string
  /** `page`, `service_worker`, `worker` */
  readonly type: string
  readonly contextId: string
  /** @throws Error with the browser's words. */
  send(method: string, params?: Params): Promise<Answer>
}

export interface DevTools {
  send(method: string, params?: Params): Promise<Answer>
  /**
   * Every target from now on, stopped before its first line until `begin` has resolved: what it
   * asks for first is seen too.
   */
  onSession(begin: (session: Session) => Promise<void>): void
  onEvent(hear: (session: Session, method: string, params: EventParams) => void): void
  stop(): Promise<void>
}

/**
 * A Chromium of its own, spoken to by the DevTools protocol itself: a library's own sessions see a
 * page, but not all that its service worker fetches.
 * @param profileDir an empty folder
 */
export async function startDevTools(profileDir: string): Promise<DevTools> {
  const { executablePath = '', args = [], chromiumSandbox = true } = launchOptions
  const child = spawn(
    executablePath,
    [
      ...args,
      ...(chromiumSandbox ? [] : ['--no-sandbox']),
      '--headless',
      '--hide-scrollbars',
      '--remote-debugging-port=0',
      `--user-data-dir=${profileDir}`,
      'about:blank',
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  )
  endWithUs(child)
  let output = ''
  const { promise: address, resolve, reject } = Promise.withResolvers<string>()
  child.stderr.on('data', (part) => {
    output += String(part)
    const found = /DevTools listening on (ws:\S+)/u.exec(output)?.[1]
    if (found !== undefined) resolve(found)
  })
  child.once('exit', () => reject(new Error(`Chromium ended:\n${output}`)))
  const socket = new WebSocket(await address, { perMessageDeflate: false, maxPayload: 1 << 28 })
  await once(socket, 'open')
  return speak(socket, async () => {
    const gone = once(child, 'exit')
    child.kill('SIGKILL')
    await gone
  })
}

function speak(socket: WebSocket, stop: () => Promise<void>): DevTools {
  const waiting = new Map<number, PromiseWithResolvers<Answer>>()
  const sessions = new Map<string, Session>()
  const targets = new Set<string>()
  let begin: (session: Session) => Promise<void> = async () => {}
  let hear: (session: Session, method: string, params: EventParams) => void = () => {}
  let lastId = 0
  const send = (method: string, params: Params = {}, sessionId?: string): Promise<Answer> => {
    const id = ++lastId
    const answer = Promise.withResolvers<Answer>()
    waiting.set(id, answer)
    socket.send(JSON.stringify({ id, method, params, sessionId }))
    return answer.promise
  }
  const attach = async (
    id: string,
    { targetId, type, browserContextId }: Readonly<Record<'targetId' | 'type' | 'browserContextId', string>>,
  ) => {
    const session: Session = { id, type, contextId: browserContextId, send: (method, params) => send(method, params, id) }
    // A worker is announced by the browser and by its page: one of the two says all that it does.
    if (!targets.has(targetId)) {
      targets.add(targetId)
      sessions.set(id, session)
      // A target may be gone before it has been looked at.
      await begin(session).catch(() => {})
    }
    await session.send('Runtime.runIfWaitingForDebugger').catch(() => {})
  }
  socket.on('message', (text) => {
    const { id, method, params, result, error, sessionId } = JSON.parse(String(text))
    if (id !== undefined) {
      if (error === undefined) waiting.get(id)?.resolve(result)
      else waiting.get(id)?.reject(new Error(error.message))
      waiting.delete(id)
    } else if (method === 'Target.attachedToTarget') void attach(params.sessionId, params.targetInfo)
    else if (method === 'Target.detachedFromTarget') sessions.delete(params.sessionId)
    else {
      const session = sessions.get(sessionId)
      if (session !== undefined) hear(session, method, params)
    }
  })
  return {
    send,
    onSession: (next) => (begin = next),
    onEvent: (next) => (hear = next),
    stop: async () => {
      socket.close()
      await stop()
    },
  }
}
