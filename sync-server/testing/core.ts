import { onTestFinished } from 'vitest'
import type { ApplyRequest } from '#server/sync/apply.ts'
import { openStore } from '#server/store/open-store.ts'
import { productPlace } from '#server/store/testing/product-store.ts'
import { inProcessWriter } from '#server/sync/writer.ts'
import { serverRegistry } from '#server/server-registry.ts'
import { karmaStats } from '#shared/accounts/schema.ts'
import { idOf, T0 } from '#shared/testing/factories.ts'

/**
 * The whole core on a real SQLite file of its own: every table, mutation and trigger of the
 * product.
 */
export async function aCore(clock: () => number = () => T0, placeOf = productPlace, registry = serverRegistry) {
  const place = await placeOf()
  const store = await openStore(place.address, registry.tables, registry.migrations)
  const writer = inProcessWriter(store, registry, { clock })
  onTestFinished(async () => {
    await writer.close()
    await store.close()
    await place.remove()
  })
  const apply = (request: Omit<ApplyRequest, 'source'> & { readonly source?: ApplyRequest['source'] }) =>
    writer.apply({ source: 'member', ...request })
  return {
    store,
    writer,
    apply,
    /** @throws unless the mutation is applied. */
    async must(request: Parameters<typeof apply>[0]): Promise<void> {
      const outcome = await apply(request)
      if (outcome.kind !== 'applied') throw new Error(`${request.name} was not applied: ${JSON.stringify(outcome)}`)
    },
    /** Gives a member karma, as votes would: inviting others needs some. */
    async earn(userId: string, karma = 1): Promise<void> {
      await store.write(({ tx }) => tx.put(karmaStats, { id: userId, karma, postCount: 0, commentCount: 0 }))
    },
    async join(n: number, at = T0 - 1_000_000): Promise<string> {
      const userId = idOf(n)
      await this.must({
        name: 'accounts.register',
        args: {
          userId,
          userName: `member${n}`,
          displayName: `Member ${n}`,
          email: `member${n}@example.org`,
          isEmailVerified: true,
          passwordHash: unusableHash,
          firstIsAdmin: false,
          reservedNames: [],
          bio: '',
        },
        userId: null,
        source: 'server',
        now: at,
      })
      return userId
    },
  }
}
export type Core = Awaited<ReturnType<typeof aCore>>

/** Well-formed, and of no password. */
export const unusableHash = `$argon2id$v=19$m=19456,t=2,p=1$${'A'.repeat(22)}$${'A'.repeat(43)}`
