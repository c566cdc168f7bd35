import { useState, useSyncExternalStore } from 'react'
import { checkedText } from '#shared/documents/text-in-doc.ts'
import { links } from '#shared/links.ts'
import type { FormError } from '#shared/pages/page-data.ts'
import { publishPage } from '#shared/wiki/mutations.ts'
import { connection } from '../../../data/connection.ts'
import { Refusal } from '../../../blocks/forms/refusal.tsx'
import { isRefusal, refusalOf } from '../../../blocks/refusal-of.ts'
import type { Device } from '../../../data/device/device-api.ts'
import { useDevice } from '../../../data/device/use-device.ts'
import type { OpenDocument } from '../../../data/documents/documents-api.ts'
import { textNow } from '../../../data/documents/load-version.ts'
import { freshId } from '../../../data/fresh-id.ts'
import { useNavigate } from '../../../data/navigation.ts'
import { useOutbox } from '../../../data/outbox.ts'
import type { UpdateChoice } from '../editor-panel/update-fields.tsx'
import { UpdateFields } from '../editor-panel/update-fields.tsx'
import { usePublished } from '../editor-panel/use-published.ts'
import { rowsOfPage } from './rows-of-page.ts'

const patienceMs = 10_000

interface PublishWikiProps {
  readonly postId: string
  readonly open: OpenDocument
  /** As it is written in the editor; counts for the first publication. */
  readonly name: string
  readonly lang: string
  readonly isPublished: boolean
  /** Until what was typed a moment ago is kept. */
  readonly whenSaved: () => Promise<unknown>
}

/**
 * Publishing a page of the wiki, or a new version of one: the text as it stands on this screen,
 * also without a network.
 */
export function PublishWiki({ postId, open, name, lang, isPublished, whenSaved }: PublishWikiProps) {
  const device = useDevice()
  const navigate = useNavigate()
  const { waiting, refused } = useOutbox()
  const [error, setError] = useState<FormError | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [update, setUpdate] = useState<UpdateChoice>({ note: '', level: 'minor' })
  const isThis = ({ name: mutation, about }: { readonly name: string; readonly about: readonly string[] }) =>
    mutation === publishPage.name && about.includes(`post:${postId}:publish`)
  const isReadOnly = useSyncExternalStore(open.isReadOnly.subscribe, open.isReadOnly.get)
  const link = useSyncExternalStore(open.link.subscribe, open.link.get)
  const queued = waiting.find(isThis)
  const turnedDown = refused.find(isThis)

  const publication = usePublished(device, postId, async (post) => {
    await navigate(links.post(post))
  })

  const publish = async () => {
    // What may not be written in is not here, or is not theirs: an empty page would take the place
    // of the one that readers have.
    if (device === null || isBusy || open.isReadOnly.get()) return
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
    // Without them nobody could say what is published over what.
    const rows = await rowsOfPage(here, postId, connection.get() ? patienceMs : 0)
    if (rows === null) return setError(wrong('pageRows'))
    const { tag, post } = rows
    const title = (isPublished ? tag.name : name).trim()
    if (title === '') return setError(wrong('pageName'))
    if (!checkedText(open.doc).ok) return setError(wrong('body'))
    const { body, stateVector } = await textNow(open)
    const revisionId = freshId()
    const { isWikiOnly, lensOf, tabTitle, tabSubtitle } = tag
    const about = { id: postId, revisionId, lang, isWikiOnly, lensOf, name: title, ...(lensOf !== null && { tabTitle, tabSubtitle }) }
    const seen = isPublished && post.revisionId !== null ? { ...update, seenId: post.revisionId } : {}
    try {
      publication.await(revisionId)
      await here.commit(publishPage, { ...about, body, stateVector, ...seen })
      // What was refused before has found its way.
      if (turnedDown !== undefined) await here.outbox.discard(turnedDown.n)
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

  const refusal = error ?? turnedDown?.error ?? null
  if (isReadOnly && link === 'off')
    return (
      <p className="notice-line" role="status">
        This text isn’t on this device yet. You can edit it when you’re online.
      </p>
    )
  return (
    <section className="editor-publish" id="publish" aria-label="Publishing">
      <Refusal error={refusal} fieldIds={{ pageName: 'title', body: 'writing-text' }} />
      {refusal?.code === 'conflict' ? (
        <p>
          Someone else published this page. Their changes are merged with yours above; check them, then publish again.{' '}
          <a href={links.postHistory({ id: postId, slug: null })}>See all versions</a>
        </p>
      ) : null}
      {isPublished ? <UpdateFields choice={update} onChoice={setUpdate} /> : null}
      <div className="write-acts">
        {queued === undefined || queued.pending === null ? (
          <>
            <button
              className="btn primary"
              type="button"
              aria-disabled={isBusy || isReadOnly || undefined}
              onClick={() => void publish().catch(reportError)}
            >
              {isPublished ? 'Publish changes' : 'Publish'}
            </button>
            <p className="meta soft">
              {isPublished
                ? 'Readers see the last published version until someone publishes again.'
                : 'Once published, every member can edit this page.'}
            </p>
          </>
        ) : (
          <>
            <p role="status">{queued.pending.kind === 'not-sent-yet' ? 'It will be published when you’re back online.' : 'Publishing…'}</p>
            {queued.canBeCalledBack ? (
              <button className="btn" type="button" onClick={() => void callBack().catch(reportError)}>
                Cancel publishing
              </button>
            ) : null}
          </>
        )}
      </div>
    </section>
  )
}

const wrong = (field: string): FormError => ({ code: 'invalid', reason: null, field, retryAfterMs: null })
