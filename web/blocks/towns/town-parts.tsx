/**
 * What comes to the field of a town with a script: the list of those that are found, and a map to
 * set the pin on.
 */
import { Suspense, lazy, useEffect, useState } from 'react'
import type { Town } from '#shared/local-groups/towns.ts'
import { townWords } from '#shared/local-groups/towns.ts'
import { grouped } from '../counts.ts'
import { noTowns, townSearch } from './town-search.ts'
import './town-styles.ts'

const PinMap = lazy(async () => ({ default: (await import('./pin-map.tsx')).PinMap }))

interface TownPartsProps {
  readonly id: string
  readonly field: HTMLInputElement
}

export function TownParts({ id, field }: TownPartsProps) {
  const [search] = useState(() => townSearch(id, field))
  const [{ towns, active, word }, show] = useState(noTowns)
  const [isMapOpen, setMapOpen] = useState(false)
  useEffect(() => search.follow(show), [search])
  useEffect(() => {
    if (active >= 0) document.getElementById(`${id}-option-${active}`)?.scrollIntoView({ block: 'nearest' })
  }, [id, active])
  const { form } = field
  return (
    <>
      <div className="town-list" id={`${id}-list`} role="listbox" aria-label="Towns" hidden={towns.length === 0}>
        {towns.map((town, at) => (
          // The keys are the field's, which keeps the focus.
          <div
            key={`${town.latitude},${town.longitude}`}
            className="town-option"
            id={`${id}-option-${at}`}
            role="option"
            tabIndex={-1}
            aria-selected={at === active}
            onPointerDown={(event) => event.preventDefault()}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => search.choose(town)}
          >
            <span dir="auto">{townWords(town)}</span>
            <span className="town-about">{aboutOf(town)}</span>
          </div>
        ))}
      </div>
      <p className="town-word" role="status">
        {word}
      </p>
      {form === null ? null : (
        <details onToggle={({ currentTarget }) => setMapOpen(currentTarget.open)}>
          <summary className="linkish">Set the pin on a map</summary>
          {isMapOpen ? (
            <Suspense fallback={<p className="soft">Loading…</p>}>
              <PinMap form={form} onSet={search.settle} />
            </Suspense>
          ) : null}
        </details>
      )}
    </>
  )
}

const aboutOf = ({ near, population, latitude, longitude }: Town): string =>
  [
    near === null ? '' : `near ${near}`,
    population > 0 ? `${grouped(population)} people` : '',
    `${latitude.toFixed(1)}, ${longitude.toFixed(1)}`,
  ]
    .filter((part) => part !== '')
    .join(' · ')
