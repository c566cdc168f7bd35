import { links } from '#shared/links.ts'
import { ask } from '../data/connection.ts'
import type { Answer, PageAnswer } from '../data/answer.ts'

/**
 * Asks the server for a page's data. No network: the answer is the page that says so.
 * @throws a Response for a server's failure: the browser goes there by itself and shows what the server says.
 */
export async function fetchAnswer(url: URL, signal: AbortSignal): Promise<Answer> {
  let response: Response
  try {
    response = await ask(links.pageData(`${url.pathname}${url.search}`), { signal, headers: { accept: 'application/json' } })
  } catch (error) {
    if (signal.aborted) throw error
    return notOnDevice
  }
  // Only this site's own server answers JSON here; its shape is that of the build, and an older page's shape has only grown.
  if (response.headers.get('content-type')?.startsWith('application/json') === true) return (await response.json()) as Answer
  throw response
}

const notOnDevice: PageAnswer = {
  kind: 'page',
  status: 503,
  showing: '/shell',
  head: { title: 'Not on this device yet', robots: 'noindex' },
  page: null,
  bodies: {},
  form: null,
  problem: null,
  me: null,
}
