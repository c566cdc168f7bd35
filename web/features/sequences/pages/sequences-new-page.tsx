import { useRef } from 'react'
import { links } from '#shared/links.ts'
import { TextField } from '../../../blocks/forms/text-field.tsx'
import { freshId } from '../../../data/fresh-id.ts'
import { useNavigate } from '../../../data/navigation.ts'
import { usePage } from '../../../data/page.ts'
import { useNow } from '../../../ui/clock.ts'
import { Time } from '../../../ui/time.tsx'
import { MutationForm } from '../parts/mutation-form.tsx'
import type { loadSequencesNew } from '../sequences-new.load.ts'

/** Begins a sequence; one's own stand below. */
export default function SequencesNewPage() {
  const { own } = usePage<typeof loadSequencesNew>()
  const navigate = useNavigate()
  const now = useNow()
  const made = useRef('')
  return (
    <div className="narrow">
      <h1 className="page-title">New sequence</h1>
      <p className="stand">A sequence is a series of posts to read in order, by you or others.</p>
      <MutationForm
        name="sequences.create"
        about={{}}
        className="compose"
        make={async ({ title = '' }) => {
          // Sent again after a refusal, it is the same one.
          made.current ||= freshId()
          return (await import('../make-mutations.ts')).createMutation(made.current, title)
        }}
        onDone={() => navigate(links.editSequence(made.current))}
      >
        <TextField id="title" name="title" label="Title" required maxLength={500} dir="auto" />
        <div className="compose-acts">
          <button className="btn primary">Create</button>
          <a className="btn quiet" href={links.library()}>
            Cancel
          </a>
        </div>
      </MutationForm>
      {own.length === 0 ? null : (
        <section className="after-form" aria-labelledby="own-sequences">
          <h2 className="section" id="own-sequences">
            Your sequences
          </h2>
          <ul className="plain-list series-own">
            {own.map(({ id, title, isDraft, isRemoved, at }) => (
              <li key={id}>
                <a className="series-title" href={isRemoved ? links.editSequence(id) : links.sequence(id)} dir="auto">
                  {title}
                </a>
                <span className="meta soft">
                  {isRemoved ? <span>Taken down</span> : isDraft ? <span>Draft</span> : null}
                  <Time at={at} now={now} />
                  <a href={links.editSequence(id)} aria-label={`Edit ${title}`}>
                    Edit
                  </a>
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}
