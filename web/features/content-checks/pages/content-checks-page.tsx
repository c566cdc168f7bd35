import '../../../blocks/staff/staff-styles.ts'
import type { CheckName } from '#shared/content-checks/schema.ts'
import { moderationLinks } from '#shared/moderation/links.ts'
import { counted } from '../../../blocks/counts.ts'
import { MutationForm } from '../../../blocks/forms/mutation-form.tsx'
import { TextField } from '../../../blocks/forms/text-field.tsx'
import { usePage, useRefusedForm } from '../../../data/page.ts'
import { useNow } from '../../../ui/clock.ts'
import { Time } from '../../../ui/time.tsx'
import { checkTitles } from '../check-titles.ts'
import type { ContentChecksLoad } from '../content-checks.load.ts'

type Check = ReturnType<typeof usePage<ContentChecksLoad>>['checks'][number]
type Trial = NonNullable<Check['trial']>

interface Facts {
  readonly about: string
  readonly terms?: readonly [label: string, hint: string]
  readonly days?: string
  readonly count?: string
}

const facts: Readonly<Record<CheckName, Facts>> = {
  words: {
    about: 'Marks a text that contains one of these, whole words only. Case and punctuation don’t matter.',
    terms: ['Words and phrases', 'One on each line, up to 200.'],
  },
  links: {
    about: 'Marks a text with a link to one of these sites or their subdomains.',
    terms: ['Sites', 'One host on each line, such as example.com, up to 200.'],
  },
  repeated: {
    about: 'Marks a text of 60 characters or more that its author has posted before, among their last 30 posts and 30 comments.',
    days: 'Within days',
    count: 'Earlier texts that are the same',
  },
  newLinks: {
    about: 'Marks a text with links by an account that is still new.',
    days: 'Account younger than days',
    count: 'Links at least',
  },
}

const messages = {
  'terms:invalid': 'A list has at most 4,000 characters.',
  'days:invalid': 'Enter a number from 1 to 365.',
  'count:invalid': 'Enter a number from 1 to 100.',
}

/** Where administrators set what is looked for in new posts and comments. */
export default function ContentChecksPage() {
  const { checks } = usePage<ContentChecksLoad>()
  return (
    <div className="narrow">
      <h1 className="page-title">Content checks</h1>
      <p className="stand">
        A check marks new posts and comments for the moderation queue and says why. It never hides, removes or delays anything. Try a check
        on recent posts before you switch it on. Moderators see what was marked at <a href={moderationLinks.markedTexts()}>Checked texts</a>
        .
      </p>
      {checks.map((check) => (
        <OneCheck key={check.name} check={check} />
      ))}
    </div>
  )
}

function OneCheck({ check: { name, settings, tryAt, trial } }: { readonly check: Check }) {
  const { about, terms, days, count } = facts[name]
  const title = checkTitles[name]
  const refused = useRefusedForm('contentChecks.set', { check: name })
  const typed = (field: 'terms' | 'days' | 'count'): string => refused?.values[field] ?? String(settings[field])
  const field = { error: refused?.error ?? null, messages }
  const number = { type: 'number', min: 1, required: true, ...field } as const
  return (
    <section aria-labelledby={`${name}-title`} id={name}>
      <h2 className="section" id={`${name}-title`}>
        {title} <span className={settings.isOn ? 'warm' : 'soft'}>· {settings.isOn ? 'on' : 'off'}</span>
      </h2>
      <p className="soft">{about}</p>
      <MutationForm name="contentChecks.set" about={{ check: name }} messages={messages} className="compose">
        {terms === undefined ? (
          <input type="hidden" name="terms" value={settings.terms} />
        ) : (
          <TextField
            {...{ id: `${name}-terms`, name: 'terms', label: terms[0], hint: terms[1], rows: 5, maxLength: 4_000, dir: 'auto', ...field }}
            defaultValue={typed('terms')}
          />
        )}
        {days === undefined ? (
          <input type="hidden" name="days" value={settings.days} />
        ) : (
          <TextField {...{ id: `${name}-days`, name: 'days', label: days, max: 365, ...number }} defaultValue={typed('days')} />
        )}
        {count === undefined ? (
          <input type="hidden" name="count" value={settings.count} />
        ) : (
          <TextField {...{ id: `${name}-count`, name: 'count', label: count, max: 100, ...number }} defaultValue={typed('count')} />
        )}
        <label className="check">
          <input key={String(settings.isOn)} type="checkbox" name="isOn" value="true" defaultChecked={settings.isOn} /> Mark new posts and
          comments
        </label>
        <div className="compose-acts">
          <button className="btn">
            Save check<span className="sr">: {title}</span>
          </button>{' '}
          <a className="btn quiet" href={tryAt}>
            Try on recent posts<span className="sr">: {title}</span>
          </a>
        </div>
      </MutationForm>
      {trial === null ? null : <TrialPart trial={trial} />}
    </section>
  )
}

function TrialPart({ trial: { looked, found, examples } }: { readonly trial: Trial }) {
  const now = useNow()
  return (
    <div role="status">
      <p className="stand">
        As saved, this check marks {found.posts} of the newest {counted(looked.posts, 'post')} and {found.comments} of the newest{' '}
        {counted(looked.comments, 'comment')}. Nothing was changed.
      </p>
      <ul className="plain-list">
        {examples.map(({ id, kind, why, at, title, href, by }) => (
          <li key={id}>
            <p dir="auto">
              <a href={href}>{kind === 'post' ? title : `Comment on ${title}`}</a>{' '}
              <span className="soft">
                · <bdi>{by}</bdi> · <Time at={at} now={now} />
              </span>
            </p>
            <p className="meta soft" dir="auto">
              {why}
            </p>
          </li>
        ))}
      </ul>
    </div>
  )
}
