import { afterEach, describe, expect, test, vi } from 'vitest'
import type { MeAnswer } from '#shared/pages/page-data.ts'
import { member } from '#shared/testing/factories.ts'
import type { Answer, PageAnswer } from '../data/answer.ts'
import { nobody } from '../data/viewer.ts'
import { answerFor } from './answers.ts'
import type { BrowserRouter, LoadTask, RouterState } from './browser-router.ts'
import type { DeviceSide } from './device-side.ts'

afterEach(() => vi.unstubAllGlobals())

test('what the device holds is given without asking the network', async () => {
  const { asked, answer } = scene({ device: { answer: pageOf('mine') } })
  expect((await answer()).page).toBe('mine')
  expect(asked).toEqual([])
})

test('what the device does not hold is asked of the server', async () => {
  const { answer } = scene({ device: {}, network: async () => Response.json(pageOf('theirs')) })
  expect((await answer()).page).toBe('theirs')
})

test('without a network the kept answer is given, and without one the plain word that it is not here', async () => {
  const kept = { ...pageOf('kept'), kept: { at: 5 } }
  expect((await scene({ device: { kept }, network: cut }).answer()).kept).toEqual({ at: 5 })
  expect((await scene({ device: {}, network: cut }).answer()).showing).toBe('/shell')
})

test("a captive portal's page is never taken for data", async () => {
  const portal = async () => new Response('<h1>Pay for wifi</h1>', { headers: { 'content-type': 'text/html' } })
  expect((await scene({ device: { kept: pageOf('kept') }, network: portal }).answer()).page).toBe('kept')
  expect((await scene({ device: {}, network: portal }).answer()).showing).toBe('/shell')
})

test("a server's own failure is shown by going there", async () => {
  const { left, answer } = scene({ device: {}, network: async () => new Response('broken', { status: 500 }) })
  void answer()
  await vi.waitFor(() => expect(left).toEqual(['/posts/1']))
})

test('a refresh that reaches nobody leaves the page as it is', async () => {
  const { answer } = scene({ device: { kept: pageOf('older') }, network: cut, shown: pageOf('shown') })
  expect((await answer('refresh')).page).toBe('shown')
})

describe('a page in which one writes', () => {
  const as = (userId: string): MeAnswer => ({ viewer: member(userId), name: 'Mia', slug: 'mia', votes: [] })
  const shown = { ...pageOf('the editor'), me: as('mia') }
  const gone = (me: MeAnswer): PageAnswer => ({ ...pageOf(null), showing: '*', problem: { status: 404, reason: null }, me })
  const refresh = (me: MeAnswer, routeId = '/editPost') =>
    scene({ device: {}, network: async () => Response.json(gone(me)), shown }).answer('refresh', routeId)

  test('stays when it is taken from its writer', async () => {
    expect((await refresh(as('mia'))).page).toBe('the editor')
  })

  test.each([
    ['a page that is only read', as('mia'), '/posts/:postId/:slug?'],
    ['another account', as('rufus'), '/editPost'],
    ['who signed out', nobody, '/editPost'],
  ])('is left by %s', async (_what, me, routeId) => {
    expect((await refresh(me, routeId)).problem?.status).toBe(404)
  })
})

test('in the shell the device is asked first, and what comes from the network later replaces what was kept', async () => {
  const { promise, resolve } = Promise.withResolvers<Response>()
  const shell = { ...pageOf(null), showing: '/shell' }
  const { answer, shownLater } = scene({ device: { kept: pageOf('kept') }, network: () => promise, shown: shell, isThere: false })
  expect((await answer('refresh')).page).toBe('kept')
  resolve(Response.json(pageOf('fresh')))
  await vi.waitFor(() => expect(shownLater.map(({ page }) => page)).toEqual(['fresh']))
})

test('a browser without a database is told that the page is not here', async () => {
  const { answer } = scene({ network: cut, isThere: false })
  expect((await answer()).showing).toBe('/shell')
})

const cut = async (): Promise<Response> => {
  throw new TypeError('failed to fetch')
}

interface Scene {
  /** Without it the browser has no database. */
  readonly device?: { readonly answer?: PageAnswer; readonly kept?: PageAnswer }
  readonly network?: () => Promise<Response>
  readonly shown?: PageAnswer
  /** The late chunk has come. */
  readonly isThere?: boolean
}

function scene({ device, network = cut, shown = pageOf('before'), isThere = true }: Scene) {
  const asked: string[] = []
  const left: string[] = []
  const shownLater: PageAnswer[] = []
  vi.stubGlobal('fetch', (url: string) => {
    asked.push(url)
    return network()
  })
  const side: DeviceSide = {
    pages: {
      answer: async () => device?.answer ?? 'not-here',
      kept: async () => device?.kept ?? 'not-here',
      readAhead: async () => {},
      shapesOf: () => new Set(),
    },
    follow: () => {},
    isMembers: () => false,
  }
  const first: RouterState = {
    place: { pathname: '/posts/1', search: '', hash: '', key: 'k' },
    action: 'POP',
    answer: shown,
    isLoading: false,
    keepsScroll: false,
    error: undefined,
  }
  const router: BrowserRouter = {
    first,
    get: () => first,
    subscribe: () => () => {},
    go: async () => {},
    refresh: async () => {},
    show: (answer) => shownLater.push(answer),
  }
  const deps = {
    bring: () => (device === undefined ? Promise.reject(new Error('no database')) : Promise.resolve(side)),
    side: () => (isThere && device !== undefined ? side : null),
    router: () => router,
    ahead: () => undefined,
    leaveFor(url: URL) {
      left.push(url.pathname)
      return new Promise<never>(() => {})
    },
  }
  const answer = async (why: LoadTask['why'] = 'go', routeId = '/posts/:postId/:slug?'): Promise<PageAnswer> => {
    const url = new URL('https://site.example/posts/1')
    return requirePage(await answerFor({ routeId, params: { postId: '1' }, url, signal: new AbortController().signal, why }, deps))
  }
  return { asked, left, shownLater, answer }
}

function requirePage(answer: Answer): PageAnswer {
  if (answer.kind !== 'page') throw new Error('a page was expected')
  return answer
}

function pageOf(page: unknown): PageAnswer {
  return { kind: 'page', status: 200, showing: '/', head: { title: null }, page, bodies: {}, form: null, problem: null, me: null }
}
