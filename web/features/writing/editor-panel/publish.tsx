import { useEffect, useState } from 'react'
import { checkedText } from '#shared/documents/text-in-doc.ts'
import { links } from '#shared/links.ts'
import type { FormError } from '#shared/pages/page-data.ts'
import { publishPost } from '#shared/posts/mutations.ts'
import { missingToPublish } from '#shared/posts/rules.ts'
import type { Writing } from '#shared/posts/schema.ts'
import { writings } from '#shared/posts/schema.ts'
import { clockTime } from '../../../blocks/comments/pending-words.ts'
import { Refusal } from '../../../blocks/forms/refusal.tsx'
import { isRefusal, refusalOf } from '../../../blocks/refusal-of.ts'
import { openShare } from '../../../blocks/share/open-share.ts'
import { useDevice } from '../../../data/device/use-device.ts'
import { textNow } from '../../../data/documents/load-version.ts'
import type { Device } from '../../../data/device/device-api.ts'
import type { OpenDocument } from '../../../data/documents/documents-api.ts'
import { useLocation, useNavigate } from '../../../data/navigation.ts'
import type { Pending } from '../../../data/outbox.ts'
import { useOutbox } from '../../../data/outbox.ts'
import { freshId } from '../../../data/fresh-id.ts'
import { isPublishedKind } from '../kinds.ts'
import { CheckList } from './check-list.tsx'
import { SideSheet } from './side-sheet.tsx'
import type { DetailsProps } from './details.tsx'
import { FrontPageField, TagsField } from './details.tsx'
import { findChecks } from './find-checks.ts'
import type { Check } from './publish-checks.ts'
import { PreviewCard } from './preview-card.tsx'
import { PublishLater, ScheduledNotice } from './schedule.tsx'
import type { UpdateChoice } from './update-fields.tsx'
import { UpdateFields } from './update-fields.tsx'
import { usePublished } from './use-published.ts'

interface PublishProps {
  readonly postId: string
  readonly open: OpenDocument
  readonly writing: Writing
  readonly isPublished: boolean
  /** Until what was typed in the fields a moment ago is kept. */
  readonly whenSaved: () => Promise<unknown>
  readonly onDetail: DetailsProps['onDetail']
}

/**
 * The button in the bar, the sheet that it opens, and at the head of the text what is on its way.
 * In the sheet the text is checked as it stands here and put into the queue; the server takes it
 * once it holds all of it. Until it has gone out it can be called back. Readers get what stood on
 * this screen (docs/decisions/0012).
 */
export function usePublish({ postId, open, writing, isPublished, whenSaved, onDetail }: PublishProps) {
  const device = useDevice()
  const navigate = useNavigate()
  const { waiting, refused } = useOutbox()
  // The draft's page leads here to publish it.
  const isAskedFor = useLocation().hash === '#publish'
  const [isOpen, setOpen] = useState(isAskedFor)
  /** How often it was opened: each time the text is looked at anew, and what was typed is there. */
  const [opening, setOpening] = useState(Number(isAskedFor))
  const isOfPublishing = ({ name, about }: { readonly name: string; readonly about: readonly string[] }) =>
    name === publishPost.name && about.includes(`post:${postId}:publish`)
  const queued = waiting.find(isOfPublishing)
  const turnedDown = refused.find(isOfPublishing)
  const publication = usePublished(device, postId, async (post) => {
    await navigate(links.post(post))
    openShare({
      title: post.title,
      address: new URL(links.post(post), location.origin).href,
      heading: 'Published. Share it',
      isAside: true,
    })
  })
  const refusedTitle = isSecondTitle(turnedDown?.error) ? (publishPost.args.safeParse(turnedDown?.args).data?.title ?? null) : null
  const callBack = async () => {
    if (device === null || queued === undefined) return
    publication.forget()
    await device.outbox.callBack(queued.n)
  }
  const isUnderWay = queued !== undefined && queued.pending !== null
  const close = () => setOpen(false)
  const show = () => {
    if (isUnderWay) return
    setOpening(opening + 1)
    setOpen(true)
  }

  const button = (
    <button className="btn primary" type="button" aria-haspopup="dialog" aria-disabled={isUnderWay || undefined} onClick={show}>
      {isUnderWay ? 'Publishing…' : isPublished ? 'Publish changes' : 'Publish'}
    </button>
  )
  const notice = (
    <>
      {isUnderWay ? (
        <div className="notice-line editor-publish">
          <p role="status">{underWayWords(queued.pending)}</p>
          {queued.canBeCalledBack ? (
            <button className="btn" type="button" onClick={() => void callBack().catch(reportError)}>
              Cancel publishing
            </button>
          ) : null}
        </div>
      ) : turnedDown === undefined || isOpen ? null : (
        <div className="editor-publish">
          <Refusal error={turnedDown.error} fieldIds={{ title: 'title', body: 'writing-text' }} />
        </div>
      )}
      <ScheduledNotice postId={postId} />
    </>
  )
  const sheet = (
    <SideSheet title={isPublished ? 'Publish changes' : 'Publish'} isOpen={isOpen} onClose={close}>
      {opening === 0 ? null : (
        <PublishForm
          {...{ postId, open, writing, isPublished, whenSaved, onDetail, publication, opening }}
          refusedTitle={refusedTitle}
          onDone={close}
        />
      )}
    </SideSheet>
  )
  return { button, notice, sheet }
}

