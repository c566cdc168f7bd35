import { useState } from 'react'

interface SetButtonProps {
  /** What the button does while the thing is set, and when it no longer is. */
  readonly word: string
  readonly backWord: string
  /** Said beside it once it is done. */
  readonly doneWord: string
  /** What it is done to, for those who hear the button alone. */
  readonly of: string
  /** @returns words when it was refused. */
  readonly onSet: (isSet: boolean) => Promise<string | null>
}

/**
 * Takes something off a list and puts it back: the row stays where it is until the next visit, so
 * that nothing moves under the finger.
 */
export function SetButton({ word, backWord, doneWord, of, onSet }: SetButtonProps) {
  const [isSet, setIsSet] = useState(true)
  const [trouble, setTrouble] = useState<string | null>(null)
  const press = () => {
    const next = !isSet
    setIsSet(next)
    setTrouble(null)
    onSet(next).then(
      (words) => {
        if (words === null) return
        setIsSet(!next)
        setTrouble(words)
      },
      (error: unknown) => {
        setIsSet(!next)
        setTrouble('That didn’t work. Try again.')
        reportError(error)
      },
    )
  }
  return (
    <>
      <button type="button" className="btn quiet live-only" onClick={press}>
        {isSet ? word : backWord}
        <span className="sr">: {of}</span>
      </button>
      <span role="status" className="meta soft set-word">
        {trouble ?? (isSet ? '' : doneWord)}
      </span>
    </>
  )
}
