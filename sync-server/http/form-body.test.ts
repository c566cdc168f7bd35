import { describe, expect, test } from 'vitest'
import { formFields, formLimits } from './form-body.ts'
import { onThisMachine } from '#shared/testing/machine-slowness.ts'

const cpuMs = (work: () => unknown): number => {
  const before = process.threadCpuUsage()
  work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1_000
}
const encoded = (text: string): string => new URLSearchParams({ markdown: text }).toString()

describe('the fields of a form', () => {
  test.each([
    ['words', 'a=one+two&b=3', { a: 'one two', b: '3' }],
    ['signs of every script', encoded('日本語 & ==é== 😀\r\n+'), { markdown: '日本語 & ==é== 😀\r\n+' }],
    ['a name twice: the last one counts', 'a=1&b=2&a=3', { a: '3', b: '2' }],
    ['a name without a value', 'a&b=', { a: '', b: '' }],
    ['a value with signs of its own', 'a=b=c%26d', { a: 'b=c&d' }],
    ['a percent sign that encodes nothing', 'a=100%&b=%zz', { a: '100%', b: '%zz' }],
    ['bytes that are no UTF-8, beside signs that are not encoded', 'a=%ff日+%F0%9F%98%80%', { a: '\ufffd日 😀%' }],
    ['nothing', '', {}],
    ['nothing between two of them', '&&a=1&', { a: '1' }],
    ['a name that objects have', '__proto__=x&constructor=y', { ['__proto__']: 'x', constructor: 'y' }],
  ])('%s', (_what, body, fields) => {
    expect(Object.entries(formFields(body) ?? {})).toEqual(Object.entries(fields))
  })

  test('are refused when there are too many, before they are read', () => {
    for (const unit of ['a&', 'a=b&', '%41=&']) {
      const body = unit.repeat(formLimits.bytes / unit.length)
      expect(cpuMs(() => expect(formFields(body)).toBeNull())).toBeLessThan(onThisMachine(20))
    }
    expect(formFields('a=1&'.repeat(formLimits.pairs))).toEqual({ a: '1' })
  })

  test.each(['![', '> ', '日本'])('are read in a fraction of the time that others may wait: %s', (unit) => {
    const body = encoded(unit.repeat(300_000)).slice(0, formLimits.bytes)
    expect(Math.min(...Array.from({ length: 3 }, () => cpuMs(() => formFields(body))))).toBeLessThan(onThisMachine(40))
  })
})
