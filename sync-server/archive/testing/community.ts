import type { Store } from '#server/store/port.ts'
import { members, karmaStats } from '#shared/accounts/schema.ts'
import { comments } from '#shared/comments/schema.ts'
import { posts, revisions, writings } from '#shared/posts/schema.ts'
import { inlineComments } from '#shared/inline-comments/schema.ts'
import { chapters, sequences } from '#shared/sequences/schema.ts'
import { voteId, votes, tallies } from '#shared/votes/schema.ts'
import { tagRels } from '#shared/wiki/tag-vote-schema.ts'
import { tags } from '#shared/wiki/schema.ts'
import {
  T0,
  aChapter,
  aComment,
  aMember,
  aPost,
  anInlineComment,
  aSequence,
  someKarmaStats,
  aTag,
  aTagRel,
  idOf,
  paragraph,
} from '#shared/testing/factories.ts'

export const ids = {
  author: idOf(100),
  gone: idOf(150),
  reader: idOf(200),
  post: idOf(1),
  revision: idOf(2),
  earlier: idOf(3),
  draft: idOf(5),
  comment: idOf(10),
  removedComment: idOf(11),
  waitingComment: idOf(12),
  tag: idOf(20),
  sequence: idOf(30),
  chapter: idOf(31),
  unlisted: idOf(40),
} as const

/** One word each, in everything that is nobody's but its owner's. */
export const canaries = {
  draftTitle: 'zzcanaryalpha',
  draftText: 'zzcanarybravo',
  writing: 'zzcanarycharlie',
  draftRevision: 'zzcanarydelta',
  removedComment: 'zzcanaryecho',
  removedCommentBefore: 'zzcanaryfoxtrot',
  waitingComment: 'zzcanarygolf',
  rejectedTitle: 'zzcanaryhotel',
  rejectedText: 'zzcanaryindia',
  unpublishedTitle: 'zzcanaryjuliett',
  unpublishedText: 'zzcanarykilo',
  removedText: 'zzcanarylima',
  inlineComment: 'zzcanarymike',
  deactivated: 'zzcanarynovember',
  draftSequence: 'zzcanaryoscar',
  unlistedSequence: 'zzcanarypapa',
  commentUnderDraft: 'zzcanaryquebec',
} as const

const revisionOf = (postId: string, id: string, n: number, text: string, isDraft = false) =>
  ({
    ...{ id, subjectKind: 'post', subjectId: postId, postId, n, version: isDraft ? '0.1.0' : `1.0.${n}`, isDraft },
    ...{ title: 'On tides', body: paragraph(text), wordCount: 3, authorId: ids.author, at: T0 },
  }) as const

const tallyOf = (id: string, targetKind: 'post' | 'comment', postId: string) => ({
  ...{ id, targetKind, postId, baseScore: 4, approvalVoteCount: 2, agreement: 0, agreementVoteCount: 0, maxBaseScore: 4 },
})

