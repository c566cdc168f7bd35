import type { IconName } from './sprite.ts'

/** A sign beside its word, or inside a control that has a name of its own: never read aloud. */
export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg className="ic" aria-hidden="true">
      <use href={`#i-${name}`} />
    </svg>
  )
}
