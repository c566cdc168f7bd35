import type { Store } from '#server/store/port.ts'
import { members, karmaStats } from '#shared/accounts/schema.ts'
import { hiddenItemId, hiddenItems, feedSettings } from '#shared/feed/settings-schema.ts'
import { usualSettings } from '#shared/feed/settings-schema.ts'
import { readMarkId, readMarks } from '#shared/reading/schema.ts'
import { followedKey, subscriptionId, subscriptions } from '#shared/subscriptions/schema.ts'
import { aMember, someKarmaStats, idOf } from '#shared/testing/factories.ts'
import { memberIdOf, postAddress } from './community.ts'
import { cookieOf, signIn } from './sign-in.ts'
import { hourMs } from '#shared/kernel/durations.ts'

const readers = 100
const marksEach = 200

const readerId = (n: number): string => (n < 50 ? memberIdOf(n) : idOf(10_000 + n))

/** The cookies of those whom `addReaders` signed in. */
export const readerCookies = (): readonly string[] => Array.from({ length: readers }, (_, n) => cookieOf(n))

/**
 * Members beside those who write, and a hundred who are signed in. These have read two hundred
 * posts, now and then or every day; one in five has filters, one in ten has hidden something, and
 * all follow a dozen of those who write.
 */
export async function addReaders(store: Store, memberCount: number, now: number): Promise<void> {
  await store.write(async ({ tx }) => {
    for (let n = 50; n < memberCount; n += 1) {
      const id = idOf(10_000 + n)
      const key = `reader-${n}`
      await tx.put(members, aMember({ id, userName: key, userNameKey: key, displayName: `Reader ${n}`, displayNameKey: key, slug: key }))
      await tx.put(karmaStats, someKarmaStats({ id, karma: n % 300 }))
    }
  })
  for (let n = 0; n < readers; n += 1) {
    const userId = readerId(n)
    await signIn(store, n, userId, now)
    await store.write(async ({ tx }) => {
      for (let visit = 0; visit < marksEach; visit += 1) {
        const { id: postId } = postAddress(100 + visit)
        const readAt = now - ((n % 12) * 20 + visit * (1 + (n % 30))) * hourMs
        await tx.put(readMarks, { id: readMarkId(userId, postId), userId, postId, isRead: true, seenUpTo: 0, readAt })
      }
      for (let followed = 0; followed < 12; followed += 1) {
        const targetId = memberIdOf(n + followed + 1)
        const kind = 'member'
        const id = subscriptionId(userId, kind, targetId)
        await tx.put(subscriptions, {
          id,
          userId,
          kind,
          targetId,
          followed: followedKey(kind, targetId),
          state: 'on',
          via: null,
          changedAt: now,
        })
      }
      if (n % 10 === 0) {
        const itemId = postAddress(n + 3).id
        const id = hiddenItemId(userId, 'front', itemId)
        await tx.put(hiddenItems, { id, userId, list: 'front', itemId, reason: '', isHidden: true, changedAt: now })
      }
      if (n % 5 !== 0) return
      const filters = `subject-${(n / 5) % 20}~subscribed,subject-${(n / 5 + 1) % 20}~hidden`
      await tx.put(feedSettings, { ...usualSettings(userId), filters, changedAt: now })
    })
  }
}
