import { globSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Plugin } from 'vite'

/**
 * What `file` (sync-server/features/manifests.ts) finds by its name in the sources, the bundle of
 * the server imports.
 */
export function bundledManifests(file: string): Plugin {
  return {
    name: 'bundled-manifests',
    enforce: 'pre',
    load(id) {
      if (id !== file) return undefined
      const paths = globSync('*/domain.ts', { cwd: dirname(file) }).toSorted()
      const imports = paths.map((path, n) => `import * as m${n} from './${path.replaceAll('\\', '/')}'`)
      const all = paths.map((_path, n) => `...Object.values(m${n})`)
      return `${imports.join('\n')}\nexport const serverDomains = [${all.join(', ')}]`
    },
  }
}
