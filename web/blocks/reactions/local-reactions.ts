import { createContext, useContext, useSyncExternalStore } from 'react'
import type { ReactionView } from '#shared/reactions/shown.ts'
import { createStore } from '../../data/store.ts'

/** By post or comment; absent: nobody has reacted to it. */
export type ServerReactions = Readonly<Record<string, readonly ReactionView[]>>

/** What the late part must know of a page. */
export interface ReactedPage {
  readonly said: ServerReactions
  /** The post whose text stands here; `null` on lists of comments. */
  readonly postId: string | null
  /** With their scores, for what stands beside the text. */
  readonly comments: readonly { readonly id: string; readonly score: number }[]
  /** Posts that the things here belong to. */
  readonly posts: readonly string[]
}

/** As the page says. */
export const ServerReactionsContext = createContext<ServerReactions>({})

/** One as this device knows it. */
export interface LocalReaction extends ReactionView {
  /** "not sent yet", "waiting until 14:05". */
  readonly state?: string
}

/**
 * What this device knows of reactions beside what the page has said: mine, and newer ones. Filled
 * by the late part; empty on the server and until then.
 */
export const localReactions = createStore<ReadonlyMap<string, readonly LocalReaction[]>>(new Map())

const none: readonly LocalReaction[] = []

export function useReactions(targetId: string): readonly LocalReaction[] {
  const said = useContext(ServerReactionsContext)[targetId]
  const here = useSyncExternalStore(
    localReactions.subscribe,
    () => localReactions.get().get(targetId),
    () => undefined,
  )
  return here ?? said ?? none
}
