import { describe, expect, test } from 'vitest'
import { openStore } from '#server/store/open-store.ts'
import { productPlaces } from '#server/store/testing/product-store.ts'
import { inProcessWriter } from '#server/sync/writer.ts'
import { serverRegistry } from '#server/server-registry.ts'
import { members, karmaStats } from '#shared/accounts/schema.ts'
import { defineQuery } from '#shared/kernel/query.ts'
import { posts } from '#shared/posts/schema.ts'
import { aMember, someKarmaStats, idOf, paragraph, T0 } from '#shared/testing/factories.ts'
import { tags, tagSlugs } from '#shared/wiki/schema.ts'

const people = Array.from({ length: 200 }, (_, at) => idOf(1_000 + at))

describe.each(productPlaces)('pages on %s', (_name, makePlace) => {
  test('of 200 members who make one of the same name at once, one gets it; the others are told, and nothing of theirs is there', async () => {
    const place = await makePlace()
    const store = await openStore(place.address, serverRegistry.tables, serverRegistry.migrations)
    const writer = inProcessWriter(store, serverRegistry, { clock: () => T0 })
    await store.write(async ({ tx }) => {
      for (const id of people) {
        await tx.put(
          members,
          aMember({ id, userName: `m${id}`, userNameKey: `m${id}`, displayNameKey: `m${id}`, slug: `m${id}`, displayName: id }),
        )
        await tx.put(karmaStats, someKarmaStats({ id, karma: 5 }))
      }
    })
    const names = ['Tides', 'tides', '#Tides', 'TIDES!']
    const outcomes = await Promise.all(
      people.map((userId, at) =>
        writer.apply({
          name: 'wiki.publish',
          args: {
            ...{ id: idOf(2_000 + at), revisionId: idOf(3_000 + at), lang: 'en', isWikiOnly: false, lensOf: null },
            ...{ name: names[at % names.length], body: paragraph(`By ${at}.`) },
          },
          userId,
          source: 'member',
        }),
      ),
    )
    const refused = outcomes.flatMap((outcome) => (outcome.kind === 'rejected' ? [outcome.error] : []))
    expect(outcomes.filter(({ kind }) => kind === 'applied').length).toBe(1)
    expect(new Set(refused.map(({ code, field }) => `${code} ${field ?? ''}`))).toEqual(new Set(['taken pageName']))
    expect(refused.length).toBe(199)
    await store.read(async (read) => {
      const pages = await read.list(defineQuery({ table: tags, index: ['state', 'createdAt'], equals: [], order: 'ascending', limit: 300 }))
      const slugs = await read.list(defineQuery({ table: tagSlugs, index: ['slug'], equals: [], order: 'ascending', limit: 300 }))
      const texts = await read.getMany(posts, people.map((_, at) => idOf(2_000 + at))) // oxfmt-ignore
      expect([pages.length, slugs.length, texts.length]).toEqual([1, 1, 1])
      expect(slugs[0]?.tagId).toBe(pages[0]?.id)
    })
    await writer.close()
    await store.close()
    await place.remove()
  })
})
