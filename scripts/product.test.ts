import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { freePort } from './ports.ts'
import { startProduct } from './product.ts'
import { hourMs } from '#shared/kernel/durations.ts'

/**
 * Stands in for the product's process, of which only the first lines matter. It notes each start in
 * its folder, and runs `first` before it is up.
 */
const program = (first: string) => `
  const { appendFileSync, readFileSync } = require('node:fs')
  const starts = process.env.DATA_DIR + '/starts'
  appendFileSync(starts, '.')
  const count = readFileSync(starts).length
  ${first}
  console.log('Lyceum is at http://127.0.0.1:' + process.env.PORT)
  setInterval(() => {}, 1000)`

const under = (first: string): readonly string[] => [process.execPath, '--eval', program(first), '--']

function aFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'lyceum-product-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

const startsIn = (dataDir: string): number => readFileSync(join(dataDir, 'starts')).length

test('a server whose port was taken in the last moment is started again, at the port it had', async () => {
  const dataDir = aFolder()
  const port = await freePort()
  const taken = "if (count <= 2) { console.error('PORT ' + process.env.PORT + ' is in use by another program.'); process.exit(1) }"
  const product = await startProduct({ dataDir, port, under: under(taken) })
  onTestFinished(() => product.kill())
  expect([product.port, startsIn(dataDir)]).toEqual([port, 3])
})

test('a server that ends for any other reason is not started again', async () => {
  const dataDir = aFolder()
  await expect(startProduct({ dataDir, under: under("throw new Error('broken')") })).rejects.toThrow('broken')
  expect(startsIn(dataDir)).toBe(1)
})

test('a server may be given a clock that is wrong by an hour', async () => {
  const dataDir = aFolder()
  const note = "require('node:fs').writeFileSync(process.env.DATA_DIR + '/now', String(Date.now()))"
  const before = Date.now()
  const product = await startProduct({ dataDir, skewMs: hourMs, under: under(note) })
  onTestFinished(() => product.kill())
  const ahead = Number(readFileSync(join(dataDir, 'now'), 'utf8')) - before
  expect([ahead >= hourMs, ahead < 7_200_000]).toEqual([true, true])
})
