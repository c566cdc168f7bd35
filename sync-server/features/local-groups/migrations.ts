import { announcements } from '#server/notify/tables.ts'
import { inPieces } from '#server/store/in-pieces.ts'
import type { Migration } from '#server/store/port.ts'
import { events } from '#shared/events/schema.ts'
import { defineQuery } from '#shared/kernel/query.ts'
import { followGroup, putInGroup } from '#shared/local-groups/group-posts.ts'
import { organizerId } from '#shared/local-groups/group-posts-schema.ts'
import { localGroups } from '#shared/local-groups/schema.ts'
import { organizerNews } from './news.ts'

const atOnce = 500

/**
 * Events from before their posts said whose group they are of, and organizers from before they had
 * rows. That they organize it is no news to them.
 */
export const postsInGroups: Migration = {
  name: 'posts in groups and their organizers',
  async run({ tx }) {
    const now = Date.now()
    const ofGroups = defineQuery({
      table: events,
      index: ['groupId', 'isListed', 'createdAt'],
      equals: [],
      order: 'ascending',
      limit: atOnce,
    })
    const placed: { readonly id: string; readonly groupId: string }[] = []
    for await (const piece of inPieces(tx, ofGroups))
      placed.push(...piece.flatMap(({ id, groupId }) => (groupId === null ? [] : [{ id, groupId }])))
    for (const { id, groupId } of placed) await putInGroup({ tx, now }, id, groupId)
    const all = defineQuery({ table: localGroups, index: ['createdAt'], equals: [], order: 'ascending', limit: atOnce })
    for await (const piece of inPieces(tx, all))
      for (const { id, organizerIds } of piece) {
        for (const userId of organizerIds) {
          const cause = `${organizerNews.name}:${organizerId(id, userId)}`
          if ((await tx.get(announcements, cause)) === undefined)
            await tx.put(announcements, { id: cause, state: 'told', text: '', at: now })
        }
        await followGroup({ tx, now }, id, null)
      }
  },
}
