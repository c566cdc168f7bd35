import { counted } from '../../../blocks/counts.ts'
import { DetailsForm } from '../../../blocks/forms/details-form.tsx'
import { Action, MutationForm } from '../../../blocks/forms/mutation-form.tsx'
import { usePage } from '../../../data/page.ts'
import { useNow } from '../../../ui/clock.ts'
import { Time } from '../../../ui/time.tsx'
import type { EditedSpotlight, loadSpotlights } from '../spotlights.load.ts'
import { SpotlightWords } from './spotlight-card.tsx'

interface SpotlightFormProps {
  readonly spotlight: EditedSpotlight
  /**
   * Before which it goes by a step; empty: the end; `null`: there is no such step. The whole is
   * `null` where there is no order.
   */
  readonly order: { readonly earlier: string | null; readonly later: string | null } | null
}

const [move, publish, promote, restore] = ['spotlights.move', 'spotlights.setDraft', 'spotlights.promote', 'spotlights.setRemoved'] as const
const buttons = [move, publish, promote, restore]
const messages = { 'turn:invalid': 'Only a published spotlight for a public page can be shown.' }

/** One spotlight: as readers see it, when its turn is, and what can be changed of it. */
export function SpotlightForm({ spotlight, order }: SpotlightFormProps) {
  const { id, typed, view, isDraft, isRemoved, isCurrent, daysLeft, days, shownAt, mayHaveTurn } = spotlight
  const { fields } = usePage<typeof loadSpotlights>()
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
        {mayHaveTurn || isDraft || isRemoved ? null : ' · not shown: the linked page isn’t public'}
      </p>
      <MutationForm name={order === null ? restore : move} shared={buttons} about={{ id }} messages={messages} className="series-moves">
        {order === null ? null : (
          <>
            <Action name={move} value={['beforeId', order.earlier ?? '']} of={name} isDisabled={order.earlier === null}>
              ↑<span className="sr">Earlier</span>
            </Action>
            <Action name={move} value={['beforeId', order.later ?? '']} of={name} isDisabled={order.later === null}>
              ↓<span className="sr">Later</span>
            </Action>
          </>
        )}
        {isRemoved ? null : (
          <Action name={publish} value={['isDraft', String(!isDraft)]} of={name}>
            {isDraft ? 'Publish' : 'Unpublish'}
          </Action>
        )}
        {mayHaveTurn && !isCurrent ? (
          <Action name={promote} of={name}>
            Show now
          </Action>
        ) : null}
        <Action name={restore} value={['isRemoved', String(!isRemoved)]} of={name}>
          {isRemoved ? 'Restore' : 'Delete'}
        </Action>
      </MutationForm>
      <DetailsForm name="spotlights.setDetails" id={id} of={typed.title} fields={fields} typed={typed} />
    </li>
  )
}
