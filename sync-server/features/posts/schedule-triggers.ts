import type { TriggerContext } from '#server/sync/triggers.ts'
import { defineTrigger } from '#server/sync/triggers.ts'
import { archivePost, publishPost } from '#shared/posts/mutations.ts'
import { schedulePost } from '#shared/publishing/mutations.ts'
import { schedules } from '#shared/publishing/schema.ts'
import { requireDocument } from './document-in-memory.ts'

const forget = async ({ tx }: TriggerContext, { id }: { readonly id: string }): Promise<void> => {
  if (await tx.get(schedules, id)) await tx.delete(schedules, id)
}

export const scheduleTriggers = [
  defineTrigger(schedulePost, ({ tx }, { id, stateVector }) => requireDocument(tx, id, stateVector)),
  // By hand or by the clock: it waits for nothing any more.
  defineTrigger(publishPost, forget),
  defineTrigger(archivePost, forget),
]
