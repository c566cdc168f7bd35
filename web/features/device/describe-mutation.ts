/**
 * What a queued or refused mutation is, in words: for the outbox, which fetches this file when it
 * is opened. Arguments come from the device's own queue, but perhaps from an older version of the
 * app: each mutation's own schema reads them, and what it cannot read is shown as it is.
 */
import { acceptCoauthor, endCoauthor, inviteCoauthor, setCoauthor } from '#shared/posts/coauthor-mutations.ts'
import { setCommentMark } from '#shared/comments/mark-mutations.ts'
import type { CommentMarkName } from '#shared/comments/mark-rules.ts'
import { postReview } from '#shared/annual-review/review-mutations.ts'
import { editComment, postComment, postQuickTake, removeComment, restoreComment } from '#shared/comments/mutations.ts'
import { comments } from '#shared/comments/schema.ts'
import { deviceDomains } from '#shared/device-domains.ts'
import { publishDialogue, sayInDialogue } from '#shared/dialogues/mutations.ts'
import { setFeedSettings, setHidden } from '#shared/feed/settings-mutations.ts'
import type { QueuedWords } from '#shared/kernel/domain.ts'
import type { Mutation } from '#shared/kernel/mutation.ts'
import type { Read } from '#shared/kernel/transaction.ts'
import { links } from '#shared/links.ts'
import { archivePost, createPost, publishPost, restorePost, saveDraft, setPostDetail, unpublishPost } from '#shared/posts/mutations.ts'
import { setLinkSharing, sharePost, unsharePost } from '#shared/posts/share-mutations.ts'
import { posts, revisions, writings } from '#shared/posts/schema.ts'
import { chooseNotices, markAllViewed, seeKarma, setViewed } from '#shared/notifications/mutations.ts'
import { voteInPoll } from '#shared/polls/mutations.ts'
import { saveVersion } from '#shared/posts/version-mutations.ts'
import { callOffSchedule, moveSchedule, schedulePost } from '#shared/publishing/mutations.ts'
import { docToMarkdown } from '#shared/text/markdown-out.ts'
import { editInlineComment, postInlineComment, removeInlineComment, resolveInlineComment } from '#shared/inline-comments/mutations.ts'
import { inlineComments } from '#shared/inline-comments/schema.ts'
import { decideSuggestion, suggestChange } from '#shared/inline-comments/suggest-mutations.ts'
import { setReaction } from '#shared/reactions/mutations.ts'
import { kindOf } from '#shared/reactions/palette.ts'
import { chapters, sequences } from '#shared/sequences/schema.ts'
import { setVote } from '#shared/votes/mutations.ts'
import { describeWikiMutation } from './describe-wiki-mutation.ts'

