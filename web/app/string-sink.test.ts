import { expect, test } from 'vitest'
import { StringSink } from './string-sink.ts'

test('a letter that is cut in two by the edge of a chunk arrives whole', () => {
  let text = ''
  const sink = new StringSink((whole) => (text = whole))
  const bytes = new TextEncoder().encode('aé¶')
  sink.write(bytes.slice(0, 2))
  sink.write(bytes.slice(2, 4))
  sink.write(bytes.slice(4))
  sink.write('z')
  sink.end()
  expect(text).toBe('aé¶z')
})
