import * as z from 'zod/mini'
import type { Read } from '#shared/kernel/transaction.ts'
import type { TypoSuggestion } from '#shared/reactions/typo-schema.ts'
import type { Doc } from '#shared/text/nodes.ts'
import type { FormTools } from '#server/http/form-tools.ts'
import { followInDocument, settleDocument } from '#server/documents/beside-editors.ts'
import { applied, defineForm, field, senderOf } from '#server/http/define-form.ts'
import { comments } from '#shared/comments/schema.ts'
import { policies } from '#shared/policies.ts'
import { AppError, authorize } from '#shared/kernel/errors.ts'
import { permittedRead } from '#shared/kernel/read-policy.ts'
import { isId } from '#shared/kernel/ids.ts'
import { getOrThrow } from '#shared/kernel/transaction.ts'
import { links } from '#shared/links.ts'
import { editablePost } from '#shared/posts/queries.ts'
import { posts } from '#shared/posts/schema.ts'
import { mendText } from '#shared/reactions/mend-text.ts'
import { canDecideTypo } from '#shared/reactions/typo-rules.ts'
import { typoSuggestions } from '#shared/reactions/typo-schema.ts'

/**
 * A correction is taken over or dismissed. The document of the text is brought along by a change
 * forward, so that nobody who writes in it loses a word.
 */
export function typoForms({ store, apply, recent, rooms }: FormTools) {
  const decide = defineForm('reactions.decideTypo', {
    fields: z.strictObject({ id: field, verdict: z.enum(['accepted', 'dismissed']), back: field }),
    async run(form, { id, verdict, back }) {
      const userId = senderOf(form)
      const { typo, about } = await store.read((read) => suggested(permittedRead(read, form.viewer, policies), id))
      // Before the mutation says so too: for who may not decide, nobody's document is looked at.
      authorize(canDecideTypo(form.viewer, about))
      const [revisionId = '', draftRevisionId = ''] = await recent.ids(form, id, [verdict], 2)
      const args = { id, verdict, revisionId, draftRevisionId }
      const mutation = () => applied(apply, { name: 'reactions.decideTypo', args, userId, source: 'member' })
      const isOfPost = typo.targetKind === 'post' && verdict === 'accepted'
      const seq = isOfPost ? await rooms.turns.take(typo.postId, () => besideEditors(typo, userId, mutation)) : await mutation()
      const post = await store.read((read) => getOrThrow(read, posts, typo.postId))
      const place = typo.targetKind === 'comment' ? links.commentInThread(post, typo.targetId) : links.post(post)
      return { kind: 'done', location: back === 'text' ? place : links.typos(typo.targetId), seq }
    },
  })

  async function besideEditors(typo: TypoSuggestion, userId: string, mutation: () => Promise<number>): Promise<number> {
    const isAgain = (await store.read((read) => getOrThrow(read, typoSuggestions, typo.id))).verdict === 'accepted'
    const before = await documentNow(typo, userId)
    const seq = await mutation()
    if (before === null || (isAgain && isMendedIn(before.body, typo))) return seq
    // Also when it was accepted before, and a crash came in between.
    const mended = mendText(before.body, typo.quote, typo.replacement, 'essay')
    if (mended.kind === 'mended')
      await followInDocument({ store, rooms }, { postId: typo.postId, userId, body: mended.body, base: before.whole })
    return seq
  }

  /**
   * What is being written in an editor, and its text. `null`: there is no document, or its text
   * cannot be read just now.
   */
  async function documentNow({ postId }: TypoSuggestion, userId: string) {
    const whole = await settleDocument({ store, rooms }, postId, userId)
    const body = whole === null ? undefined : (await store.read((read) => editablePost(read, postId)))?.revision.body
    if (whole === null || body === undefined) return null
    return (await rooms.ports.workers.changeTo([whole], body)) === null ? { whole, body } : null
  }

  return [decide]
}

async function suggested(read: Read, id: string) {
  const typo = isId(id) ? await read.get(typoSuggestions, id) : undefined
  const post = typo && (await read.get(posts, typo.postId))
  const comment = typo?.targetKind === 'comment' ? await read.get(comments, typo.targetId) : null
  if (typo === undefined || post === undefined || comment === undefined) throw new AppError('not-found')
  return { typo, about: { post, comment } }
}

/**
 * The new words stand there: the old ones that are found in or beside them are not meant. What was
 * to go leaves nothing to look for, and counts as gone.
 */
const isMendedIn = (body: Doc, { quote, replacement }: TypoSuggestion): boolean =>
  replacement === '' || mendText(body, { ...quote, text: replacement }, replacement, 'essay').kind !== 'gone'
