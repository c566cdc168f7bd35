import { useEffect, useRef, useState } from 'react'
import { voteButton } from './vote-press.ts'
import type { FindTarget } from './vote-presses.ts'

interface VoteControlsProps {
  readonly find: FindTarget
}

const firstSigns = ['pointerover', 'pointerdown', 'focusin', 'click'] as const

/**
 * The one place that hears all vote buttons of a page. Members' votes are shown at once and sent; a
 * visitor's press goes the plain way, to a page that says what signing in is for. What does that
 * comes when somebody comes near a button; a press waits for it.
 */
export function VoteControls({ find }: VoteControlsProps) {
  const [word, setWord] = useState('')
  const finder = useRef(find)
  useEffect(() => {
    finder.current = find
  }, [find])
  useEffect(() => {
    let stop = () => firstSigns.forEach((sign) => document.removeEventListener(sign, onSign))
    let isGone = false
    let isComing = false
    let pressed: HTMLButtonElement | null = null
    const bring = async () => {
      const { hearVotes } = await import('./vote-presses.ts')
      if (isGone) return
      stop()
      stop = hearVotes((kind, id) => finder.current(kind, id), setWord)
      pressed?.click()
    }
    const onSign = (event: Event) => {
      const button = voteButton(event.target)
      if (button === null) return
      if (event.type === 'click') {
        event.preventDefault()
        pressed = button
      }
      if (isComing) return
      isComing = true
      bring().catch(() => {
        isComing = false
        if (pressed !== null) setWord('You’re offline, so your vote wasn’t sent.')
        pressed = null
      })
    }
    for (const sign of firstSigns) document.addEventListener(sign, onSign)
    return () => {
      isGone = true
      stop()
    }
  }, [])
  return (
    <p className={word === '' ? 'vote-word' : 'vote-word on'} role="status">
      {word}
      {word === '' ? null : (
        <button type="button" className="linkish" onClick={() => setWord('')}>
          Close
        </button>
      )}
    </p>
  )
}
