import type { UNSAFE_createRouter } from 'react-router'
import { startTransition, useEffect, useMemo, useState } from 'react'
import type { PageAnswer } from '../data/answer.ts'
import type { Here, Ways } from '../data/navigation.ts'
import { HereContext, LoadingContext, WaysContext } from '../data/navigation.ts'
import { ClientError } from './client-error.tsx'
import { Frame } from './frame.tsx'

type DataRouter = ReturnType<typeof UNSAFE_createRouter>

/**
 * React around react-router's data router. Our own 60 lines, not `RouterProvider`: every page has one loader, one frame and plain links, and
 * the provider with all that it can do more weighs 10 kB of the 110 that a reader's page may weigh.
 */
export function RouterView({ router }: { readonly router: DataRouter }) {
  const [state, setState] = useState(router.state)
  useEffect(() => {
    setState(router.state)
    return router.subscribe((next) => startTransition(() => setState(next)))
  }, [router])
  const ways = useMemo<Ways>(
    () => ({
      go: (to, options) => router.navigate(to, options),
      refresh: () => router.revalidate(),
    }),
    [router],
  )
  const { location: place, historyAction: action } = state
  const answer = answerIn(state)
  const here = useMemo<Here>(() => ({ place, action, answer }), [place, action, answer])
  const error = Object.values(state.errors ?? {})[0]
  if (error !== undefined) return <ClientError error={error} />
  return (
    <WaysContext value={ways}>
      <LoadingContext value={state.navigation.state !== 'idle' || state.revalidation !== 'idle'}>
        <PageView here={here} keepsScroll={state.preventScrollReset} />
      </LoadingContext>
    </WaysContext>
  )
}

/** The frame with the page in it: the same tree on the server and in the browser. */
export function PageView({ here, keepsScroll = false }: { readonly here: Here; readonly keepsScroll?: boolean }) {
  return (
    <HereContext value={here}>
      <Frame keepsScroll={keepsScroll} />
    </HereContext>
  )
}

function answerIn(state: DataRouter['state']): PageAnswer {
  const id = state.matches.at(-1)?.route.id ?? '*'
  // Every route has the same loader (web/entry-client.tsx), and a move never becomes data.
  return state.loaderData[id] as PageAnswer
}
