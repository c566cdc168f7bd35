import { createContext, useContext } from 'react'
import type { PageAnswer } from './answer.ts'

/** Where the reader is. `key` names the entry of the browser's history. */
export interface Place {
  readonly pathname: string
  readonly search: string
  readonly hash: string
  readonly key: string
}

export interface Here {
  readonly place: Place
  /** How one came here: POP is back, forward, or the first drawing. */
  readonly action: 'POP' | 'PUSH' | 'REPLACE'
  readonly answer: PageAnswer
}

export interface Ways {
  /** To a path on this site, query and hash included. Settles when the page is there. */
  readonly go: (to: string, options?: { readonly replace?: boolean; readonly preventScrollReset?: boolean }) => Promise<void>
  /** Asks the server again for this page's data. */
  readonly refresh: () => Promise<void>
}

export const CurrentPageContext = createContext<Here | null>(null)
/**
 * Apart from the place: what stands on the page is not drawn again because another page is on its
 * way.
 */
export const LoadingContext = createContext(false)
/** On the server nobody goes anywhere. */
export const WaysContext = createContext<Ways>({ go: async () => {}, refresh: async () => {} })

export function useCurrentPage(): Here {
  const here = useContext(CurrentPageContext)
  if (here === null) throw new Error('used outside of a page')
  return here
}

export const useLocation = (): Place => useCurrentPage().place
export const useNavigate = (): Ways['go'] => useContext(WaysContext).go
export const useRefresh = (): Ways['refresh'] => useContext(WaysContext).refresh
/** Another page, or a newer answer for this one, is on its way. */
export const useIsLoading = (): boolean => useContext(LoadingContext)
