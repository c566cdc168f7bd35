import { spotlightLimits } from '#shared/spotlights/limits.ts'
import { counted } from '../../../blocks/counts.ts'
import { Box, MutationForm, Was } from '../../../blocks/forms/mutation-form.tsx'
import { ActionForm } from '../../../blocks/forms/action-form.tsx'
import { TextField } from '../../../blocks/forms/text-field.tsx'
import { SpotlightWords } from '../../../blocks/spotlights/spotlight-card.tsx'
import { useRefusedForm } from '../../../data/page.ts'
import { useNow } from '../../../ui/clock.ts'
import { Time } from '../../../ui/time.tsx'
import type { EditedSpotlight } from '../spotlights.load.ts'

interface SpotlightFormProps {
  readonly spotlight: EditedSpotlight
  /**
   * Before which it goes by a step; empty: the end; `null`: there is no such step. The whole is
   * `null` where there is no order.
   */
  readonly order: { readonly earlier: string | null; readonly later: string | null } | null
}

/** One spotlight: as readers see it, when its turn is, and what can be changed of it. */
export function SpotlightForm({ spotlight, order }: SpotlightFormProps) {
  const { id, view, isDraft, isRemoved, isCurrent, daysLeft, days, shownAt, mayHaveTurn } = spotlight
  const now = useNow()
  const name = view?.title ?? 'a spotlight'
  return (
    <li id={id}>
      {view === null ? (
        <p className="empty">The linked page no longer exists.</p>
      ) : (
        <div className="spotlight">
          <SpotlightWords spotlight={view} level={3} />
        </div>
      )}
      <p className="meta soft">
        {daysLeft === null ? counted(days, 'day') : `Now, for ${counted(daysLeft, 'more day', 'more days')}`}
        {shownAt === 0 || isCurrent ? null : (
          <>
            {' · last shown '}
            <Time at={shownAt} now={now} />
          </>
        )}
        {mayHaveTurn || isDraft || isRemoved ? null : ' · it has no turn: what it points at is not public'}
      </p>
      <div className="series-moves">
        {order === null ? null : (
          <>
            <ActionForm name="spotlights.move" about={{ id, beforeId: order.earlier ?? '' }} of={name} isDisabled={order.earlier === null}>
              ↑<span className="sr">Earlier</span>
            </ActionForm>
            <ActionForm name="spotlights.move" about={{ id, beforeId: order.later ?? '' }} of={name} isDisabled={order.later === null}>
              ↓<span className="sr">Later</span>
            </ActionForm>
          </>
        )}
        {isRemoved ? null : (
          <ActionForm name="spotlights.setDraft" about={{ id, isDraft: String(!isDraft) }} of={name}>
            {isDraft ? 'Publish' : 'Unpublish'}
          </ActionForm>
        )}
        {mayHaveTurn && !isCurrent ? (
          <ActionForm name="spotlights.promote" about={{ id }} of={name}>
            Show now
          </ActionForm>
        ) : null}
        <ActionForm name="spotlights.setRemoved" about={{ id, isRemoved: String(!isRemoved) }} of={name}>
          {isRemoved ? 'Restore' : 'Delete'}
        </ActionForm>
      </div>
      <DetailsForm spotlight={spotlight} />
    </li>
  )
}

const fields = [
  ['header', 'Above the title', 1],
  ['title', 'Title', 1],
  ['subtitle', 'Below the title', 1],
  ['subtitleUrl', 'Where that leads', 1],
  ['words', 'What is said of it', 4],
  ['imageUrl', 'Picture', 1],
  ['days', 'Days', 1],
] as const

const hints: Readonly<Partial<Record<(typeof fields)[number][0], string>>> = {
  title: 'Leave it empty for its own.',
  imageUrl: 'The address of a picture on this site. Leave it empty for its own.',
}

function DetailsForm({ spotlight: { id, said, showsAuthor } }: Pick<SpotlightFormProps, 'spotlight'>) {
  const refused = useRefusedForm('spotlights.setDetails', { id })
  return (
    <details className="series-fold" open={refused !== null}>
      <summary>
        Edit<span className="sr">: {said.title}</span>
      </summary>
      <MutationForm key={JSON.stringify([said, showsAuthor])} name="spotlights.setDetails" about={{ id }} className="compose series-form">
        {fields.map(([name, label, rows]) => (
          <div key={name}>
            <TextField
              id={`${name}-${id}`}
              name={name}
              label={label}
              hint={hints[name]}
              {...(rows > 1 && { rows })}
              defaultValue={refused?.values[name] ?? said[name]}
              maxLength={name === 'words' ? spotlightLimits.words : 500}
              error={refused?.error ?? null}
              dir="auto"
            />
            <Was name={name} value={said[name]} />
          </div>
        ))}
        <Box name="showsAuthor" isOn={showsAuthor}>
          With its author’s name
        </Box>
        <div className="compose-acts">
          <button className="btn">Save</button>
        </div>
      </MutationForm>
    </details>
  )
}
