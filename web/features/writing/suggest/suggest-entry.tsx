import { useEffect, useState } from 'react'
import { useDevice } from '../../../data/device/use-device.ts'
import { counted } from '../../../blocks/counts.ts'
import { suggestionPlace } from './saved-suggestion.ts'

interface SuggestEntryProps {
  readonly postId: string
  /** How many have just gone out. */
  readonly sent: number | null
  /** To the lone author of a text that nobody shares it is not, but what was begun is. */
  readonly isOffered: boolean
  readonly onSuggest: () => void
}

/**
 * The way from the text to a copy in which one proposes changes; says so when one has begun there.
 */
export function SuggestEntry({ postId, sent, isOffered, onSuggest }: SuggestEntryProps) {
  const device = useDevice()
  const [hasBegun, setBegun] = useState(false)
  useEffect(() => {
    let isGone = false
    device?.drafts
      .get(suggestionPlace(postId))
      .then((kept) => {
        if (!isGone) setBegun(kept !== undefined)
      })
      .catch(reportError)
    return () => {
      isGone = true
    }
  }, [device, postId])
  if (!isOffered && !hasBegun && sent === null) return null
  return (
    <p className="suggest-entry">
      <button className="btn quiet" type="button" onClick={onSuggest}>
        {hasBegun ? 'Continue your suggestions' : 'Suggest changes'}
      </button>
      <span className="meta soft" role="status">
        {sent === null ? '' : `${counted(sent, 'suggestion')} sent. They appear under Comments.`}
      </span>
    </p>
  )
}
