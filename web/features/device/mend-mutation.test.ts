import { expect, test } from 'vitest'
import { paragraph } from '#shared/testing/factories.ts'
import { keepAsDraft, mendAndRetry, theirText } from './mend-mutation.ts'
import type { OutboxItem } from '../../data/outbox.ts'

const refused = (args: unknown, current: unknown = null): OutboxItem => ({
  n: 7,
  name: 'comments.edit',
  args,
  at: 0,
  pending: null,
  canBeCalledBack: false,
  about: [],
  error: { code: 'conflict', reason: null, field: 'bodyVersion', retryAfterMs: null },
  refusedAt: 1,
  current,
})

/** A tray and drafts in memory, and what was done to them in order. */
function editorOf(drafts: Record<string, Record<string, string>> = {}) {
  const done: unknown[] = []
  return {
    done,
    drafts,
    device: {
      outbox: {
        retry: async (n: number, args?: unknown) => void done.push(['retry', n, args]),
        discard: async (n: number) => void done.push(['discard', n]),
      },
      drafts: {
        get: async (place: string) => (drafts[place] === undefined ? undefined : { place, values: drafts[place], at: 0, binnedAt: null }),
        save: async (place: string, values: Readonly<Record<string, string>>) => {
          drafts[place] = { ...values }
          done.push(['save', place])
        },
      },
    },
  }
}

test('an edit that was overtaken is sent again as an edit of what stands now', async () => {
  const { device, done } = editorOf()
  await mendAndRetry(device, refused({ id: 'c', body: paragraph('Mine.'), bodyVersion: 1 }, { bodyVersion: 4 }), null)
  expect(done).toEqual([['retry', 7, { id: 'c', body: paragraph('Mine.'), bodyVersion: 4 }]])
})

test('another text takes the place of the first', async () => {
  const { device, done } = editorOf()
  await mendAndRetry(device, refused({ id: 'c', postId: 'p', parentId: null, body: paragraph('Mine.') }), 'Better.')
  expect(done).toEqual([['retry', 7, { id: 'c', postId: 'p', parentId: null, body: paragraph('Better.') }]])
})

test('a text that no comment may have is refused in words, and nothing is sent', async () => {
  const { device, done } = editorOf()
  expect(await mendAndRetry(device, refused({ id: 'c', body: paragraph('Mine.') }), 'x'.repeat(200_000))).toMatch(/\S/u)
  expect(done).toEqual([])
})

test('kept as a draft it stands below what was begun there since, and only then leaves the tray', async () => {
  const place = { place: 'comment:p:', field: 'markdown' }
  const { device, done, drafts } = editorOf({ 'comment:p:': { markdown: 'Newer.' } })
  await keepAsDraft(device, 7, place, 'Refused.')
  expect(drafts['comment:p:']).toEqual({ markdown: 'Newer.\n\nRefused.' })
  expect(done).toEqual([
    ['save', 'comment:p:'],
    ['discard', 7],
  ])
})

test('kept as a draft again after a kill that came before it left the tray, it stands there once', async () => {
  const place = { place: 'comment:p:', field: 'markdown' }
  const { device, drafts } = editorOf({ 'comment:p:': { markdown: 'Newer.' } })
  const killed = { ...device, outbox: { ...device.outbox, discard: () => Promise.reject(new Error('killed')) } }
  await expect(keepAsDraft(killed, 7, place, 'Refused.')).rejects.toThrow('killed')
  await keepAsDraft(device, 7, place, 'Refused.')
  expect(drafts['comment:p:']).toEqual({ markdown: 'Newer.\n\nRefused.' })
})

test('what stands in the way is told in its words', () => {
  expect(theirText({ body: { type: 'doc', content: [...paragraph('One.').content, ...paragraph('Two.').content] } })).toBe('One.\n\nTwo.')
  expect(theirText(null)).toBeNull()
})
