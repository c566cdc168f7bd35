import { statesOf } from '#shared/messages/queries.ts'
import { shapeOf } from '#shared/messages/schema.ts'
import type { KeepDeps } from './keep-own-drafts.ts'

/** A member's newest conversations are on each of their devices; archived ones come when opened. */
export function keepConversations({ account, live, core, nudge, report }: KeepDeps): () => void {
  const kept = new Set<string>()

  async function keep(): Promise<void> {
    const shapes = (await live.confirmed.list(statesOf(account, false))).map(({ conversationId }) => shapeOf(conversationId))
    for (const shape of kept) if (!shapes.includes(shape)) kept.delete(shape)
    const missing = shapes.filter((shape) => !kept.has(shape) && !live.holds(shape))
    for (const shape of missing) {
      await core.follow(shape, 'own')
      kept.add(shape)
    }
    if (missing.length > 0) nudge()
  }

  let running = keep().catch(report)
  return live.subscribe(({ kinds }) => {
    if (kinds.has('conversation_states')) running = running.then(keep).catch(report)
  })
}
