/** Which of the pages that come and go on the screen are kept, and when. */
import { addressOf } from './address.ts'
import type { BrowserRouter, RouterState } from './browser-router.ts'
import type { OpenedPage } from './keep-page.ts'
import { pageRoutes } from './routes.ts'

/** Nothing is asked for a page that is left within this time. */
export const restMs = 1_200
/** The document of a page that has changed is kept anew once it has been quiet for so long. */
export const quietMs = 60_000

/**
 * Each page that stays on the screen for a moment is kept. One after another: keeping must not get
 * in anybody's way. @param onOpened hears of each at once, of those that are passed through too
 */
export function keepOpened(
  router: Pick<BrowserRouter, 'get' | 'subscribe'>,
  routeOf: (address: string) => string,
  keep: (page: Omit<OpenedPage, 'build'>) => Promise<void>,
  onOpened: (page: Omit<OpenedPage, 'build'>, isShownAlready: boolean) => void = () => {},
): { readonly again: () => void } {
  let seen = ''
  let isFirst = true
  let timer: ReturnType<typeof setTimeout> | undefined
  let work: Promise<void> = Promise.resolve()
  const pageIn = ({ place, answer }: RouterState) => {
    const address = addressOf(place)
    const id = routeOf(address)
    return { address, answer, isFirst, route: pageRoutes.find(({ path }) => path === id) ?? null }
  }
  const keepNow = (state: RouterState) => {
    const page = pageIn(state)
    isFirst = false
    work = work.then(() => keep(page)).catch((error: unknown) => console.warn(error)) // the page works, only not offline
  }
  /** Opened just now, and not kept yet. */
  let fresh: string | null = null
  const keepSoon = (ms: number) => {
    const address = addressOf(router.get().place)
    clearTimeout(timer)
    timer = setTimeout(() => {
      const state = router.get()
      if (addressOf(state.place) !== address) return
      // News of this page are on their way: it is kept once they are here.
      if (state.isLoading) return keepSoon(restMs)
      fresh = null
      keepNow(state)
    }, ms)
  }
  const look = () => {
    const { place, isLoading } = router.get()
    const name = `${addressOf(place)} ${place.key}`
    if (isLoading || name === seen) return
    const isShownAlready = seen === ''
    seen = name
    onOpened(pageIn(router.get()), isShownAlready)
    fresh = addressOf(place)
    keepSoon(restMs)
  }
  router.subscribe(look)
  look()
  return {
    again() {
      // What changes in the first moments is in what is kept after them.
      if (fresh !== addressOf(router.get().place)) keepSoon(quietMs)
    },
  }
}
