import { WebSocket } from 'ws'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import type { Present } from '#shared/messages/presence.ts'
import { parsePeople, presenceCodes, presenceLimits, presencePath } from '#shared/messages/presence.ts'
import { idOf, paragraph } from '#shared/testing/factories.ts'
import { handshake } from './testing/socket-client.ts'
import type { TestSite } from './testing/test-site.ts'
import { ada, ben, smallCommunity, testSite } from './testing/test-site.ts'

const id = idOf(700)
const path = `${presencePath}/${id}`
let site: TestSite
beforeAll(async () => {
  site = await testSite()
  await smallCommunity(site)
  const args = { id, messageId: idOf(701), participantIds: [ben], title: '', body: paragraph('Hello.') }
  await site.writer.apply({ name: 'conversations.begin', args, userId: ada, source: 'member' })
})
afterAll(() => site.close())

function open(userId: string | null, at = path) {
  const headers = { origin: site.origin, ...(userId !== null && { cookie: `as=${userId}` }) }
  const socket = new WebSocket(`${site.origin.replace('http', 'ws')}${at}`, { headers })
  const heard: (readonly Present[] | null)[] = []
  socket.on('message', (data) => heard.push(parsePeople(data.toString())))
  socket.on('error', () => undefined)
  onTestFinished(() => socket.terminate())
  const closed = new Promise<number>((resolve) => socket.once('close', resolve))
  const ready = new Promise((resolve) => socket.once('open', resolve))
  return { socket, heard, closed, ready, last: () => heard.at(-1)?.map(({ name, isTyping }) => [name, isTyping]) }
}

test('two who have it open hear of each other, of who types, and of who goes', async () => {
  const [adas, bens] = [open(ada), open(ben)]
  await expect.poll(adas.last).toEqual([[expect.any(String), false]])
  bens.socket.send('{"isTyping":true}')
  await expect.poll(adas.last).toEqual([[expect.any(String), true]])
  expect(adas.heard.at(-1)?.[0]?.userId).toBe(ben)
  bens.socket.close()
  await expect.poll(adas.last).toEqual([])
})

test.each([
  ['nobody', null, path, presenceCodes.ended],
  ['who takes no part', idOf(300), path, presenceCodes.forbidden],
  ['a participant, of no conversation', ada, `${presencePath}/${idOf(999)}`, presenceCodes.forbidden],
  ['a participant, of an address', ada, `${presencePath}/..%2fsync`, presenceCodes.forbidden],
])('%s is turned away and hears nothing', async (_who, userId, at, code) => {
  const line = open(userId, at)
  expect(await line.closed).toBe(code)
  expect(line.heard).toEqual([])
})

test('another site’s page opens no line', async () => {
  expect(await handshake(site.origin, { origin: 'http://evil.test', cookie: `as=${ada}` }, path)).toBe(403)
  expect(await handshake(site.origin, { origin: site.origin, cookie: `as=${ada}` }, path)).toBe(101)
})

test.each([
  ['what is no message', ['{"isTyping":"<b>"}'], presenceCodes.malformed],
  ['more than there is to say', ['{"isTyping":true,"name":"Ada"}'], presenceCodes.malformed],
  ['bytes', [Buffer.from('{"isTyping":true}')], presenceCodes.malformed],
  ['what is too large', ['x'.repeat(presenceLimits.frameBytes + 1)], 1009],
  ['too much at once', Array.from({ length: 60 }, () => '{"isTyping":true}'), presenceCodes.flood],
])('%s ends the line', async (_what, frames, code) => {
  const line = open(ada)
  await line.ready
  for (const frame of frames) line.socket.send(frame)
  expect(await line.closed).toBe(code)
})

test('an account has a limited number of lines', async () => {
  const lines = Array.from({ length: presenceLimits.sockets }, () => open(ada))
  await Promise.all(lines.map(({ ready }) => ready))
  expect(await open(ada).closed).toBe(presenceCodes.flood)
})
