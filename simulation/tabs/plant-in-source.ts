import { registerHooks } from 'node:module'
import { pathToFileURL } from 'node:url'
import { join } from 'node:path'
import type { PlantedFault } from '../../scripts/plant-faults.ts'

/**
 * From now on this thread loads the fault's file with the fault in it. @throws Error when its text
 * does not stand there once
 */
export function plantInSource({ file, find, replace }: PlantedFault): void {
  const planted = pathToFileURL(join(import.meta.dirname, '../..', file)).href
  registerHooks({
    load(url, context, next) {
      const loaded = next(url, context)
      if (url !== planted) return loaded
      const text = typeof loaded.source === 'string' ? loaded.source : new TextDecoder().decode(loaded.source)
      if (text.split(find).length !== 2) throw new Error(`the fault's text does not stand once in ${file}`)
      return { ...loaded, source: text.replace(find, () => replace) }
    },
  })
}
