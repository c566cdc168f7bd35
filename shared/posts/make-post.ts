import type { MutationContext } from '../kernel/mutation.ts'
import type { Doc } from '../text/schema.ts'
import type { Post, Revision } from './schema.ts'
import { AppError } from '../kernel/errors.ts'
import { signedIn } from '../kernel/mutation.ts'
import { wordCount } from '../text/measure.ts'
import { kindFacts } from './kinds.ts'

/** What a text is begun or changed with. */
interface NewText extends Pick<Post, 'id' | 'title' | 'kind' | 'lang'> {
  readonly revisionId: string
  readonly body: Doc
}

type By = Pick<MutationContext, 'viewer' | 'now'>

/** A draft of the viewer's, with nothing in it. */
export function emptyPost({ viewer, now }: By, args: Omit<NewText, 'body'>): Post {
  return {
    id: args.id,
    authorId: signedIn(viewer).userId,
    coauthorIds: [],
    title: args.title,
    slug: null,
    kind: args.kind,
    linkUrl: null,
    lang: args.lang,
    direction: 'ltr',
    status: 'draft',
    createdAt: now,
    publishedAt: null,
    editedAt: null,
    writtenOn: null,
    revisionId: null,
    latestRevisionId: args.revisionId,
    version: '0.1.0',
    wordCount: 0,
    excerpt: '',
    imageUrl: null,
    tags: [],
    submitToFrontpage: true,
    frontpageAt: null,
    curatedAt: null,
    stickyPriority: 0,
    commentsLocked: false,
    awaitsReview: false,
    rejectedReason: null,
    noIndex: false,
    commentCount: 0,
    lastCommentedAt: null,
  }
}

/** The next immutable state, as a draft. */
export function nextRevision({ viewer, now }: By, args: NewText, numbers: Pick<Revision, 'n' | 'version' | 'updateType'>): Revision {
  return {
    ...{ id: args.revisionId, subjectKind: 'post', subjectId: args.id, postId: args.id },
    ...numbers,
    ...{ isDraft: true, title: args.title, body: args.body, wordCount: wordCount(args.body), authorId: signedIn(viewer).userId, at: now },
  }
}

/**
 * An event is begun with its time and place (shared/events/), and stays one.
 * @throws AppError 'invalid' with `kind`
 */
export function requireSameSort(post: Post | undefined, kind: Post['kind']): void {
  const isEvent = post !== undefined && kindFacts(post).isEvent
  if (kindFacts({ kind }).isEvent !== isEvent) throw new AppError('invalid', { field: 'kind' })
}
