import { expect, test } from 'vitest'
import { declineInstall, isOffered, rememberVisit } from './install.ts'

const facts = { memory: 'first-visit', hasSaved: false, isInstalled: false, canInstall: true } as const

test.each([
  ['at first sight', {}, false],
  ['on the second visit', { memory: 'came-back' }, true],
  ['after the first thing saved, even on the first visit', { hasSaved: true }, true],
  ['after a "no", whatever is saved', { memory: 'declined', hasSaved: true }, false],
  ['inside the installed app', { memory: 'came-back', isInstalled: true }, false],
  ['where it cannot be installed', { memory: 'came-back', canInstall: false }, false],
] as const)('installing %s', (_when, changes, expected) => {
  expect(isOffered({ ...facts, ...changes })).toBe(expected)
})

/** A Storage in memory. */
function storage(): Storage {
  const items = new Map<string, string>()
  return {
    get length() {
      return items.size
    },
    clear: () => items.clear(),
    getItem: (name) => items.get(name) ?? null,
    key: (at) => [...items.keys()][at] ?? null,
    removeItem: (name) => void items.delete(name),
    setItem: (name, value) => void items.set(name, value),
  }
}

test('pages of one visit are one visit; a new tab is another', () => {
  const local = storage()
  const tab = storage()
  expect(rememberVisit(local, tab)).toBe('first-visit')
  expect(rememberVisit(local, tab)).toBe('first-visit')
  const secondTab = storage()
  expect(rememberVisit(local, secondTab)).toBe('came-back')
  expect(rememberVisit(local, secondTab)).toBe('came-back')
})

test('a "no" is remembered', () => {
  const local = storage()
  rememberVisit(local, storage())
  declineInstall(local)
  expect(rememberVisit(local, storage())).toBe('declined')
})
