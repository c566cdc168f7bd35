import { links } from '#shared/links.ts'
import type { Problem } from '../../data/answer.ts'
import { useAnswer } from '../../data/page.ts'
import { SearchBox } from '../../blocks/search-box/search-box.tsx'
import { reasonWords } from '../../blocks/wording.ts'

const titles: Readonly<Record<Problem['status'], string>> = {
  401: 'Sign in to continue',
  403: 'You don’t have access to this page',
  404: 'Page not found',
  410: 'This was removed',
}

const sentences: Readonly<Record<Problem['status'], string>> = {
  401: 'This page is for members.',
  403: 'Your account can’t view this page.',
  404: 'It may have moved, been deleted, or be private.',
  410: 'It was public and has since been removed. Replies to it may still exist.',
}

/** Not found, not allowed, removed: said plainly, with a way on. */
export default function ProblemPage() {
  const { status, reason } = useAnswer().problem ?? { status: 404, reason: null }
  return (
    <section className="problem">
      <h1 className="page-title">{titles[status]}</h1>
      <p className="stand">{reason === null || reason === 'not-found' ? sentences[status] : reasonWords[reason]}</p>
      {status === 404 ? <SearchBox id="query" /> : null}
      <p className="acts">
        {status === 401 ? (
          <a className="btn primary" href={links.login()}>
            Sign in
          </a>
        ) : null}
        {reason === 'sequence-is-removed' ? (
          <a className="btn" href={links.library()}>
            Go to the library
          </a>
        ) : null}
        {reason === 'no-such-books' ? (
          <a className="btn" href={links.books()}>
            All books
          </a>
        ) : null}
        <a className="btn" href={links.front()}>
          Go to the front page
        </a>
      </p>
    </section>
  )
}
