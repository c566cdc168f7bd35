/**
 * What a person does, going by what their tab shows them. Refusals by the rules are answers: then
 * nothing was done.
 */
import type { Comment } from '#shared/comments/schema.ts'
import type { Mutation } from '#shared/kernel/mutation.ts'
import type { Read } from '#shared/kernel/transaction.ts'
import type { Post } from '#shared/posts/schema.ts'
import { editComment, postComment, removeComment, restoreComment } from '#shared/comments/mutations.ts'
import { commentsOfPost } from '#shared/comments/queries.ts'
import { sendMessage, setConversationRead, setOwnConversation } from '#shared/messages/mutations.ts'
import { conversations } from '#shared/messages/schema.ts'
import { posts } from '#shared/posts/schema.ts'
import { setReadMark } from '#shared/reading/mutations.ts'
import { bookmarkId, bookmarks } from '#shared/reading/schema.ts'
import { paragraph } from '#shared/testing/factories.ts'
import { setVote } from '#shared/votes/mutations.ts'
import { postIdOf } from './community.ts'
import { conversationIdOf } from './conversations.ts'
import { aged, newBookmark, oldBookmark } from './forms.ts'
import type { ActionKind } from './plan.ts'
import type { Random } from './world/random.ts'

export interface Intent {
  readonly mutation: Mutation<unknown>
  readonly args: unknown
  /** A text that must not be lost. */
  readonly text: string | null
  /** The comment that comes to be. */
  readonly commentId: string | null
}

export interface Person {
  readonly userId: string
  readonly read: Read
  readonly isOld: boolean
  readonly posts: number
  readonly conversations: number
  /** By this device's clock. */
  now(): number
  newId(): string
  /** A text that nobody has typed before. */
  typed(): string
}

/** `null`: there is nothing to do it to. */
export async function intentOf(action: ActionKind, person: Person, luck: Random): Promise<Intent | null> {
  if (action === 'message' || action === 'ownConversation' || action === 'readConversation') return talkingOf(action, person, luck)
  const post = await person.read.get(posts, postIdOf(luck.whole(0, person.posts - 1)))
  if (post === undefined) return null
  const thread = await person.read.list(commentsOfPost(post.id))
  const any = thread.length === 0 ? null : luck.pick(thread)
  const mine = thread.filter((comment) => comment.authorId === person.userId)
  const own = mine.length === 0 ? null : luck.pick(mine)
  switch (action) {
    case 'comment':
      return writing(person, post, null)
    case 'reply':
      return writing(person, post, any)
    case 'edit':
      return own === null ? null : editing(person, own)
    case 'remove':
      return own === null ? null : intent(removeComment, { id: own.id, reason: '' })
    case 'restore':
      return own === null ? null : intent(restoreComment, { id: own.id })
    case 'vote': {
      const target =
        any !== null && luck.chance(0.7)
          ? ({ targetKind: 'comment', targetId: any.id } as const)
          : ({ targetKind: 'post', targetId: post.id } as const)
      return intent(setVote, { ...target, axis: 'approval', value: luck.pick([-1, 0, 1, 1, 2] as const) })
    }
    case 'waver':
      return intent(setVote, { targetKind: 'post', targetId: post.id, axis: 'approval', value: luck.pick([-1, 0, 1] as const) })
    case 'agree':
      return any === null
        ? null
        : intent(setVote, { targetKind: 'comment', targetId: any.id, axis: 'agreement', value: luck.pick([-1, 0, 1]) })
    case 'bookmark': {
      const target =
        any !== null && luck.chance(0.5)
          ? ({ targetKind: 'comment', targetId: any.id } as const)
          : ({ targetKind: 'post', targetId: post.id } as const)
      const before = await person.read.get(bookmarks, bookmarkId(person.userId, target.targetId))
      const args = { ...target, isSaved: before?.isSaved !== true }
      return person.isOld ? intent(oldBookmark, aged(args)) : intent(newBookmark, args)
    }
    case 'read':
      return intent(setReadMark, { postId: post.id, isRead: luck.chance(0.8), seenUpTo: person.now() })
  }
}

/** Nothing in a conversation that this device does not have, or has no more. */
async function talkingOf(action: 'message' | 'ownConversation' | 'readConversation', person: Person, luck: Random): Promise<Intent | null> {
  if (person.conversations === 0) return null
  const id = conversationIdOf(luck.whole(0, person.conversations - 1))
  const conversation = await person.read.get(conversations, id)
  if (conversation === undefined) return null
  if (action === 'readConversation')
    return intent(setConversationRead, { id, upTo: luck.chance(0.2) ? null : luck.whole(0, conversation.messageCount) })
  if (action === 'ownConversation')
    return intent(setOwnConversation, { id, change: { field: luck.pick(['isArchived', 'isMuted'] as const), value: luck.chance(0.5) } })
  const [messageId, text] = [person.newId(), person.typed()]
  return { ...intent(sendMessage, { id: messageId, conversationId: id, body: paragraph(text) }), text }
}

function writing(person: Person, post: Post, parent: Comment | null): Intent {
  const [id, text] = [person.newId(), person.typed()]
  return { ...intent(postComment, { id, postId: post.id, parentId: parent?.id ?? null, body: paragraph(text) }), text, commentId: id }
}

function editing(person: Person, comment: Comment): Intent {
  const text = person.typed()
  return { ...intent(editComment, { id: comment.id, body: paragraph(text), bodyVersion: comment.bodyVersion }), text }
}

function intent<Args>(mutation: Mutation<Args>, args: Args): Intent {
  // Run with these very arguments alone.
  return { mutation: mutation as unknown as Mutation<unknown>, args, text: null, commentId: null }
}
