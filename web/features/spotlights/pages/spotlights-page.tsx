import { links } from '#shared/links.ts'
import { counted } from '../../../blocks/counts.ts'
import { MutationForm } from '../../../blocks/forms/mutation-form.tsx'
import { TextField } from '../../../blocks/forms/text-field.tsx'
import { usePage, useRefusedForm } from '../../../data/page.ts'
import { Tabs } from '../../../ui/tabs.tsx'
import { SpotlightForm } from '../parts/spotlight-form.tsx'
import type { EditedSpotlight, loadSpotlights } from '../spotlights.load.ts'

/** Where moderators choose what is shown at the top of the front page, and in which order. */
export default function SpotlightsPage() {
  const { isPast, drafts, draftDays, listed, goesRound, removed } = usePage<typeof loadSpotlights>()
  return (
    <div className="series-edit">
      <h1 className="page-title">Spotlights</h1>
      <p className="meta soft">Spotlights appear one at a time on the front page and in the library, each for as long as you set.</p>
      <NewSpotlight />
      {drafts === null || drafts.length === 0 ? null : (
        <section aria-labelledby="drafts">
          <h2 className="section" id="drafts">
            Drafts <span className="meta soft">{counted(draftDays, 'day')} in all</span>
          </h2>
          <SpotlightForms spotlights={drafts} />
        </section>
      )}
      {listed === null ? null : (
        <section aria-labelledby="listed">
          <h2 className="sr" id="listed">
            {isPast ? 'Past' : 'Upcoming'}
          </h2>
          <Tabs
            label="Spotlights"
            tabs={[
              { href: links.spotlights(), word: 'Upcoming', isCurrent: !isPast },
              { href: links.spotlights({ view: 'past' }), word: 'Past', isCurrent: isPast },
            ]}
          />
          {listed.length === 0 ? (
            <p className="empty">{isPast ? 'No past spotlights.' : 'No upcoming spotlights. Publish a draft to add one.'}</p>
          ) : (
            <>
              <Contents spotlights={listed} />
              <SpotlightForms spotlights={listed} isOrdered={!isPast} goesRound={goesRound} />
            </>
          )}
        </section>
      )}
      {removed.length === 0 ? null : (
        <details className="series-fold">
          <summary>{counted(removed.length, 'spotlight')} deleted</summary>
          <SpotlightForms spotlights={removed} />
        </details>
      )}
    </div>
  )
}

const messages = { 'spotlights:invalid': 'You’ve reached the limit of spotlights.' }

function NewSpotlight() {
  const refused = useRefusedForm('spotlights.create')
  return (
    <MutationForm name="spotlights.create" about={{}} messages={messages} className="compose series-add">
      <div className="field">
        <label htmlFor="new-kind">What</label>
        <select className="input" id="new-kind" name="targetKind" defaultValue={refused?.values['targetKind'] ?? 'post'}>
          <option value="post">Post or wiki page</option>
          <option value="sequence">Sequence</option>
        </select>
      </div>
      <TextField
        id="new-item"
        name="item"
        label="URL"
        defaultValue={refused?.values['item'] ?? ''}
        error={refused?.error ?? null}
        required
        maxLength={500}
      />
      <button className="btn">New spotlight</button>
    </MutationForm>
  )
}

function Contents({ spotlights }: { readonly spotlights: readonly EditedSpotlight[] }) {
  if (spotlights.length < 4) return null
  return (
    <nav className="series-toc" aria-label="Contents">
      <ol>
        {spotlights.map(({ id, view, isCurrent }) => (
          <li key={id}>
            <a href={`#${id}`} dir="auto">
              {view?.title ?? 'Deleted'}
            </a>
            {isCurrent ? <span className="meta soft"> now</span> : null}
          </li>
        ))}
      </ol>
    </nav>
  )
}

interface SpotlightFormsProps {
  readonly spotlights: readonly EditedSpotlight[]
  readonly isOrdered?: boolean
  readonly goesRound?: boolean
}

function SpotlightForms({ spotlights, isOrdered = false, goesRound = false }: SpotlightFormsProps) {
  const afterLast = goesRound ? (spotlights[0]?.id ?? '') : ''
  // Nothing comes before the one that is shown now.
  const earlier = (at: number) => (at === 1 && spotlights[0]?.isCurrent === true ? null : (spotlights[at - 1]?.id ?? null))
  return (
    <ol className="series-order">
      {spotlights.map((spotlight, at) => (
        <SpotlightForm
          key={spotlight.id}
          spotlight={spotlight}
          order={
            isOrdered ? { earlier: earlier(at), later: at + 1 < spotlights.length ? (spotlights[at + 2]?.id ?? afterLast) : null } : null
          }
        />
      ))}
    </ol>
  )
}
