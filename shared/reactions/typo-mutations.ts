import * as z from 'zod/mini'
import type { MutationContext } from '../kernel/mutation.ts'
import type { Post } from '../posts/schema.ts'
import type { Doc, Profile } from '../text/nodes.ts'
import type { TypoSuggestion } from './typo-schema.ts'
import { editComment } from '../comments/mutations.ts'
import { comments } from '../comments/schema.ts'
import { AppError, authorize } from '../kernel/errors.ts'
import { Id } from '../kernel/fields.ts'
import { defineMutation, signedIn } from '../kernel/mutation.ts'
import { getOrThrow } from '../kernel/transaction.ts'
import { posts, revisions } from '../posts/schema.ts'
import { draftNumbers, publishedNumbers } from '../posts/version-mutations.ts'
import { excerpt, wordCount } from '../text/measure.ts'
import { mendText } from './mend-text.ts'
import { canDecideTypo } from './typo-rules.ts'
import { typoSuggestions } from './typo-schema.ts'

/**
 * A correction is taken over, as a new version of what readers see, or is not. What its authors
 * were writing besides is not published with it; where the same words stand there, they are mended
 * there too. The document is brought along by who sends this (`sync-server/features/reactions/`).
 * @throws AppError 'not-allowed' with 'typo-is-gone' or 'typo-stands-twice': nothing is changed;
 *   'conflict' when it was decided otherwise before.
 */
export const decideTypo = defineMutation({
  name: 'reactions.decideTypo',
  args: z.strictObject({
    id: Id,
    verdict: z.enum(['accepted', 'dismissed']),
    /**
     * Of a post: the new version of what readers see, and that of what is being written, where it
     * differs.
     */
    revisionId: Id,
    draftRevisionId: Id,
  }),
  async run(context, { id, verdict, revisionId, draftRevisionId }) {
    const { tx, viewer, now } = context
    const decider = signedIn(viewer)
    const typo = await getOrThrow(tx, typoSuggestions, id)
    const post = await getOrThrow(tx, posts, typo.postId)
    const comment = typo.targetKind === 'comment' ? await getOrThrow(tx, comments, typo.targetId) : null
    authorize(canDecideTypo(viewer, { post, comment }))
    if (typo.verdict === verdict) return
    if (typo.verdict !== 'open') throw new AppError('conflict', { field: 'verdict' })
    if (verdict === 'accepted') {
      if (comment === null) await publishMended(context, post, typo, { revisionId, draftRevisionId })
      else {
        const body = mended(comment.body, typo, 'comment')
        await editComment.run(context, { id: comment.id, body, bodyVersion: comment.bodyVersion })
      }
    }
    await tx.put(typoSuggestions, { ...typo, verdict, decidedAt: now, decidedById: decider.userId })
  },
})

const note = 'A correction that a reader suggested'

async function publishMended(
  { tx, viewer, now }: MutationContext,
  post: Post,
  typo: TypoSuggestion,
  { revisionId, draftRevisionId }: { readonly revisionId: string; readonly draftRevisionId: string },
): Promise<void> {
  // The versions of a suggestion that was not accepted yet are new ones: these are somebody else's.
  if (post.revisionId === null || (await tx.get(revisions, revisionId)) || (await tx.get(revisions, draftRevisionId)))
    throw new AppError('not-found')
  const existing = await getOrThrow(tx, revisions, post.revisionId)
  const body = mended(existing.body, typo, 'essay')
  const numbers = await publishedNumbers(tx, post.id, post, 'minor')
  const by = { authorId: signedIn(viewer).userId, at: now, note }
  const subject = { subjectKind: 'post', subjectId: post.id, postId: post.id } as const
  const words = wordCount(body)
  const published = { isDraft: false, title: existing.title, body, wordCount: words, followsId: post.revisionId }
  await tx.put(revisions, { id: revisionId, ...subject, ...numbers, ...published, ...by })
  let latestRevisionId = revisionId
  if (post.latestRevisionId !== post.revisionId) {
    const draft = await getOrThrow(tx, revisions, post.latestRevisionId)
    const inDraft = mendText(draft.body, typo.quote, typo.replacement, 'essay')
    latestRevisionId = draft.id
    if (inDraft.kind === 'mended') {
      latestRevisionId = draftRevisionId
      const written = { isDraft: true, title: draft.title, body: inDraft.body, wordCount: wordCount(inDraft.body) }
      await tx.put(revisions, { id: draftRevisionId, ...subject, ...(await draftNumbers(tx, post.id, 'patch')), ...written, ...by })
    }
  }
  const seen = { version: numbers.version, wordCount: words, excerpt: excerpt(body, 400), editedAt: now }
  await tx.put(posts, { ...post, revisionId, latestRevisionId, ...seen })
}

function mended(body: Doc, { quote, replacement }: TypoSuggestion, profile: Profile): Doc {
  const found = mendText(body, quote, replacement, profile)
  if (found.kind === 'mended') return found.body
  throw new AppError('not-allowed', { reason: found.kind === 'gone' ? 'typo-is-gone' : 'typo-stands-twice' })
}
