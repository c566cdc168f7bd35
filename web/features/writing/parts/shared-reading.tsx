import { useEffect, useRef, useState } from 'react'
import { links } from '#shared/links.ts'
import type { FormError } from '#shared/pages/page-data.ts'
import { Refusal } from '../../../blocks/forms/refusal.tsx'
import { sendMutation } from '../../../data/mutation.ts'
import { useNavigate } from '../../../data/navigation.ts'
import { useBodies } from '../../../data/page.ts'
import { Body } from '../../../ui/body.tsx'
import { directionOf } from '../languages.ts'
import type { WritingFields } from '../write.load.ts'

export interface Guest {
  readonly key: string
  readonly isVisitor: boolean
  readonly linkLevel: 'none' | 'read' | 'comment' | 'edit'
}

const levelWords = { none: 'read it', read: 'read it', comment: 'comment on it', edit: 'change it' } as const

/**
 * A text that others write, to read: for whoever was sent a link to it, and for whoever was let in
 * without the right to change it.
 */
export function SharedReading({ fields, guest }: { readonly fields: WritingFields; readonly guest: Guest | null }) {
  const bodies = useBodies()
  return (
    <section className="preview" aria-labelledby="shared-title">
      {guest === null ? null : guest.isVisitor ? (
        <SignInFirst postId={fields.postId} guest={guest} />
      ) : (
        <TakePart postId={fields.postId} guest={guest} />
      )}
      <h2 className="title" id="shared-title" dir="auto" lang={fields.lang}>
        {fields.title || 'Untitled'}
      </h2>
      <Body className="essay" html={bodies['shared']} version={fields.postId} lang={fields.lang} dir={directionOf(fields.lang)} />
    </section>
  )
}

interface GuestProps {
  readonly postId: string
  readonly guest: Guest
}

function SignInFirst({ postId, guest: { key, linkLevel } }: GuestProps) {
  return (
    <p className="notice-line">
      The author shared this draft by link. With an account you can {levelWords[linkLevel]}:{' '}
      <a href={links.login({ returnTo: links.sharedDraft(postId, key) })}>Sign in</a>
    </p>
  )
}

/** Done by itself; the button is for whoever has no script, or no connection just now. */
function TakePart({ postId, guest: { key, linkLevel } }: GuestProps) {
  const navigate = useNavigate()
  const [error, setError] = useState<FormError | null>(null)
  const isAsked = useRef(false)
  useEffect(() => {
    if (isAsked.current) return
    isAsked.current = true
    const join = async () => {
      const answer = await sendMutation('posts.joinByLink', { id: postId, key })
      if (answer.outcome === 'applied') await navigate(links.editPost(postId), { replace: true })
      else if (answer.outcome === 'rejected') setError(answer.error)
    }
    join().catch(reportError)
  }, [postId, key, navigate])
  return (
    <form className="notice-line" method="post" action={links.form('posts.joinByLink')}>
      <input type="hidden" name="postId" value={postId} />
      <input type="hidden" name="key" value={key} />
      <input type="hidden" name="from" value={links.sharedDraft(postId, key)} />
      {error === null ? null : <Refusal error={error} fieldIds={{}} />}
      This link lets you {levelWords[linkLevel]}. <button className="btn">Join draft</button>
    </form>
  )
}
