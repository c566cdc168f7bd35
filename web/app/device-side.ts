/**
 * The device's part of the app, in a chunk that arrives after idle, or at once when the network
 * cannot answer: pages from rows and from what was kept, and the keeping itself. It opens the
 * database of whoever is here, and another one when somebody else signs in. When rows of the shown
 * page change, the page is answered again; unchanged parts stay the same objects and are not drawn
 * again.
 */
import { comments } from '#shared/comments/schema.ts'
import type { MeAnswer, SiteFacts } from '#shared/pages/page-data.ts'
import { bringSmallEditor } from '../blocks/comments/small-editor.ts'
import { followVoteWarnings } from '../blocks/votes/follow-warnings.ts'
import { connection, inTouch } from '../data/connection.ts'
import { deviceState } from '../data/device-state.ts'
import { bringDevice } from '../data/device/bring.ts'
import { currentDevice } from '../data/device/current.ts'
import { followPictures } from '../data/own-pictures/follow-pictures.ts'
import type { Changed, Device } from '../data/device/device-api.ts'
import { reportUnlessClosed } from '../data/device/report-unless-closed.ts'
import { setLeftTitles } from '../data/typed-words/left-titles.ts'
import { currentMe, nobody, rememberMe, whenMeChanges } from '../data/viewer.ts'
import { addressOf } from './address.ts'
import { askForBackgroundSync } from './background-sync.ts'
import type { BrowserRouter } from './browser-router.ts'
import { readAhead } from './device-ahead.ts'
import type { DevicePages, NotOnDevice } from './device-pages.ts'
import { devicePages, meOf } from './device-pages.ts'
import { keepOpened } from './keep-opened.ts'
import { keepAtOnce, keepPage, threadOf } from './keep-page.ts'
import { noteSight } from './note-sight.ts'
import { followLink, refreshWhenBack } from './refresh-when-back.ts'
import { pageRoutes } from './routes.ts'
import { settle } from './settled.ts'
import { openOnDrag } from '../features/writing/small/open-on-drag.ts'
import { forgetPage } from '../worker/public-pages.ts'
import { takeReadPages } from './take-read-pages.ts'
import { settleDevice, watchSent } from './watch-settled.ts'

export type { NotOnDevice }

export interface DeviceSide {
  readonly pages: DevicePages
  /** Whether the database that is open is a member's. */
  isMembers(): boolean
  /** From now on what is opened is kept, and what changes is shown. */
  follow(router: BrowserRouter, routeOf: (address: string) => string): void
}

interface Options {
  readonly site: SiteFacts
  /** A sign-out is still pending to the server: nobody is here, whatever the cookie says. */
  readonly isSignOutPending: boolean
  readonly now: () => number
}

