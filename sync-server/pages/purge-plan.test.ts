import { expect, test } from 'vitest'
import type { PageData } from '#shared/pages/page-data.ts'
import type { Viewer } from '#shared/kernel/viewer.ts'
import { messages } from '#shared/messages/schema.ts'
import { policies } from '#shared/policies.ts'
import { idOf, member, moderator, paragraph, T0 } from '#shared/testing/factories.ts'
import { memoryTransaction } from '#shared/testing/memory-store.ts'
import { CachedParts } from './cached-parts.ts'
import { PageRenderer } from './page-renderer.ts'

/** What a page is given to count with, over one message that its viewer may not read. */
async function dataFor(viewer: Viewer): Promise<PageData> {
  const read = memoryTransaction()
  const facts = { conversationId: idOf(2), userId: idOf(100), n: 1, at: T0, body: paragraph('Buy this.'), event: null }
  await read.put(messages, { id: idOf(1), ...facts })
  const given: PageData[] = []
  const renderer = new PageRenderer({
    // The page itself is not what is looked at.
    webEntry: { entry: async () => ({ render: async (_asked: unknown, data: PageData) => void given.push(data) }) as never },
    text: async () => ({ html: () => '', markdown: () => '' }),
    ...{ policies, site: () => ({}) as never, now: () => T0, parts: new CachedParts({ now: () => T0, maxBytes: 1_000, maxAgeMs: 1_000 }) },
  })
  await renderer.render(read, { url: '/', as: 'html' }, { viewer, own: null, form: null }, { dependsOn: new Set(), dropped: new Set() })
  const [data] = given
  if (data === undefined) throw new Error('no page was made')
  return data
}

test('a moderator’s page counts private messages that a purge would take, and reads none', async () => {
  const { read, planPurge } = await dataFor(moderator)
  expect((await planPurge?.(idOf(100)))?.counts.messages).toBe(1)
  expect(await read.get(messages, idOf(1))).toBeUndefined()
})

test('who may not purge has nothing to count with', async () => {
  expect((await dataFor(member(idOf(300)))).planPurge).toBeUndefined()
})
