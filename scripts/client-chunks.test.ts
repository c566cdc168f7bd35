import { describe, expect, test } from 'vitest'
import { chunksOf, clientChunks } from './client-chunks.ts'
import type { Module, Occasion, Prices, ReadModule } from './client-chunks.ts'

/** `a: [bytes, …imports]`. */
function graph(described: Readonly<Record<string, readonly [number, ...string[]]>>): ReadonlyMap<string, Module> {
  return new Map(Object.entries(described).map(([id, [bytes, ...imports]]) => [id, { id, bytes, imports }]))
}

const page = (entry: string, weight = 1): Occasion => ({ name: entry, entries: [entry], kind: 'page', weight })
const late = (entry: string): Occasion => ({ name: entry, entries: [entry], kind: 'late', weight: 0.2 })
const always = (...entries: readonly string[]): Occasion => ({ name: 'later', entries, kind: 'always', weight: 4 })

/** Files apart unless they are the same occasions’. */
const dear: Prices = { file: 0, request: 0 }
const cheap: Prices = { file: 1_000_000, request: 0 }

describe('files of the client', () => {
  test('what comes with the entry is one file, what the same pages need is another', () => {
    const modules = graph({ app: [9, 'kit'], kit: [5], a: [50, 'shared', 'kit'], b: [60, 'shared'], shared: [40], c: [70] })
    const names = chunksOf(modules, 'app', [page('a'), page('b'), page('c')], dear)
    expect(Object.fromEntries(names)).toEqual({ app: 'basis', kit: 'basis', a: 'a', b: 'b', c: 'c', shared: 'shared-with' })
  })

  test('small files are joined where that costs less than they do, and a page that is read often stays light', () => {
    const modules = graph({ app: [1], a: [10], b: [10], often: [10], large: [5_000] })
    const occasions = [page('a'), page('b'), page('often', 1_000), page('large')]
    const names = chunksOf(modules, 'app', occasions, { file: 100, request: 0 })
    expect(names.get('a')).toBe(names.get('b'))
    expect(new Set(['a', 'often', 'large'].map((id) => names.get(id))).size).toBe(3)
  })

  test('no page waits for what is late, whatever files cost', () => {
    const modules = graph({
      app: [1],
      a: [10, 'rules'],
      rules: [3],
      writer: [500, 'rules', 'editor'],
      editor: [900],
      device: [80, 'rules'],
      menu: [4],
    })
    const names = chunksOf(modules, 'app', [page('a'), always('device'), late('writer'), late('menu')], cheap)
    const waitedFor = new Set([names.get('a'), names.get('rules')])
    for (const id of ['writer', 'editor', 'device', 'menu']) expect(waitedFor).not.toContain(names.get(id))
  })

  test('files never import each other in a circle', () => {
    for (let seed = 1; seed <= 200; seed++) {
      const random = drawn(seed)
      const size = 8 + random(30)
      const described: Record<string, [number, ...string[]]> = { app: [1] }
      // Each imports later ones alone: the modules have no circle.
      for (let at = 0; at < size; at++) {
        const imports = Array.from({ length: random(4) }, () => at + 1 + random(size)).filter((to) => to < size)
        described[`m${at}`] = [1 + random(200), ...imports.map((to) => `m${to}`)]
      }
      const occasions = Array.from({ length: 6 }, (_, at) => {
        const entry = `m${random(size)}`
        return at === 0 ? always(entry) : at % 2 === 0 ? late(entry) : page(entry, 1 + random(20))
      })
      const modules = graph(described)
      const names = chunksOf(modules, 'app', occasions, { file: 10 ** random(6), request: random(1_000) })
      expect(circleIn(modules, names), `seed ${seed}`).toBeNull()
    }
  })
})

test('a graph is followed from its entry, by what is imported at once and later; the entry has a file of its own', () => {
  const read: Readonly<Record<string, ReadModule>> = {
    '/web/entry.ts': module(['/web/kit.ts'], ['/web/features/a/pages/a-page.tsx', '/web/app/after-idle.ts']),
    '/web/kit.ts': module([], []),
    '/web/features/a/pages/a-page.tsx': module(['/web/kit.ts', '/shared/a.ts'], []),
    '/shared/a.ts': module([], []),
    '/web/app/after-idle.ts': module([], []),
  }
  const names = clientChunks('/web/entry.ts', (id) => read[id] ?? null)
  expect(Object.fromEntries(names)).toEqual({
    '/web/kit.ts': 'basis',
    '/web/features/a/pages/a-page.tsx': 'a-page',
    '/shared/a.ts': 'a-page',
    '/web/app/after-idle.ts': 'later',
  })
})

test('no page waits for the style sheet of another', () => {
  const pages = Array.from({ length: 30 }, (_, at) => `/web/features/f/pages/p${at}-page.tsx`)
  const read: Readonly<Record<string, ReadModule>> = {
    '/web/entry.ts': module([], pages),
    ...Object.fromEntries(pages.map((id, at) => [id, module(['/web/kit.ts', ...(at === 0 ? ['/web/tabs.ts'] : [])], [])])),
    '/web/kit.ts': module([], []),
    '/web/tabs.ts': module(['/web/tabs.css'], []),
    '/web/tabs.css': module([], []),
  }
  const names = clientChunks('/web/entry.ts', (id) => read[id] ?? null)
  expect(names.get('/web/tabs.css')).toBe(names.get('/web/features/f/pages/p0-page.tsx'))
  for (const id of ['/web/kit.ts', ...pages.slice(1)]) expect(names.get(id)).not.toBe(names.get('/web/tabs.css'))
})

function module(importedIds: readonly string[], dynamicallyImportedIds: readonly string[]): ReadModule {
  return { code: 'export const one = 1 // and why', importedIds, dynamicallyImportedIds }
}

/** Two files, by name, that import each other, over others or not. */
function circleIn(modules: ReadonlyMap<string, Module>, names: ReadonlyMap<string, string>): string | null {
  const edges = new Map<string, Set<string>>()
  for (const { id, imports } of modules.values()) {
    const from = names.get(id)
    for (const imported of imports) {
      const to = names.get(imported)
      if (from === undefined || to === undefined || from === to) continue
      edges.set(from, (edges.get(from) ?? new Set()).add(to))
    }
  }
  for (const start of edges.keys()) {
    const seen = new Set<string>()
    const waiting = [...(edges.get(start) ?? [])]
    for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
      if (name === start) return start
      if (seen.has(name)) continue
      seen.add(name)
      waiting.push(...(edges.get(name) ?? []))
    }
  }
  return null
}

/** Numbers from 0 below a limit, the same for the same seed. */
function drawn(seed: number): (below: number) => number {
  let state = seed * 2_654_435_761
  return (below) => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 3_266_489_917) >>> 0
    return state % below
  }
}
