import type { Member, Standing } from '../accounts/schema.ts'
import type { Comment } from '../comments/schema.ts'
import type { MemberViewer } from '../kernel/viewer.ts'
import type { Post } from '../posts/schema.ts'
import type { Chapter, Sequence } from '../sequences/schema.ts'
import type { Doc } from '../text/schema.ts'
import type { Remark } from '../remarks/schema.ts'
import { encode } from '../kernel/ids.ts'

/** Made-up rows for tests: valid as they stand, changed by what a test is about. */
export const T0 = Date.UTC(2026, 10, 1, 12)

/** A valid id that reads from a small number. */
export function idOf(n: number): string {
  const bytes = new Uint8Array(16)
  new DataView(bytes.buffer).setUint32(12, n)
  return encode(bytes)
}

export function member(userId: string, changes: Partial<MemberViewer> = {}): MemberViewer {
  return {
    kind: 'member',
    userId,
    karma: 0,
    groups: [],
    isAdmin: false,
    postingDisabled: false,
    commentingDisabled: false,
    votingDisabled: false,
    isApproved: true,
    ...changes,
  }
}

export const moderator = member(idOf(900), { groups: ['moderators'] })
export const admin = member(idOf(901), { isAdmin: true })

export function paragraph(text: string): Doc {
  return { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text }] }] }
}

export function aPost(changes: Partial<Post> = {}): Post {
  return {
    id: idOf(1),
    authorId: idOf(100),
    coauthorIds: [],
    title: 'On tides',
    slug: 'on-tides',
    kind: 'post',
    linkUrl: null,
    lang: 'en',
    direction: 'ltr',
    status: 'published',
    createdAt: T0,
    publishedAt: T0,
    editedAt: null,
    writtenOn: null,
    revisionId: idOf(2),
    latestRevisionId: idOf(2),
    version: '1.0.0',
    wordCount: 3,
    excerpt: 'Water comes back.',
    imageUrl: null,
    tags: [],
    submitToFrontpage: true,
    frontpageAt: T0,
    curatedAt: null,
    stickyPriority: 0,
    commentsLocked: false,
    awaitsReview: false,
    rejectedReason: null,
    noIndex: false,
    commentCount: 0,
    lastCommentedAt: null,
    ...changes,
  }
}

export function aComment(changes: Partial<Comment> = {}): Comment {
  const id = changes.id ?? idOf(10)
  return {
    id,
    postId: idOf(1),
    parentId: null,
    rootId: id,
    authorId: idOf(200),
    body: paragraph('I wonder.'),
    bodyVersion: 1,
    postedAt: T0,
    editedAt: null,
    postVersion: '1.0.0',
    removedBy: null,
    removedById: null,
    removedAt: null,
    removedReason: '',
    awaitsReview: false,
    isCounted: true,
    replyCount: 0,
    ...changes,
  }
}

export function aRemark(changes: Partial<Remark> = {}): Remark {
  return {
    id: idOf(40),
    postId: idOf(1),
    authorId: idOf(200),
    parentId: null,
    anchor: { start: 'AQIDBA==', end: 'AQIDBQ==' },
    quote: 'Water',
    body: 'Which water?',
    createdAt: T0,
    editedAt: null,
    resolvedAt: null,
    resolvedById: null,
    removedAt: null,
    ...changes,
  }
}

export function aMember(changes: Partial<Member> = {}): Member {
  return {
    id: idOf(100),
    userName: 'ada',
    userNameKey: `ada ${changes.id ?? ''}`,
    displayName: 'Ada',
    displayNameKey: `ada ${changes.id ?? ''}`,
    slug: changes.id === undefined ? 'ada' : `ada-${changes.id}`,
    bio: '',
    isAdmin: false,
    groups: [],
    bannedUntil: null,
    isDeactivated: false,
    postingDisabled: false,
    commentingDisabled: false,
    votingDisabled: false,
    approvedBy: null,
    joinedAt: T0,
    displayNameChangedAt: null,
    ...changes,
  }
}

export function aStanding(changes: Partial<Standing> = {}): Standing {
  return { id: idOf(100), karma: 0, postCount: 0, commentCount: 0, ...changes }
}

/** Arguments of `posts.publish` and `posts.saveDraft`, as a form sends them. */
export function publishArgs(changes: Readonly<Record<string, unknown>> = {}) {
  return {
    id: idOf(1),
    revisionId: idOf(2),
    title: 'On tides',
    body: paragraph('Water comes back.'),
    kind: 'post',
    linkUrl: null,
    lang: 'en',
    tags: ['Water'],
    writtenOn: null,
    submitToFrontpage: true,
    ...changes,
  }
}

export function aSequence(changes: Partial<Sequence> = {}): Sequence {
  return {
    id: idOf(500),
    authorId: idOf(100),
    title: 'On water',
    body: paragraph('In order.'),
    bannerUrl: null,
    cardUrl: null,
    isDraft: false,
    isHiddenFromProfile: false,
    profileOrder: null,
    curatedOrder: null,
    isHidden: false,
    noIndex: false,
    bookId: null,
    createdAt: T0,
    publishedAt: T0,
    lastUpdatedAt: T0,
    removedAt: null,
    removedById: null,
    ...changes,
  }
}

export function aChapter(changes: Partial<Chapter> = {}): Chapter {
  return {
    id: idOf(510),
    sequenceId: idOf(500),
    number: 1,
    title: '',
    subtitle: '',
    body: { type: 'doc', content: [{ type: 'paragraph' }] },
    postIds: [],
    ...changes,
  }
}
