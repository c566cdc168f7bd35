/**
 * The network of a DOM test: nothing leaves the page. A test says what each address answers and
 * reads what was asked. A request that no test answers fails the test by its address; `isOffline`
 * refuses every one as a browser without a network does.
 */
import { afterEach, beforeEach } from 'vitest'

export interface AskedRequest {
  readonly method: string
  /** Path and query. */
  readonly path: string
  /** As it was sent: form fields as a query, JSON as text. */
  readonly body: string
}

interface Reply {
  readonly status?: number
  readonly json?: unknown
  /** In place of JSON, for example the page of a captive portal. */
  readonly text?: string
  /** Of the text. */
  readonly type?: string
}

type Answer = Reply | ((request: AskedRequest) => Reply | Promise<Reply>)

const answers = new Map<string, Answer>()
const asked: AskedRequest[] = []
const unanswered: string[] = []

export const network = {
  isOffline: false,
  /** From now on `path` (without its query) answers so. */
  answers(path: string, answer: Answer): void {
    answers.set(path, answer)
  },
  /** What was asked of this path so far, without its query; of every path when none is given. */
  asked: (path?: string): readonly AskedRequest[] => asked.filter((request) => path === undefined || request.path.split('?')[0] === path),
  /** Holds the answers of `path` back until the function that it gives is called. */
  holds(path: string, reply: Reply): () => void {
    const { promise, resolve } = Promise.withResolvers<Reply>()
    answers.set(path, () => promise)
    return () => resolve(reply)
  },
}

/** A form's fields as they were sent. */
export const fieldsOf = (request: AskedRequest | undefined): Readonly<Record<string, string>> =>
  Object.fromEntries(new URLSearchParams(request?.body ?? ''))

const realFetch = globalThis.fetch

beforeEach(() => {
  network.isOffline = false
  answers.clear()
  asked.length = 0
  unanswered.length = 0
  globalThis.fetch = fakeFetch
})

afterEach(() => {
  globalThis.fetch = realFetch
  if (unanswered.length > 0) throw new Error(`this test does not answer ${unanswered.join(', ')}`)
})

async function fakeFetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const url = new URL(input instanceof Request ? input.url : String(input), location.origin)
  const request = { method: init?.method ?? 'GET', path: `${url.pathname}${url.search}`, body: bodyText(init?.body) }
  asked.push(request)
  if (network.isOffline) throw new TypeError('Failed to fetch')
  const answer = answers.get(url.pathname)
  if (answer === undefined) {
    unanswered.push(`${request.method} ${request.path}`)
    throw new TypeError('Failed to fetch')
  }
  const { status = 200, json, text, type = 'text/html' } = typeof answer === 'function' ? await answer(request) : answer
  return text === undefined ? Response.json(json ?? null, { status }) : new Response(text, { status, headers: { 'content-type': type } })
}

function bodyText(body: BodyInit | null | undefined): string {
  if (typeof body === 'string' || body instanceof URLSearchParams) return String(body)
  if (body instanceof FormData)
    return new URLSearchParams([...body].map(([name, value]) => [name, typeof value === 'string' ? value : value.name])).toString()
  return ''
}
