import { visitor } from '#shared/kernel/viewer.ts'
import { member } from '#shared/testing/factories.ts'
import { keepSecret, setBallot, sums, testMutations, testTables, writeNote, notes } from '#shared/testing/notes.ts'
import { defineTrigger } from '../triggers.ts'
import { syncTables } from '../device-tables.ts'
import type { ServerRegistry } from '../server-registry.ts'

/** Everybody is a plain member, but `banned` and those who are nobody. */
export const serverRegistry: ServerRegistry = {
  tables: [...testTables, ...syncTables],
  mutations: testMutations,
  triggers: [
    // Counts notes by author; a title of "refuse" or "break" shows what a failing trigger does.
    defineTrigger(writeNote, async ({ tx, viewer, newId }, { id, title }) => {
      const note = await tx.get(notes, id)
      if (viewer.kind !== 'member' || note === undefined || note.rank !== null) return
      const count = (await tx.get(sums, `notes-of-${viewer.userId}`)) ?? { id: `notes-of-${viewer.userId}`, total: 0, count: 0 }
      await tx.put(sums, { ...count, count: count.count + 1 })
      await tx.put(notes, { ...note, rank: count.count + 1, body: { derived: newId() } })
      if (title === 'break') throw new TypeError('a planted bug in a trigger')
    }),
    defineTrigger(keepSecret, async () => undefined),
    defineTrigger(setBallot, async () => undefined),
  ],
  viewerOf: async (_read, userId) => (userId === 'banned' ? { ...visitor, bannedUntil: 9e12 } : member(userId)),
}

/** URL of this module, for a writer's thread. */
export const serverRegistryUrl: string = import.meta.url
