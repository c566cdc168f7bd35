/** Asked of the server. */
import * as z from 'zod/mini'
import { requireFreeId } from '../comments/container.ts'
import { AppError, authorize } from '../kernel/errors.ts'
import { Id } from '../kernel/fields.ts'
import { defineMutation, signedIn } from '../kernel/mutation.ts'
import { getOrThrow } from '../kernel/transaction.ts'
import { Title } from '../posts/fields.ts'
import { emptyPost, nextRevision } from '../posts/make-post.ts'
import { putWriting } from '../posts/mutations.ts'
import { putPost } from '../posts/put-post.ts'
import { posts, revisions } from '../posts/schema.ts'
import { draftNumbers } from '../posts/version-mutations.ts'
import { inGroup, putInGroup } from './group-posts.ts'
import { canPostInGroup, canTakeOutOfGroup } from './rules.ts'
import { localGroups } from './schema.ts'

/**
 * Begins a post in a group, as a draft of the viewer's that goes on in the editor. The same id
 * again changes nothing. Events have a form of their own.
 */
export const makeGroupPost = defineMutation({
  name: 'groupPosts.make',
  args: z.strictObject({ id: Id, revisionId: Id, groupId: Id, title: Title }),
  async run(context, { id, revisionId, groupId, title }) {
    const { tx, viewer } = context
    const group = await getOrThrow(tx, localGroups, groupId)
    authorize(canPostInGroup(viewer, group))
    const existing = await tx.get(posts, id)
    if (existing !== undefined) {
      if (existing.authorId !== signedIn(viewer).userId) throw new AppError('not-found')
      return
    }
    await requireFreeId(tx, id)
    if (await tx.get(revisions, revisionId)) throw new AppError('not-found')
    const text = {
      id,
      revisionId,
      title,
      body: { type: 'doc' as const, content: [{ type: 'paragraph' as const }] },
      lang: 'en',
      kind: 'post' as const,
    }
    await tx.put(revisions, nextRevision(context, text, await draftNumbers(tx, id, 'minor')))
    await putPost(context, await inGroup(context, { ...emptyPost(context, text), submitToFrontpage: false }, groupId))
    await putWriting(context, { ...text, linkUrl: null, tags: [], writtenOn: null, submitToFrontpage: false })
  },
})

/** Takes a post out of its group; it stays where else it is. */
export const takeOutOfGroup = defineMutation({
  name: 'groupPosts.remove',
  args: z.strictObject({ id: Id }),
  async run(context, { id }) {
    const post = await getOrThrow(context.tx, posts, id)
    authorize(canTakeOutOfGroup(context.viewer, post))
    await putInGroup(context, id, null)
  },
})
