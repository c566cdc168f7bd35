import type { LocalChange } from './local-change.ts'
import type { TabChannel } from '../tab-channel.ts'
import { openTabChannel } from '../tab-channel.ts'

export type TabMessage =
  | { readonly kind: 'changed'; readonly change: LocalChange }
  /** A newer version of the app waits for the database. */
  | { readonly kind: 'let-go' }
  /** The person has signed out: nothing of theirs may stay in any tab. */
  | { readonly kind: 'wiped' }

/** The other tabs that have the same database open. Nobody hears their own messages. */
export type Tabs = TabChannel<TabMessage>

export type OpenTabs = (database: string) => Tabs

const alone: Tabs = { post: () => {}, listen: () => {}, close: () => {} }

export const browserTabs: OpenTabs = (database) => openTabChannel<TabMessage>(`device:${database}`) ?? alone
