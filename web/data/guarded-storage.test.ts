import { expect, test } from 'vitest'
import { guardedLocal, guardedSession } from './guarded-storage.ts'

test.each([
  ['localStorage', guardedLocal],
  ['sessionStorage', guardedSession],
])('%s that is forbidden holds nothing, and throws nothing', (name, storage) => {
  const real = Object.getOwnPropertyDescriptor(globalThis, name)
  Object.defineProperty(globalThis, name, {
    configurable: true,
    get() {
      throw new DOMException('forbidden', 'SecurityError')
    },
  })
  try {
    storage.setItem('a', 'b')
    storage.removeItem('a')
    expect(storage.getItem('a')).toBeNull()
  } finally {
    Reflect.deleteProperty(globalThis, name)
    if (real !== undefined) Object.defineProperty(globalThis, name, real)
  }
})
