import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { request } from 'node:http'
import type { Nodes } from './nodes.ts'

export interface NodeAnswer {
  readonly status: number
  readonly text: string
  readonly connection: string | undefined
}

/** Asks one node past the proxy, as the proxy does: under the site's own name. */
export async function askNode(nodes: Nodes, node: number, path: string, cookie = ''): Promise<NodeAnswer> {
  const { hostname, port } = new URL(nodes.all[node]?.origin ?? '')
  const headers = { host: new URL(nodes.proxy.origin).host, 'user-agent': 'nodes/1.0', ...(cookie !== '' && { cookie }) }
  const asked = request({ host: hostname, port, path, headers, agent: false, setHost: false })
  asked.end()
  // The only thing that `response` comes with.
  const [answer] = (await once(asked, 'response')) as [IncomingMessage]
  const parts: Buffer[] = []
  for await (const part of answer) parts.push(part as Buffer) // of a stream without an encoding
  return { status: answer.statusCode ?? 0, text: Buffer.concat(parts).toString('utf8'), connection: answer.headers.connection }
}
