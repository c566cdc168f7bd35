import type { AddressInfo } from 'node:net'
import { createServer } from 'node:http'
import { afterEach, expect, test } from 'vitest'
import { WebSocketServer } from 'ws'
import type { ClientMessage, ServerMessage } from '#shared/sync/protocol.ts'
import type { LinkEvents } from './link.ts'
import { openPost, openSocket, socketAddress } from './links.ts'

const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

/** What a link tells, one after another. */
function listener() {
  const told: (ServerMessage | 'down' | 'answered')[] = []
  let wake = () => undefined as void
  const tell = (what: (typeof told)[number]) => {
    told.push(what)
    wake()
  }
  const events: LinkEvents = {
    onMessages: (messages) => messages.forEach(tell),
    onAnswered: () => tell('answered'),
    onDown: () => tell('down'),
  }
  const until = async (count: number) => {
    while (told.length < count) await new Promise<void>((resolve) => (wake = resolve))
    return told
  }
  return { events, until, told }
}

async function socketServer(onMessage: (say: (text: string) => void, text: string) => void): Promise<string> {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  await new Promise((resolve) => server.once('listening', resolve))
  server.on('connection', (socket) =>
    socket.on('message', (data) => onMessage((text) => (text === 'end' ? socket.close() : socket.send(text)), String(data))),
  )
  closing.push(() => {
    for (const client of server.clients) client.terminate()
    server.close()
  })
  return `ws://127.0.0.1:${(server.address() as AddressInfo).port}/sync`
}

async function postServer(
  answer: (body: { messages: ClientMessage[] }) => { readonly type: string; readonly text: string },
): Promise<string> {
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const { type, text } = answer(JSON.parse(Buffer.concat(parts).toString()) as { messages: ClientMessage[] })
      response.setHeader('content-type', type)
      response.end(text)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(() => server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/sync`
}

const ping: ClientMessage = { t: 'ping' }
const pong: ServerMessage = { t: 'pong', now: 1 }

test('what is said before the line is open is said once it is, one message a frame', async () => {
  const url = await socketServer((say) => say(JSON.stringify(pong)))
  const { events, until } = listener()
  const link = openSocket(url)(events)
  link.send([ping, ping])
  expect(await until(2)).toEqual([pong, pong])
  link.send([ping])
  expect(await until(3)).toEqual([pong, pong, pong])
  expect([link.isLasting, link.buffered]).toEqual([true, 0])
})

test('a line that was closed by us tells nothing more; one that breaks says so once', async () => {
  const url = await socketServer((say, text) => say(text.includes('ping') ? JSON.stringify(pong) : 'end'))
  const ours = listener()
  const link = openSocket(url)(ours.events)
  link.send([ping])
  await ours.until(1)
  link.close()
  link.send([ping])
  const theirs = listener()
  const broken = openSocket(url)(theirs.events)
  broken.send([{ t: 'done', upTo: 1 }])
  expect(await theirs.until(1)).toEqual(['down'])
  expect(ours.told).toEqual([pong])
})

test('a frame that is no message of ours ends the line', async () => {
  const url = await socketServer((say) => say('<html>Please sign in to the hotel network</html>'))
  const { events, until } = listener()
  openSocket(url)(events).send([ping])
  expect(await until(1)).toEqual(['down'])
})

test('nobody there: the line is down', async () => {
  const { events, until } = listener()
  openSocket('ws://127.0.0.1:9/sync')(events)
  expect(await until(1)).toEqual(['down'])
})

test('a request is answered as a whole, and the next waits for it', async () => {
  const asked: number[] = []
  const url = await postServer(({ messages }) => {
    asked.push(messages.length)
    return { type: 'application/json; charset=utf-8', text: JSON.stringify({ messages: messages.map(() => pong) }) }
  })
  const { events, until } = listener()
  const link = openPost(url)(events)
  link.send([ping, ping])
  link.send([ping])
  expect(await until(5)).toEqual([pong, pong, 'answered', pong, 'answered'])
  expect(asked).toEqual([2, 1])
  expect([link.isLasting, link.buffered]).toEqual([false, 0])
})

test.each([
  ['a captive portal’s page', 'text/html', '<html></html>'],
  ['HTML that says it is JSON', 'application/json', '<html></html>'],
  ['somebody else’s JSON', 'application/json', '{"status":"ok"}'],
  ['no object', 'application/json', 'null'],
  ['messages that are none of ours', 'application/json', '{"messages":[{"t":"evil"}]}'],
])('%s is never taken for data', async (_what, type, text) => {
  const url = await postServer(() => ({ type, text }))
  const { events, until } = listener()
  const link = openPost(url)(events)
  link.send([ping])
  expect(await until(1)).toEqual(['down'])
  link.send([ping])
})

test('an answer that comes after we hung up is not heard', async () => {
  const url = await postServer(() => ({ type: 'application/json', text: JSON.stringify({ messages: [pong] }) }))
  const first = listener()
  const link = openPost(url)(first.events)
  link.send([ping])
  link.close()
  const second = listener()
  openPost(url)(second.events).send([ping])
  await second.until(2)
  expect(first.told).toEqual([])
})

test('the socket stands at the site’s own address', () => {
  expect(socketAddress('https://essays.example')).toBe('wss://essays.example/sync')
  expect(socketAddress('http://localhost:4540')).toBe('ws://localhost:4540/sync')
})
