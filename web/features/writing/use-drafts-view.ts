import { useEffect, useState } from 'react'
import type { DraftsView } from './drafts-view.ts'
import { askedView, usualView } from './drafts-view.ts'

const key = 'drafts-view'

/** The address decides, then what was chosen on this device last; a choice is kept here. */
export function useDraftsView(asked: Partial<DraftsView>): readonly [DraftsView, (view: DraftsView) => void] {
  const [chosen, setChosen] = useState<DraftsView | null>(null)
  const isAsked = Object.keys(asked).length > 0
  useEffect(() => {
    const kept = isAsked ? null : savedView()
    if (kept !== null) setChosen({ ...usualView, ...kept })
  }, [isAsked])
  const set = (view: DraftsView) => {
    setChosen(view)
    try {
      localStorage.setItem(key, new URLSearchParams(Object.entries(view).map(([name, value]) => [name, String(value)])).toString())
    } catch {
      // No storage: it holds until the page is left.
    }
  }
  return [chosen ?? { ...usualView, ...asked }, set]
}

function savedView(): Partial<DraftsView> | null {
  try {
    const kept = localStorage.getItem(key)
    return kept === null ? null : askedView(new URLSearchParams(kept))
  } catch {
    return null
  }
}
