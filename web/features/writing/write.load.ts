import { elsewhere, forbidden, moved, needsSignIn, notFound } from '../../data/answer.ts'
import type { PageData } from '#shared/pages/page-data.ts'
import { memberCards, unknownMember } from '#shared/accounts/queries.ts'
import type { Draft } from '#shared/posts/queries.ts'
import { draftsOf, editablePost, invitedTo, touchedAt } from '#shared/posts/queries.ts'
import {
  accessOf,
  binnedForMs,
  canArchivePost,
  canEditPost,
  canLockComments,
  canModeratePost,
  canPublishPost,
  canRestorePost,
  canSetOffLists,
  canUnpublishPost,
  canWritePosts,
  isAuthor,
} from '#shared/posts/rules.ts'
import { invitationLimits, isInvitedTo } from '#shared/posts/invitation-rules.ts'
import { invitationsBy } from '#shared/posts/invitation-schema.ts'
import { picturesIn } from '#shared/pictures/in-text.ts'
import { canRemovePicture } from '#shared/pictures/rules.ts'
import { feedSettings } from '#shared/feed/settings-schema.ts'
import { links } from '#shared/links.ts'
import { detailFields, typedDetails } from '#shared/kernel/details.ts'
import type { AnyDetails } from '#shared/kernel/details.ts'
import { cardDetails } from '#shared/posts/card-mutations.ts'
import type { Post } from '#shared/posts/schema.ts'
import { posts } from '#shared/posts/schema.ts'
import { staffDetails } from '#shared/posts/staff-mutations.ts'
import { schedules } from '#shared/publishing/schema.ts'
import type { Viewer } from '#shared/kernel/viewer.ts'
import { isSelf } from '#shared/kernel/viewer.ts'
import { hasText } from '#shared/text/measure.ts'
import { personView } from '../../blocks/people.ts'
import type { Verdict } from '#shared/kernel/verdict.ts'
import { kindFacts } from '#shared/posts/kinds.ts'
import type { LoadRequest } from '../../app/route.ts'
import { askedBeginning } from './beginning.ts'
import { askedView } from './drafts-view.ts'
import { addressOfPage, wikiEditorView } from './wiki/wiki-editor-view.ts'

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
  readonly noSideNotes: boolean
  /** Of a new question: the one it is asked under; `''`: none. */
  readonly parentQuestionId: string
  /** The revision whose text this is; `''` for a new post. */
  readonly basedOn: string
  /** Of an update: what is new, and how much. */
  readonly note: string
  readonly level: string
  /** The title that stands in the post; what was typed over it replaces that one. */
  readonly titleBase: string
}

/**
 * `/newPost`, with what its address asks for (beginning.ts). A quick take is a comment, and needs
 * no right to post.
 */
export async function loadNewPost(data: PageData, { url }: LoadRequest) {
  const { kind, tags, coming, isEvent, parentQuestionId } = askedBeginning(url.searchParams)
  if (isEvent) throw elsewhere(links.newEvent(url.searchParams.get('groupId') ?? undefined))
  if (kind !== 'quickTake') requireHere(canWritePosts(data.viewer))
  else if (data.viewer.kind === 'visitor') throw needsSignIn()
  const fields: WritingFields = {
    postId: '',
    title: '',
    markdown: '',
    lang: 'en',
    tags: tags.join(', '),
    kind: kind === 'quickTake' ? 'post' : kind,
    linkUrl: '',
    writtenOn: '',
    submitToFrontpage: true,
    noSideNotes: false,
    parentQuestionId,
    ...{ basedOn: '', titleBase: '', note: '', level: '' },
  }
  const preview = await previewOf(data)
  return {
    head: { title: kind === 'quickTake' ? 'New quick take' : 'New post' },
    ...preview,
    isQuickTake: kind === 'quickTake',
    coming,
    parent: await parentOf(data, parentQuestionId),
    fields: typedOver(data, fields),
    hasForm: data.markdown !== null,
    hasPreview: 'bodies' in preview,
  }
}

/**
 * `/editPost?postId=`, and with `&key=` for whoever was sent the link: what they may do is what
 * their level says, and a wrong key looks like no post. Who may not write, or has not said yet that
 * they take part, gets the text to read.
 */
export async function loadEditPost(data: PageData, { url }: LoadRequest) {
  const { viewer } = data
  const key = url.searchParams.get('key')
  if (viewer.kind === 'visitor' && key === null) throw needsSignIn()
  const found = await editablePost(data.read, url.searchParams.get('postId') ?? '')
  if (found === undefined) throw notFound()
  const { post } = found
  // A page of the wiki is edited at an address of its own.
  const wiki = kindFacts(post).isInWiki ? await addressOfPage(data, post) : null
  if (wiki !== null) throw moved(links.editWiki(wiki.slug, wiki.lens === null ? {} : { lens: wiki.lens }))
  return editView(data, found, key)
}

