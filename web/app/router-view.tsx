import { startTransition, useEffect, useMemo, useState } from 'react'
import type { Here, Ways } from '../data/navigation.ts'
import { CurrentPageContext, LoadingContext, WaysContext } from '../data/navigation.ts'
import { ErrorBoundary } from '../ui/error-boundary.tsx'
import type { BrowserRouter, RouterState } from './browser-router.ts'
import { ClientError } from './client-error.tsx'
import { Frame } from './frame.tsx'

/**
 * React around the browser's router: one frame, in it the page of the answer.
 * @param first what is drawn first: what the document shows, if it shows a page
 */
export function RouterView({ router, first }: { readonly router: BrowserRouter; readonly first: RouterState }) {
  const [state, setState] = useState(first)
  useEffect(() => {
    setState(router.get())
    return router.subscribe(() => startTransition(() => setState(router.get())))
  }, [router])
  const ways = useMemo<Ways>(() => ({ go: router.go, refresh: router.refresh }), [router])
  const { place, action, answer, isLoading, keepsScroll, error } = state
  const here = useMemo<Here>(() => ({ place, action, answer }), [place, action, answer])
  useEffect(() => {
    if (error !== undefined) reportError(error)
  }, [error])
  if (error !== undefined) return <ClientError error={error} />
  return (
    <WaysContext value={ways}>
      <LoadingContext value={isLoading}>
        <ErrorBoundary of={place.key} instead={(failure) => <ClientError error={failure} />}>
          <PageView here={here} keepsScroll={keepsScroll} />
        </ErrorBoundary>
      </LoadingContext>
    </WaysContext>
  )
}

/** The frame with the page in it: the same tree on the server and in the browser. */
export function PageView({ here, keepsScroll = false }: { readonly here: Here; readonly keepsScroll?: boolean }) {
  return (
    <CurrentPageContext value={here}>
      <Frame keepsScroll={keepsScroll} />
    </CurrentPageContext>
  )
}
