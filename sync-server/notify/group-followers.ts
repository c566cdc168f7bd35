import { localGroups } from '#shared/local-groups/schema.ts'
import type { NoticeTypeName } from '#shared/notifications/types.ts'
import { subscriptionId, subscriptions } from '#shared/subscriptions/schema.ts'
import type { Pieces, ReadStore } from './audience.ts'
import { followers } from './audience.ts'
import { toMembers } from './define-news.ts'

/** Who follows a group, and who organizes it and has not chosen to hear nothing. */
export async function* groupFollowers(store: ReadStore, groupId: string, type: NoticeTypeName): Pieces {
  yield* followers(store, 'group', groupId, type)
  const organizers = await store.read(async (read) => {
    const ids = (await read.get(localGroups, groupId))?.organizerIds ?? []
    const own = await read.getMany(
      subscriptions,
      ids.map((userId) => subscriptionId(userId, 'group', groupId)),
    )
    const left = new Set(own.filter(({ state }) => state === 'suppressed').map(({ userId }) => userId))
    return ids.filter((userId) => !left.has(userId))
  })
  yield toMembers(type, organizers)
}
