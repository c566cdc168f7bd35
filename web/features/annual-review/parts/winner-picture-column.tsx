import { links } from '#shared/links.ts'
import type { StaffColumn } from '../../../blocks/staff/staff-list.tsx'
import type { WinnerRow } from '../winners-admin.load.ts'

/** Whether a winner has a picture of its own, and the way to choosing one. */
export const pictureColumn: StaffColumn<WinnerRow> = {
  word: 'Picture',
  of: ({ category, hasPicture }) => (category === null ? null : hasPicture ? 'ready' : 'none'),
  show: ({ id, year, title, category, hasPicture }) =>
    category === null ? null : (
      <a href={links.bestOfAdmin(year, { state: 'winners', picture: id })}>
        {hasPicture ? 'Change picture' : 'Choose a picture'}
        <span className="sr"> of {title}</span>
      </a>
    ),
}
