import { useState } from 'react'
import { useIsSaved } from '../../data/marks.ts'
import { useUnsentWord } from '../use-unsent-word.ts'
import type { Target } from './save-for-later.ts'

interface BookmarkButtonProps {
  readonly target: Target
  readonly className: string
}

/** "Bookmark", a toggle; nothing without a script. */
export function BookmarkButton({ target, className }: BookmarkButtonProps) {
  const isSaved = useIsSaved(target.id)
  const [word, setWord] = useState<string | null>(null)
  const unsent = useUnsentWord(`bookmark:${target.id}`)
  const toggle = () => {
    import('./save-for-later.ts')
      .then(({ saveForLater }) => saveForLater(target, !isSaved))
      .then(setWord, () => setWord('Not saved: this device couldn’t store it.'))
  }
  // What is said aloud stands beside the button: a live region inside would leave it without a
  // name.
  return (
    <>
      <button type="button" className={`${className} needs-js`} aria-pressed={isSaved} onClick={toggle}>
        {word ?? (isSaved ? 'Bookmarked' : 'Bookmark')}
        {unsent === null ? null : <span className="state-word">, {unsent}</span>}
      </button>
      <span className="sr" role="status">
        {word}
      </span>
    </>
  )
}
