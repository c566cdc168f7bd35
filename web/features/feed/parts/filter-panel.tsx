import type { FormEvent, ReactNode } from 'react'
import { useId, useState } from 'react'
import { filterModes, parseFilters, personalKey, personalModeOf } from '#shared/feed/filters.ts'
import { links } from '#shared/links.ts'
import { useNavigate } from '../../../data/navigation.ts'
import { saveFilters } from './save-filters.ts'

const modeWords: Readonly<Record<(typeof filterModes)[number], string>> = {
  hidden: 'Hidden',
  reduced: 'Reduced (half the score)',
  default: 'Default',
  subscribed: 'More (+25)',
  required: 'Only this tag',
}

interface FilterPanelProps {
  /** In their one spelling. */
  readonly filters: string
  readonly onDone?: () => void
}

/**
 * What a reader wants more or less of on the front page: a plain form, which a script saves without
 * leaving the page.
 */
export function FilterPanel({ filters, onDone }: FilterPanelProps) {
  const parsed = parseFilters(filters)
  const rows = [
    { key: personalKey, mode: personalModeOf(parsed), word: 'Personal posts' },
    ...parsed.filter(({ key }) => key !== personalKey).map(({ key, mode }) => ({ key, mode, word: key.replaceAll('-', ' ') })),
  ]
  const [trouble, setTrouble] = useState<string | null>(null)
  const navigate = useNavigate()
  const save = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setTrouble(null)
    const fields = Object.fromEntries([...new FormData(event.currentTarget)].map(([name, value]) => [name, String(value)]))
    saveFilters(fields)
      .then(async (words) => {
        if (words !== null) return setTrouble(words)
        await navigate(links.front(), { replace: true, preventScrollReset: true })
        onDone?.()
      })
      .catch((error: unknown) => {
        setTrouble('That didn’t work. Try again.')
        reportError(error)
      })
  }
  return (
    <form className="filters" method="post" action={links.form('feed.setFilters')} onSubmit={save} key={filters}>
      <p className="meta soft">Show more or less of a topic. Saved to your account, or in this browser if you’re signed out.</p>
      <input type="hidden" name="from" value={links.front()} />
      {rows.map(({ key, mode, word }, n) => (
        <FilterRow key={key} n={n} word={word} mode={mode}>
          <input type="hidden" name={`key${n}`} value={key} />
        </FilterRow>
      ))}
      <FilterRow n={rows.length} word="Add a tag" mode="subscribed" isNew>
        <input className="input" name={`key${rows.length}`} aria-label="Add a tag" placeholder="Add a tag" maxLength={50} />
      </FilterRow>
      {trouble === null ? null : (
        <p className="refused-words" role="alert">
          {trouble}
        </p>
      )}
      <p className="acts">
        <button className="btn">Save</button>
        <button className="btn quiet live-only" type="reset">
          Undo changes
        </button>
      </p>
    </form>
  )
}

interface FilterRowProps {
  readonly n: number
  readonly word: string
  readonly mode: string
  readonly isNew?: boolean
  readonly children: ReactNode
}

function FilterRow({ n, word, mode, isNew = false, children }: FilterRowProps) {
  const id = useId()
  const isPoints = !filterModes.some((known) => known === mode)
  return (
    <div className="filter" role="group" aria-label={word}>
      {isNew ? null : (
        <label htmlFor={id} dir="auto">
          {word}
        </label>
      )}
      {children}
      <select
        className="input"
        id={id}
        name={`mode${n}`}
        defaultValue={isPoints ? 'default' : mode}
        aria-label={isNew ? 'Effect' : undefined}
      >
        {filterModes.map((known) => (
          <option key={known} value={known}>
            {modeWords[known]}
          </option>
        ))}
        {isNew || n === 0 ? null : <option value="remove">Remove from list</option>}
      </select>
      <input
        className="input"
        name={`points${n}`}
        type="text"
        inputMode="decimal"
        pattern="x?-?\d{1,4}(\.\d{1,3})?"
        title="A number such as 40, −10, 0.5 or x3"
        placeholder="custom value"
        aria-label={`Points for ${word}`}
        defaultValue={isPoints ? mode : ''}
        size={7}
      />
    </div>
  )
}
