interface MentionView {
  readonly id: string
  readonly title: string
  readonly href: string
  /** Of a comment, its author's name. */
  readonly by: string | null
}

/** What links to this text. */
export function MentionedIn({ mentions }: { readonly mentions: readonly MentionView[] }) {
  if (mentions.length === 0) return null
  return (
    <p className="ping meta">
      <span className="soft">Mentioned in </span>
      {mentions.map((other, at) => (
        <span key={other.id}>
          {at === 0 ? '' : ', '}
          <a href={other.href}>{other.by === null ? other.title : `${other.by} on ${other.title}`}</a>
        </span>
      ))}
    </p>
  )
}
