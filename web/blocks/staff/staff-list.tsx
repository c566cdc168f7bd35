/**
 * The kit for pages on which the staff goes through a list: tabs, search, order, "More", what can
 * be done to a row or to several at once, keys, and a file of it. The page says what a row is; its
 * load answers `staffAnswer`. All but choosing several rows, keys and the file works without a
 * script. Every action is a mutation, which asks its own rule.
 */
import './staff-styles.ts'
import type { KeyboardEvent, ReactNode } from 'react'
import { counted } from '../counts.ts'
import { MutationForm } from '../forms/mutation-form.tsx'
import { MoreLink } from '../posts/more-link.tsx'
import { saveAsFile } from '../save-as-file.ts'
import { Tabs } from '../../ui/tabs.tsx'
import { csvOf } from '#shared/formats/write-csv.ts'
import type { StaffAnswer } from './staff-answer.ts'
import { staffAddress } from './staff-answer.ts'
import type { Doing } from './use-bulk.ts'
import { useBulk } from './use-bulk.ts'

export interface StaffColumn<R> {
  readonly word: string
  /** In the file. */
  readonly of: (row: R) => string | number | null
  /** On the page, instead; `null`: nothing. */
  readonly show?: (row: R) => ReactNode
}

interface StaffAction<R> extends Omit<Doing, 'fields'> {
  readonly word: string
  readonly fields: (row: R) => Doing['fields']
  /** One at a time: it is not offered for several rows. */
  readonly isSingle?: true
}

interface StaffListOf<R> {
  readonly title: string
  /** Said where there are none, by tab. */
  readonly empty: Readonly<Record<string, string>>
  /** What a row is called. */
  readonly nameOf: (row: R) => string
  /** Where all of it is; `null`: nowhere any more. */
  readonly hrefOf?: (row: R) => string | null
  /** Facts, in a line. */
  readonly columns: readonly StaffColumn<R>[]
  /** What it says, below its facts. */
  readonly text?: (row: R) => ReactNode
  /** By tab. */
  readonly actions: Readonly<Record<string, readonly StaffAction<R>[]>>
}

/**
 * Makes a list's component: `const Feedback = staffList<FeedbackRow>({ … })`. Its children stand
 * above the list.
 */
export const staffList = <R extends { readonly id: string }>(made: StaffListOf<R>) =>
  function StaffListPage({ list, children }: { readonly list: StaffAnswer<R>; readonly children?: ReactNode }) {
    const { asked, rows, more } = list
    const bulk = useBulk(rows.map(({ id }) => id))
    const actions = made.actions[asked.tab] ?? []
    const chosenRows = rows.filter(({ id }) => bulk.chosen.has(id))
    return (
      <div className="reports">
        <h1 className="page-title">{made.title}</h1>
        {children}
        <StaffTools list={list} title={made.title} />
        {rows.length === 0 ? (
          <p className="empty">{asked.q === '' ? (made.empty[asked.tab] ?? 'Nothing here.') : `Nothing found for “${asked.q}”.`}</p>
        ) : (
          <>
            <div className="report-tools needs-js">
              <label className="check">
                <input
                  type="checkbox"
                  checked={chosenRows.length === rows.length}
                  onChange={({ currentTarget }) => bulk.setAll(currentTarget.checked)}
                />{' '}
                {chosenRows.length === 0 ? 'Select all' : `${chosenRows.length} selected`}
              </label>
              <span>
                {(chosenRows.length === 0 ? [] : actions.filter(({ isSingle }) => isSingle !== true)).map(({ word, mutation, fields }) => (
                  <button
                    key={word}
                    type="button"
                    className="btn quiet"
                    disabled={bulk.isBusy}
                    onClick={() => void bulk.run(chosenRows.map((row) => ({ id: row.id, mutation, fields: fields(row) })))}
                  >
                    {word} <span className="sr">{counted(chosenRows.length, 'selected row')}</span>
                  </button>
                ))}
                <button
                  type="button"
                  className="btn quiet"
                  onClick={() => saveAsFile(fileOf(made, rows), `${asked.path.split('/').at(-1)}.csv`, 'text/csv')}
                >
                  Export CSV
                </button>
              </span>
            </div>
            <ul className="plain-list" onKeyDown={(event) => walkRows(event, bulk.choose)}>
              {rows.map((row) => (
                <Row key={row.id} {...{ made, row, actions }} isChosen={bulk.chosen.has(row.id)} onChoose={() => bulk.choose(row.id)} />
              ))}
            </ul>
          </>
        )}
        <p className="meta" role="status">
          {bulk.message}
        </p>
        {more === null ? null : <MoreLink href={more}>More</MoreLink>}
      </div>
    )
  }

