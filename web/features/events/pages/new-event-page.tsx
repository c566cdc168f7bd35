import { links } from '#shared/links.ts'
import { DetailsForm } from '../../../blocks/forms/details-form.tsx'
import { townAid } from '../../../blocks/towns/town-field.tsx'
import { usePage } from '../../../data/page.ts'
import type { loadNewEvent } from '../events.load.ts'

export default function NewEventPage() {
  const { fields, typed } = usePage<typeof loadNewEvent>()
  return (
    <div className="narrow">
      <h1 className="page-title">New event</h1>
      <p className="meta soft">
        <a href={links.upcomingEvents()}>Upcoming events</a>
      </p>
      <p>It’s saved as a draft. You can edit the text and publish it from its page.</p>
      <DetailsForm isWhole isUnfolded name="events.make" id="" aid={townAid('new')} fields={fields} typed={typed} />
    </div>
  )
}
