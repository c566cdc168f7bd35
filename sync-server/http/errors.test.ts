import { Writable } from 'node:stream'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { testSite } from './testing/test-site.ts'

test('the digest that a reader is shown stands in the log line of the same error', async () => {
  let output = ''
  const stream = new Writable({ write: (chunk, _encoding, done) => ((output += String(chunk)), done()) })
  const site = await testSite({ log: pino({ level: 'error' }, stream) })
  try {
    const shown = await Promise.all([site.get('/breaks'), site.get('/breaks?again')])
    const digests = shown.map(({ text }) => / ([0-9a-f]{8})$/u.exec(text)?.[1])
    const lines = output
      .trim()
      .split('\n')
      .map((line): unknown => JSON.parse(line))
    expect(new Set(digests).size).toBe(2)
    for (const digest of digests)
      expect(lines).toContainEqual(
        expect.objectContaining({ digest, err: expect.objectContaining({ message: expect.stringContaining('a bug') }) }),
      )
  } finally {
    await site.close()
  }
})