export interface MutationWords {
  /** "Comment", "Reply", "Vote: up". */
  readonly what: string
  /** Where it belongs; without a title when the post is not on this device. */
  readonly where: { readonly title: string | null; readonly href: string } | null
  /** What was written, as Markdown. */
  readonly text: string | null
  /** The text can be changed and sent again. */
  readonly isEditable: boolean
  /**
   * Where its text may be kept as a draft, and what the form there calls it; `null` where there is
   * no form.
   */
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

/** Of the domains that say it in their manifests; the others' are below. */
const wordsOfDomains = deviceDomains.flatMap(({ outboxWords }) => outboxWords)

export async function describeMutation(read: Read, name: string, args: unknown): Promise<MutationWords> {
  const plain = { text: null, isEditable: false, draft: null } as const
  const of = <Args>(mutation: Mutation<Args>): Args | undefined => {
    if (mutation.name !== name) return undefined
    const parsed = mutation.args.safeParse(args)
    return parsed.success ? parsed.data : undefined
  }
  for (const { mutation, wordsOf } of wordsOfDomains) {
    const known = of(mutation)
    if (known === undefined) continue
    const { what, about } = wordsOf(known)
    return { ...plain, what, where: await placeAbout(read, about) }
  }
  const post = of(postComment)
  if (post !== undefined) {
    const { postId, parentId, body } = post
    return {
      what: post.isAnswer === true ? 'Answer' : parentId === null ? 'Comment' : 'Reply',
      where: await place(read, postId, parentId),
      text: docToMarkdown(body).trimEnd(),
      isEditable: true,
      draft: { place: `comment:${postId}:${parentId ?? ''}`, field: 'markdown' },
    }
  }
  const take = of(postQuickTake)
  if (take !== undefined) {
    return {
      what: 'Quick take',
      where: { title: 'Quick takes', href: links.quickTakes() },
      text: docToMarkdown(take.body).trimEnd(),
      isEditable: true,
      draft: { place: 'comment:quick-take:', field: 'markdown' },
    }
  }
  const review = of(postReview)
  if (review !== undefined) {
    return {
      what: 'Review',
      where: await place(read, review.postId, null),
      text: docToMarkdown(review.body).trimEnd(),
      isEditable: true,
      draft: { place: `review:${review.postId}`, field: 'markdown' },
    }
  }
  const said = of(sayInDialogue)
  if (said !== undefined)
    return { ...plain, what: 'Dialogue message', where: await place(read, said.postId, null), text: docToMarkdown(said.body).trimEnd() }
  const dialogue = of(publishDialogue)
  if (dialogue !== undefined) return { ...plain, what: 'Publishing a dialogue', where: await place(read, dialogue.id, null) }
  const marked = of(setCommentMark)
  if (marked !== undefined) return { ...plain, what: markWords[marked.mark.name], where: await placeOfComment(read, marked.id) }
  const edit = of(editComment)
  if (edit !== undefined) {
    return {
      what: 'Comment edit',
      where: await placeOfComment(read, edit.id),
      text: docToMarkdown(edit.body).trimEnd(),
      isEditable: true,
      draft: { place: `edit:${edit.id}`, field: 'markdown' },
    }
  }
  const removed = of(removeComment)
  if (removed !== undefined) return { ...plain, what: 'Removing a comment', where: await placeOfComment(read, removed.id) }
  const restored = of(restoreComment)
  if (restored !== undefined) return { ...plain, what: 'Restoring a comment', where: await placeOfComment(read, restored.id) }
  const vote = of(setVote)
  if (vote !== undefined) {
    const what = vote.value === 0 ? 'Vote removed' : `Vote: ${voteWords[`${vote.axis}:${vote.value}`] ?? ''}`
    const where =
      vote.targetKind === 'revision' ? await placeOfVersion(read, vote.targetId) : await placeOf(read, vote.targetKind, vote.targetId)
    return { ...plain, what, where }
  }
  const reacted = of(setReaction)
  if (reacted !== undefined) {
    const word = { '1': 'Reaction', '0': 'Reaction removed', '-1': 'Disagreeing with a reaction' }[reacted.value]
    const what = `${word}: ${kindOf(reacted.reaction).label}`
    const words = [reacted.quote?.text, reacted.proposal?.replacement, reacted.proposal?.explanation].filter(Boolean)
    return {
      ...plain,
      what,
      text: words.length === 0 ? null : words.join(' → '),
      where: await placeOf(read, reacted.targetKind, reacted.targetId),
    }
  }
  const polled = of(voteInPoll)
  if (polled !== undefined)
    return {
      ...plain,
      what: polled.optionUids.length === 0 ? 'Poll vote removed' : 'Poll vote',
      where: await place(read, polled.postId, null),
    }
  if (of(setViewed) !== undefined || of(markAllViewed) !== undefined || of(seeKarma) !== undefined)
    return { ...plain, what: 'Marking notifications as read', where: { title: null, href: links.notices() } }
  if (of(chooseNotices) !== undefined)
    return { ...plain, what: 'Notification settings', where: { title: null, href: links.notices({ tab: 'settings' }) } }
  const hidden = of(setHidden)
  if (hidden !== undefined) {
    const what = hidden.isHidden ? 'Hiding an item' : 'Unhiding an item'
    return { ...plain, what, where: (await placeOfComment(read, hidden.itemId)) ?? (await place(read, hidden.itemId, null)) }
  }
  if (of(setFeedSettings) !== undefined) return { ...plain, what: 'Feed settings', where: null }
  const ofSequence = sequenceWords[name]
  if (ofSequence !== undefined) return { ...plain, what: ofSequence, where: await placeOfSequence(read, args) }
  const inWiki = await describeWikiMutation(read, name, args)
  if (inWiki !== null) return inWiki
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
      text: Array.isArray(value) ? value.join(', ') : typeof value === 'string' ? value : null,
    }
  }
  const coauthor = of(inviteCoauthor) ?? of(acceptCoauthor) ?? of(endCoauthor) ?? of(setCoauthor)
  if (coauthor !== undefined) {
    const isInvitation = name === inviteCoauthor.name || ('isOn' in coauthor && coauthor.isOn === true)
    const what =
      name === acceptCoauthor.name
        ? 'Accepting an invitation'
        : isInvitation
          ? 'Inviting a co-author'
          : 'Removing a co-author or invitation'
    return { ...plain, what, where: await writingPlace(read, coauthor.id) }
  }
  const shared = of(sharePost) ?? of(unsharePost)
  if (shared !== undefined)
    return {
      ...plain,
      what: name === sharePost.name ? 'Sharing a draft' : 'Unsharing a draft',
      where: await writingPlace(read, shared.id),
    }
  const link = of(setLinkSharing)
  if (link !== undefined) return { ...plain, what: 'Link to a draft', where: await writingPlace(read, link.id) }
  const inlineComment = of(postInlineComment)
  if (inlineComment !== undefined)
    return { ...plain, what: 'Inline comment on a draft', where: await writingPlace(read, inlineComment.postId), text: inlineComment.body }
  const suggested = of(suggestChange)
  if (suggested !== undefined)
    return { ...plain, what: 'Suggestion for a draft', where: await writingPlace(read, suggested.postId), text: suggested.quote }
  const decided = of(decideSuggestion) ?? of(editInlineComment) ?? of(resolveInlineComment) ?? of(removeInlineComment)
  if (decided !== undefined) {
    const about = await read.get(inlineComments, decided.id)
    const what = inlineCommentWords[name] ?? name
    const where = about === undefined ? null : await writingPlace(read, about.postId)
    return { ...plain, what, where, text: 'body' in decided && typeof decided.body === 'string' ? decided.body : null }
  }
  const version = of(saveVersion)
  if (version !== undefined)
    return { ...plain, what: 'Saving a version', where: await writingPlace(read, version.id), text: docToMarkdown(version.body) }
  const timed = of(schedulePost) ?? of(moveSchedule) ?? of(callOffSchedule)
  if (timed !== undefined) return { ...plain, what: scheduleWords[name] ?? name, where: await writingPlace(read, timed.id) }
  const unpublished = of(unpublishPost)
  if (unpublished !== undefined) return { ...plain, what: 'Moving to drafts', where: await writingPlace(read, unpublished.id) }
  const archived = of(archivePost)
  if (archived !== undefined) return { ...plain, what: 'Deleting a draft', where: await writingPlace(read, archived.id) }
  const back = of(restorePost)
  if (back !== undefined) return { ...plain, what: 'Restoring a draft', where: await writingPlace(read, back.id) }
  return { ...plain, what: name, where: null, text: args === undefined ? null : JSON.stringify(args, null, 2) }
}

