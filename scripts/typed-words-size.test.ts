import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { build } from 'vite'

const folder = join(dirname(import.meta.dirname), 'web/data/typed-words')

/**
 * What keeps typed words before the app is there, as the build minifies it: by itself, without what
 * every page has anyhow.
 */
async function builtBytes(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    build: {
      write: false,
      target: 'es2022',
      minify: true,
      lib: { entry: join(folder, 'local-typed-words.ts'), formats: ['es'] },
      rolldownOptions: { external: (id) => id.startsWith('../') && !id.endsWith('merge-typed.ts') },
    },
  })
  const [output] = Array.isArray(built) ? built : [built]
  if (output === undefined || !('output' in output)) throw new TypeError('a watcher')
  return output.output.map((file) => (file.type === 'chunk' ? file.code : '')).join('')
}

test('the script that keeps typed words before the app is there is at most 4 kB', async () => {
  const code = await builtBytes()
  for (const api of ['indexedDB', 'durability', 'localStorage']) expect(code).toContain(api)
  expect(gzipSync(code).byteLength).toBeLessThanOrEqual(4_000)
  expect(code.length).toBeGreaterThan(2_000)
})
