import { useEffect } from 'react'
import { hydrateRoot } from 'react-dom/client'
import type { LoaderFunctionArgs } from 'react-router'
import {
  UNSAFE_createBrowserHistory as createBrowserHistory,
  UNSAFE_createRouter as createRouter,
  matchRoutes,
  redirect,
} from 'react-router'
import { App } from './app/app.tsx'
import { fetchAnswer } from './app/fetch-answer.ts'
import { keepTyped, letThrough } from './app/late.ts'
import { followLinks } from './app/link-clicks.ts'
import { preparePage } from './app/pages.ts'
import type { FeatureRoute } from './app/route.ts'
import { RouterView } from './app/router-view.tsx'
import { routeObjects } from './app/router.ts'
import { watchForUpdates } from './app/updates.ts'
import type { HandOver } from './data/answer.ts'
import { startKeeping } from './data/kept-text.ts'
import { askWhoIsHere, currentMe, rememberMe } from './data/viewer.ts'
import { whenBodiesAreLost } from './ui/body.tsx'
import './ui/styles/index.css'

start().catch((error: unknown) => {
  // The page stays what it is, complete HTML; its forms go the plain way.
  letThrough()
  reportError(error)
})

async function start(): Promise<void> {
  const root = document.getElementById('app')
  const text = document.getElementById('hand-over')?.textContent
  if (root === null || !text) throw new Error('this document was not made by the server entry')
  await breathe()
  const { site, at, answer } = JSON.parse(text) as HandOver // written by the server entry of this build
  // The page that had the form, shown again: a reload asks for that page, and what depends on the address is as the server drew it.
  if (answer.form !== null) history.replaceState(history.state, '', at)
  const routes = routeObjects(loaderFor)
  const here = matchRoutes(routes, location)?.at(-1)?.route.id ?? '*'
  await preparePage(answer.showing)
  // What `createBrowserRouter` calls; that one cannot be had without its provider's parts.
  const router = createRouter({ routes, history: createBrowserHistory(), hydrationData: { loaderData: { [here]: answer } } }).initialize()
  if (answer.me !== null) rememberMe(answer.me)
  await breathe()
  const typeAgain = keepTyped(root)

  function Alive() {
    useEffect(() => {
      whenBodiesAreLost(() => void router.revalidate())
      typeAgain()
      startKeeping()
      followLinks(routes, (to) => void router.navigate(to))
      letThrough()
      void askWhoIsHere(threadOf(answer.page))
      whenIdle(() => {
        // Only for readers who chose a theme; the settings themselves bring it along.
        if (document.documentElement.hasAttribute('data-theme')) void import('./data/look.ts').then(({ startLook }) => startLook())
        void preparePage('/shell')
        watchForUpdates()
      })
    }, [])
    return <RouterView router={router} />
  }

  hydrateRoot(
    root,
    <App site={site} me={answer.me}>
      <Alive />
    </App>,
    { onRecoverableError: (error) => console.warn(error) },
  )
}

function loaderFor(route: FeatureRoute | null) {
  return async ({ request }: LoaderFunctionArgs) => {
    if (route !== null) void preparePage(route.path)
    const url = new URL(request.url)
    const answer = await fetchAnswer(url, request.signal).catch((failure: unknown) => {
      if (!(failure instanceof Response)) throw failure
      location.assign(url)
      return new Promise<never>(() => {}) // the document is on its way out
    })
    if (answer.kind === 'moved') throw redirect(answer.to)
    await preparePage(answer.showing)
    if (answer.me !== null) rememberMe(answer.me)
    else if (currentMe().viewer.kind === 'member') void askWhoIsHere(threadOf(answer.page))
    return answer
  }
}

/** A page whose votes are wanted says so by a `thread`: the id of the post. */
function threadOf(page: unknown): string | undefined {
  if (typeof page !== 'object' || page === null || !('thread' in page)) return undefined
  return typeof page.thread === 'string' ? page.thread : undefined
}

/** Ends the task, so that a click or a key is heard between the parts of the start. */
function breathe(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve))
}

function whenIdle(run: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(run, { timeout: 5000 })
  else setTimeout(run, 1000)
}