const scheduleWords: Readonly<Record<string, string>> = {
  [schedulePost.name]: 'Scheduling a post',
  [moveSchedule.name]: 'Rescheduling a post',
  [callOffSchedule.name]: 'Canceling a scheduled post',
}

const sequenceWords: Readonly<Record<string, string>> = {
  'sequences.create': 'New sequence',
  'sequences.setDetail': 'Sequence details',
  'sequences.setRemoved': 'Deleting or restoring a sequence',
  'sequences.addChapter': 'New chapter',
  'sequences.setChapterDetail': 'Chapter details',
  'sequences.moveChapter': 'Chapter order',
  'sequences.removeChapter': 'Removing a chapter',
  'sequences.putPost': 'Post order in a sequence',
  'sequences.takePost': 'Removing a post from a sequence',
}

/** By whichever of its ids the mutation names. */
async function placeOfSequence(read: Read, args: unknown): Promise<MutationWords['where']> {
  if (typeof args !== 'object' || args === null) return null
  const named = Object.entries(args).filter((pair): pair is [string, string] => typeof pair[1] === 'string' && /id$/iu.test(pair[0]))
  for (const [, id] of named) {
    const sequence = await read.get(sequences, (await read.get(chapters, id))?.sequenceId ?? id)
    if (sequence !== undefined) return { title: sequence.title, href: links.editSequence(sequence.id) }
  }
  return null
}

