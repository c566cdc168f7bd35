import type { FormEvent, KeyboardEvent } from 'react'
import { useEffect, useId, useMemo, useRef, useState } from 'react'
import type { Comment } from '#shared/comments/schema.ts'
import { publishDialogue, sayInDialogue, setDialogueInput } from '#shared/dialogues/mutations.ts'
import { inputsOf, messagesOf } from '#shared/dialogues/queries.ts'
import { isSelf } from '#shared/kernel/viewer.ts'
import type { FormError } from '#shared/pages/page-data.ts'
import { canPublishPost } from '#shared/posts/rules.ts'
import type { Post } from '#shared/posts/schema.ts'
import { posts } from '#shared/posts/schema.ts'
import { commentText } from '../../../blocks/comments/comment-text.ts'
import { uploadingIn } from '../../../blocks/comments/uploading-pictures.ts'
import { Refusal } from '../../../blocks/forms/refusal.tsx'
import { isRefusal, refusalOf } from '../../../blocks/refusal-of.ts'
import { whenDevice } from '../../../data/device/bring.ts'
import { useCommit, useRow, useRows } from '../../../data/device/use-rows.ts'
import { freshId } from '../../../data/fresh-id.ts'
import { useViewer } from '../../../data/viewer.ts'
import { Body } from '../../../ui/body.tsx'
import type { MessageView } from '../dialogue-view.ts'

interface Speaker {
  readonly id: string
  readonly name: string
}

interface DialogueFormProps {
  readonly post: Post
  readonly speakers: readonly Speaker[]
  /** What the page shows already. */
  readonly known: readonly MessageView[]
}

const restMs = 600

/**
 * Where those who take part write: what the others are about to say is in sight, and so is to them
 * what one types oneself.
 */
export function DialogueForm({ post: shown, speakers, known }: DialogueFormProps) {
  const viewer = useViewer()
  const post = useRow(posts, shown.id, shown)
  const inputs = useRows(inputsOf(post.id)) ?? []
  const others = inputs.filter(({ userId, text }) => !isSelf(viewer, userId) && text.trim() !== '')
  const nameOf = (id: string) => speakers.find((speaker) => speaker.id === id)?.name ?? 'Someone'
  return (
    <section className="dialogue-form" aria-label="Your part">
      <FreshMessages postId={post.id} known={known} nameOf={nameOf} />
      <div aria-live="polite">
        {others.map(({ userId, text }) => (
          <div key={userId} className="about-to-say">
            <p className="meta soft">{nameOf(userId)} is typing, visible only to participants:</p>
            <p className="saved-quote" dir="auto">
              {text}
            </p>
          </div>
        ))}
      </div>
      <Say post={post} mine={inputs.find(({ userId }) => isSelf(viewer, userId))?.text} />
      {post.status === 'draft' && canPublishPost(viewer, post).allowed ? <Publish post={post} /> : null}
    </section>
  )
}

/** Said a moment ago, here or by another, and not on the page yet. */
function FreshMessages({
  postId,
  known,
  nameOf,
}: {
  readonly postId: string
  readonly known: readonly MessageView[]
  readonly nameOf: (id: string) => string
}) {
  const rows = useRows(messagesOf(postId))
  const fresh = useMemo(() => {
    const ids = new Set(known.map(({ id }) => id))
    return (rows ?? []).filter(({ id, message, removedBy }) => message !== undefined && removedBy === null && !ids.has(id))
  }, [rows, known])
  const html = useHtml(fresh)
  return (
    <ol className="turns">
      {fresh.map(({ id, authorId }) => (
        <li key={id} id={id}>
          <p className="turn-by meta">
            <b>{nameOf(authorId)}</b>
          </p>
          {html.has(id) ? <Body className="essay" html={html.get(id)} version={id} dir="auto" /> : null}
        </li>
      ))}
    </ol>
  )
}

/** From checked JSON, by the renderer that escapes everything else. */
function useHtml(messages: readonly Comment[]): ReadonlyMap<string, string> {
  const [html, setHtml] = useState<ReadonlyMap<string, string>>(new Map())
  useEffect(() => {
    let isGone = false
    commentText()
      .then(({ htmlOf }) => {
        if (!isGone) setHtml(new Map(messages.map(({ id, body }) => [id, htmlOf(id, body)])))
      })
      .catch(reportError)
    return () => {
      isGone = true
    }
  }, [messages])
  return html
}

