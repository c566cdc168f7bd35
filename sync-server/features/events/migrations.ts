import { announcements } from '#server/notify/tables.ts'
import { inPieces } from '#server/store/in-pieces.ts'
import type { Migration, StoreTransaction } from '#server/store/port.ts'
import { isListedEvent } from '#shared/events/rules.ts'
import { events, rsvps } from '#shared/events/schema.ts'
import { defineQuery } from '#shared/kernel/query.ts'
import { isSameJson } from '#shared/kernel/same.ts'
import { cellsOf } from '#shared/local-groups/cells.ts'
import { coordinatesOf } from '#shared/local-groups/coordinates.ts'
import { posts } from '#shared/posts/schema.ts'
import { newEventNews, rsvpNews } from './news.ts'

/** Rows that are in memory together. */
const atOnce = 500

/**
 * Events from before their rows said whether they are in lists, with the answers to them: put anew
 * they are also in the shapes that devices follow. They are not news for that.
 */
export const eventsInLists: Migration = {
  name: 'events in lists and on devices',
  async run({ tx }) {
    const index = ['isListed', 'startAt'] as const
    const all = defineQuery({ table: events, index, equals: [], order: 'ascending', limit: atOnce })
    const ids: string[] = []
    // First the ids: what is put anew has another place in the index.
    for await (const piece of inPieces(tx, all)) ids.push(...piece.map(({ id }) => id))
    for (const id of ids) {
      const [event, post] = [await tx.get(events, id), await tx.get(posts, id)]
      if (event === undefined || post === undefined) continue
      const isListed = isListedEvent(post)
      // What is published later is news then.
      if (isListed) await noteAsTold(tx, `${newEventNews.name}:${id}`)
      await tx.put(events, { ...event, isListed })
      const ofEvent = { table: rsvps, index: ['postId', 'answer', 'at'], equals: [id], order: 'ascending', limit: atOnce } as const
      for await (const piece of inPieces(tx, defineQuery(ofEvent)))
        for (const rsvp of piece) {
          await noteAsTold(tx, `${rsvpNews.name}:${rsvp.id}`)
          await tx.put(rsvps, rsvp)
        }
    }
  },
}

/** Events from before their rows said in which cells of the sphere they are. */
export const eventsInCells: Migration = {
  name: 'events in cells of the sphere',
  async run({ tx }) {
    const all = defineQuery({ table: events, index: ['isListed', 'startAt'], equals: [], order: 'ascending', limit: atOnce })
    for await (const piece of inPieces(tx, all))
      for (const event of piece) {
        const next = { ...event, ...cellsOf(coordinatesOf(event)) }
        if (!isSameJson(next, event)) await tx.put(events, next)
      }
  },
}

async function noteAsTold(tx: StoreTransaction, cause: string): Promise<void> {
  if ((await tx.get(announcements, cause)) === undefined)
    await tx.put(announcements, { id: cause, state: 'told', text: '', at: Date.now() })
}