/** A text and what is said about it, as far as this viewer may write, comment on or read it. */
export async function editView(data: PageData, found: NonNullable<Awaited<ReturnType<typeof editablePost>>>, key: string | null) {
  const { viewer } = data
  const { post, revision, writing } = found
  const access = accessOf(viewer, post)
  if (access === 'none' && key !== null) throw notFound()
  const isGuest = viewer.kind === 'visitor' || accessOf({ ...viewer, linkKey: '' }, post) !== access
  // A member whose posting is switched off can still read what they have a part in, decline, and
  // leave.
  const isMuted = viewer.kind === 'member' && viewer.postingDisabled && access === 'edit'
  const mayOnlyLook = isGuest || isMuted || access === 'read' || access === 'comment'
  if (!mayOnlyLook) requireHere(canEditPost(viewer, post))
  const fields: WritingFields = {
    postId: post.id,
    title: writing.title,
    markdown: mayOnlyLook || !hasText(revision.body) ? '' : (data.markdown?.(revision.body) ?? ''),
    lang: writing.lang,
    tags: writing.tags.join(', '),
    kind: writing.kind,
    linkUrl: writing.linkUrl ?? '',
    writtenOn: writing.writtenOn ?? '',
    submitToFrontpage: writing.submitToFrontpage,
    noSideNotes: writing.sideNotes === false,
    parentQuestionId: '',
    ...{ basedOn: revision.id, titleBase: writing.title, note: '', level: '' },
  }
  const preview = mayOnlyLook
    ? { bodies: { shared: await (data.longHtml ?? data.html)(revision.body, { idPrefix: 'shared-', profile: 'essay', trusted: false }) } }
    : await previewOf(data)
  const faceIds = [post.authorId, ...post.coauthorIds, ...(post.shares ?? []).map(({ userId }) => userId)]
  const faces = await memberCards(data.read, faceIds)
  const faceOf = (id: string) => ({ id, ...personView(faces.get(id) ?? unknownMember) })
  return {
    head: { title: `${mayOnlyLook ? 'Reading' : 'Editing'} ${writing.title === '' ? 'an untitled post' : writing.title}` },
    ...preview,
    fields: typedOver(data, fields),
    /** The device has the document, and no form. */
    hasForm: data.markdown !== null,
    hasPreview: !mayOnlyLook && 'bodies' in preview,
    post,
    /** Of a page of the wiki. */
    wiki: kindFacts(post).isInWiki ? await wikiEditorView(data, post) : null,
    writing,
    faces: faceIds.map(faceOf),
    /** What the rule for the next one asks about; only an author invites. */
    invitations: {
      made:
        viewer.kind === 'member' && isAuthor(viewer, post)
          ? await data.read.list(invitationsBy(viewer.userId, data.now - invitationLimits.countedMs))
          : [],
      now: data.now,
    },
    /** What this viewer may do with the text. */
    access,
    /** Came by the link, and takes no part yet. */
    guest: isGuest && key !== null ? { key, isVisitor: viewer.kind === 'visitor', linkLevel: post.link?.level ?? 'read' } : null,
    /** For those who may take them off the site. */
    pictures: canRemovePicture(viewer).allowed ? picturesIn(revision.body) : [],
    /** The forms of what else is settled about it; `null`: not by this viewer. */
    staff: canModeratePost(viewer, post).allowed ? formOf(staffDetails, post) : null,
    card: !mayOnlyLook && canPublishPost(viewer, post).allowed ? formOf(cardDetails, post) : null,
    savedAt: Math.max(revision.at, writing.changedAt),
    /** The newest text is not what readers see. */
    isAhead: post.status === 'published' && post.latestRevisionId !== post.revisionId,
    can: {
      /**
       * Its text is a document that this viewer may see in the editor, by their level; the staff
       * change others' posts by the form.
       */
      open: access !== 'none' && !isGuest && !isMuted,
      write: !mayOnlyLook,
      publish: !mayOnlyLook && canPublishPost(viewer, post).allowed,
      unpublish: post.status === 'published' && canUnpublishPost(viewer, post).allowed,
      archive: post.status !== 'removed' && canArchivePost(viewer, post).allowed,
      moderate: canModeratePost(viewer, post).allowed,
      lock: canLockComments(viewer, post).allowed,
      setOffLists: canSetOffLists(viewer, post).allowed,
    },
  }
}

const formOf = (details: AnyDetails, post: Post) => ({ fields: detailFields(details), typed: typedDetails(details, post) })

/**
 * `/drafts`: what is begun, what others have shared, and what was put away in the last 30 days; the
 * page orders and leaves out (drafts-view.ts).
 */
