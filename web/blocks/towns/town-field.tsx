import { useEffect, useRef, useState } from 'react'
import { townLimits } from '#shared/local-groups/towns.ts'
import type { FormAid } from '../forms/details-form.tsx'
import { TextField } from '../forms/text-field.tsx'
import type { TownParts } from './town-parts.tsx'

const messages = { 'town:invalid': 'No town of that name was found. Check the spelling, or enter the coordinates yourself.' }

/**
 * For a form with coordinates: a town that fills them in. Without scripting the server looks it up
 * when the form is saved.
 *
 * @param of tells this form from others on the page.
 */
export const townAid = (of: string): FormAid => ({
  ...{ name: 'town', above: 'latitude', messages },
  part: (was) => <TownField id={`town-${of}`} was={was} />,
})

function TownField({ id, was }: { readonly id: string; readonly was: string }) {
  const box = useRef<HTMLDivElement>(null)
  const [loaded, setLoaded] = useState<{ readonly Parts: typeof TownParts; readonly field: HTMLInputElement } | null>(null)
  // With the first use: a form that stays folded costs nothing.
  const isAsked = useRef(false)
  const load = () => {
    if (isAsked.current) return
    isAsked.current = true
    void import('./town-parts.tsx').then(
      ({ TownParts: Parts }) => {
        const field = box.current?.querySelector('input')
        if (field) setLoaded({ Parts, field })
      },
      () => {
        isAsked.current = false // the plain field does without
      },
    )
  }
  // Focused before this was here, or in a form that is open from the start.
  useEffect(() => {
    const fold = box.current?.closest('details')
    if (fold === null || fold === undefined || fold.open) return load()
    fold.addEventListener('toggle', load)
    return () => fold.removeEventListener('toggle', load)
  }, [])
  return (
    <div className="town-find" ref={box}>
      <TextField
        id={id}
        name="town"
        label="Find a town"
        hint="Fills in the coordinates. Add a country or state to tell two apart, such as “Paris, Texas”."
        defaultValue={was}
        maxLength={townLimits.characters}
        autoComplete="off"
        dir="auto"
        messages={messages}
      />
      {loaded === null ? null : <loaded.Parts id={id} field={loaded.field} />}
    </div>
  )
}
