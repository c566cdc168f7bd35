import type { ComponentType } from 'react'
import { readyParts } from '../blocks/places/ready-parts.ts'
import type { AnyPartProps } from '../data/places.ts'

// A part is found by its file. This table itself comes with the first page that shows a part: no
// other page has a line of it.
const files = import.meta.glob<{ readonly default: ComponentType<AnyPartProps> }>('../features/*/shows/*.tsx')

/** @throws Error for a name, `domain/part`, that no file has: the answer is of another build. */
export async function bringPart(name: string): Promise<ComponentType<AnyPartProps>> {
  const [domain, part] = name.split('/')
  const file = files[`../features/${domain}/shows/${part}.tsx`]
  if (file === undefined) throw new Error(`no part of this build is ${name}`)
  return (await file()).default
}

/** Before a page is drawn whose parts should stand in it at once. One that fails comes late. */
export async function prepareParts(names: readonly string[]): Promise<void> {
  await Promise.all(
    names.map((name) =>
      bringPart(name).then(
        (part) => void readyParts.set(name, part),
        () => undefined,
      ),
    ),
  )
}

/** For the test of what is declared. */
export const partFiles: readonly string[] = Object.keys(files)
