import { expect, test } from 'vitest'
import { putStandIns } from './stand-ins.ts'

const refused = () => {
  throw new DOMException('refused', 'SecurityError')
}

test.each([
  ['is missing', {}],
  ['refuses', { IntersectionObserver: refused, ResizeObserver: refused, MutationObserver: refused }],
])('what %s is there and does nothing', (_how, globals: Record<string, unknown>) => {
  putStandIns(globals)
  const made = (name: string) => new (globals[name] as new (tell: () => void) => Record<string, () => unknown>)(() => undefined)
  for (const name of ['ResizeObserver', 'MutationObserver']) {
    const observer = made(name)
    for (const method of ['observe', 'unobserve', 'disconnect', 'takeRecords']) expect(() => observer[method]?.()).not.toThrow()
  }
})

test('without a watcher everything is in view, so that nothing is held back', async () => {
  const globals: Record<string, unknown> = {}
  putStandIns(globals)
  const seen = await new Promise((resolve) => {
    const Watcher = globals['IntersectionObserver'] as new (tell: (entries: unknown) => void) => { observe(target: string): void }
    new Watcher(resolve).observe('target')
  })
  expect(seen).toEqual([{ target: 'target', isIntersecting: true, intersectionRatio: 1 }])
})

test('what works is left alone', () => {
  class Works {}
  const globals: Record<string, unknown> = { IntersectionObserver: Works }
  putStandIns(globals)
  expect(globals['IntersectionObserver']).toBe(Works)
})