/** Tabs, search and order: links and a plain form, which keep what else is asked. */
function StaffTools({ list, title }: { readonly list: StaffAnswer<never> | StaffAnswer<object>; readonly title: string }) {
  const { asked, tabs, sorts, search } = list
  return (
    <>
      {tabs.length < 2 ? null : (
        <Tabs
          label={title}
          tabs={tabs.map(({ name, word, count }) => ({
            href: staffAddress(list, { tab: name }),
            word: count === undefined ? word : `${word} (${count})`,
            isCurrent: name === asked.tab,
          }))}
        />
      )}
      {search === null && sorts.length < 2 ? null : (
        <div className="report-tools">
          {sorts.length < 2 ? null : (
            <nav className="meta" aria-label="Order">
              {sorts.map(({ name, word }) => (
                <a key={name} href={staffAddress(list, { sort: name })} aria-current={name === asked.sort ? 'true' : undefined}>
                  {word}
                </a>
              ))}
            </nav>
          )}
          {search === null ? null : (
            <form action={asked.path} role="search" aria-label={title}>
              {asked.tab === tabs[0]?.name ? null : <input type="hidden" name="state" value={asked.tab} />}
              {asked.sort === (sorts[0]?.name ?? '') ? null : <input type="hidden" name="sort" value={asked.sort} />}
              <input className="input" name="q" aria-label={search} placeholder={search} defaultValue={asked.q} maxLength={100} />
              <button className="btn">Search</button>
            </form>
          )}
        </div>
      )}
    </>
  )
}

interface RowProps<R> {
  readonly made: StaffListOf<R>
  readonly row: R
  readonly actions: readonly StaffAction<R>[]
  readonly isChosen: boolean
  readonly onChoose: () => void
}

function Row<R extends { readonly id: string }>({ made, row, actions, isChosen, onChoose }: RowProps<R>) {
  const name = made.nameOf(row)
  const href = made.hrefOf?.(row) ?? null
  return (
    <li className="report" data-row={row.id}>
      <p className="meta report-facts">
        <label className="check needs-js">
          <input type="checkbox" checked={isChosen} onChange={onChoose} />
          <span className="sr">Select {name}</span>
        </label>
        {href === null ? (
          <bdi className="who">{name}</bdi>
        ) : (
          <a href={href}>
            <bdi className="who">{name}</bdi>
          </a>
        )}
        {made.columns.map(({ word, of, show = of }) => {
          const shown = show(row)
          return shown === null || shown === '' ? null : <span key={word}>{shown}</span>
        })}
      </p>
      {made.text?.(row)}
      <div className="report-side">
        {actions.map(({ word, mutation, fields }) => (
          <MutationForm key={word} name={mutation} about={fields(row)}>
            <button className="btn quiet">
              {word}
              <span className="sr">: {name}</span>
            </button>
          </MutationForm>
        ))}
      </div>
    </li>
  )
}

function fileOf<R>({ columns, nameOf }: StaffListOf<R>, rows: readonly R[]): string {
  return csvOf([['Name', ...columns.map(({ word }) => word)], ...rows.map((row) => [nameOf(row), ...columns.map(({ of }) => of(row))])])
}

/** Up and down between rows, X to choose one; not while somebody types. */
function walkRows(event: KeyboardEvent<HTMLElement>, choose: (id: string) => void): void {
  const { key, target, currentTarget } = event
  if (!(target instanceof HTMLElement) || target.closest('input:not([type="checkbox"]), textarea, select') !== null) return
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
  const rows = [...currentTarget.querySelectorAll<HTMLElement>('[data-row]')]
  const at = rows.findIndex((row) => row.contains(target))
  const step = key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0
  const id = rows[at]?.dataset['row']
  if (key === 'x' && id !== undefined) choose(id)
  else if (step !== 0 && rows[at + step] !== undefined) rows[at + step]?.querySelector<HTMLElement>('a, input, button')?.focus()
  else return
  event.preventDefault()
}
