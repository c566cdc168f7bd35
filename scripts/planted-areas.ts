import { readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { PlantedArea, PlantedFault } from './plant-faults.ts'

const folder = join(import.meta.dirname, 'planted')

/** Every area that has planted faults, by name. */
export async function readAreas(): Promise<readonly PlantedArea[]> {
  const files = readdirSync(folder).filter((file) => file.endsWith('.ts'))
  return Promise.all(
    files.toSorted().map(async (file) => {
      const found = (await import(pathToFileURL(join(folder, file)).href)) as {
        readonly default: readonly PlantedFault[]
        readonly tests: readonly string[]
      }
      return { name: basename(file, '.ts'), faults: found.default, tests: found.tests }
    }),
  )
}
