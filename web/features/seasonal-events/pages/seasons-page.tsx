import { Confirm } from '../../../blocks/forms/confirm.tsx'
import { EditableRows } from '../../../blocks/rows/editable-rows.tsx'
import { usePage } from '../../../data/page.ts'
import { exactTime } from '../../../ui/time-words.ts'
import { Sums } from '../parts/sums.tsx'
import type { SeasonsLoad } from '../seasonal-events.load.ts'
import '../seasonal-events.css'

const forms = {
  ...{ put: 'seasonalEvents.put', remove: 'seasonalEvents.remove' },
  removed: 'It is deleted for good. A poll that somebody has answered can only be ended.',
}
const phaseWords = { planned: 'Planned', running: 'Running', over: 'Over' } as const

/** Where administrators make ceremonies, polls of a season and banners, and end them. */
export default function SeasonsPage() {
  const { rows, fields } = usePage<SeasonsLoad>()
  return (
    <div className="narrow">
      <h1 className="page-title">Seasonal events</h1>
      <p className="stand">
        A ceremony is read page by page, a poll is answered once, and a banner is a line on the front page. If several of a kind run at
        once, the one that started last is shown. Readers see a ceremony or poll until the next one of its kind starts, and a banner until
        it ends.
      </p>
      <EditableRows rows={rows} forms={forms} fields={fields} empty="No seasonal events yet." create="New seasonal event">
        {({ id, title, href, kind, phase, startAt, endAt, sums }) => (
          <>
            <p className="row-title">
              <a href={href} dir="auto">
                {title}
              </a>
            </p>
            <p className="meta soft">
              {phaseWords[phase]} · {kind} · {exactTime(startAt, 'UTC')} to {exactTime(endAt, 'UTC')}
            </p>
            {sums === null ? null : <Sums sums={sums} />}
            {phase === 'over' ? null : (
              <Confirm summary="End" mutation="seasonalEvents.end" fields={{ id }} action={`End “${title}” now`}>
                This ends it now and can’t be undone.
              </Confirm>
            )}
          </>
        )}
      </EditableRows>
    </div>
  )
}
