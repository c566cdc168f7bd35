import type { DeriveContext } from '#server/sync/derive.ts'
import { defineDerive } from '#server/sync/derive.ts'
import { archivePost, publishPost } from '#shared/posts/mutations.ts'
import { schedulePost } from '#shared/publishing/mutations.ts'
import { schedules } from '#shared/publishing/schema.ts'
import { insistOnDocument } from './document-is-here.ts'

const forget = async ({ tx }: DeriveContext, { id }: { readonly id: string }): Promise<void> => {
  if (await tx.get(schedules, id)) await tx.delete(schedules, id)
}

export const scheduleDerivations = [
  defineDerive(schedulePost, ({ tx }, { id, stateVector }) => insistOnDocument(tx, id, stateVector)),
  // By hand or by the clock: it waits for nothing any more.
  defineDerive(publishPost, forget),
  defineDerive(archivePost, forget),
]
