/**
 * What comes once the page is alive and the browser has nothing better to do: settings, the worker,
 * where one was, the device's part, and last what is fetched ahead. In a chunk of its own, so that
 * a first page does not carry the list.
 */
import { keepApp, keepAppOnceWritten, keepsApp } from '../data/keep-app.ts'
import { markRank } from '../data/rank-mark.ts'
import { forgetOld } from '../data/typed-words/bridge.ts'
import { currentMe } from '../data/viewer.ts'
import type { AnswerDeps } from './answers.ts'
import type { BrowserRouter } from './browser-router.ts'
import type { DeviceSide } from './device-side.ts'
import { preparePage } from './pages.ts'
import { settle } from './settled.ts'

interface AfterIdle {
  readonly router: BrowserRouter
  readonly routeOf: (address: string) => string
  /** The mark of who signs in here, from before that was asked (web/data/rank-mark.ts). */
  readonly mark: string | undefined
  /** Settles when it is known who is here. */
  readonly told: Promise<unknown>
  readonly bring: () => Promise<DeviceSide>
  /** A newer build has taken over: links lead to whole documents. */
  readonly becomeOld: () => void
  readonly onAhead: (answer: AnswerDeps['ahead']) => void
}

export function afterIdle({ router, routeOf, mark, told, bring, becomeOld, onAhead }: AfterIdle): void {
  void import('../blocks/reading/start-comforts.ts').then(({ startComforts }) => {
    startComforts((to) => void router.go(to))
    settle('keys')
  })
  void import('../blocks/search-box/start-search.ts').then(({ startSearch }) => startSearch((to) => void router.go(to)))
  forgetOld(Date.now())
  void preparePage('/shell')
  void import('./watch-updates.ts').then(({ watchForUpdates }) =>
    watchForUpdates({
      becomeOld,
      register: async (container, onWaiting) => (await import('./register-worker.ts')).registerWorker(container, onWaiting),
      whenActive: async (worker) => {
        await told
        if (keepsApp()) await keepApp(worker)
      },
    }),
  )
  keepAppOnceWritten(document)
  void import('./last-place.ts').then(({ placeToGoOn, rememberPlace }) => {
    const place = placeToGoOn(Date.now())
    if (place !== null) void router.go(place)
    rememberPlace(Date.now)
  })
  void told
    .then(bring)
    .then(
      (device) => {
        // Somebody may have signed in since.
        markRank(currentMe().viewer.kind === 'member' || device.isMembers(), mark)
        device.follow(router, routeOf)
      },
      (error: unknown) => console.warn(error), // no database here: everything works, only not offline
    )
    .then(() => import('./prefetch.ts'))
    .then(({ fetchAhead }) => onAhead(fetchAhead({ routeOf, subscribe: router.subscribe }).answer))
}
