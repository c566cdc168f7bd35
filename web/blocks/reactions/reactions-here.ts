import { createContext, useContext, useSyncExternalStore } from 'react'
import type { ReactionView } from '#shared/reactions/shown.ts'
import { createStore } from '../../data/store.ts'

/** By post or comment; absent: nobody has reacted to it. */
export type SaidReactions = Readonly<Record<string, readonly ReactionView[]>>

/** What the late part must know of a page. */
export interface ReactedPage {
  readonly said: SaidReactions
  /** The post whose text stands here; `null` on lists of comments. */
  readonly postId: string | null
  /** With their scores, for what stands beside the text. */
  readonly comments: readonly { readonly id: string; readonly score: number }[]
  /** Posts that the things here belong to. */
  readonly posts: readonly string[]
}

/** As the page says. */
export const SaidContext = createContext<SaidReactions>({})

/** One as this device knows it. */
export interface ReactionHere extends ReactionView {
  /** "not sent yet", "waiting until 14:05". */
  readonly state?: string
}

/** What this device knows of reactions beside what the page has said: mine, and newer ones. Filled by the late part; empty on the server and until then. */
export const reactionsHere = createStore<ReadonlyMap<string, readonly ReactionHere[]>>(new Map())

const none: readonly ReactionHere[] = []

export function useReactions(targetId: string): readonly ReactionHere[] {
  const said = useContext(SaidContext)[targetId]
  const here = useSyncExternalStore(
    reactionsHere.subscribe,
    () => reactionsHere.get().get(targetId),
    () => undefined,
  )
  return here ?? said ?? none
}
