import { useEffect } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { UNSAFE_createBrowserHistory as createBrowserHistory } from 'react-router'
import { answerFor } from './app/answers.ts'
import type { AnswerDeps } from './app/answers.ts'
import { App } from './app/app.tsx'
import { createBrowserRouter } from './app/browser-router.ts'
import type { BrowserRouter, LoadTask } from './app/browser-router.ts'
import type { DeviceSide } from './app/device-side.ts'
import { keepTyped, letThrough } from './app/late.ts'
import { followLinks } from './app/link-clicks.ts'
import type { PackedHandOver } from './app/pack-hand-over.ts'
import { unpackHandOver } from './app/pack-hand-over.ts'
import { routeMatcher } from './app/match-route.ts'
import { preparePage } from './app/pages.ts'
import { RouterView } from './app/router-view.tsx'
import { routeObjects } from './app/router.ts'
import { settle } from './app/settled.ts'
import { putStandIns } from './app/stand-ins.ts'
import { unpackLists } from '#shared/pages/packed-lists.ts'
import type { Answer } from './data/answer.ts'
import { startKeeping } from './data/saved-text.ts'
import { bringReports } from './data/reports/early.ts'
import { currentMark } from './data/rank-mark.ts'
import { reporting } from './data/reports/reporting.ts'
import { askWhoIsSignedIn, currentMe, nobody, rememberMe } from './data/viewer.ts'
import { bringSheets } from './ui/app-sheets.ts'
import { whenBodiesAreLost } from './ui/body.tsx'
import './ui/styles/index.css'

putStandIns()
start().catch((error: unknown) => {
  // The page stays what it is, complete HTML; its forms go the plain way.
  letThrough()
  reportError(error)
  void bringReports()
})

async function start(): Promise<void> {
  const root = document.getElementById('app')
  const text = document.getElementById('hand-over')?.textContent
  if (root === null || !text) throw new Error('this document was not made by the server entry')
  const beganOffline = !navigator.onLine
  const styles = bringSheets()
  await yieldToEventLoop()
  // Written by the server entry of this build.
  const { site, at, answer } = unpackHandOver(JSON.parse(text, unpackLists) as PackedHandOver)
  // The page that had the form, shown again: a reload asks for that page, and what depends on the
  // address is as the server drew it.
  if (answer.form !== null) history.replaceState(history.state, '', at)
  const isShell = answer.showing === '/shell' && location.pathname !== '/shell'
  const match = routeMatcher(routeObjects())
  const routeOf = (address: string) => match(address)?.route.id ?? '*'
  reporting.set({ site, routeOf })
  const isSignOutPending = await finishIfPending()

  let side: DeviceSide | null = null
  let coming: Promise<DeviceSide> | null = null
  const bring = (): Promise<DeviceSide> => {
    coming ??= import('./app/device-side.ts').then(async ({ openDeviceSide }) => {
      side = await openDeviceSide({ site, isSignOutPending, now: Date.now })
      return side
    })
    // Another try may do better: the database was busy, the chunk did not come.
    coming.catch(() => (coming = null))
    return coming
  }
  // Nothing of the page is there yet, and the device alone can say what is: its part is asked for
  // beside the rest.
  if (isShell) void bring().catch(() => {})

  // A newer build has taken over: this document goes on, and the next page is a whole one.
  let isOld = false
  let ahead: AnswerDeps['ahead'] | null = null
  const load = async (task: LoadTask): Promise<Answer> => {
    if (isOld && task.why === 'go') return leaveFor(task.url)
    if (task.routeId !== '*') void preparePage(task.routeId)
    const found = await answerFor(task, { bring, side: () => side, router: () => router, leaveFor, ahead: (asked) => ahead?.(asked) })
    if (found.kind === 'moved') return found
    await preparePage(found.showing, found.parts)
    if (found.me !== null) rememberMe(found.me)
    else if (!isSignOutPending && currentMe().viewer.kind === 'member' && found.isFromDevice !== true)
      void askWhoIsSignedIn(threadOf(found.page))
    return found
  }
  await preparePage(answer.showing)
  await styles
  const router: BrowserRouter = createBrowserRouter({
    match,
    history: createBrowserHistory(),
    origin: location.origin,
    first: answer,
    at,
    load,
  })
  // Somebody who has signed out without a network is not here, whatever the document says.
  if (isSignOutPending) rememberMe(nobody)
  else if (answer.me !== null) rememberMe(answer.me)
  await yieldToEventLoop()
  const typeAgain = keepTyped(root)
  window.__late?.tidy?.()

  function Alive() {
    useEffect(() => {
      whenBodiesAreLost(() => void router.refresh())
      typeAgain()
      startKeeping()
      followLinks(match, (to) => void router.go(to))
      letThrough()
      if (!isShell && router.first !== router.get()) void router.refresh()
      if (isSignOutPending) void import('./data/forget.ts').then(({ payWhenBack }) => payWhenBack())
      // The network came back before anything of the page could hear of it.
      if (isShell && beganOffline && navigator.onLine) void (isSignOutPending ? location.reload() : router.refresh())
      const mark = currentMark()
      const told = isSignOutPending ? Promise.resolve() : askWhoIsSignedIn(threadOf(answer.page))
      void told.then(() => requestAnimationFrame(() => setTimeout(() => settle('hydrated'))))
      whenIdle(() => {
        void bringReports()
        void import('./app/after-idle.ts').then((part) =>
          part.afterIdle({ router, routeOf, mark, told, bring, becomeOld: () => (isOld = true), onAhead: (answer) => (ahead = answer) }),
        )
      })
    }, [])
    return <RouterView router={router} first={isShell ? router.get() : router.first} />
  }

  const app = (
    <App site={site} me={answer.me}>
      <Alive />
    </App>
  )
  if (isShell) {
    // Nothing of the shell is worth keeping: the first thing drawn is the page, or the word that it
    // is not here.
    await router.refresh()
    createRoot(root).render(app)
  } else hydrateRoot(root, app, { onRecoverableError: (error, { componentStack }) => console.warn(error, componentStack) })
}

/**
 * Somebody has signed out where nobody could be reached: the server hears of it before anything
 * else. Says whether it is still pending.
 */
async function finishIfPending(): Promise<boolean> {
  try {
    if (localStorage.getItem('owes-sign-out') === null) return false
  } catch {
    return false // Storage is forbidden: nothing was noted.
  }
  const { finishPendingSignOut } = await import('./data/forget.ts')
  return !(await finishPendingSignOut())
}

/** To a whole document; this one is on its way out. */
function leaveFor(url: URL): Promise<never> {
  // Back and forward have put the address there already.
  if (url.pathname === location.pathname && url.search === location.search) location.reload()
  else location.assign(url)
  return new Promise<never>(() => {})
}

/** A page whose votes are wanted says so by a `thread`: the id of the post. */
function threadOf(page: unknown): string | undefined {
  if (typeof page !== 'object' || page === null || !('thread' in page)) return undefined
  return typeof page.thread === 'string' ? page.thread : undefined
}

/** Ends the task, so that a click or a key is heard between the parts of the start. */
function yieldToEventLoop(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve))
}

function whenIdle(run: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(run, { timeout: 5000 })
  else setTimeout(run, 1000)
}