interface PublishFormProps extends PublishProps {
  readonly publication: Pick<ReturnType<typeof usePublished>, 'await' | 'forget'>
  readonly opening: number
  /** The title that the server asked about, when it was met by the last one in the queue. */
  readonly refusedTitle: string | null
  readonly onDone: () => void
}

function PublishForm({ postId, open, writing, isPublished, whenSaved, onDetail, publication, opening, ...more }: PublishFormProps) {
  const { refusedTitle, onDone } = more
  const device = useDevice()
  const [error, setError] = useState<FormError | null>(null)
  /** `null`: still being looked for. What is worth stopping for is seen before it is published. */
  const [checks, setChecks] = useState<readonly Check[] | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [update, setUpdate] = useState<UpdateChoice>({ note: '', level: 'minor' })
  const { title, tags, kind, linkUrl } = writing
  /** The one that its author was asked about: said again, it is meant. */
  const [askedTitle, setAskedTitle] = useState<string | null>(null)
  const isAsked = title === askedTitle || title === refusedTitle

  useEffect(() => {
    const missing = missingIn(open, { title, kind, linkUrl })
    setError(missing === null ? null : wrong(missing))
  }, [opening, open, title, kind, linkUrl])
  useEffect(() => {
    if (device === null) return
    let isGone = false
    setChecks(null)
    findChecks(device, open.doc, { tags }).then((found) => {
      if (!isGone) setChecks(found)
    }, reportError)
    return () => {
      isGone = true
    }
  }, [opening, device, open, tags])

  const publish = async () => {
    if (device === null || isBusy || checks === null) return
    setError(null)
    setBusy(true)
    try {
      await publishOn(device)
    } finally {
      setBusy(false)
    }
  }

  const publishOn = async (here: Device) => {
    await whenSaved()
    const said = (await here.read.get(writings, postId)) ?? writing
    // Pages of the wiki are published by another button.
    if (!isPublishedKind(said.kind)) return
    const missing = missingIn(open, said)
    if (missing !== null) return setError(wrong(missing))
    // What is typed meanwhile is part of what is published, or not claimed to be.
    const { body, stateVector } = await textNow(open)
    const revisionId = freshId()
    const details = {
      title: said.title,
      titleBase: said.title,
      kind: said.kind,
      linkUrl: said.linkUrl,
      lang: said.lang,
      tags: said.tags,
      writtenOn: said.writtenOn,
      submitToFrontpage: said.submitToFrontpage,
      ...(said.sideNotes !== undefined && { sideNotes: said.sideNotes }),
    }
    const extra = isPublished ? update : { asksAboutTitle: !isAsked }
    try {
      publication.await(revisionId)
      await here.commit(publishPost, { id: postId, revisionId, body, ...details, stateVector, ...extra })
      onDone()
    } catch (failure) {
      publication.forget()
      if (!isRefusal(failure)) throw failure
      const refusal = refusalOf(failure)
      setError(refusal)
      if (isSecondTitle(refusal)) setAskedTitle(details.title)
    }
  }

  const hasGrave = checks?.some(({ isGrave }) => isGrave) === true
  return (
    <section className="editor-publish" aria-label="Publishing">
      <Refusal error={error ?? (isAsked ? secondTitle : null)} fieldIds={{ title: 'title', body: 'writing-text', linkUrl: 'link-field' }} />
      <PreviewCard key={opening} open={open} title={title} lang={writing.lang} />
      {checks === null ? (
        <p className="meta soft" role="status">
          Checking…
        </p>
      ) : checks.length === 0 ? null : (
        <CheckList checks={checks} onGo={onDone} />
      )}
      <div className="sheet-fields">
        <div id="publish-tags" tabIndex={-1}>
          <TagsField writing={writing} onDetail={onDetail} />
        </div>
        <FrontPageField writing={writing} onDetail={onDetail} />
        {isPublished ? <UpdateFields choice={update} onChoice={setUpdate} /> : null}
      </div>
      <div className="write-acts">
        <button
          className="btn primary"
          type="button"
          aria-disabled={isBusy || checks === null || undefined}
          onClick={() => void publish().catch(reportError)}
        >
          {hasGrave || isAsked ? 'Publish anyway' : isPublished ? 'Publish changes' : 'Publish'}
        </button>
        <p className="meta soft">
          {isPublished ? 'Readers see the last published version until you publish again.' : 'Everyone will be able to read it.'}
        </p>
      </div>
      {isPublished ? null : <PublishLater {...{ postId, open, writing, whenSaved, onDone }} />}
    </section>
  )
}

/** What it cannot be published without, as it stands now. */
function missingIn(open: OpenDocument, said: Pick<Writing, 'title' | 'kind' | 'linkUrl'>): string | null {
  const text = checkedText(open.doc)
  return text.ok ? missingToPublish(said, text.doc) : 'body'
}

function underWayWords(pending: Pending | null): string {
  if (pending === null) return ''
  if (pending.kind === 'not-sent-yet') return 'It will be published when you’re back online.'
  if (pending.kind !== 'waiting') return 'Publishing…'
  if (pending.reason === 'email-not-confirmed') return 'It will be published once you confirm your email.'
  return pending.until === undefined ? 'Publishing…' : `Publishing resumes at ${clockTime(pending.until)}.`
}

const secondTitle: FormError = { code: 'taken', reason: null, field: 'title', retryAfterMs: null }

const isSecondTitle = (error: (Pick<FormError, 'code'> & { readonly field?: string | null | undefined }) | null | undefined): boolean =>
  error?.code === 'taken' && error.field === 'title'

const wrong = (field: string): FormError => ({ code: 'invalid', reason: null, field, retryAfterMs: null })
