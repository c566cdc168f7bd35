import { useSyncExternalStore } from 'react'
import type { Root } from 'react-dom/client'
import { createRoot } from 'react-dom/client'
import { createStore } from '../../data/store.ts'
import { FeedbackBanner } from './feedback-banner.tsx'
import { FeedbackDialog } from './feedback-dialog.tsx'
import type { Opening } from './feedback-state.ts'
import { banner, opening } from './feedback-state.ts'
import { feedbackRootId } from './feedback-root-id.ts'
import './feedback-styles.ts'

/**
 * A tree of its own beside the page's: it stays when that has broken, and the capture leaves it out
 * as a whole.
 */
const root = createStore<Root | null>(null)

/** Opens the dialog; when it is open already, that one stays. */
export function showFeedback(wanted: Opening): void {
  if (opening.get() === null) opening.set(wanted)
  banner.set(null)
  if (root.get() !== null) return
  const place = document.createElement('div')
  place.id = feedbackRootId
  document.body.append(place)
  root.set(createRoot(place))
  root.get()?.render(<FeedbackPlace />)
}

/** The dialog while it is open, and the banner. */
export function FeedbackPlace() {
  const now = useSyncExternalStore(opening.subscribe, opening.get)
  return (
    <>
      {now === null ? null : <FeedbackDialog {...now} />}
      <FeedbackBanner />
    </>
  )
}
