import { Suspense } from 'react'
import { links } from '#shared/links.ts'
import { latePart } from '../ui/late-part.ts'

// Reloading must be possible where this does not come.
const ErrorHelp = latePart(() => import('./error-help.tsx').then((part) => part.ErrorHelp))

/** In place of a page whose script failed. The first sentence is fixed by the specification. */
export function ClientError({ error }: { readonly error: unknown }) {
  return (
    <section role="alert" className="problem">
      <h1 className="page-title">This page stopped working</h1>
      <p>
        Application error: a client-side exception has occurred while loading {globalThis.location?.host} (see the browser console for more
        information).
      </p>
      <p className="acts">
        <button className="btn primary" type="button" onClick={() => location.reload()}>
          Reload
        </button>
        <a className="btn quiet" href={links.front()}>
          Go to the front page
        </a>
      </p>
      <Suspense>
        <ErrorHelp error={error} />
      </Suspense>
    </section>
  )
}
