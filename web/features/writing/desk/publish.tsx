import { useEffect, useRef, useState } from 'react'
import { encodeStateVector } from 'yjs'
import { checkedText } from '#shared/documents/text-in-doc.ts'
import { links } from '#shared/links.ts'
import type { FormError } from '#shared/pages/page-data.ts'
import { publishPost } from '#shared/posts/mutations.ts'
import type { Writing } from '#shared/posts/schema.ts'
import { posts, writings } from '#shared/posts/schema.ts'
import { clockTime } from '../../../blocks/comments/pending-words.ts'
import { Refusal } from '../../../blocks/forms/refusal.tsx'
import { isRefusal, refusalOf } from '../../../blocks/refusal-of.ts'
import { useDevice } from '../../../data/device/use-device.ts'
import { toBase64 } from '../../../data/documents/bytes.ts'
import type { OpenDocument } from '../../../data/documents/documents-api.ts'
import { useNavigate } from '../../../data/navigation.ts'
import { useOutbox } from '../../../data/outbox.ts'
import { freshId } from '../../../data/fresh-id.ts'

interface PublishProps {
  readonly postId: string
  readonly open: OpenDocument
  readonly writing: Writing
  readonly isPublished: boolean
  /** Until what was typed in the fields a moment ago is kept. */
  readonly whenKept: () => Promise<unknown>
}

/**
 * Publishing: the text as it stands here is checked, put into the queue, and taken by the server once it holds all of it. Until it has gone out it can
 * be called back. Readers get what stood on this screen (docs/decisions/0012).
 */
export function Publish({ postId, open, writing, isPublished, whenKept }: PublishProps) {
  const device = useDevice()
  const navigate = useNavigate()
  const { waiting, refused } = useOutbox()
  const [error, setError] = useState<FormError | null>(null)
  /** Of the publication that is on its way from this page. */
  const sent = useRef<string | null>(null)
  const queued = waiting.find(({ name, about }) => name === publishPost.name && about.includes(`post:${postId}:publish`))
  const turnedDown = refused.find(({ name, about }) => name === publishPost.name && about.includes(`post:${postId}:publish`))

  useEffect(() => {
    if (device === null) return
    // Published is what another account can read: the server has said so.
    const look = async () => {
      if (sent.current === null) return
      const post = await device.confirmed.get(posts, postId)
      if (post?.status !== 'published' || post.revisionId !== sent.current) return
      sent.current = null
      await navigate(links.post(post))
    }
    return device.subscribe(({ kinds }) => {
      if (kinds.has('posts')) look().catch(reportError)
    })
  }, [device, postId, navigate])

  const publish = async () => {
    if (device === null) return
    setError(null)
    await whenKept()
    const { title, kind, linkUrl, lang, tags, writtenOn, submitToFrontpage } = (await device.read.get(writings, postId)) ?? writing
    if (title.trim() === '') return setError(wrong('title'))
    if (kind === 'linkpost' && linkUrl === null) return setError(wrong('linkUrl'))
    const text = checkedText(open.doc)
    if (!text.ok) return setError(wrong('body'))
    await open.settle()
    const revisionId = freshId()
    const stateVector = toBase64(encodeStateVector(open.doc))
    const details = { title, kind, linkUrl, lang, tags, writtenOn, submitToFrontpage }
    try {
      sent.current = revisionId
      await device.commit(publishPost, { id: postId, revisionId, body: text.doc, ...details, stateVector })
    } catch (failure) {
      sent.current = null
      if (!isRefusal(failure)) throw failure
      setError(refusalOf(failure))
    }
  }

  const callBack = async () => {
    if (device === null || queued === undefined) return
    sent.current = null
    await device.outbox.callBack(queued.n)
  }

  const refusal = error ?? turnedDown?.error ?? null
  return (
    <section className="desk-publish" id="publish" aria-label="Publishing">
      <Refusal error={refusal} fieldIds={{ title: 'title', body: 'writing-text', linkUrl: 'about-the-post' }} />
      {queued === undefined || queued.pending === null ? (
        <div className="write-acts">
          <button className="btn primary" type="button" onClick={() => void publish().catch(reportError)}>
            {isPublished ? 'Publish changes' : 'Publish'}
          </button>
          <p className="meta soft">
            {isPublished
              ? 'Readers see the text as it was published last, until you publish again.'
              : 'Nobody reads it before you publish.'}
          </p>
        </div>
      ) : (
        <div className="write-acts">
          <p role="status">
            {queued.pending.kind === 'not-sent-yet'
              ? 'It will be published as soon as there is a connection.'
              : queued.pending.kind === 'waiting' && queued.pending.until !== undefined
                ? `Publishing goes on at ${clockTime(queued.pending.until)}.`
                : 'Publishing…'}
          </p>
          {queued.canBeCalledBack ? (
            <button className="btn" type="button" onClick={() => void callBack().catch(reportError)}>
              Call it back
            </button>
          ) : null}
        </div>
      )}
    </section>
  )
}

const wrong = (field: string): FormError => ({ code: 'invalid', reason: null, field, retryAfterMs: null })
