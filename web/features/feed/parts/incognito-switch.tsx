import { useState } from 'react'

/** "Do not note what I see": nothing of the feed is recorded while it is on. */
export function IncognitoSwitch({ isIncognito }: { readonly isIncognito: boolean }) {
  const [isOn, setOn] = useState(isIncognito)
  const [trouble, setTrouble] = useState<string | null>(null)
  const change = (next: boolean) => {
    setOn(next)
    setTrouble(null)
    const save = async () => (await import('./set-incognito.ts')).setIncognito(next)
    save().then(
      (words) => {
        if (words === null) return
        setOn(!next)
        setTrouble(words)
      },
      (error: unknown) => {
        setOn(!next)
        setTrouble('That didn’t work. Try again.')
        reportError(error)
      },
    )
  }
  return (
    <p className="check live-only meta">
      <input id="incognito" type="checkbox" checked={isOn} onChange={(event) => change(event.currentTarget.checked)} />
      <label htmlFor="incognito">Pause history</label>
      <span role="status">{trouble}</span>
    </p>
  )
}
