/**
 * A plain proxy in front of several nodes, as nginx with its own settings would be: each request to
 * the next one; one that does not take the connection, does not begin to answer, or says that it is
 * not ready, is left out for a while, and what is harmless to repeat is given to another. It knows
 * nothing of cookies or rooms.
 */
import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { Agent, createServer, request as httpRequest } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { connect } from 'node:net'

export interface RoundRobin {
  readonly origin: string
  /** Answers that no node gave. */
  readonly failed: string[]
  /** By node, how many answers. */
  readonly answers: readonly number[]
  /** All that comes now goes to that node; `null`: in turn again. */
  pin(node: number | null): void
  close(): Promise<void>
}

const leftOutMs = 2_000
/** What is done is waited for longer: to send it again would perhaps be to do it twice. */
const answerWithinMs = { reading: 3_000, doing: 20_000 } as const

/** @param ports of the nodes; `null`: there is none at present. */
export async function startRoundRobin(count: number, portOf: (node: number) => number | null): Promise<RoundRobin> {
  const agents = Array.from({ length: count }, () => new Agent({ keepAlive: true }))
  const leftOutUntil = Array.from({ length: count }, () => 0)
  const answers = Array.from({ length: count }, () => 0)
  const failed: string[] = []
  const lines = new Set<Socket>()
  let turn = 0
  let pinned: number | null = null

  /** Each once, beginning with whose turn it is; those left out come last. */
  function order(): readonly number[] {
    if (pinned !== null) return [pinned]
    turn += 1
    const all = Array.from({ length: count }, (_, at) => (turn + at) % count)
    const isOut = (node: number): number => (leftOutUntil[node] !== undefined && leftOutUntil[node] > Date.now() ? 1 : 0)
    return all.toSorted((a, b) => isOut(a) - isOut(b))
  }

  const leaveOut = (node: number): void => void (leftOutUntil[node] = Date.now() + leftOutMs)

  async function answer(asked: IncomingMessage, answered: ServerResponse): Promise<void> {
    const body: Buffer[] = []
    for await (const part of asked) body.push(part as Buffer) // of a stream without an encoding
    const isHarmless = asked.method === 'GET' || asked.method === 'HEAD'
    let nodes = order()
    // Who was late is given longer once nobody else has answered: on a busy machine all may need
    // longer than one of several is given, and the last of them may be the one that is not there.
    for (const patience of isHarmless ? [answerWithinMs.reading, answerWithinMs.doing] : [answerWithinMs.doing]) {
      const late: number[] = []
      for (const node of nodes) {
        const outcome = await ask(node, asked, Buffer.concat(body), answered, patience)
        if (outcome === 'answered') return
        leaveOut(node)
        if (outcome === 'late') late.push(node)
        // Whether the node has done it nobody knows.
        if (outcome !== 'untaken' && !isHarmless) break
      }
      nodes = late
    }
    failed.push(`${asked.method} ${asked.url}`)
    if (answered.headersSent) answered.destroy()
    else answered.writeHead(502).end()
  }

  /** `untaken`: it has not seen any of it. `late`: it may be about to answer. */
  function ask(
    node: number,
    asked: IncomingMessage,
    body: Buffer,
    answered: ServerResponse,
    timeout: number,
  ): Promise<'answered' | 'untaken' | 'late' | 'lost'> {
    const port = portOf(node)
    if (port === null) return Promise.resolve('untaken')
    return new Promise((resolve) => {
      const headers = { ...asked.headers, connection: 'keep-alive', 'x-forwarded-for': '127.0.0.1' }
      const { method = 'GET', url: path = '/' } = asked
      const passed = httpRequest({ host: '127.0.0.1', port, agent: agents[node], method, path, headers, timeout })
      let isLate = false
      passed.on('timeout', () => {
        isLate = true
        passed.destroy(new Error('it does not answer'))
      })
      passed.on('response', (given) => {
        // nginx: `proxy_next_upstream error timeout http_503`.
        if (given.statusCode === 503 && (method === 'GET' || method === 'HEAD'))
          return void given.resume().on('close', () => resolve('lost'))
        answers[node] = (answers[node] ?? 0) + 1
        const { connection: _connection, ...more } = given.headers
        answered.writeHead(given.statusCode ?? 502, more)
        given.pipe(answered)
        given.on('error', () => answered.destroy())
        given.on('end', () => resolve('answered'))
        given.on('close', () => resolve('answered'))
      })
      passed.on('error', (error: NodeJS.ErrnoException) => {
        if (answered.headersSent) resolve('answered')
        else if (isLate) resolve('late')
        // A line that was kept open, and closed as we wrote: nothing of it was read.
        else resolve(error.code === 'ECONNREFUSED' || (passed.reusedSocket && error.code === 'ECONNRESET') ? 'untaken' : 'lost')
      })
      passed.end(body)
    })
  }

  const server = createServer((asked, answered) => void answer(asked, answered).catch(() => answered.destroy()))
  server.on('upgrade', (asked, device, head) => {
    // It is one of ours: a plain socket.
    const line = device as Socket
    lines.add(line)
    line.on('close', () => lines.delete(line)).on('error', () => line.destroy())
    const tryNext = ([node, ...rest]: readonly number[]): void => {
      const port = node === undefined ? null : portOf(node)
      if (node === undefined) return void line.destroy()
      if (port === null) return tryNext(rest)
      const site = connect(port, '127.0.0.1')
      let isOpen = false
      site.once('connect', () => {
        isOpen = true
        const lines = asked.rawHeaders.flatMap((name, at) => (at % 2 === 0 ? [`${name}: ${asked.rawHeaders[at + 1]}`] : []))
        site.write(`GET ${asked.url} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`)
        if (head.length > 0) site.write(head)
        site.pipe(line)
        line.pipe(site)
      })
      site.on('error', () => {
        if (isOpen) return void line.destroy()
        leaveOut(node)
        tryNext(rest)
      })
      site.on('close', () => isOpen && line.destroy())
      line.on('close', () => site.destroy())
    }
    tryNext(order())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // It listens on a port of its own.
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    failed,
    answers,
    pin: (node) => void (pinned = node),
    async close() {
      for (const line of lines) line.destroy()
      for (const agent of agents) agent.destroy()
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
