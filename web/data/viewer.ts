import { createContext, useContext, useSyncExternalStore } from 'react'
import { visitor } from '#shared/kernel/viewer.ts'
import { links } from '#shared/links.ts'
import type { MeAnswer } from '#shared/pages/page-data.ts'
import { ask, lostTouch } from './connection.ts'
import { createStore } from './store.ts'
import { rememberVotes } from './votes.ts'

export interface Me extends MeAnswer {
  /** `false` until the server has said who is here: public pages are drawn for a visitor first. */
  readonly isKnown: boolean
}

export const nobody: MeAnswer = { viewer: visitor, name: null, slug: null, votes: [] }
const nobodyYet: Me = { ...nobody, isKnown: false }
const me = createStore<Me>(nobodyYet)

/** Who the server rendered the document for, on pages that are rendered for their viewer. */
export const FirstMeContext = createContext<MeAnswer | null>(null)

/**
 * Who is here. A visitor on the server and until `/api/me` has answered, except on pages that are
 * rendered for their viewer.
 */
export function useMe(): Me {
  const first = useContext(FirstMeContext)
  const now = useSyncExternalStore(me.subscribe, me.get, () => nobodyYet)
  return !now.isKnown && first !== null ? { ...first, isKnown: true } : now
}

/** Alone, so that for a visitor nothing is drawn again when the server has confirmed it. */
export function useViewer(): MeAnswer['viewer'] {
  const first = useContext(FirstMeContext)
  return useSyncExternalStore(me.subscribe, currentViewer, () => first?.viewer ?? nobodyYet.viewer)
}

const currentViewer = (): MeAnswer['viewer'] => me.get().viewer

export const currentMe = (): Me => me.get()

/** Called whenever somebody else is here, or more is known of them. */
export const whenMeChanges = me.subscribe

/** What a page that was rendered for its viewer already said. */
export function rememberMe(answer: MeAnswer): void {
  const isPlainVisitor = answer.viewer.kind === 'visitor' && answer.viewer.bannedUntil === undefined
  me.set({ ...answer, viewer: isPlainVisitor ? nobodyYet.viewer : answer.viewer, isKnown: true })
}

/**
 * Asks which votes are mine, of those cast since `at`: for pages that show things from everywhere.
 * Offline or refused: it stays as it is.
 */
export async function askVotesSince(at: number): Promise<void> {
  const answer = await askMe({ votesSince: at })
  if (answer !== null) rememberVotes(answer.votes)
}

/**
 * Asks the server who is here, and which votes on a thread are mine. Offline or refused: everything
 * stays as it is.
 * @param thread id of the post whose votes are wanted.
 */
export async function askWhoIsSignedIn(thread?: string): Promise<void> {
  const answer = await askMe({ thread })
  if (answer === null) return
  rememberMe(answer)
  rememberVotes(answer.votes)
}

/** What the server says of whoever is here; `null` when it says nothing. */
export async function askMe(asked: Parameters<typeof links.me>[0]): Promise<MeAnswer | null> {
  try {
    const response = await ask(links.me(asked), { cache: 'no-store', headers: { accept: 'application/json' } })
    if (!response.ok) return null
    // A captive portal answers everything, with a page of its own.
    if (response.headers.get('content-type')?.startsWith('application/json') === true) return (await response.json()) as MeAnswer // of this build's type
    lostTouch()
    return null
  } catch (error) {
    if (error instanceof TypeError) return null // the network; not knowing is a state, not a failure
    throw error
  }
}
