/**
 * A dialogue is a post whose authors talk: each message a comment of one of them, nobody else's
 * before it is published (docs/decisions/0018).
 */
import * as z from 'zod/mini'
import type { MutationContext } from '../kernel/mutation.ts'
import type { Post, Revision } from '../posts/schema.ts'
import { addComment } from '../comments/mutations.ts'
import { Uploading } from '../comments/pictures.ts'
import { canSpeak } from '../comments/rules.ts'
import { comments } from '../comments/schema.ts'
import { AppError, authorize } from '../kernel/errors.ts'
import { Id } from '../kernel/fields.ts'
import { defineMutation, signedIn } from '../kernel/mutation.ts'
import { getOrThrow } from '../kernel/transaction.ts'
import { deny } from '../kernel/verdict.ts'
import { Title } from '../posts/fields.ts'
import { becomeCoauthor, maxCoauthors } from '../posts/coauthor-mutations.ts'
import { canInvite } from '../posts/invitation-rules.ts'
import { invitationContext, noteInvitation } from '../posts/invitations.ts'
import { createPost, setPostDetail } from '../posts/mutations.ts'
import { putPost } from '../posts/put-post.ts'
import { canPublishPost } from '../posts/rules.ts'
import { posts, revisions } from '../posts/schema.ts'
import { publishedNumbers } from '../posts/version-mutations.ts'
import { excerpt, wordCount } from '../text/measure.ts'
import { CommentBody } from '../text/schema.ts'
import { messagesOf, maxHeld } from './queries.ts'
import { canJoinDialogue, invitation } from './rules.ts'
import { dialogueInputId, dialogueInputs, longestInput } from './schema.ts'
import { kindFacts } from '../posts/kinds.ts'

/**
 * Begins one, and asks others to take part: they see it from then on, and are its authors once they
 * agree. That they are members only the server knows.
 */
export const createDialogue = defineMutation({
  name: 'dialogues.create',
  args: z.strictObject({
    id: Id,
    revisionId: Id,
    title: Title,
    participantIds: z.array(Id).check(z.minLength(1), z.maxLength(maxCoauthors)),
  }),
  makes: ({ id }) => id,
  opens: ({ id }) => `draft:${id}`,
  async run(context, { id, revisionId, title, participantIds }) {
    const isThere = (await context.tx.get(posts, id)) !== undefined
    // Judges the member, and whose an id is that is there already.
    await createPost.run(context, createPost.args.parse({ id, revisionId, kind: 'post', lang: 'en' }))
    if (isThere) return
    await setPostDetail.run(context, { id, detail: { field: 'title', value: title } })
    const revision = await getOrThrow(context.tx, revisions, revisionId)
    await context.tx.put(revisions, { ...revision, title })
    const post = await getOrThrow(context.tx, posts, id)
    const others = [...new Set(participantIds)].filter((userId) => userId !== post.authorId)
    if (others.length === 0) throw new AppError('invalid', { field: 'participantIds' })
    authorize(canInvite(context.viewer, await invitationContext(context), others.length))
    for (const userId of others) await noteInvitation(context, post, userId, 'dialogue')
    await putPost(context, { ...post, holds: 'dialogue', shares: others.map(invitation) })
  },
})

/**
 * Agrees to take part: one's name stands on it from then on, also when it is published. Declining
 * is giving back what was shared.
 */
export const joinDialogue = defineMutation({
  name: 'dialogues.join',
  args: z.strictObject({ id: Id }),
  async run(context, { id }) {
    const { userId } = signedIn(context.viewer)
    const post = await getOrThrow(context.tx, posts, id)
    if (post.coauthorIds.includes(userId)) return
    authorize(canJoinDialogue(context.viewer, post))
    await becomeCoauthor(context, post)
  },
})

