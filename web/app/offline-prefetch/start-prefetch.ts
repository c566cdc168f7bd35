/**
 * When pages are fetched for reading offline: well after the page has come to rest, and then every
 * half hour. Part of the late chunk.
 */
import type { Answer, PageAnswer } from '../../data/answer.ts'
import type { Device } from '../../data/device/device-api.ts'
import { connection } from '../../data/connection.ts'
import { links } from '#shared/links.ts'
import { deviceState } from '../../data/device-state.ts'
import { isInstalled } from '../../data/is-installed.ts'
import { prefetchAsked } from '../../data/prefetch-asked.ts'
import { isMeteredOrSlow, lineOfBrowser } from '../line.ts'

/** Nobody's reading is to be disturbed, and a visit of a few seconds costs nothing. */
const restMs = 27_000

/** @param device the one that is open at the time. */
export function startPrefetch(device: () => Device): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isRunning = false
  const isWelcome = () =>
    document.visibilityState === 'visible' && connection.get() && !isMeteredOrSlow(lineOfBrowser()) && isInStep(device())
  const round = async (): Promise<number> => {
    // Not the time for it: looked at again when there may be.
    if (deviceState.get().status !== 'open' || !isWelcome()) return restMs
    const [{ runPrefetch }, { prefetchLimits }, ports] = await Promise.all([
      import('./run-prefetch.ts'),
      import('./plan-prefetch.ts'),
      browserPorts(isWelcome),
    ])
    await runPrefetch(device(), ports)
    return prefetchLimits.resumeMs
  }
  const go = async () => {
    if (isRunning) return
    isRunning = true
    clearTimeout(timer)
    const next = await round().catch((error: unknown) => {
      console.warn(error) // everything works, only less of it offline
      return restMs * 30
    })
    isRunning = false
    timer = setTimeout(() => void go(), next)
  }
  timer = setTimeout(() => void go(), restMs)
  prefetchAsked.subscribe(() => void go())
}

/**
 * Rows come over the connection that one tab has: a member's device asks for none while there is no
 * such connection.
 */
const isInStep = ({ account }: Device): boolean => account === null || !deviceState.get().isLeader || deviceState.get().link === 'on'

async function browserPorts(isWelcome: () => boolean) {
  const [{ keepPictures, picturesBytesOf }, { pixelsWanted }] = await Promise.all([
    import('../../data/pictures.ts'),
    import('./screen-pictures.ts'),
  ])
  return {
    isWelcome,
    isInstalled,
    idle: () =>
      new Promise<void>((resolve) => {
        if ('requestIdleCallback' in window) requestIdleCallback(() => resolve())
        else setTimeout(resolve, 200)
      }),
    fetchAnswer: fetchAsPrefetch,
    keepPictures,
    picturesBytesOf,
    pixels: pixelsWanted(screen.width, devicePixelRatio),
    after: (ms: number) => new Promise<void>((resolve) => void setTimeout(resolve, ms)),
    now: () => Date.now(),
  }
}

/**
 * The server counts no view of what says that it is a prefetch; what has not changed since costs it
 * and the line an ETag.
 */
async function fetchAsPrefetch(address: string): Promise<PageAnswer | null> {
  const response = await fetch(links.pageData(address), {
    cache: 'no-cache',
    priority: 'low',
    headers: { accept: 'application/json', purpose: 'prefetch' },
    signal: AbortSignal.timeout(15_000),
  })
  if (response.headers.get('content-type')?.startsWith('application/json') !== true)
    throw new Error(`${response.status}: no answer of this site`)
  // Its shape is that of the build, as in fetch-answer.ts.
  const answer = (await response.json()) as Answer
  return answer.kind === 'page' ? answer : null
}
