import { useState } from 'react'
import { setFeedSettings } from '#shared/feed/settings-mutations.ts'
import { mutate } from '../../blocks/mutate.ts'
import type { DraftsView } from './drafts-view.ts'
import { usualView, viewQuery } from './drafts-view.ts'

/**
 * The address decides, then what was chosen last; a choice is kept with the account, from a device
 * without a network once it has one.
 */
export function useDraftsView(asked: Partial<DraftsView>, kept: Partial<DraftsView>): readonly [DraftsView, (view: DraftsView) => void] {
  const [chosen, setChosen] = useState<DraftsView | null>(null)
  const set = (view: DraftsView) => {
    setChosen(view)
    mutate(setFeedSettings, { drafts: viewQuery(view) }).catch(reportError)
  }
  const isAsked = Object.keys(asked).length > 0
  return [chosen ?? { ...usualView, ...(isAsked ? asked : kept) }, set]
}
