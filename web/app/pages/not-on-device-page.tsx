import { useEffect } from 'react'
import { links } from '#shared/links.ts'
import { connection } from '../../data/connection.ts'
import { useLocation, useRefresh } from '../../data/navigation.ts'
import { useAnswer } from '../../data/page.ts'
import { owesSignOut } from '../../data/sign-out-news.ts'

const shellPath = '/shell'

/**
 * What the service worker answers when there is no network, at whatever address was asked. Holds
 * nothing personal. First the device is asked; then it says plainly what is so. Not the same as
 * "not found": nobody could be asked.
 */
export default function NotOnDevicePage() {
  const { pathname } = useLocation()
  // Without the app's own answer this is the shell as the server drew it, before anybody has looked
  // on this device.
  const isSearched = useAnswer().page !== null
  const refresh = useRefresh()
  useEffect(
    () =>
      connection.subscribe(() => {
        // Its own address has no other page, and asking again would load it again and again.
        if (!connection.get() || pathname === shellPath) return
        // A pending sign-out goes before anything else, and a document begins with it.
        if (owesSignOut()) location.reload()
        // In place: a reload would take back whoever is just leaving.
        else void refresh()
      }),
    [refresh, pathname],
  )
  return (
    <section className="problem shell" aria-busy={!isSearched}>
      <h1 className="page-title">Not on this device yet</h1>
      <p className="stand">You’re offline, and this page isn’t saved on this device. Pages you open or save while online work offline.</p>
      <p className="acts">
        {/* Plain links: they work without a script, and ask the network again. */}
        <a className="btn primary" href={pathname === shellPath ? links.front() : ''}>
          Try again
        </a>
        {pathname === links.front() ? null : (
          <a className="btn" href={links.front()}>
            Go to the front page
          </a>
        )}
      </p>
    </section>
  )
}