/** Says something: held back until the dialogue is published, public from then on. */
export const sayInDialogue = defineMutation({
  name: 'dialogues.say',
  runs: 'device',
  args: z.strictObject({ id: Id, postId: Id, body: CommentBody, uploading: Uploading }),
  makes: ({ id }) => id,
  needs: ({ postId }) => [postId],
  async run(context, { uploading: _uploading, ...args }) {
    const { tx, viewer, now } = context
    const post = await getOrThrow(tx, posts, args.postId)
    authorize(canSpeak(viewer, post))
    const isNew = (await tx.get(comments, args.id)) === undefined
    if (isNew && post.status !== 'published' && (await tx.count(messagesOf(post.id))) >= maxHeld) authorize(deny('dialogue-is-full'))
    await addComment(context, post, null, { ...args, parentId: null }, { message: post.status === 'published' ? 'said' : 'held' })
    const { userId } = signedIn(viewer)
    const id = dialogueInputId(post.id, userId)
    if (isNew && (await tx.get(dialogueInputs, id)) !== undefined)
      await tx.put(dialogueInputs, { id, postId: post.id, userId, text: '', changedAt: now })
  },
})

/** Lets the others see what one is about to say. Of those not yet sent only the last is kept. */
export const setDialogueInput = defineMutation({
  name: 'dialogues.setInput',
  runs: 'device',
  isQuiet: true,
  args: z.strictObject({ postId: Id, text: z.string().check(z.maxLength(longestInput)) }),
  needs: ({ postId }) => [postId],
  key: ({ postId }) => `dialogue:${postId}:input`,
  async run({ tx, viewer, now }, { postId, text }) {
    const post = await getOrThrow(tx, posts, postId)
    authorize(canSpeak(viewer, post))
    const { userId } = signedIn(viewer)
    const id = dialogueInputId(postId, userId)
    if ((await tx.get(dialogueInputs, id))?.text !== text) await tx.put(dialogueInputs, { id, postId, userId, text, changedAt: now })
  },
})

/** Gives it to readers, with everything that has been said. One without a word stays a draft. */
export const publishDialogue = defineMutation({
  name: 'dialogues.publish',
  runs: 'device',
  args: z.strictObject({ id: Id }),
  needs: ({ id }) => [id],
  key: ({ id }) => `post:${id}:publish`,
  opens: ({ id }) => `thread:${id}`,
  async run(context, { id }) {
    const { tx, viewer, now } = context
    const post = await getOrThrow(tx, posts, id)
    authorize(canPublishPost(viewer, post))
    if (!kindFacts(post).hasMessages) throw new AppError('invalid', { field: 'id' })
    if (post.status === 'published') return
    // Alone nobody has a dialogue; one that readers have seen stays what it is.
    if (post.coauthorIds.length === 0 && post.publishedAt === null) authorize(deny('nobody-has-joined'))
    const said = await tx.list(messagesOf(id))
    const messages = said.filter(({ message, removedBy }) => message !== undefined && removedBy === null)
    const [first] = messages
    if (first === undefined) throw new AppError('invalid', { field: 'body' })
    for (const message of said) if (message.message === 'held') await tx.put(comments, { ...message, message: 'said' })
    const lastSaidAt = messages.reduce((last, { postedAt }) => Math.max(last, postedAt), 0)
    const revision = await editionOf(context, post)
    await tx.put(revisions, revision)
    await putPost(context, {
      ...post,
      status: 'published',
      publishedAt: post.publishedAt ?? now,
      revisionId: revision.id,
      version: revision.version,
      wordCount: messages.reduce((sum, { body }) => sum + wordCount(body), 0),
      excerpt: excerpt(first.body, 400),
      lastCommentedAt: lastSaidAt,
      lastSaidAt,
    })
  },
})

/**
 * What readers get has no text of its own: what the authors may have noted in the post's editor
 * stays theirs. There is one, under the post's id.
 */
async function editionOf({ tx, viewer, now }: MutationContext, post: Post): Promise<Revision> {
  const existing = await tx.get(revisions, post.id)
  if (existing?.subjectId === post.id) return { ...existing, title: post.title }
  return {
    ...{ id: post.id, subjectKind: 'post', subjectId: post.id, postId: post.id },
    ...(await publishedNumbers(tx, post.id, post, 'minor')),
    ...{ isDraft: false, title: post.title, body: { type: 'doc', content: [{ type: 'paragraph' }] }, wordCount: 0 },
    ...{ authorId: signedIn(viewer).userId, at: now },
  }
}