/**
 * What is typed goes to the others a moment after the last key, and as one leaves, and is kept
 * there until it is said.
 */
function Say({ post, mine }: { readonly post: Post; readonly mine: string | undefined }) {
  const fieldId = useId()
  const commit = useCommit()
  const field = useRef<HTMLTextAreaElement>(null)
  const waiting = useRef<{ readonly timer: ReturnType<typeof setTimeout>; readonly tell: () => void } | null>(null)
  /** What stands here is typed here, or was emptied here. */
  const isTyped = useRef(false)
  const isSaying = useRef(false)
  const [error, setError] = useState<FormError | null>(null)
  useEffect(() => {
    const leave = () => waiting.current?.tell()
    const onHidden = () => {
      if (document.visibilityState === 'hidden') leave()
    }
    document.addEventListener('visibilitychange', onHidden)
    return () => {
      document.removeEventListener('visibilitychange', onHidden)
      leave()
    }
  }, [])
  useEffect(() => {
    // From another device, or from before: never over what is being typed here.
    if (!isTyped.current && field.current !== null && field.current.value === '' && mine !== undefined) field.current.value = mine
  }, [mine])
  const stopWaiting = () => {
    clearTimeout(waiting.current?.timer)
    waiting.current = null
  }
  const keep = () => {
    isTyped.current = true
    stopWaiting()
    const text = field.current?.value ?? ''
    const tell = () => {
      stopWaiting()
      const telling = async () => {
        // A device that is new here may not have the draft yet; its page has.
        const device = await whenDevice()
        device.hint(posts, post)
        await commit(setDialogueInput, { postId: post.id, text })
      }
      // Refused, the others do not see it: it is in the field all the same.
      void telling().catch(() => undefined)
    }
    waiting.current = { timer: setTimeout(tell, restMs), tell }
  }
  const say = async () => {
    // Twice pressed is said once.
    if (isSaying.current) return
    isSaying.current = true
    const markdown = field.current?.value ?? ''
    try {
      const { docOf } = await commentText()
      const body = docOf(markdown)
      const device = await whenDevice()
      device.hint(posts, post)
      stopWaiting()
      await commit(sayInDialogue, { id: freshId(), postId: post.id, body, ...(await uploadingIn(body)) })
      setError(null)
      stopWaiting()
      isTyped.current = false
      if (field.current === null) return
      // What was typed while it went off is the next thing to say.
      const { value } = field.current
      field.current.value = value.startsWith(markdown) ? value.slice(markdown.length) : value
      if (field.current.value !== '') keep()
    } catch (problem) {
      // It is still to be said.
      keep()
      if (problem instanceof RangeError) return setError({ code: 'invalid', reason: null, field: 'markdown', retryAfterMs: null })
      if (!isRefusal(problem)) throw problem
      setError(refusalOf(problem))
    } finally {
      isSaying.current = false
    }
  }
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    say().catch(reportError)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLFormElement>) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    event.currentTarget.requestSubmit()
  }
  return (
    <form className="compose" data-enhance="" onSubmit={onSubmit} onKeyDown={onKeyDown}>
      <Refusal error={error} fieldIds={{ markdown: fieldId, body: fieldId }} />
      <label htmlFor={fieldId}>Your message</label>
      <textarea id={fieldId} ref={field} className="input" name="markdown" rows={4} maxLength={50_000} dir="auto" onInput={keep} />
      <div className="compose-acts">
        <button className="btn">Send message</button>
        <p className="meta soft">Participants see what you type. Markdown supported.</p>
      </div>
    </form>
  )
}

/** After everything that waits to be sent: the queue keeps the order. */
function Publish({ post }: { readonly post: Post }) {
  const commit = useCommit()
  const [error, setError] = useState<FormError | null>(null)
  const publish = async () => {
    try {
      setError(null)
      await commit(publishDialogue, { id: post.id })
    } catch (problem) {
      if (!isRefusal(problem)) throw problem
      setError(refusalOf(problem))
    }
  }
  return (
    <>
      <Refusal error={error} />
      <p className="acts">
        <button type="button" className="btn primary" onClick={() => void publish().catch(reportError)}>
          Publish dialogue
        </button>
        <span className="meta soft">All messages become public; later messages are public right away.</span>
      </p>
    </>
  )
}