/** A post with everything that hangs on it, and beside it everything that is not to be seen. */
export async function plantCommunity(store: Pick<Store, 'write'>): Promise<void> {
  await store.write(async ({ tx }) => {
    await tx.put(members, aMember({ id: ids.author }))
    await tx.put(members, anotherMember(ids.reader, 'Ben', false))
    await tx.put(members, anotherMember(ids.gone, canaries.deactivated, true))
    for (const id of [ids.author, ids.reader, ids.gone]) await tx.put(karmaStats, someKarmaStats({ id }))

    const post = aPost({ id: ids.post, authorId: ids.author, revisionId: ids.revision, latestRevisionId: ids.revision })
    await tx.put(posts, { ...post, shares: [{ userId: ids.reader, level: 'read', isByLink: false }] })
    await tx.put(revisions, revisionOf(ids.post, ids.earlier, 1, 'The sea comes twice.'))
    await tx.put(revisions, revisionOf(ids.post, ids.revision, 2, 'The sea comes twice a day.'))
    await tx.put(revisions, revisionOf(ids.post, idOf(4), 3, canaries.draftRevision, true))
    await tx.put(tallies, tallyOf(ids.post, 'post', ids.post))
    await tx.put(comments, aComment({ id: ids.comment, postId: ids.post, authorId: ids.reader }))
    await tx.put(tallies, tallyOf(ids.comment, 'comment', ids.post))
    await tx.put(
      comments,
      aComment({ id: ids.removedComment, postId: ids.post, removedBy: 'moderator', body: paragraph(canaries.removedComment) }),
    )
    const before = revisionOf(ids.post, `${ids.removedComment}:1`, 1, canaries.removedCommentBefore)
    await tx.put(revisions, { ...before, subjectKind: 'comment', subjectId: ids.removedComment })
    await tx.put(
      comments,
      aComment({ id: ids.waitingComment, postId: ids.post, awaitsReview: true, body: paragraph(canaries.waitingComment) }),
    )
    await tx.put(tallies, tallyOf(ids.waitingComment, 'comment', ids.post))
    await tx.put(votes, {
      ...{ id: voteId(ids.reader, ids.post, 'approval'), userId: ids.reader, targetKind: 'post', targetId: ids.post, axis: 'approval' },
      ...{ value: 1, power: 2, tallied: 2, isSelf: false, at: T0 },
    })
    await tx.put(tags, aTag({ id: ids.tag, state: 'placeholder' }))
    await tx.put(tagRels, aTagRel({ id: `${ids.post}:${ids.tag}`, postId: ids.post }))
    await tx.put(sequences, aSequence({ id: ids.sequence, authorId: ids.author }))
    await tx.put(chapters, aChapter({ id: ids.chapter, sequenceId: ids.sequence, postIds: [ids.post] }))
    await tx.put(sequences, aSequence({ id: ids.unlisted, authorId: ids.author, isHidden: true, title: canaries.unlistedSequence }))
    await tx.put(
      sequences,
      aSequence({ id: idOf(41), authorId: ids.author, isDraft: true, publishedAt: null, title: canaries.draftSequence }),
    )

    for (const hidden of hiddenPosts) {
      const { id, text, ...changes } = hidden
      const latestRevisionId = idOf(1_000 + id)
      const slug = changes.publishedAt === null ? null : `hidden-${id}`
      const isDraft = changes.publishedAt === null
      await tx.put(
        posts,
        aPost({ ...changes, id: idOf(id), slug, authorId: ids.author, latestRevisionId, revisionId: isDraft ? null : latestRevisionId }),
      )
      await tx.put(revisions, revisionOf(idOf(id), latestRevisionId, 1, text, isDraft))
      await tx.put(comments, aComment({ id: idOf(2_000 + id), postId: idOf(id), body: paragraph(canaries.commentUnderDraft) }))
      await tx.put(tallies, tallyOf(idOf(id), 'post', idOf(id)))
    }
    await tx.put(writings, {
      ...{ id: ids.draft, title: canaries.writing, kind: 'post', linkUrl: null, lang: 'en', tags: [], writtenOn: null },
      ...{ submitToFrontpage: true, changedAt: T0 },
    })
    await tx.put(inlineComments, anInlineComment({ postId: ids.draft, body: canaries.inlineComment }))
  })
}

/** Each of another reason. */
const hiddenPosts = [
  { id: 5, status: 'draft', publishedAt: null, title: canaries.draftTitle, text: canaries.draftText },
  { id: 6, status: 'published', publishedAt: T0, rejectedReason: 'no', title: canaries.rejectedTitle, text: canaries.rejectedText },
  { id: 7, status: 'draft', publishedAt: T0, title: canaries.unpublishedTitle, text: canaries.unpublishedText },
  { id: 8, status: 'removed', publishedAt: T0, title: 'Gone', text: canaries.removedText },
] as const

function anotherMember(id: string, name: string, isDeactivated: boolean) {
  const key = name.toLowerCase()
  return aMember({ ...{ id, userName: name, userNameKey: key, displayName: name, displayNameKey: key, slug: key, isDeactivated } })
}
