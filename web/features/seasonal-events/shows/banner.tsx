import { useEffect, useState } from 'react'
import { guardedLocal } from '../../../data/guarded-storage.ts'
import type { PartProps } from '../../../data/places.ts'
import type { loadBanner } from '../seasonal-events.load.ts'

const key = 'banner-dismissed'

/** A line above the front page’s list. This browser remembers that it was dismissed. */
export default function Banner({ page: { id, title, linkUrl } }: PartProps<typeof loadBanner, 'front-top'>) {
  /** `null`: on the server, and until the page has come alive. */
  const [isDismissed, setDismissed] = useState<boolean | null>(null)
  useEffect(() => setDismissed(guardedLocal.getItem(key) === id), [id])
  if (isDismissed === true) return null
  const dismiss = () => {
    guardedLocal.setItem(key, id)
    setDismissed(true)
  }
  return (
    <p className="notice" dir="auto">
      {linkUrl === null ? title : <a href={linkUrl}>{title}</a>}{' '}
      {isDismissed === null ? null : (
        <button type="button" className="linkish" onClick={dismiss}>
          Dismiss
        </button>
      )}
    </p>
  )
}
