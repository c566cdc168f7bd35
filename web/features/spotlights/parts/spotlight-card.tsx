import { useEffect } from 'react'
import { links } from '#shared/links.ts'
import { isStaff } from '#shared/kernel/viewer.ts'
import { useViewer } from '../../../data/viewer.ts'
import { PersonLink } from '../../../blocks/person-link.tsx'
import { ReadingSoFar, useReadPosts } from '../../../blocks/sequences/reading-so-far.tsx'
import type { ReadingView } from '../../../blocks/sequences/series-view.ts'
import { dismissFromNextPageOn, dismissLocally, useDismissed } from './dismissed.ts'
import type { SpotlightView } from '../spotlight-view.ts'

/**
 * Something older that is worth reading, at the top of a list, until its reader has seen enough of
 * it.
 */
export function SpotlightCard({ spotlight }: { readonly spotlight: SpotlightView }) {
  const { id } = spotlight
  const viewer = useViewer()
  const isMember = viewer.kind === 'member'
  const isGone = useDismissed(id)
  useEffect(() => {
    if (!isMember) return
    import('./dismiss-with-account.ts')
      .then(({ isDismissedElsewhere }) => isDismissedElsewhere(id))
      // Without it the card stands where it stood.
      .then(
        (isElsewhere) => (isElsewhere ? dismissFromNextPageOn(id) : undefined),
        () => undefined,
      )
  }, [id, isMember])
  if (isGone) return null
  const dismiss = () => {
    dismissLocally(id)
    // The button goes with its card.
    document.getElementById('main')?.focus({ preventScroll: true })
    if (isMember) import('./dismiss-with-account.ts').then((part) => part.dismissWithAccount(id)).catch(reportError)
  }
  return (
    <aside className="spotlight" id={`spotlight-${id}`} aria-labelledby={`spotlight-title-${id}`}>
      <SpotlightWords spotlight={spotlight} />
      <p className="spotlight-acts meta">
        <button type="button" className="linkish needs-js" data-live="" onClick={dismiss}>
          Dismiss
        </button>
        {isStaff(viewer) ? (
          <a className="linkish" href={`${links.spotlights()}#${id}`}>
            Edit
          </a>
        ) : null}
      </p>
    </aside>
  )
}

/** What a spotlight says, wherever it is shown. */
export function SpotlightWords({ spotlight, level = 2 }: { readonly spotlight: SpotlightView; readonly level?: 2 | 3 }) {
  const { id, href, header, title, lang, dir, subtitle, subtitleHref, paragraphs, picture, author, reading } = spotlight
  const Heading = level === 2 ? 'h2' : 'h3'
  return (
    <>
      {picture === null ? null : <img src={picture} alt="" loading="lazy" decoding="async" width={480} height={160} />}
      <p className="meta soft">{header === '' ? 'From the archive' : header}</p>
      <Heading className="spotlight-title" id={`spotlight-title-${id}`} lang={lang} dir={dir}>
        <a href={href}>{title}</a>
      </Heading>
      {subtitle === '' ? null : (
        <p className="meta" dir="auto">
          {subtitleHref === null ? (
            subtitle
          ) : (
            <a href={subtitleHref} rel="noopener">
              {subtitle}
            </a>
          )}
        </p>
      )}
      {paragraphs.map((words) => (
        <p key={words} className="spotlight-words" dir="auto">
          {words}
        </p>
      ))}
      {author === null && reading === null ? null : (
        <p className="hit-by">
          {author === null ? null : <PersonLink person={author} />}
          {reading === null ? null : <ReadingSoFar reading={reading} name={title} />}
        </p>
      )}
      {reading === null ? null : <PostsOf reading={reading} />}
    </>
  )
}

/** More would be no longer a glance. */
const maxPosts = 24

/** The posts of a sequence by their numbers, with a tick on what was read. */
function PostsOf({ reading: { posts } }: { readonly reading: ReadingView }) {
  const read = useReadPosts()
  if (posts.length === 0 || posts.length > maxPosts) return null
  return (
    <ol className="spotlight-posts">
      {posts.map(({ id, href }, n) => {
        const isRead = read.get(id)?.isRead === true
        return (
          <li key={id}>
            <a href={href} aria-label={isRead ? `Post ${n + 1}, read` : `Post ${n + 1}`}>
              {isRead ? '✓' : n + 1}
            </a>
          </li>
        )
      })}
    </ol>
  )
}
