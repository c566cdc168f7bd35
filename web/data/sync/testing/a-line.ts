/** Time and links that move when the test says so. */
import type { ClientMessage, ServerMessage } from '#shared/sync/protocol.ts'
import type { Timers } from '../alarms.ts'
import type { ClientPorts, ClientStatus, ReportKind } from '../client-ports.ts'
import type { Link, LinkEvents, OpenLink } from '../link.ts'
import type { ADevice } from './a-device.ts'
import { createClient } from '../client.ts'

/** Resolves once every promise that can go on has gone on. */
export async function settled(): Promise<void> {
  const { port1, port2 } = new MessageChannel()
  await new Promise((resolve) => {
    port1.addEventListener('message', resolve, { once: true })
    port1.start()
    port2.postMessage(null)
  })
  port1.close()
}

export class ManualTimers implements Timers {
  #at = 0
  #due: { readonly at: number; readonly work: () => void }[] = []

  after(ms: number, work: () => void): () => void {
    const timer = { at: this.#at + ms, work }
    this.#due.push(timer)
    return () => (this.#due = this.#due.filter((each) => each !== timer))
  }

  get count(): number {
    return this.#due.length
  }

  async pass(ms: number): Promise<void> {
    const until = this.#at + ms
    for (;;) {
      await settled()
      const next = this.#due.filter(({ at }) => at <= until).toSorted((a, b) => a.at - b.at)[0]
      if (next === undefined) break
      this.#at = next.at
      this.#due = this.#due.filter((each) => each !== next)
      next.work()
    }
    this.#at = until
  }
}

export interface OpenedLink {
  readonly kind: 'socket' | 'post'
  readonly said: ClientMessage[]
  isClosed: boolean
  /** To the device; for a request, its whole answer. */
  answer(...messages: ServerMessage[]): Promise<void>
  fail(): Promise<void>
}

export function aClient(device: ADevice, { term = null, random = 0.5 }: { readonly term?: number | null; readonly random?: number } = {}) {
  const timers = new ManualTimers()
  const links: OpenedLink[] = []
  const reports: ReportKind[] = []
  const statuses: ClientStatus[] = []
  let isDeposed = false

  const opener =
    (kind: OpenedLink['kind']): OpenLink =>
    (events: LinkEvents): Link => {
      const opened: OpenedLink = {
        kind,
        said: [],
        isClosed: false,
        async answer(...messages) {
          events.onMessages(messages)
          if (kind === 'post') events.onAnswered()
          await settled()
        },
        async fail() {
          events.onDown()
          await settled()
        },
      }
      links.push(opened)
      return {
        isLasting: kind === 'socket',
        buffered: 0,
        send: (messages) => void opened.said.push(...messages),
        close: () => void (opened.isClosed = true),
      }
    }

  const ports: ClientPorts = {
    core: device.core,
    openSocket: opener('socket'),
    openPost: opener('post'),
    timers: { now: device.now, after: (ms, work) => timers.after(ms, work) },
    random: () => random,
    onChanged: () => undefined,
    onStatus: (status) => statuses.push(status),
    report: (kind) => reports.push(kind),
    onDeposed: () => (isDeposed = true),
  }
  const client = createClient(ports, term)

  return {
    client,
    timers,
    links,
    reports,
    statuses,
    ports,
    isDeposed: () => isDeposed,
    status: () => client.status(),
    async nudge(...whys: Parameters<typeof client.nudge>[0][]) {
      for (const why of whys) client.nudge(why)
      await settled()
    },
    /** The link opened last. */
    link(): OpenedLink {
      const last = links.at(-1)
      if (last === undefined) throw new Error('no link was opened')
      return last
    },
    /** What was said on it, by kind. */
    said: <T extends ClientMessage['t']>(kind: T) =>
      (links.at(-1)?.said ?? []).filter((message): message is Extract<ClientMessage, { t: T }> => message.t === kind),
  }
}
