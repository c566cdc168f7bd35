import { expect, test } from 'vitest'
import type { ExportedText } from '#shared/formats/exported-text.ts'
import { gather } from './gather.ts'

const said = {
  authors: [],
  kind: 'post',
  linkUrl: null,
  lang: 'en',
  dir: 'ltr',
  writtenOn: null,
  publishedAt: null,
  tags: [],
  address: null,
} as const
const aText = (id: string, title: string): ExportedText => ({ ...said, id, title, doc: { type: 'doc', content: [{ type: 'paragraph' }] } })

/**
 * A device that holds some texts and a server that gives out others, two a page; what it was asked
 * is remembered.
 */
function place(held: readonly string[], kept: readonly string[], answers: ('wait' | 'refuse' | 'offline')[] = []) {
  const asked: (string | null)[] = []
  const waits: number[] = []
  const ports = {
    fromDevice: async (id: string) => (held.includes(id) ? aText(id, 'of the device') : null),
    fromServer: async (after: string | null) => {
      asked.push(after)
      const answer = answers.shift()
      if (answer === 'wait') return { retryAfterMs: 7 }
      if (answer === 'refuse') return null
      if (answer === 'offline') throw new TypeError('no connection')
      const rest = kept.filter((id) => id > (after ?? ''))
      return { texts: rest.slice(0, 2).map((id) => aText(id, 'of the server')), next: rest.length > 2 ? (rest[1] ?? null) : null }
    },
    isStopped: () => false,
    onText: () => undefined,
    wait: async (ms: number) => void waits.push(ms),
  }
  return { ports, asked, waits }
}
const titles = (texts: readonly ExportedText[]) => texts.map(({ id, title }) => `${id} ${title}`)

test('what the device holds is enough, and the server is not asked', async () => {
  const { ports, asked } = place(['b', 'a'], ['a', 'b'])
  expect(titles((await gather(['b', 'a'], 'chosen', ports)).texts)).toEqual(['b of the device', 'a of the device'])
  expect(asked).toEqual([])
})

test('what the device does not hold comes from the server, page by page until it is there', async () => {
  const { ports, asked } = place(['a'], ['a', 'b', 'c', 'd', 'e'])
  const found = await gather(['a', 'c'], 'chosen', ports)
  expect(titles(found.texts)).toEqual(['a of the device', 'c of the server'])
  expect([found.missing, asked]).toEqual([[], [null, 'b']])
})

test('everything is also what this device has never heard of; what it holds is the newer one', async () => {
  const { ports } = place(['b'], ['a', 'b', 'c'])
  expect(titles((await gather(['b'], 'all', ports)).texts)).toEqual(['b of the device', 'a of the server', 'c of the server'])
})

test('told to wait it goes on from where it was, and gives up in the end', async () => {
  const once = place([], ['a', 'b', 'c'], ['wait'])
  expect((await gather(['c'], 'chosen', once.ports)).missing).toEqual([])
  expect([once.asked, once.waits]).toEqual([[null, null, 'b'], [7]])
  const always = place(
    [],
    ['a'],
    Array.from({ length: 50 }, () => 'wait' as const),
  )
  expect((await gather(['a'], 'chosen', always.ports)).missing).toEqual(['a'])
})

test('without a connection the rest is there, and what is not is named', async () => {
  const { ports } = place(['a'], ['a', 'b'], ['offline'])
  expect(await gather(['a', 'b'], 'chosen', ports)).toMatchObject({ texts: [{ id: 'a' }], missing: ['b'], isCutShort: true })
})
