/**
 * The member who mentions another in a sequence, a collection, a glossary or a bio is noted, so
 * that the member hears of it (sync-server/notify/subject-mentions.ts).
 */
import type { Table, Row } from '#shared/kernel/table.ts'
import type { Doc } from '#shared/text/schema.ts'
import type { TriggerContext, Triggers } from '#server/sync/triggers.ts'
import { updateProfile } from '#shared/accounts/mutations.ts'
import { addTerm, setTerm } from '#shared/glossary/mutations.ts'
import { glossaryTerms } from '#shared/glossary/schema.ts'
import { signedIn } from '#shared/kernel/mutation.ts'
import { setBookDetail, setCollectionDetail } from '#shared/sequences/collection-mutations.ts'
import { setChapterDetail, setSequenceDetail } from '#shared/sequences/mutations.ts'
import { books, chapters, collections, sequences } from '#shared/sequences/schema.ts'
import { noteBioMentions, noteMentionWriter } from '#server/notify/subject-mentions.ts'
import { defineTrigger } from '#server/sync/triggers.ts'

type Described = Row & { readonly body: Doc }

const noteIn =
  <R extends Described>(table: Table<R>, kind: string) =>
  async (
    { tx, viewer, now }: TriggerContext,
    args: { readonly id: string; readonly detail?: { readonly field: string } },
  ): Promise<void> => {
    if (args.detail !== undefined && args.detail.field !== 'body') return
    const row = await tx.get(table, args.id)
    if (row !== undefined) await noteMentionWriter(tx, `${kind}:${row.id}`, row.body, signedIn(viewer).userId, now)
  }

export const mentionTriggers: Triggers = [
  defineTrigger(setSequenceDetail, noteIn(sequences, 'sequence')),
  defineTrigger(setChapterDetail, noteIn(chapters, 'chapter')),
  defineTrigger(setCollectionDetail, noteIn(collections, 'collection')),
  defineTrigger(setBookDetail, noteIn(books, 'book')),
  defineTrigger(addTerm, noteIn(glossaryTerms, 'term')),
  defineTrigger(setTerm, noteIn(glossaryTerms, 'term')),
  defineTrigger(updateProfile, async ({ tx, viewer, now }, { bio }) => {
    if (bio !== undefined) await noteBioMentions(tx, signedIn(viewer).userId, bio, now)
  }),
]
