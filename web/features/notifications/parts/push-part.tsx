import { useEffect, useState } from 'react'
import type { PushState } from '../device-push.ts'

const words: Readonly<Record<PushState, string>> = {
  none: 'This browser can’t receive push notifications. On an iPhone or iPad, add the site to the home screen first.',
  blocked: 'Your browser blocks notifications from this site. Change that in the browser’s address bar.',
  off: 'Push notifications are off.',
  on: 'Push notifications are on, even while the site is closed.',
}

/** This browser as a place to be told at. It is asked for only when the button is pressed. */
export function PushPart() {
  const [state, setState] = useState<PushState | null>(null)
  const [showsText, setShowsText] = useState(false)
  const [statusText, setStatusText] = useState<string | null>(null)
  useEffect(() => {
    import('../device-push.ts')
      .then(({ devicePush }) => devicePush())
      .then((here) => {
        setState(here.state)
        setShowsText(here.showsText)
      }, reportError)
  }, [])
  const change = async (isOn: boolean, withText: boolean) => {
    const { endPush, startPush } = await import('../device-push.ts')
    setStatusText('One moment…')
    const answer = isOn ? await startPush(withText) : await endPush()
    setState(answer.state)
    setStatusText(answer.words)
  }
  if (state === null) return null
  return (
    <section aria-labelledby="push-title">
      <h2 className="section" id="push-title">
        This browser
      </h2>
      <p>{words[state]}</p>
      {state === 'on' || state === 'off' ? (
        <>
          <p>
            <button type="button" className="btn" onClick={() => void change(state === 'off', showsText).catch(reportError)}>
              {state === 'off' ? 'Enable push notifications' : 'Turn off push notifications'}
            </button>
          </p>
          <p className="check">
            <input
              id="push-text"
              type="checkbox"
              checked={showsText}
              onChange={(event) => {
                setShowsText(event.target.checked)
                if (state === 'on') void change(true, event.target.checked).catch(reportError)
              }}
            />
            <label htmlFor="push-text">Show message preview (visible on a locked screen)</label>
          </p>
        </>
      ) : null}
      <p className="meta soft" role="status">
        {statusText}
      </p>
    </section>
  )
}
