import { EventDay } from '../../../blocks/events/event-day.tsx'
import { DetailsForm } from '../../../blocks/forms/details-form.tsx'
import { MutationForm } from '../../../blocks/forms/mutation-form.tsx'
import type { PartProps } from '../../../data/places.ts'
import type { loadEventSeries } from '../series.load.ts'

type Page = NonNullable<Awaited<ReturnType<typeof loadEventSeries>>>

/** How an event comes again, with the one before and the one after it. */
export default function EventSeries({ page }: PartProps<typeof loadEventSeries, 'text-start'>) {
  const { id, isRecurring, previous, next, form, series } = page
  const hasOthers = isRecurring || previous !== null || next !== null
  return (
    <section className="event" aria-labelledby="event-series">
      <h2 className="section" id="event-series">
        {hasOthers || series !== null ? 'Recurring event' : 'Repeat this event'}
      </h2>
      {previous === null && next === null ? null : (
        <p className="after">
          {previous === null ? null : (
            <a href={previous.href} rel="prev">
              Previous: <EventDay {...previous.times} />
            </a>
          )}
          {next === null ? null : (
            <a href={next.href} rel="next">
              Next: <EventDay {...next.times} />
            </a>
          )}
        </p>
      )}
      {form === null ? null : <Organizing {...{ id, form, series }} />}
    </section>
  )
}

const endWords = {
  organizer: 'The series has ended. No further events are created.',
  rule: 'The series has ended: all its events have been created.',
  author: 'The series has ended because its author can’t publish events anymore.',
} as const

function stateWords({ isLive, ended, isWaiting, isPublished, isFrom }: NonNullable<Page['series']>): string {
  if (!isLive) return endWords[ended ?? 'organizer']
  if (isWaiting) return 'The next events are created once this event is published.'
  const what = isPublished ? 'published' : 'saved as drafts'
  return `Up to three upcoming events are ${what} ahead of time. They copy ${isFrom ? 'this event' : 'another event of the series'} as readers see it.`
}

function Organizing({
  id,
  form,
  series,
}: {
  readonly id: string
  readonly form: NonNullable<Page['form']>
  readonly series: Page['series']
}) {
  if (!form.isDated) return <p className="soft">Set a start to repeat this event.</p>
  return (
    <>
      {series === null ? null : <p className="hint-line">{stateWords(series)}</p>}
      <DetailsForm
        isWhole
        name="events.setSeries"
        id={id}
        summary={series?.isLive === true ? 'Change how it repeats' : 'Choose how it repeats'}
        fields={form.fields}
        typed={form.typed}
      />
      {series?.isLive === true ? (
        <MutationForm name="events.endSeries" about={{ id }}>
          <p>
            <button className="linkish">End the series</button> <span className="soft">Events that exist already stay.</span>
          </p>
        </MutationForm>
      ) : null}
    </>
  )
}
