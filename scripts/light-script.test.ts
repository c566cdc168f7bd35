import { relative } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { bundleLight, isForAll } from './light-script.ts'
import { projectDir } from './steps.ts'

/** As it is sent. A byte more is a byte that everybody pays who only reads. */
const maxBytes = { light: 2_300, island: 17_000 } as const

test('the light script is small, as is what it loads for a text, and both are made of no package and of nothing that draws', async () => {
  const [light, island, more] = await bundleLight(projectDir, 'web/entry-light.ts')
  expect(more).toBeUndefined()
  for (const [name, file] of [
    ['light', light],
    ['island', island],
  ] as const) {
    const modules = (file?.moduleIds ?? []).map((id) => relative(projectDir, id).replaceAll('\\', '/')).sort()
    expect(modules.filter((path) => path.includes('node_modules') || path.endsWith('.tsx'))).toEqual([])
    expect.soft(brotliCompressSync(file?.code ?? '').length, modules.join('\n')).toBeLessThanOrEqual(maxBytes[name])
  }
})

test.each([
  ['/shell', true],
  ['assets/light-Dkj-h4Xv.js', true],
  ['assets/island-Dkj-h4Xv.js', true],
  ['assets/basis-CuLU7Bja.css', true],
  ['assets/more-CuLU7Bja.css', false],
  ['assets/inter-latin-wght-normal-Dx4kXJAl.woff2', true],
  ['assets/source-serif-4-latin-ext-wght-normal-BVZ5su8S.woff2', false],
  ['assets/stix-two-math-subset-B39-iWHx.woff2', false],
  ['assets/react-CuLU7Bja.js', false],
])('%s is kept on every device: %s', (url, isKept) => {
  expect(isForAll(url)).toBe(isKept)
})
