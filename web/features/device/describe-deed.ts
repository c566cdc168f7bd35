/**
 * What a queued or refused deed is, in words: for the outbox, which fetches this file when it is opened. Arguments come from the device's own
 * queue, but perhaps from an older version of the app: each mutation's own schema reads them, and what it cannot read is shown as it is.
 */
import { editComment, postComment, removeComment, restoreComment } from '#shared/comments/mutations.ts'
import { comments } from '#shared/comments/schema.ts'
import type { Mutation } from '#shared/kernel/mutation.ts'
import type { Read } from '#shared/kernel/transaction.ts'
import { links } from '#shared/links.ts'
import {
  archivePost,
  createPost,
  publishPost,
  restorePost,
  saveDraft,
  setCoauthor,
  setPostDetail,
  unpublishPost,
} from '#shared/posts/mutations.ts'
import { posts, writings } from '#shared/posts/schema.ts'
import { setBookmark, setReadMark } from '#shared/reading/mutations.ts'
import { docToMarkdown } from '#shared/text/markdown-out.ts'
import { setVote } from '#shared/votes/mutations.ts'

export interface DeedWords {
  /** "Comment", "Reply", "Vote: up". */
  readonly what: string
  /** Where it belongs; without a title when the post is not on this device. */
  readonly where: { readonly title: string | null; readonly href: string } | null
  /** What was written, as Markdown. */
  readonly text: string | null
  /** The text can be changed and sent again. */
  readonly isEditable: boolean
  /** Where its text may be kept as a draft, and what the form there calls it; `null` where there is no form. */
  readonly draft: { readonly place: string; readonly field: string } | null
}

const voteWords: Readonly<Record<string, string>> = {
  'approval:2': 'up, strongly',
  'approval:1': 'up',
  'approval:-1': 'down',
  'approval:-2': 'down, strongly',
  'agreement:2': 'agree, strongly',
  'agreement:1': 'agree',
  'agreement:-1': 'disagree',
  'agreement:-2': 'disagree, strongly',
}

export async function describeDeed(read: Read, name: string, args: unknown): Promise<DeedWords> {
  const plain = { text: null, isEditable: false, draft: null } as const
  const of = <Args>(mutation: Mutation<Args>): Args | undefined => {
    if (mutation.name !== name) return undefined
    const parsed = mutation.args.safeParse(args)
    return parsed.success ? parsed.data : undefined
  }
  const post = of(postComment)
  if (post !== undefined) {
    const { postId, parentId, body } = post
    return {
      what: parentId === null ? 'Comment' : 'Reply',
      where: await place(read, postId, parentId),
      text: docToMarkdown(body).trimEnd(),
      isEditable: true,
      draft: { place: `comment:${postId}:${parentId ?? ''}`, field: 'markdown' },
    }
  }
  const edit = of(editComment)
  if (edit !== undefined) {
    return {
      what: 'Change of a comment',
      where: await placeOfComment(read, edit.id),
      text: docToMarkdown(edit.body).trimEnd(),
      isEditable: true,
      draft: { place: `edit:${edit.id}`, field: 'markdown' },
    }
  }
  const removed = of(removeComment)
  if (removed !== undefined) return { ...plain, what: 'Removing a comment', where: await placeOfComment(read, removed.id) }
  const restored = of(restoreComment)
  if (restored !== undefined) return { ...plain, what: 'Bringing back a comment', where: await placeOfComment(read, restored.id) }
  const vote = of(setVote)
  if (vote !== undefined) {
    const what = vote.value === 0 ? 'Vote taken back' : `Vote: ${voteWords[`${vote.axis}:${vote.value}`] ?? ''}`
    return { ...plain, what, where: await placeOf(read, vote.targetKind, vote.targetId) }
  }
  const bookmark = of(setBookmark)
  if (bookmark !== undefined) {
    const what = bookmark.isSaved ? 'Saving for later' : 'Taking off your list'
    return { ...plain, what, where: await placeOf(read, bookmark.targetKind, bookmark.targetId) }
  }
  const mark = of(setReadMark)
  if (mark !== undefined)
    return { ...plain, what: mark.isRead ? 'Marking as read' : 'Marking as unread', where: await place(read, mark.postId, null) }
  const draft = of(saveDraft) ?? of(publishPost)
  if (draft !== undefined) {
    const title = draft.title === '' ? 'Untitled' : draft.title
    return {
      what: name === publishPost.name ? 'Publishing' : 'Draft',
      where: { title, href: links.editPost(draft.id) },
      text: docToMarkdown(draft.body),
      isEditable: false,
      draft: null,
    }
  }
  const begun = of(createPost)
  if (begun !== undefined) return { ...plain, what: 'New draft', where: await writingPlace(read, begun.id) }
  const detail = of(setPostDetail)
  if (detail !== undefined) {
    const { field, value } = detail.detail
    return {
      ...plain,
      what: detailWords[field],
      where: await writingPlace(read, detail.id),
      text: typeof value === 'string' ? value : null,
    }
  }
  const coauthor = of(setCoauthor)
  if (coauthor !== undefined) {
    const what = coauthor.isOn ? 'Letting a co-author in' : 'Taking a co-author out'
    return { ...plain, what, where: await writingPlace(read, coauthor.id) }
  }
  const unpublished = of(unpublishPost)
  if (unpublished !== undefined) return { ...plain, what: 'Moving to drafts', where: await writingPlace(read, unpublished.id) }
  const archived = of(archivePost)
  if (archived !== undefined) return { ...plain, what: 'Putting a draft away', where: await writingPlace(read, archived.id) }
  const back = of(restorePost)
  if (back !== undefined) return { ...plain, what: 'Bringing a draft back', where: await writingPlace(read, back.id) }
  return { ...plain, what: name, where: null, text: args === undefined ? null : JSON.stringify(args, null, 2) }
}

const detailWords = {
  title: 'Title of a draft',
  kind: 'Kind of a post',
  linkUrl: 'Address of a link post',
  lang: 'Language of a post',
  tags: 'Tags of a post',
  writtenOn: 'When a post was written',
  submitToFrontpage: 'Whether a post may be on the front page',
} as const

async function writingPlace(read: Read, postId: string): Promise<DeedWords['where']> {
  const title = (await read.get(writings, postId))?.title ?? (await read.get(posts, postId))?.title
  return { title: title === undefined || title === '' ? 'Untitled' : title, href: links.editPost(postId) }
}

async function placeOf(read: Read, kind: 'post' | 'comment', id: string): Promise<DeedWords['where']> {
  return kind === 'comment' ? placeOfComment(read, id) : place(read, id, null)
}

async function placeOfComment(read: Read, commentId: string): Promise<DeedWords['where']> {
  const comment = await read.get(comments, commentId)
  return comment === undefined ? null : place(read, comment.postId, commentId)
}

async function place(read: Read, postId: string, commentId: string | null): Promise<DeedWords['where']> {
  const post = await read.get(posts, postId)
  const address = { id: postId, slug: post?.slug ?? null }
  return {
    title: post === undefined ? null : post.title === '' ? 'Untitled' : post.title,
    href: commentId === null ? links.post(address) : links.commentInThread(address, commentId),
  }
}
