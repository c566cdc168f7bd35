import { forbidden, needsSignIn, notFound } from '../../data/answer.ts'
import type { PageData } from '#shared/pages/page-data.ts'
import { memberCards, unknownMember } from '#shared/accounts/queries.ts'
import type { Draft } from '#shared/posts/queries.ts'
import { draftsOf, editablePost, touchedAt } from '#shared/posts/queries.ts'
import {
  binnedForMs,
  canArchivePost,
  canEditPost,
  canLockComments,
  canModeratePost,
  canRestorePost,
  canUnpublishPost,
  canWritePosts,
  isAuthor,
} from '#shared/posts/rules.ts'
import type { Viewer } from '#shared/kernel/viewer.ts'
import { isSelf } from '#shared/kernel/viewer.ts'
import { personView } from '../../blocks/people.ts'
import type { Verdict } from '#shared/kernel/verdict.ts'
import type { LoadRequest } from '../../app/route.ts'

/** Everything the writing form has fields for, as text. */
export interface WritingFields {
  readonly postId: string
  readonly title: string
  readonly markdown: string
  readonly lang: string
  readonly tags: string
  readonly kind: string
  readonly linkUrl: string
  readonly writtenOn: string
  readonly submitToFrontpage: boolean
}

/** `/newPost` */
export async function loadNewPost(data: PageData, { url }: LoadRequest) {
  insistHere(canWritePosts(data.viewer))
  const category = url.searchParams.get('category')
  const kind = category === 'question' || category === 'linkpost' ? category : 'post'
  const fields: WritingFields = {
    postId: '',
    title: '',
    markdown: '',
    lang: 'en',
    tags: '',
    kind,
    linkUrl: '',
    writtenOn: '',
    submitToFrontpage: true,
  }
  const preview = await previewOf(data)
  return {
    head: { title: 'New post' },
    ...preview,
    fields: typedOver(data, fields),
    hasForm: data.markdown !== null,
    hasPreview: 'bodies' in preview,
  }
}

/** `/editPost?postId=`; also `?id=`, as people type it. */
export async function loadEditPost(data: PageData, { url }: LoadRequest) {
  const found = await editablePost(data.read, url.searchParams.get('postId') ?? '')
  if (found === undefined) throw notFound()
  const { post, revision, writing } = found
  insistHere(canEditPost(data.viewer, post))
  const fields: WritingFields = {
    postId: post.id,
    title: writing.title,
    markdown: data.markdown?.(revision.body) ?? '',
    lang: writing.lang,
    tags: writing.tags.join(', '),
    kind: writing.kind,
    linkUrl: writing.linkUrl ?? '',
    writtenOn: writing.writtenOn ?? '',
    submitToFrontpage: writing.submitToFrontpage,
  }
  const preview = await previewOf(data)
  const coauthors = await memberCards(data.read, post.coauthorIds)
  return {
    head: { title: `Editing ${writing.title === '' ? 'an untitled post' : writing.title}` },
    ...preview,
    fields: typedOver(data, fields),
    /** The device has the document, and no form. */
    hasForm: data.markdown !== null,
    hasPreview: 'bodies' in preview,
    post,
    writing,
    coauthors: post.coauthorIds.map((id) => ({ id, ...personView(coauthors.get(id) ?? unknownMember) })),
    savedAt: Math.max(revision.at, writing.changedAt),
    /** The newest text is not what readers see. */
    isAhead: post.status === 'published' && post.latestRevisionId !== post.revisionId,
    can: {
      /** Its text is a document that this viewer may write in; the staff change others' posts by the form. */
      write: isAuthor(data.viewer, post),
      unpublish: post.status === 'published' && canUnpublishPost(data.viewer, post).allowed,
      archive: post.status !== 'removed' && canArchivePost(data.viewer, post).allowed,
      moderate: canModeratePost(data.viewer, post).allowed,
      lock: canLockComments(data.viewer, post).allowed,
    },
  }
}

/** `/drafts`: what is begun, and what was put away in the last 30 days. */
export async function loadDrafts(data: PageData) {
  const { viewer } = data
  if (viewer.kind === 'visitor') throw needsSignIn()
  const [drafts, binned] = await Promise.all([draftsOf(data.read, viewer.userId), draftsOf(data.read, viewer.userId, 'removed')])
  return {
    head: { title: 'Drafts' },
    drafts: drafts.map((draft) => draftLine(viewer, draft)),
    bin: binned
      .filter(({ post }) => canRestorePost(viewer, post).allowed && (post.archivedAt ?? 0) > data.now - binnedForMs)
      .map((draft) => draftLine(viewer, draft)),
  }
}

export type DraftLine = ReturnType<typeof draftLine>

function draftLine(viewer: Viewer, draft: Draft) {
  const { post, writing, revision } = draft
  return {
    id: post.id,
    title: writing.title,
    lang: writing.lang,
    words: revision?.wordCount ?? post.wordCount,
    touchedAt: touchedAt(draft),
    wasPublished: post.publishedAt !== null,
    isTogether: post.coauthorIds.length > 0,
    isMine: isSelf(viewer, post.authorId),
    archivedAt: post.archivedAt ?? null,
  }
}

/** After a refusal or for a preview, what was typed stands in the fields. */
function typedOver({ form }: PageData, fields: WritingFields): WritingFields {
  if (
    form === null ||
    (form.deed !== 'posts.publish' && form.deed !== 'posts.saveDraft') ||
    (form.values['postId'] ?? '') !== fields.postId
  )
    return fields
  const { values } = form
  return {
    ...fields,
    title: values['title'] ?? fields.title,
    markdown: values['markdown'] ?? fields.markdown,
    lang: values['lang'] ?? fields.lang,
    tags: values['tags'] ?? fields.tags,
    kind: values['kind'] ?? fields.kind,
    linkUrl: values['linkUrl'] ?? fields.linkUrl,
    writtenOn: values['writtenOn'] ?? fields.writtenOn,
    submitToFrontpage: values['submitToFrontpage'] === 'on',
  }
}

/** The typed text as readers would see it, where the form asked for that: it comes back without having been refused. */
async function previewOf(data: PageData): Promise<{ readonly bodies: Readonly<Record<string, string>> } | Record<never, never>> {
  const { form } = data
  if (form === null || form.deed !== 'posts.publish' || form.error !== null) return {}
  // A device runs this load too, and never has a form to show again.
  const { markdownToDoc } = await import('#shared/text/markdown-in.ts')
  try {
    const { doc } = markdownToDoc(form.values['markdown'] ?? '', 'essay')
    return { bodies: { preview: data.html(doc, { idPrefix: 'preview-', profile: 'essay', trusted: true }) } }
  } catch (error) {
    // Too long to be read as Markdown: publishing would say the same, with the reason.
    if (error instanceof RangeError) return {}
    throw error
  }
}

function insistHere(verdict: Verdict): void {
  if (verdict.allowed) return
  if (verdict.reason === 'sign-in-first') throw needsSignIn()
  throw verdict.reason === 'not-found' ? notFound() : forbidden(verdict.reason)
}
