import { links } from '#shared/links.ts'
import { LookFields } from '../blocks/look-fields.tsx'
import { Icon } from '../ui/icon.tsx'
import { Menu } from '../ui/menu.tsx'

/** Theme and size from any page; everything else is on the settings page. Needs a script, so it appears with one. */
export function ReadingMenu() {
  return (
    <Menu label="Reading settings" summary={<Icon name="letters" />} className="live-only">
      <LookFields names={['theme', 'size']} />
      <a href={links.settings()}>All reading settings</a>
    </Menu>
  )
}
