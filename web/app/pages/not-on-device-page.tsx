import { useEffect } from 'react'
import { links } from '#shared/links.ts'
import { useLocation } from '../../data/navigation.ts'

/**
 * What the service worker answers when there is no network, at whatever address was asked. Holds nothing personal.
 * Not the same as "not found": nobody could be asked.
 */
export default function NotOnDevicePage() {
  const { pathname } = useLocation()
  useEffect(() => {
    const again = () => location.reload()
    addEventListener('online', again)
    return () => removeEventListener('online', again)
  }, [])
  return (
    <section className="problem">
      <h1 className="page-title">Not on this device yet</h1>
      <p className="stand">There is no connection, and this page has not been kept here. It will load when you are back online.</p>
      <p className="acts">
        {/* A plain link to the same address: works without a script, and asks the network again. */}
        <a className="btn primary" href={pathname === '/shell' ? links.front() : ''}>
          Try again
        </a>
      </p>
    </section>
  )
}
