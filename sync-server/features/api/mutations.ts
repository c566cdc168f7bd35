/**
 * What the API lets programs do: the mutations of the site, as the key's member. Nothing here
 * judges: the mutations' own rules do.
 */
import type { ApiTools, Handler } from './handlers.ts'
import { operations } from '#shared/api/operations.ts'
import { emptyTally } from '#shared/comments/queries.ts'
import { bookmarkId, bookmarks } from '#shared/reading/schema.ts'
import type { ShownTally } from '#shared/comments/scores.ts'
import { shownScore } from '#shared/comments/scores.ts'
import { voteTarget } from '#shared/posts/queries.ts'
import { voteId, votes } from '#shared/votes/schema.ts'
import { inFormFields } from '#server/http/typed-text.ts'
import { bodyOf, accessWanted } from './mutation-parts.ts'
import { changeDraft, createDraft } from './drafts.ts'
import { handle } from './handlers.ts'
import { keyedMutation } from './keyed-mutation.ts'
import { oneComment } from './reads.ts'

export function mutationHandlers(tools: ApiTools): readonly Handler[] {
  const { apply, origin } = tools
  return [
    handle(tools, operations.createDraft, (call) => createDraft(tools, call, call.body)),
    handle(tools, operations.changeDraft, (call) => changeDraft(tools, call, call.params.post, call.body)),

    handle(tools, operations.postComment, async (call) => {
      const { markdown, parentId, isAnswer } = call.body
      const mutation = keyedMutation(apply, accessWanted(call, 'comment', operations.postComment.id))
      const id = mutation.id('comment')
      const body = await bodyOf(markdown, 'comment')
      const args = { id, postId: call.params.post, parentId, body, ...(isAnswer && { isAnswer }) }
      await inFormFields({ body: 'markdown' }, () => mutation.apply('comments.post', args))
      const text = await tools.text()
      return call.reading((read) => oneComment(read, id, { origin: origin(), text }))
    }),

    handle(tools, operations.setVote, async (call) => {
      const { target } = call.params
      const { targetKind, axis, value } = call.body
      const mutation = keyedMutation(apply, accessWanted(call, 'vote', operations.setVote.id))
      await mutation.apply('votes.set', { targetKind, targetId: target, axis, value })
      return call.reading(async (read) => {
        const vote = await read.get(votes, voteId(mutation.userId, target, axis))
        const voted = await voteTarget(read, target)
        const tally: ShownTally = voted?.tally ?? emptyTally(targetKind, target, '')
        const agreement = tally.hasHiddenScore === true ? null : tally.agreement
        return { targetId: target, targetKind, axis, value: vote?.value ?? 0, karma: shownScore(tally), agreement }
      })
    }),

    handle(tools, operations.setBookmark, async (call) => {
      const { target } = call.params
      const { targetKind, isSaved } = call.body
      const mutation = keyedMutation(apply, accessWanted(call, 'vote', operations.setBookmark.id))
      await mutation.apply('bookmarks.set', { targetKind, targetId: target, isSaved })
      const bookmark = await call.reading((read) => read.get(bookmarks, bookmarkId(mutation.userId, target)))
      return { targetId: target, targetKind, isSaved: bookmark?.isSaved ?? false }
    }),
  ]
}