const markWords: Readonly<Record<CommentMarkName, string>> = {
  answer: 'Moving a comment',
  onProfile: 'Pinning to the profile',
  offFrontpage: 'Quick take’s front page setting',
  retracted: 'Retracting a comment',
  pinned: 'Pinning a comment',
  lock: 'Closing a thread',
  hat: 'Adding a moderator badge',
  rejected: 'Accepting or rejecting a comment',
}

const inlineCommentWords: Readonly<Record<string, string>> = {
  'remarks.edit': 'Inline comment edit',
  'remarks.resolve': 'Resolving or reopening an inline comment',
  'remarks.remove': 'Removing an inline comment',
  'remarks.decide': 'Deciding on a suggestion',
}

const detailWords = {
  title: 'Draft title',
  kind: 'Post type',
  linkUrl: 'Link post URL',
  lang: 'Post language',
  tags: 'Post tags',
  writtenOn: 'Original publication date',
  submitToFrontpage: 'Front page setting',
  sideNotes: 'Side note setting',
} as const

async function writingPlace(read: Read, postId: string): Promise<MutationWords['where']> {
  const title = (await read.get(writings, postId))?.title ?? (await read.get(posts, postId))?.title
  return { title: title === undefined || title === '' ? 'Untitled' : title, href: links.editPost(postId) }
}

async function placeOf(read: Read, kind: 'post' | 'comment', id: string): Promise<MutationWords['where']> {
  return kind === 'comment' ? placeOfComment(read, id) : place(read, id, null)
}

async function placeOfVersion(read: Read, id: string): Promise<MutationWords['where']> {
  const version = await read.get(revisions, id)
  if (version === undefined) return null
  const found = await place(read, version.postId, null)
  return found && { ...found, href: links.postHistory({ id: version.postId, slug: null }) }
}

async function placeOfComment(read: Read, commentId: string): Promise<MutationWords['where']> {
  const comment = await read.get(comments, commentId)
  return comment === undefined ? null : place(read, comment.postId, commentId)
}

async function placeAbout(read: Read, about: QueuedWords['about']): Promise<MutationWords['where']> {
  if (about === null) return null
  return about.kind === 'page' ? { title: null, href: about.href } : placeOf(read, about.kind, about.id)
}

async function place(read: Read, postId: string, commentId: string | null): Promise<MutationWords['where']> {
  const post = await read.get(posts, postId)
  const address = { id: postId, slug: post?.slug ?? null }
  return {
    title: post === undefined ? null : post.title === '' ? 'Untitled' : post.title,
    href: commentId === null ? links.post(address) : links.commentInThread(address, commentId),
  }
}