export async function openDeviceSide({ site, isSignOutPending, now }: Options): Promise<DeviceSide> {
  const known = (): MeAnswer | null => (isSignOutPending ? nobody : currentMe().isKnown ? currentMe() : null)
  let device = await bringDevice(known())
  // A start without a network: who was here last is here now.
  if (!currentMe().isKnown && device.account !== null) rememberMe(meOf(device))
  const pages = devicePages(site, () => device, now)

  return {
    pages,
    isMembers: () => device.account !== null,
    follow(router, routeOf) {
      setLeftTitles(device).catch(reportUnlessClosed)
      const isShown = (address: string) => addressOf(router.get().place) === address
      // A document that was kept is older than what the browser's own cache may have to offer: then
      // the server is asked.
      const isOfServer = document.documentElement.dataset['kept'] === undefined
      const keeping = keepOpened(
        router,
        routeOf,
        async (page) => {
          await keepPage(device, { ...page, isFirst: page.isFirst && isOfServer, build: site.build })
          if (device.account !== null) await forgetPage(indexedDB, page.address)
          await settleDevice(device, () => isShown(page.address))
        },
        (page, isShownAlready) => {
          settle('device', false)
          if (!isShownAlready || isOfServer) keepAtOnce(device, page, isShownAlready ? document : null).catch(reportUnlessClosed)
        },
      )
      takeReadPages(device, { factory: () => indexedDB, build: site.build, now, idle, isShown }).catch((error: unknown) =>
        console.warn(error),
      ) // the worker still has them
      const hear = (changed: Changed) => {
        const { place, answer } = router.get()
        const shown = new Set(pages.shapesOf(addressOf(place)))
        const thread = threadOf(answer.page)
        if (thread !== undefined) shown.add(`thread:${thread}`)
        // A page of one's own that the device could not make yet: whatever has come may be what was
        // missing, or what the server did not know.
        const isAwaited = shown.size === 0 && isOwnPlace()
        // Said from a page that the server makes: it is asked for again, so that what is kept of it
        // has it too.
        const isAnswered = [...changed.taken].some((key) => key.startsWith(`${comments.name}/`))
        if (!isAwaited && !isAnswered && ![...changed.shapes].some((shape) => shown.has(shape) && device.holds(shape))) return
        void refreshSoon()
        keeping.again()
      }
      // Asked with every key in a text, and an address is matched against all routes.
      let matched = { address: '', isOwn: false }
      const isOwnPlace = () => {
        const address = addressOf(router.get().place)
        if (matched.address !== address) {
          const route = routeOf(address)
          matched = { address, isOwn: pageRoutes.find(({ path }) => path === route)?.isOwn === true }
        }
        return device.account !== null && matched.isOwn
      }
      // News that come while the page is being answered are in the next answer, however many they
      // are.
      let refreshing: 'no' | 'yes' | 'again' = 'no'
      const refreshSoon = async (): Promise<void> => {
        if (refreshing !== 'no') {
          refreshing = 'again'
          return
        }
        do {
          refreshing = 'yes'
          await router.refresh()
        } while ((refreshing as 'yes' | 'again') === 'again')
        refreshing = 'no'
      }
      let leave = device.subscribe(hear)
      const change = (next: Device | null) => {
        if (next === null || next === device) return
        leave()
        device = next
        leave = device.subscribe(hear)
      }
      currentDevice.subscribe(() => change(currentDevice.get()))
      whenMeChanges(() => {
        const me = known()
        const account = me === null ? undefined : me.viewer.kind === 'member' ? me.viewer.userId : null
        if (account !== undefined && (account !== device.account || me?.viewer !== device.viewer)) void bringDevice(me).then(change)
      })
      watchSent()
      readAhead(pages, routeOf)
      followVoteWarnings()
      bringSmallEditor(() => import('../features/writing/small/small-editor.tsx').then((part) => part.SmallEditor))
      openOnDrag()
      followPictures()
      noteSight(router, threadOf, connection.get)
      followLink(deviceState, inTouch)
      refreshWhenBack({
        connection,
        shown: () => router.get().answer,
        isWhole: () => pages.shapesOf(addressOf(router.get().place)).size > 0,
        refresh: () => void refreshSoon(),
      })
      askForBackgroundSync(() => device.nudge())
      void import('./offline-prefetch/start-prefetch.ts').then(({ startPrefetch }) => startPrefetch(() => device))
      void import('./offline-prefetch/mark-links.ts').then(({ markLinks }) => markLinks(() => device, routeOf, router.subscribe))
      void showWhatIsKnownHere()

      /**
       * The document is as the server had it, or as it was when it was kept: what this device knows
       * on top of it comes now.
       */
      async function showWhatIsKnownHere(): Promise<void> {
        const { place, answer } = router.get()
        const thread = threadOf(answer.page)
        const isKept = document.documentElement.dataset['kept'] !== undefined
        const holdsThread = thread !== undefined && device.holds(`thread:${thread}`)
        // Rows that have not been caught up with are older than the server's page: they are in its
        // place only for the sake of what is unsent.
        const hasMore = isKept || holdsThread || (isOwnPlace() && (await device.unsentCount()).queued > 0)
        if (hasMore) await showNewest(router, addressOf(place), isKept)
      }
    },
  }
}

const idle = (): Promise<void> =>
  new Promise((resolve) => void ('requestIdleCallback' in window ? requestIdleCallback(() => resolve()) : setTimeout(resolve, 200)))

/** A document that was kept says so, unless something newer can be had. */
async function showNewest(router: BrowserRouter, address: string, isKept: boolean): Promise<void> {
  const before = router.get().answer
  await router.refresh()
  const { answer } = router.get()
  const at = Number(document.documentElement.dataset['kept'])
  if (isKept && answer === before && !connection.get()) router.show({ ...answer, kept: { at } }, address)
}
