import type { Shows } from './define-part.ts'
import type { Loads } from './route.ts'
import type { NamedPart } from './shown-parts.ts'

interface LoadModule {
  readonly loads?: Loads
  readonly shows?: Shows
}

// Imported by the server entry alone, so that nothing of it reaches the browser.
const modules = import.meta.glob<LoadModule>(['../features/*/loads.ts', '../features/*/*.load.ts'], { eager: true })

export const loads: Loads = Object.assign({}, ...Object.values(modules).map((module) => module.loads))

/** What domains show on the pages of others, in its order. */
export const shows: readonly NamedPart[] = Object.entries(modules)
  .flatMap(([path, { shows: declared = {} }]) =>
    Object.entries(declared).map(([name, part]) => ({ ...part, name: `${path.split('/')[2] ?? ''}/${name}` })),
  )
  .toSorted((a, b) => a.order - b.order)
