import { useState } from 'react'
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
import { useNavigate } from '../../../data/navigation.ts'
import { useOutbox } from '../../../data/outbox.ts'
import { freshId } from '../../../data/fresh-id.ts'
import { isKind } from '../kinds.ts'
import { CheckList } from './check-list.tsx'
import { findChecks } from './find-checks.ts'
import type { Check } from './publish-checks.ts'
import { PublishLater } from './schedule.tsx'
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
}

/**
 * Publishing: the text as it stands here is checked, put into the queue, and taken by the server
 * once it holds all of it. Until it has gone out it can be called back. Readers get what stood on
 * this screen (docs/decisions/0012).
 */
export function Publish({ postId, open, writing, isPublished, whenSaved }: PublishProps) {
  const device = useDevice()
  const navigate = useNavigate()
  const { waiting, refused } = useOutbox()
  const [error, setError] = useState<FormError | null>(null)
  /** What was found to look at, once; asked a second time it is published all the same. */
  const [checks, setChecks] = useState<readonly Check[]>([])
  const [isBusy, setBusy] = useState(false)
  const [update, setUpdate] = useState<UpdateChoice>({ note: '', level: 'minor' })
  const queued = waiting.find(({ name, about }) => name === publishPost.name && about.includes(`post:${postId}:publish`))
  const turnedDown = refused.find(({ name, about }) => name === publishPost.name && about.includes(`post:${postId}:publish`))

  const publication = usePublished(device, postId, async (post) => {
    await navigate(links.post(post))
    openShare({
      title: post.title,
      address: new URL(links.post(post), location.origin).href,
      heading: 'Published. Share it',
      isAside: true,
    })
  })

  const publish = async () => {
    if (device === null || isBusy) return
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
    const { title, kind, linkUrl, lang, tags, writtenOn, submitToFrontpage, sideNotes } = (await here.read.get(writings, postId)) ?? writing
    // Pages of the wiki are published by another button.
    if (!isKind(kind)) return
    const text = checkedText(open.doc)
    const missing = text.ok ? missingToPublish({ title, kind, linkUrl }, text.doc) : 'body'
    if (missing !== null) return setError(wrong(missing))
    if (!checks.some(({ isGrave }) => isGrave)) {
      const found = await findChecks(here, open.doc, { title, tags })
      // What is worth stopping for stops it, once; the rest is said beside it while it goes out.
      setChecks(found)
      if (found.some(({ isGrave }) => isGrave)) return
    } else setChecks([])
    // After the checks, which may ask the network: what is typed meanwhile is part of what is
    // published, or not claimed to be.
    const { body, stateVector } = await textNow(open)
    const revisionId = freshId()
    const details = {
      title,
      titleBase: title,
      kind,
      linkUrl,
      lang,
      tags,
      writtenOn,
      submitToFrontpage,
      ...(sideNotes !== undefined && { sideNotes }),
    }
    try {
      publication.await(revisionId)
      await here.commit(publishPost, { id: postId, revisionId, body, ...details, stateVector, ...(isPublished && update) })
    } catch (failure) {
      publication.forget()
      if (!isRefusal(failure)) throw failure
      setError(refusalOf(failure))
    }
  }

  const callBack = async () => {
    if (device === null || queued === undefined) return
    publication.forget()
    await device.outbox.callBack(queued.n)
  }

  const hasGrave = checks.some(({ isGrave }) => isGrave)
  const refusal = error ?? turnedDown?.error ?? null
  return (
    <section className="editor-publish" id="publish" aria-label="Publishing">
      <Refusal error={refusal} fieldIds={{ title: 'title', body: 'writing-text', linkUrl: 'about-the-post' }} />
      {checks.length === 0 ? null : <CheckList checks={checks} />}
      {isPublished ? <UpdateFields choice={update} onChoice={setUpdate} /> : null}
      {queued === undefined || queued.pending === null ? (
        <div className="write-acts">
          <button
            className="btn primary"
            type="button"
            aria-disabled={isBusy || undefined}
            onClick={() => void publish().catch(reportError)}
          >
            {isBusy ? 'Checking…' : hasGrave ? 'Publish anyway' : isPublished ? 'Publish changes' : 'Publish'}
          </button>
          <p className="meta soft">
            {isPublished
              ? 'Readers see the last published version until you publish again.'
              : 'Only you and people you share it with can see it.'}
          </p>
        </div>
      ) : (
        <div className="write-acts">
          <p role="status">
            {queued.pending.kind === 'not-sent-yet'
              ? 'It will be published when you’re back online.'
              : queued.pending.kind === 'waiting' && queued.pending.reason === 'email-not-confirmed'
                ? 'It will be published once you confirm your email.'
                : queued.pending.kind === 'waiting' && queued.pending.until !== undefined
                  ? `Publishing resumes at ${clockTime(queued.pending.until)}.`
                  : 'Publishing…'}
          </p>
          {queued.canBeCalledBack ? (
            <button className="btn" type="button" onClick={() => void callBack().catch(reportError)}>
              Cancel publishing
            </button>
          ) : null}
        </div>
      )}
      {isPublished || queued !== undefined ? null : <PublishLater postId={postId} open={open} writing={writing} whenSaved={whenSaved} />}
    </section>
  )
}

const wrong = (field: string): FormError => ({ code: 'invalid', reason: null, field, retryAfterMs: null })
