import { useId } from 'react'
import { links } from '#shared/links.ts'
import type { DraftOrder, DraftsView } from '../drafts-view.ts'
import { draftOrders } from '../drafts-view.ts'

const orderWords: Readonly<Record<DraftOrder, string>> = {
  lastModified: 'Last modified',
  newest: 'Most recently created',
  wordCountAscending: 'Shortest first',
  wordCountDescending: 'Longest first',
}

interface DraftsControlsProps {
  readonly view: DraftsView
  readonly onView: (view: DraftsView) => void
}

/** Order and filters; without a script a form like any other. */
export function DraftsControls({ view, onView }: DraftsControlsProps) {
  const id = useId()
  return (
    <details className="controls">
      <summary>
        <span className="sr">Show: </span>
        {orderWords[view.sortDraftsBy]}
        {view.includeArchived ? ', including deleted' : ''}
        {view.includeShared ? '' : ', only your own'}
      </summary>
      <form method="get" action={links.drafts()}>
        <div className="field">
          <label htmlFor={`${id}-order`}>Order</label>
          <select
            className="input"
            id={`${id}-order`}
            name="sortDraftsBy"
            value={view.sortDraftsBy}
            onChange={(event) => {
              const order = draftOrders.find((name) => name === event.target.value)
              if (order !== undefined) onView({ ...view, sortDraftsBy: order })
            }}
          >
            {draftOrders.map((order) => (
              <option key={order} value={order}>
                {orderWords[order]}
              </option>
            ))}
          </select>
        </div>
        <Choice
          name="includeArchived"
          label="Archived"
          isOn={view.includeArchived}
          onChoice={(includeArchived) => onView({ ...view, includeArchived })}
        />
        <Choice
          name="includeShared"
          label="Shared with you"
          isOn={view.includeShared}
          onChoice={(includeShared) => onView({ ...view, includeShared })}
        />
        <noscript>
          <button className="btn">Show</button>
        </noscript>
      </form>
    </details>
  )
}

interface ChoiceProps {
  readonly name: string
  readonly label: string
  readonly isOn: boolean
  readonly onChoice: (isOn: boolean) => void
}

/** A list of two and no box: a form says nothing of a box that is empty. */
function Choice({ name, label, isOn, onChoice }: ChoiceProps) {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select className="input" id={id} name={name} value={String(isOn)} onChange={(event) => onChoice(event.target.value === 'true')}>
        <option value="true">Shown</option>
        <option value="false">Not shown</option>
      </select>
    </div>
  )
}
