import { Suspense, lazy, useState } from 'react'
import { links } from '#shared/links.ts'
import { Menu } from '../ui/menu.tsx'

const LookFields = lazy(async () => ({ default: (await import('../blocks/look-fields.tsx')).LookFields }))

/**
 * Theme and size from any page; everything else is on the settings page. Needs a script, so it
 * appears with one, and fills when it is opened.
 */
export function ReadingMenu() {
  const [wasOpened, setOpened] = useState(false)
  return (
    <Menu label="Aa, reading settings" summary={<span className="letters">Aa</span>} className="live-only" onOpen={() => setOpened(true)}>
      {wasOpened ? (
        <Suspense>
          <LookFields names={['theme', 'size']} />
        </Suspense>
      ) : null}
      <a href={links.settings()}>All reading settings</a>
    </Menu>
  )
}
