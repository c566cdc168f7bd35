import type { Member, KarmaStats } from '../accounts/schema.ts'
import type { Comment } from '../comments/schema.ts'
import type { MemberViewer } from '../kernel/viewer.ts'
import type { Post } from '../posts/schema.ts'
import type { TagRel } from '../wiki/tag-vote-schema.ts'
import { emptyTag } from '../wiki/empty-tag.ts'
import type { Tag } from '../wiki/schema.ts'
import type { GlossaryTerm } from '../glossary/schema.ts'
import type { Spotlight } from '../spotlights/schema.ts'
import type { Chapter, Sequence } from '../sequences/schema.ts'
import type { Doc } from '../text/schema.ts'
import type { InlineComment } from '../inline-comments/schema.ts'
import { encode } from '../kernel/ids.ts'
import { slugify } from '../kernel/slug.ts'

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
    hasConfirmedEmail: true,
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

export function anInlineComment(changes: Partial<InlineComment> = {}): InlineComment {
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

export function someKarmaStats(changes: Partial<KarmaStats> = {}): KarmaStats {
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

export function aTag(changes: Partial<Tag> = {}): Tag {
  return emptyTag({ id: idOf(700), state: 'page', name: 'Water', slug: 'water', createdAt: T0, publishedAt: T0, ...changes })
}

export function aTagRel(changes: Partial<TagRel> = {}): TagRel {
  const { postId = idOf(1), tagId = idOf(700) } = changes
  return {
    ...{ id: `${postId}:${tagId}`, postId, tagId, userId: idOf(100), appliedAt: T0, tag: { name: 'Water', slug: 'water' } },
    ...{ baseScore: 1, voteCount: 1, isHeldUp: false, relevance: 1 },
    ...changes,
  }
}

export function aTerm(changes: Partial<GlossaryTerm> = {}): GlossaryTerm {
  return {
    id: idOf(700),
    postId: idOf(1),
    term: 'neap tide',
    altTerms: [],
    body: paragraph('A small one.'),
    isApproved: true,
    isHidden: false,
    origin: 'people',
    createdAt: T0,
    changedAt: T0,
    changedById: idOf(100),
    ...changes,
  }
}

export function aSpotlight(changes: Partial<Spotlight> = {}): Spotlight {
  return {
    id: idOf(720),
    targetKind: 'post',
    targetId: idOf(1),
    number: 1,
    days: 3,
    shownAt: 0,
    isDraft: false,
    isRemoved: false,
    title: '',
    subtitle: '',
    subtitleUrl: null,
    header: '',
    words: '',
    imageUrl: null,
    showsAuthor: false,
    createdAt: T0,
    ...changes,
  }
}

/** The tags that a post's author has named, each with their vote. */
export function namedTags({
  id: postId,
  tags,
}: Pick<Post, 'id' | 'tags'>): readonly { readonly slug: string; readonly relevance: number }[] {
  return namedRels({ id: postId, tags }).map(({ tag, relevance }) => ({ slug: tag.slug, relevance }))
}

/** As they are stored. One name is one tag, at whatever post. */
export function namedRels({ id: postId, tags }: Pick<Post, 'id' | 'tags'>): readonly TagRel[] {
  return tags.map((name) => {
    const slug = slugify(name)
    const sum = [...slug].reduce((total, letter) => total * 31 + letter.charCodeAt(0), 7)
    return aTagRel({ postId, tagId: idOf(100_000 + (sum % 1_000_000)), tag: { name, slug } })
  })
}