export async function loadDrafts(data: PageData, { url }: LoadRequest) {
  const { viewer } = data
  if (viewer.kind === 'visitor') throw needsSignIn()
  const [drafts, binned] = await Promise.all([draftsOf(data.read, viewer.userId), draftsOf(data.read, viewer.userId, 'removed')])
  const scheduled = await data.read.getMany(
    schedules,
    drafts.map(({ post }) => post.id),
  )
  const dueAt = new Map(scheduled.map((schedule) => [schedule.id, schedule.dueAt]))
  return {
    head: { title: 'Drafts' },
    asked: askedView(url.searchParams),
    /** As chosen last. */
    kept: askedView(new URLSearchParams((await data.read.getMany(feedSettings, [viewer.userId]))[0]?.drafts ?? '')),
    drafts: drafts.filter(({ post }) => isAuthor(viewer, post)).map((draft) => draftLine(viewer, draft, dueAt.get(draft.post.id))),
    invitations: await invitationsOf(data, viewer.userId),
    // What one is invited to stands above, once.
    shared: drafts.filter(({ post }) => !isAuthor(viewer, post) && !isInvitedTo(viewer, post)).map((draft) => draftLine(viewer, draft)),
    trash: binned
      .filter(({ post }) => canRestorePost(viewer, post).allowed && (post.archivedAt ?? 0) > data.now - binnedForMs)
      .map((draft) => draftLine(viewer, draft)),
  }
}

/** Who asked this member to put their name to what. */
async function invitationsOf({ read }: PageData, userId: string) {
  const asked = await invitedTo(read, userId)
  const cards = await memberCards(
    read,
    asked.map(({ authorId }) => authorId),
  )
  return asked.map((post) => ({
    id: post.id,
    title: post.title,
    lang: post.lang,
    isDialogue: kindFacts(post).hasMessages,
    by: (cards.get(post.authorId) ?? unknownMember).name,
  }))
}

export type DraftLine = ReturnType<typeof draftLine>

function draftLine(viewer: Viewer, draft: Draft, dueAt: number | null = null) {
  const { post, writing, revision } = draft
  return {
    id: post.id,
    title: writing.title,
    lang: writing.lang,
    words: revision?.wordCount ?? post.wordCount,
    createdAt: post.createdAt,
    /** When it is to be published by itself. */
    dueAt,
    touchedAt: touchedAt(draft),
    wasPublished: post.publishedAt !== null,
    isTogether: post.coauthorIds.length > 0,
    isMine: isSelf(viewer, post.authorId),
    access: accessOf(viewer, post),
    archivedAt: post.archivedAt ?? null,
  }
}

/** What a question is asked under, where that is at hand: a device may not have it. */
async function parentOf({ read }: PageData, id: string): Promise<{ readonly title: string; readonly href: string } | null> {
  const [parent] = id === '' ? [] : await read.getMany(posts, [id])
  return parent === undefined ? null : { title: parent.title, href: links.post(parent) }
}

/** After a refusal or for a preview, what was typed stands in the fields. */
function typedOver({ form }: PageData, fields: WritingFields): WritingFields {
  if (form?.mutation === 'wiki.publish' && form.values['id'] === fields.postId)
    return { ...fields, title: form.values['name'] ?? fields.title, markdown: form.values['markdown'] ?? fields.markdown }
  if (
    form === null ||
    (form.mutation !== 'posts.publish' && form.mutation !== 'posts.saveDraft') ||
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
    noSideNotes: values['noSideNotes'] === 'on',
    parentQuestionId: values['parentQuestionId'] ?? fields.parentQuestionId,
    basedOn: values['basedOn'] ?? fields.basedOn,
    titleBase: values['titleBase'] ?? fields.titleBase,
    note: values['note'] ?? '',
    level: values['level'] ?? '',
  }
}

/**
 * The typed text as readers would see it, where the form asked for that: it comes back without
 * having been refused.
 */
async function previewOf(data: PageData): Promise<{ readonly bodies: Readonly<Record<string, string>> } | Record<never, never>> {
  const { form } = data
  if (form === null || form.mutation !== 'posts.publish' || form.error !== null) return {}
  const html = await drawnMarkdown(data, form.values['markdown'] ?? '')
  // Too long to be read as Markdown: publishing would say the same, with the reason.
  return html === null ? {} : { bodies: { preview: html } }
}

/** A device runs this load too, and never has a form to show again. */
async function drawnMarkdown({ preview, html }: PageData, markdown: string): Promise<string | null> {
  const options = { idPrefix: 'preview-', profile: 'essay', trusted: true } as const
  if (preview !== undefined) return preview(markdown, options)
  const { markdownToDoc } = await import('#shared/text/markdown-in.ts')
  return html(markdownToDoc(markdown, 'essay').doc, options)
}

function requireHere(verdict: Verdict): void {
  if (verdict.allowed) return
  if (verdict.reason === 'sign-in-first') throw needsSignIn()
  throw verdict.reason === 'not-found' ? notFound() : forbidden(verdict.reason)
}
