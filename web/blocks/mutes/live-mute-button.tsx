import { useState } from 'react'
import { useMuted } from '../../data/muted.ts'
import { useUnsentWord } from '../use-unsent-word.ts'
import type { MuteButtonProps } from './muting.ts'
import { setMuted } from './set-muted.ts'

/** The button as it stands on this device, what is queued included. */
export function LiveMuteButton({ id, slug, name, className = 'btn quiet' }: MuteButtonProps) {
  const isMutedHere = useMuted().ids.has(id)
  const [sent, setSent] = useState<boolean | null>(null)
  const [words, setWords] = useState('')
  const unsent = useUnsentWord(`mute:${id}`)
  const isMuted = sent ?? isMutedHere
  const toggle = () => {
    setSent(null)
    setMuted({ id, slug }, !isMuted).then(
      ({ message, wasSent }) => {
        setSent(wasSent && message === null ? !isMuted : null)
        setWords(message ?? (isMuted ? `${name} is no longer muted.` : `You won’t see what ${name} writes. They aren’t notified.`))
      },
      (error: unknown) => {
        setWords('This device couldn’t store it.')
        reportError(error)
      },
    )
  }
  return (
    <>
      <button type="button" className={className} onClick={toggle}>
        {isMuted ? 'Unmute' : 'Mute'}
        <span className="sr"> {name}</span>
        {unsent === null ? null : <span className="state-word">, {unsent}</span>}
      </button>{' '}
      <span className="meta soft" role="status">
        {words}
      </span>
    </>
  )
}
