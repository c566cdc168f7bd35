import { relative } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { bundleLight, isForAll } from './light-script.ts'
import { projectDir } from './steps.ts'

/** As it is sent. A byte more is a byte that everybody pays who only reads. */
const maxBytes = 2_300

test('the light script is small, and made of no package and of nothing that draws', async () => {
  const { code, moduleIds } = await bundleLight(projectDir, 'web/entry-light.ts')
  const modules = moduleIds.map((id) => relative(projectDir, id).replaceAll('\\', '/')).sort()
  expect(modules.filter((path) => path.includes('node_modules') || path.endsWith('.tsx'))).toEqual([])
  expect(brotliCompressSync(code).length, modules.join('\n')).toBeLessThanOrEqual(maxBytes)
})

test.each([
  ['/shell', true],
  ['assets/light-Dkj-h4Xv.js', true],
  ['assets/basis-CuLU7Bja.css', true],
  ['assets/inter-latin-wght-normal-Dx4kXJAl.woff2', true],
  ['assets/source-serif-4-latin-ext-wght-normal-BVZ5su8S.woff2', false],
  ['assets/stix-two-math-subset-B39-iWHx.woff2', false],
  ['assets/react-CuLU7Bja.js', false],
])('%s is kept on every device: %s', (url, isKept) => {
  expect(isForAll(url)).toBe(isKept)
})
