import type { ComponentType } from 'react'
import { Suspense, useContext, useState } from 'react'
import { useAnswer } from '../../data/page.ts'
import type { AnyPartProps, PlaceName, Places } from '../../data/places.ts'
import { latePart } from '../../ui/late-part.ts'
import { Contained } from '../contained.tsx'
import { PartsContext } from './parts-context.ts'
import { readyParts } from './ready-parts.ts'

interface PlaceProps<Name extends PlaceName> {
  readonly on: Name
  /** What the page has at hand already, and its parts need. */
  readonly given: Places[Name]['given']
}

/**
 * What other domains show here, in the order that they say (web/app/define-part.ts). A part's code
 * comes by itself, beside the page's: where it cannot be had the page does without.
 */
export function Place<Name extends PlaceName>({ on, given }: PlaceProps<Name>) {
  const shown: Readonly<Record<string, object>> = useAnswer().parts?.[on] ?? {}
  return Object.entries(shown).map(([name, page]) => (
    <Contained key={name} what="this part of the page" of={page}>
      <Suspense>
        <Part {...{ name, page, given }} />
      </Suspense>
    </Contained>
  ))
}

interface Bring {
  (name: string): Promise<ComponentType<AnyPartProps>>
}

const late = new Map<string, ComponentType<AnyPartProps>>()

function lateOf(name: string, bring: Bring): ComponentType<AnyPartProps> {
  const made = late.get(name) ?? latePart(() => bring(name))
  late.set(name, made)
  return made
}

function Part({ name, ...props }: { readonly name: string; readonly page: object; readonly given: object }) {
  const bring = useContext(PartsContext)
  const [Shown] = useState(() => readyParts.get(name) ?? lateOf(name, bring))
  // A part's load and its component are of the same name; a test holds them together.
  return <Shown {...(props as unknown as AnyPartProps)} />
}
