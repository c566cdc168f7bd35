import type { Effect, EffectContext } from '#server/sync/effects.ts'
import { defineEffect } from '#server/sync/effects.ts'
import { relsOfTag } from '#shared/wiki/tag-vote-queries.ts'
import { factsOf } from '#shared/wiki/tag-vote-rules.ts'
import { tags } from '#shared/wiki/schema.ts'

/** So many rels are brought in line with one mutation: the writer is everybody's. */
const atOnce = 100
/**
 * Of so many tags it is remembered how they are in their rels: most changes of a tag are of its
 * counts.
 */
const maxRemembered = 10_000

/**
 * Carries what was changed about a tag (its name, its address, that it was deleted, who may vote)
 * to all its rels, and with them to the lists; and the posts of a tag that has become another to
 * that one.
 */
export function keepRels(): Effect {
  const settled = new Map<string, string>()
  return defineEffect('tag rels', tags, async (context, changed) => {
    for (const tag of changed) {
      if (tag.relsGoToId !== null) await moveAll(context, tag.id)
      const facts = JSON.stringify(factsOf(tag))
      if (settled.get(tag.id) === facts) continue
      await settle(context, tag.id, facts)
      if (settled.size >= maxRemembered) settled.clear()
      settled.set(tag.id, facts)
    }
  })
}

async function settle({ store, apply }: EffectContext, tagId: string, facts: string): Promise<void> {
  for (let offset = 0; ; offset += atOnce) {
    const rels = await store.read((read) => read.list(relsOfTag(tagId, atOnce, offset)))
    const relIds = rels.filter((rel) => JSON.stringify(rel.tag) !== facts).map(({ id }) => id)
    if (relIds.length > 0) await must(apply({ name: 'wiki.settleRels', args: { relIds }, userId: null, source: 'server' }))
    if (rels.length < atOnce) return
  }
}

async function moveAll({ store, apply }: EffectContext, fromId: string): Promise<void> {
  // Each mutation takes some away, and the last says that there are none left.
  while ((await store.read((read) => read.get(tags, fromId)))?.relsGoToId)
    await must(apply({ name: 'wiki.moveRels', args: { fromId }, userId: null, source: 'server' }))
}

async function must(outcome: ReturnType<EffectContext['apply']>): Promise<void> {
  const done = await outcome
  if (done.kind === 'rejected') throw done.error
}
