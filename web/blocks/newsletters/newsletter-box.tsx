import { links } from '#shared/links.ts'
import { TextField } from '../forms/text-field.tsx'
import { useRefusedForm } from '../../data/page.ts'
import { useViewer } from '../../data/viewer.ts'

interface NewsletterBoxProps {
  readonly post: { readonly id: string; readonly slug: string | null; readonly authorId: string }
  /** Its author's. */
  readonly name: string
}

const messages = { 'email:invalid': 'This doesn’t look like an email address.' }

/** For readers without an account. A plain form: it needs nothing but the page. */
export function NewsletterBox({ post, name }: NewsletterBoxProps) {
  // Members follow instead, and their devices do not hold who offers one.
  const isMember = useViewer().kind === 'member'
  const refused = useRefusedForm('newsletters.subscribe')
  if (isMember) return null
  return (
    <form className="after-form" method="post" action={links.form('newsletters.subscribe')}>
      <input type="hidden" name="authorId" value={post.authorId} />
      <input type="hidden" name="from" value={links.post(post)} />
      <TextField
        id="by-mail"
        name="email"
        label={`Get new essays by ${name} by email`}
        type="email"
        autoComplete="email"
        placeholder="you@example.org"
        defaultValue={refused?.values['email']}
        error={refused?.error ?? null}
        messages={messages}
        maxLength={254}
        required
      />
      <p className="acts">
        <button className="btn">Subscribe</button>
      </p>
      {refused === null || refused.error === null || refused.error.field === 'email' ? null : (
        <p className="refused-words" role="alert">
          {refused.error.code === 'rate-limited' ? 'Too many requests from your network. Try again later.' : 'That didn’t work. Try again.'}
        </p>
      )}
    </form>
  )
}
