/**
 * Where the reader is, and what the page there answers: one answer a place, links that push, back
 * and forward, and the same page asked anew. It relies on react-router's history and route matching
 * (the server matches by the same table) and on `load`; it renders nothing. Ours, because
 * react-router's data router with all that it can do weighs 19 kB of the 110 that a reader's first
 * page may weigh. A place changes only when its answer is there; a newer wish gives up the older;
 * what comes late is never shown.
 */
import type { Answer, PageAnswer } from '../data/answer.ts'
import type { Here, Place } from '../data/navigation.ts'
import { addressOf } from './address.ts'
import type { MatchRoute } from './match-route.ts'
import { share } from './share.ts'

export interface RouterState extends Here {
  /** Another page, or a newer answer for this one, is on its way. */
  readonly isLoading: boolean
  readonly keepsScroll: boolean
  /** What a loader threw that no page can say; `undefined` when all is well. */
  readonly error: unknown
}

export interface LoadTask {
  /** Path of the route, `*` for none. */
  readonly routeId: string
  readonly params: Readonly<Record<string, string | undefined>>
  readonly url: URL
  readonly signal: AbortSignal
  /**
   * `go`: to another page, or to this one anew. `refresh`: the same page stays, with what is new.
   */
  readonly why: 'go' | 'refresh'
}

export interface GoOptions {
  readonly replace?: boolean
  readonly preventScrollReset?: boolean
}

export interface BrowserRouter {
  /**
   * What the document shows, whatever has been wished for since: the first thing drawn must be the
   * same.
   */
  readonly first: RouterState
  readonly get: () => RouterState
  readonly subscribe: (listener: () => void) => () => void
  /**
   * To a path on this site, query and hash included. Settles when the page is there, or a newer
   * wish has taken its place.
   */
  readonly go: (to: string, options?: GoOptions) => Promise<void>
  readonly refresh: () => Promise<void>
  /**
   * A newer answer for the page that is shown, from elsewhere. Left out when the reader has gone
   * on.
   */
  readonly show: (answer: PageAnswer, address: string) => void
}

/** As react-router's history, as far as it is needed. */
interface Entry {
  readonly pathname: string
  readonly search: string
  readonly hash: string
  readonly key: string
}
export interface RouterHistory {
  readonly location: Entry
  push(to: string): void
  replace(to: string): void
  /** Called for back and forward only. */
  listen(listener: (update: { readonly location: Entry }) => void): () => void
}

interface RouterDeps {
  readonly match: MatchRoute
  readonly history: RouterHistory
  readonly origin: string
  readonly first: PageAnswer
  /** The address that `first` answers. */
  readonly at: string
  readonly load: (task: LoadTask) => Promise<Answer>
}

const maxMoves = 10

export function createBrowserRouter({ match, history, origin, first, at, load }: RouterDeps): BrowserRouter {
  const drawnAt = new URL(at, origin)
  // Back or forward while the app was on its way: the address is another entry's by now.
  const isElsewhere = addressOf(drawnAt) !== addressOf(history.location)
  let state: RouterState = {
    place: placeOf(history.location),
    action: 'POP',
    answer: first,
    isLoading: false,
    keepsScroll: false,
    error: undefined,
  }
  const drawn = isElsewhere ? { ...state, place: placeOf({ ...history.location, ...partsOf(drawnAt) }) } : state
  let underWay: { readonly abort: AbortController; readonly why: LoadTask['why']; readonly done: Promise<void> } | null = null
  const listeners = new Set<() => void>()
  const set = (next: Partial<RouterState>) => {
    state = { ...state, ...next }
    for (const listener of [...listeners]) listener()
  }

  /** Asks for what stands at an address, moves followed. */
  const ask = async (address: string, why: LoadTask['why'], signal: AbortSignal) => {
    let to = address
    for (let moves = 0; moves < maxMoves; moves += 1) {
      const url = new URL(to, origin)
      const found = match(url)
      const answer = await load({ routeId: found?.route.id ?? '*', params: found?.params ?? {}, url, signal, why })
      if (answer.kind === 'page') return { answer, to }
      to = answer.to.includes('#') || url.hash === '' ? answer.to : `${answer.to}${url.hash}`
    }
    throw new Error(`${address} leads in a circle`)
  }

  /** One wish at a time: `arrive` is called with the answer unless a newer wish came. */
  const preferences = (why: LoadTask['why'], address: string, arrive: (answer: PageAnswer, to: string) => void): Promise<void> => {
    underWay?.abort.abort()
    const abort = new AbortController()
    const run = async () => {
      try {
        const { answer, to } = await ask(address, why, abort.signal)
        if (!abort.signal.aborted) arrive(answer, to)
      } catch (error) {
        if (!abort.signal.aborted) set({ error })
      } finally {
        if (underWay?.abort === abort) {
          underWay = null
          set({ isLoading: false })
        }
      }
    }
    const done = run()
    underWay = { abort, why, done }
    set({ isLoading: true })
    return done
  }

  const go = (to: string, options: GoOptions = {}): Promise<void> => {
    const keepsScroll = options.preventScrollReset ?? false
    return preferences('go', to, (answer, at) => {
      const url = new URL(at, origin)
      const isSamePlace = addressOf(url) === addressOf(history.location) && url.hash === history.location.hash
      const action = options.replace === true || isSamePlace ? 'REPLACE' : 'PUSH'
      if (action === 'PUSH') history.push(`${addressOf(url)}${url.hash}`)
      else history.replace(`${addressOf(url)}${url.hash}`)
      set({
        place: placeOf(history.location),
        action,
        answer: isSamePlace ? share(state.answer, answer) : answer,
        keepsScroll,
        error: undefined,
      })
    })
  }

  history.listen(({ location }) => {
    const place = placeOf(location)
    // Only the place on the page has changed: the page is there already.
    if (addressOf(place) === addressOf(state.place) && underWay?.why !== 'go') return set({ place, action: 'POP', keepsScroll: false })
    void preferences('go', `${addressOf(place)}${place.hash}`, (answer, to) => {
      if (to !== `${addressOf(place)}${place.hash}`) history.replace(to)
      set({ place: placeOf(history.location), action: 'POP', answer, keepsScroll: false, error: undefined })
    })
  })

  return {
    first: drawn,
    get: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    go,
    refresh() {
      // Who waits for news of this page is content with the next one.
      if (underWay?.why === 'go') return underWay.done
      return preferences('refresh', addressOf(state.place), (answer, to) => {
        if (to !== addressOf(state.place)) {
          history.replace(to)
          return set({ place: placeOf(history.location), action: 'REPLACE', answer, error: undefined })
        }
        const next = share(state.answer, answer)
        if (next !== state.answer || state.error !== undefined) set({ answer: next, error: undefined })
      })
    },
    show(answer, address) {
      if (address !== addressOf(state.place) || underWay?.why === 'go') return
      const next = share(state.answer, answer)
      if (next !== state.answer) set({ answer: next })
    },
  }
}

function partsOf({ pathname, search, hash }: URL): Omit<Entry, 'key'> {
  return { pathname, search, hash }
}

function placeOf({ pathname, search, hash, key }: Entry): Place {
  return { pathname, search, hash, key }
}
