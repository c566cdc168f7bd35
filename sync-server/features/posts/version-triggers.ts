import type { TriggerContext } from '#server/sync/triggers.ts'
import type { Revision } from '#shared/posts/schema.ts'
import { defineTrigger } from '#server/sync/triggers.ts'
import { defineQuery } from '#shared/kernel/query.ts'
import { publishPost, saveDraft } from '#shared/posts/mutations.ts'
import { revisions } from '#shared/posts/schema.ts'
import { decideTypo } from '#shared/reactions/typo-mutations.ts'
import { keepText, saveVersion } from '#shared/posts/version-mutations.ts'
import { publishPage } from '#shared/wiki/mutations.ts'
import { changeMetrics } from '#shared/text/compare/metrics.ts'
import { requireDocument } from './document-in-memory.ts'

const measure = ({ tx }: TriggerContext, { revisionId }: { readonly revisionId: string }): Promise<void> => measureVersion(tx, revisionId)

/** How much each version added and took out: reckoned once, by the server, as it comes. */
export const versionTriggers = [
  defineTrigger(saveVersion, async (context, args) => {
    await requireDocument(context.tx, args.id, args.stateVector)
    await measure(context, args)
  }),
  defineTrigger(publishPost, measure),
  defineTrigger(publishPage, async (context, args) => {
    await requireDocument(context.tx, args.id, args.stateVector)
    await measure(context, args)
  }),
  defineTrigger(saveDraft, measure),
  defineTrigger(keepText, measure),
  defineTrigger(decideTypo, async ({ tx }, { revisionId, draftRevisionId }) => {
    await measureVersion(tx, revisionId)
    await measureVersion(tx, draftRevisionId)
  }),
]

/**
 * A publication against what readers had, any other against the version before it. Nothing where it
 * has been done.
 */
export async function measureVersion(tx: TriggerContext['tx'], revisionId: string): Promise<void> {
  const revision = await tx.get(revisions, revisionId)
  if (revision === undefined || revision.added !== undefined) return
  const before = revision.isDraft ? await versionBefore(tx, revision) : revision.followsId && (await tx.get(revisions, revision.followsId))
  const { added, removed } = changeMetrics(before ? before.body : { type: 'doc', content: [{ type: 'paragraph' }] }, revision.body)
  await tx.put(revisions, { ...revision, added, removed })
}

async function versionBefore(tx: TriggerContext['tx'], { subjectId, n }: Revision): Promise<Revision | undefined> {
  const [before] = await tx.list(
    defineQuery({ table: revisions, index: ['subjectId', 'n'], equals: [subjectId], until: n, order: 'descending', limit: 1 }),
  )
  return before
}
