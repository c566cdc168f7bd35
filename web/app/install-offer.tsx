import type {} from './late.ts'
import { useEffect, useState } from 'react'
import { isApplePhone } from '../blocks/apple-phone.ts'
import { useIsOnline } from '../data/connection.ts'
import { marks } from '../data/marks.ts'
import { useSite } from '../data/site.ts'
import { declineInstall, isOffered, rememberVisit } from './install.ts'
import { useIsCalm } from './use-is-calm.ts'
import { guardedLocal, guardedSession } from '../data/guarded-storage.ts'

/** Not in the standard's types: Chromium's offer to install. */
interface InstallPrompt extends Event {
  prompt(): Promise<{ readonly outcome: 'accepted' | 'dismissed' }>
}

/** One quiet line at the foot of the window, once there is a reason to come back here. */
export function InstallOffer() {
  const site = useSite()
  const [prompt, setPrompt] = useState<InstallPrompt | null>(() => savedPrompt())
  const [isShown, setShown] = useState(false)
  const [isAnswered, setAnswered] = useState(false)
  const [showsSteps, setShowsSteps] = useState(false)
  const isCalm = useIsCalm(isShown && !isAnswered)
  const isOnline = useIsOnline()
  useEffect(() => {
    const hear = (event: Event) => {
      event.preventDefault()
      if (isPrompt(event)) setPrompt(event)
    }
    const done = () => setAnswered(true)
    addEventListener('beforeinstallprompt', hear)
    addEventListener('appinstalled', done)
    return () => {
      removeEventListener('beforeinstallprompt', hear)
      removeEventListener('appinstalled', done)
    }
  }, [])
  const canInstall = prompt !== null || isApplePhone()
  useEffect(() => {
    const memory = rememberVisit(guardedLocal, guardedSession)
    const isInstalled = matchMedia('(display-mode: standalone)').matches
    const look = () => setShown(isOffered({ memory, hasSaved: marks.get().saved.size > 0, isInstalled, canInstall }))
    look()
    return marks.subscribe(look)
  }, [canInstall])
  // Nothing can be installed without a connection.
  if (!isShown || isAnswered || !isCalm || !isOnline) return null
  const install = async () => {
    if (prompt === null) return setShowsSteps(true)
    const { outcome } = await prompt.prompt()
    if (outcome === 'dismissed') declineInstall(guardedLocal)
    setAnswered(true)
  }
  const decline = () => {
    declineInstall(guardedLocal)
    setAnswered(true)
  }
  return (
    <aside className="update install" aria-label="Install">
      {showsSteps ? (
        <span>In Safari: Share, then “Add to Home Screen”. The app has its own storage, so sign in there again.</span>
      ) : (
        <>
          <span>Read and write offline with the {site.name} app.</span>
          <button className="linkish" type="button" onClick={() => void install().catch(reportError)}>
            Install
          </button>
        </>
      )}
      <button className="linkish soft" type="button" onClick={decline}>
        {showsSteps ? 'Close' : 'Not now'}
      </button>
    </aside>
  )
}

/** What the browser offered before the app was there (late-start.inline.js). */
function savedPrompt(): InstallPrompt | null {
  const late: unknown = window.__late
  const kept = typeof late === 'object' && late !== null && 'install' in late ? late.install : null
  return kept instanceof Event && isPrompt(kept) ? kept : null
}

function isPrompt(event: Event): event is InstallPrompt {
  return 'prompt' in event && typeof event.prompt === 'function'
}
