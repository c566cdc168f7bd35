import { forbidden, needsSignIn, notFound } from '../../data/answer.ts'
import type { PageData } from '#shared/pages/page-data.ts'
import { draftsOf, editablePost } from '#shared/posts/queries.ts'
import { canArchivePost, canEditPost, canLockComments, canModeratePost, canUnpublishPost, canWritePosts } from '#shared/posts/rules.ts'
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
  return { head: { title: 'New post' }, ...preview, fields: typedOver(data, fields), hasPreview: 'bodies' in preview }
}

/** `/editPost?postId=`; also `?id=`, as people type it. */
export async function loadEditPost(data: PageData, { url }: LoadRequest) {
  const found = await editablePost(data.read, url.searchParams.get('postId') ?? '')
  if (found === undefined) throw notFound()
  const { post, revision } = found
  insistHere(canEditPost(data.viewer, post))
  const fields: WritingFields = {
    postId: post.id,
    title: revision.title,
    markdown: data.markdown(revision.body),
    lang: post.lang,
    tags: post.tags.join(', '),
    kind: post.kind,
    linkUrl: post.linkUrl ?? '',
    writtenOn: post.writtenOn ?? '',
    submitToFrontpage: post.submitToFrontpage,
  }
  const preview = await previewOf(data)
  return {
    head: { title: `Editing ${revision.title === '' ? 'an untitled post' : revision.title}` },
    ...preview,
    fields: typedOver(data, fields),
    hasPreview: 'bodies' in preview,
    post,
    savedAt: revision.at,
    /** The newest text is not what readers see. */
    isAhead: post.status === 'published' && post.latestRevisionId !== post.revisionId,
    can: {
      unpublish: post.status === 'published' && canUnpublishPost(data.viewer, post).allowed,
      archive: post.status !== 'removed' && canArchivePost(data.viewer, post).allowed,
      moderate: canModeratePost(data.viewer, post).allowed,
      lock: canLockComments(data.viewer, post).allowed,
    },
  }
}

/** `/drafts` */
export async function loadDrafts(data: PageData) {
  if (data.viewer.kind === 'visitor') throw needsSignIn()
  const found = await draftsOf(data.read, data.viewer.userId)
  return {
    head: { title: 'Drafts' },
    drafts: found.map(({ post, revision }) => ({
      id: post.id,
      title: revision.title,
      lang: post.lang,
      words: revision.wordCount,
      savedAt: revision.at,
      wasPublished: post.publishedAt !== null,
    })),
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
