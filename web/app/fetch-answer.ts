import { links } from '#shared/links.ts'
import { ask, lostTouch } from '../data/connection.ts'
import type { Answer, PageAnswer } from '../data/answer.ts'

/** Nobody could be asked, or somebody else answered: a captive portal, a proxy. */
export class Unreachable extends Error {
  constructor(cause?: unknown) {
    super('the server was not reached', { cause })
    this.name = 'Unreachable'
  }
}

/**
 * Asks the server for a page's data. HTML is never taken for data (safety.md F20).
 * @throws Unreachable
 * @throws a Response for a failure of the server's: the browser goes there by itself and shows what
 *   the server says.
 */
export async function fetchAnswer(url: URL, signal: AbortSignal): Promise<Answer> {
  let response: Response
  try {
    response = await ask(links.pageData(`${url.pathname}${url.search}`), { signal, headers: { accept: 'application/json' } })
  } catch (error) {
    if (signal.aborted || !(error instanceof TypeError)) throw error
    throw new Unreachable(error)
  }
  // Only this site's own server answers JSON here; its shape is that of the build, and an older
  // page's shape has only grown.
  if (response.headers.get('content-type')?.startsWith('application/json') === true) return (await response.json()) as Answer
  if (!response.ok && !isGateway(response.status)) throw response
  lostTouch()
  throw new Unreachable(response.status)
}

/** A proxy that found nobody behind it. */
const isGateway = (status: number): boolean => status === 502 || status === 504

/**
 * What a page says that neither the server nor the device could give. The shell itself comes
 * without `page`: nobody has looked yet.
 */
export const notOnDevice: PageAnswer = {
  kind: 'page',
  status: 503,
  showing: '/shell',
  head: { title: 'Not on this device yet', robots: 'noindex' },
  page: { isSearched: true },
  bodies: {},
  form: null,
  problem: null,
  me: null,
}
