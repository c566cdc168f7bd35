export interface NextPost {
  readonly id: string
  readonly title: string
  readonly href: string
  readonly lang: string
  readonly by: string
  readonly minutes?: number
}

/** A few posts to go on with, one line each. */
export function NextPosts({ posts }: { readonly posts: readonly NextPost[] }) {
  return (
    <ul>
      {posts.map(({ id, title, href, lang, by, minutes }) => (
        <li key={id} className="c-on">
          <a href={href} lang={lang} dir="auto">
            {title}
          </a>{' '}
          <span className="meta soft">
            {by}
            {minutes === undefined ? null : ` · ${minutes} min`}
          </span>
        </li>
      ))}
    </ul>
  )
}
