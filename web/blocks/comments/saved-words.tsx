import { useHasOlder, useSavedState } from '../../data/saved-text.ts'
import { useOutbox } from '../../data/outbox.ts'
import { clockTime } from './pending-words.ts'

interface SavedWordsProps {
  readonly place: string
  /** What was typed earlier stands in the field again. */
  readonly isBack: boolean
  /** It is being sent, and this browser's storage has not answered for a moment. */
  readonly isSlow: boolean
}

/**
 * Beside the button: how safe the text is, and when the next comment is possible if one has to
 * wait.
 */
export function SavedWords({ place, isBack, isSlow }: SavedWordsProps) {
  const state = useSavedState(place)
  const hasOlder = useHasOlder(place)
  const waiting = useOutbox().waiting.findLast(
    ({ name, pending }) => name.startsWith('comments.post') && pending?.kind === 'waiting',
  )?.pending
  return (
    <>
      <span role="status">
        {isSlow
          ? 'Sending… Your browser’s storage is slow. Your text stays in the field until it’s sent. '
          : state === 'saving'
            ? 'Saving… '
            : state === 'on-device'
              ? 'On this device. '
              : state === 'not-kept'
                ? 'This device is out of space. Send or copy your text before you close this page. '
                : isBack
                  ? 'Your unsent text was restored. '
                  : ''}
      </span>
      {hasOlder ? <span>An older draft is in Trash. </span> : null}
      {waiting?.reason === 'email-not-confirmed'
        ? 'Your comment is waiting until you confirm your email. '
        : waiting?.until === undefined
          ? null
          : `Your last comment is waiting; you can send the next at ${clockTime(waiting.until)}. `}
    </>
  )
}
