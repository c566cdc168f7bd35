/**
 * Which file of the client build a module goes into. A bundler's own rule, a file for each set of
 * pages that share something, makes four hundred files of a kilobyte or two here: each is a
 * request, and an entry in the cache that the worker fills on a reader's first visit. Here small
 * files are joined where that costs readers little (docs/decisions/0024-files-of-the-client.md).
 */
import { basename } from 'node:path'

/** A module of the graph. */
export interface Module {
  readonly id: string
  /** Of its code before it is made small: what is compared, not what is sent. */
  readonly bytes: number
  /** Ids of what it imports at once; what it imports later begins an occasion. */
  readonly imports: readonly string[]
}

/** When modules are loaded: together with the entry, with a page, or later. */
export interface Occasion {
  readonly name: string
  /** Modules that are asked for by `import()`. */
  readonly entries: readonly string[]
  /** `late`: never a part of what a page waits for. `always`: late, and on every page. */
  readonly kind: 'page' | 'late' | 'always'
  /** What a byte costs that comes along unneeded; 1 is a page among others. */
  readonly weight: number
}

interface Chunk {
  readonly modules: readonly Module[]
  readonly bytes: number
  /** Numbers of occasions, in order: the same occasions are the same file. */
  readonly on: readonly number[]
}

/** What a bundler knows of a module. */
export interface ReadModule {
  readonly code: string | null
  readonly importedIds: readonly string[]
  readonly dynamicallyImportedIds: readonly string[]
}

/** What files cost, in bytes of code. */
export interface Prices {
  /** That it is there: every worker fetches and keeps it. */
  readonly file: number
  /** That it is asked for on an occasion of weight 1. */
  readonly request: number
}

/**
 * Found by trying (decision 0024): dearer files make fewer of them, and pages that are seldom read
 * heavier.
 */
const prices: Prices = { file: 60_000, request: 30_000 }

/** What every page loads once it is alive and the browser is idle (web/app/after-idle.ts). */
const alwaysLater = [
  'web/app/after-idle.ts',
  'web/app/device-side.ts',
  'web/app/last-place.ts',
  'web/app/prefetch.ts',
  'web/app/watch-updates.ts',
  'web/blocks/reading/start-comforts.ts',
  'web/blocks/search-box/start-search.ts',
  'web/data/device/device.ts',
  'web/data/reports/start-reports.ts',
]

/**
 * A page is not drawn before its style sheets are there: no other page is ever to wait for one that
 * is not its own.
 */
const bytesOfStyles = 1_000_000

/** How much more often than another page. */
const oftenRead: Readonly<Record<string, number>> = {
  'post-page': 30,
  'front-page': 10,
  'wiki-page': 10,
  'user-page': 10,
  'all-posts-page': 10,
}

/** What page-files.json says of a source module. */
interface PageFiles {
  readonly modules: readonly string[]
  readonly styles: readonly string[]
}

/** The sheets beside the first (web/app/style-sheets.ts), which Vite's manifest has as assets. */
export const namedSheets = (manifest: Readonly<Record<string, { readonly file: string }>>): Readonly<Record<string, PageFiles>> =>
  Object.fromEntries(
    Object.entries(manifest).flatMap(([source, { file }]) =>
      (/web\/ui\/styles\/[a-z]+\.css$/u.exec(source) ?? []).map((name) => [name, { modules: [], styles: [`/${file}`] }]),
    ),
  )

/** Whether the module is a page of its own. */
export const isPage = (id: string): boolean => /[\\/]pages[\\/][\w-]+-page\.tsx$/u.test(id)

/**
 * The name of each module's chunk, for the graph that begins at `entry`; the entry itself has none.
 */
export function clientChunks(entry: string, read: (id: string) => ReadModule | null): ReadonlyMap<string, string> {
  const modules = new Map<string, Module>()
  const later = new Set<string>()
  const waiting = [entry]
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    const found = read(id)
    if (modules.has(id) || found === null) continue
    const { code, importedIds, dynamicallyImportedIds } = found
    const bytes = id.endsWith('.css') ? bytesOfStyles : withoutComments(code ?? '').length
    modules.set(id, { id, bytes, imports: [...importedIds] })
    for (const asked of dynamicallyImportedIds) later.add(asked)
    waiting.push(...importedIds, ...dynamicallyImportedIds)
  }
  const isAlways = (id: string) => alwaysLater.some((path) => id.endsWith(path))
  const always: Occasion = { name: 'later', entries: [...later].filter(isAlways), kind: 'always', weight: 4 }
  const others = [...later]
    .filter((id) => !isAlways(id))
    .map((id): Occasion => {
      const name = basename(id).replace(/\.\w+$/u, '')
      return isPage(id)
        ? { name, entries: [id], kind: 'page', weight: oftenRead[name] ?? 1 }
        : { name, entries: [id], kind: 'late', weight: 0.2 }
    })
  const names = new Map(chunksOf(modules, entry, [always, ...others], prices))
  names.delete(entry)
  return names
}

const withoutComments = (code: string): string => code.replace(/\/\*[^]*?\*\/|^[ \t]*\/\/.*$/gmu, '').replace(/\s+/gu, ' ')

/**
 * Chunk by module id; modules that come with `entry` have the chunk `basis`. A module's file is
 * loaded on every occasion on which any file that imports it is: files never import each other in a
 * circle.
 */
export function chunksOf(
  modules: ReadonlyMap<string, Module>,
  entry: string,
  occasions: readonly Occasion[],
  { file, request }: Prices,
): ReadonlyMap<string, string> {
  const always = occasions.findIndex(({ kind }) => kind === 'always')
  const isOnPage = (at: number) => occasions[at]?.kind === 'page'
  const importsOf = (id: string) => modules.get(id)?.imports
  const basis = reach([entry], importsOf)
  const occasionsOf = new Map<string, Set<number>>()
  for (const [at, { entries }] of occasions.entries())
    for (const id of reach(entries, importsOf))
      if (!basis.has(id)) {
        const on = occasionsOf.get(id) ?? new Set()
        occasionsOf.set(id, on.add(at))
      }

  /** What comes on every page, later, is there for all that is later. */
  const reduced = (on: Iterable<number>): readonly number[] => {
    const all = [...on]
    const kept = all.includes(always) ? all.filter((at) => at === always || isOnPage(at)) : all
    return [...new Set(kept)].sort((a, b) => a - b)
  }
  const weigh = (before: readonly number[], after: readonly number[]) =>
    after.reduce((sum, at) => sum + (before.includes(at) ? 0 : (occasions[at]?.weight ?? 0)), 0)

  const requests = (all: readonly Chunk[]) => all.reduce((sum, { on }) => sum + weigh([], on), 0)

  let chunks = joined([...occasionsOf].map(([id, on]) => chunkOf([modules.get(id)], reduced(on))))
  const settled = new Set<string>()
  for (;;) {
    const small = chunks
      .filter(({ on }) => !settled.has(on.join()))
      .reduce<Chunk | null>((a, b) => (a === null || b.bytes < a.bytes ? b : a), null)
    if (small === null) break
    const candidates = chunks
      .filter((other) => other !== small && mayJoin(small.on, other.on, isOnPage))
      .map((other) => {
        const on = reduced([...small.on, ...other.on])
        return { on, other, least: small.bytes * weigh(small.on, on) + other.bytes * weigh(other.on, on) }
      })
      .sort((a, b) => a.least - b.least)
      .slice(0, 12)
    let best: { readonly gain: number; readonly chunks: readonly Chunk[] } | null = null
    for (const { on, other, least } of candidates) {
      if (least > 4 * file) break
      const tried = raised(chunks, [small, other], on, importsOf, reduced, isOnPage)
      if (tried === null) continue
      const costs = tried.reduce((sum, { before, after }) => sum + before.bytes * weigh(before.on, after.on), 0)
      const next = joined(tried.map(({ after }) => after))
      const gain = (chunks.length - next.length) * file + (requests(chunks) - requests(next)) * request - costs
      if (gain > 0 && (best === null || gain > best.gain)) best = { gain, chunks: next }
    }
    if (best === null) settled.add(small.on.join())
    else chunks = [...best.chunks]
  }

  const names = new Map<string, string>()
  const taken = new Set<string>()
  for (const id of basis) names.set(id, 'basis')
  for (const chunk of [...chunks].sort((a, b) => (a.on.join() < b.on.join() ? -1 : 1))) {
    const wanted = nameOf(chunk, occasions, always)
    let name = wanted
    for (let more = 2; taken.has(name); more++) name = `${wanted}-${more}`
    taken.add(name)
    for (const { id } of chunk.modules) names.set(id, name)
  }
  return names
}

/** What no page waits for stays so. */
function mayJoin(a: readonly number[], b: readonly number[], isOnPage: (at: number) => boolean): boolean {
  return a.some(isOnPage) === b.some(isOnPage)
}

/**
 * Every chunk, and what it becomes when `these` are loaded `on` those occasions, with all that they
 * import; `null` when a page would wait for what is late.
 */
function raised(
  chunks: readonly Chunk[],
  these: readonly Chunk[],
  on: readonly number[],
  importsOf: (id: string) => readonly string[] | undefined,
  reduced: (on: Iterable<number>) => readonly number[],
  isOnPage: (at: number) => boolean,
): readonly { readonly before: Chunk; readonly after: Chunk }[] | null {
  const moved = reach(
    these.flatMap((chunk) => chunk.modules.map(({ id }) => id)),
    importsOf,
  )
  const all = chunks.map((before) => {
    const isMoved = before.modules.some(({ id }) => moved.has(id))
    return { before, after: isMoved ? { ...before, on: reduced([...before.on, ...on]) } : before }
  })
  return all.some(({ before, after }) => !mayJoin(before.on, after.on, isOnPage)) ? null : all
}

function chunkOf(modules: readonly (Module | undefined)[], on: readonly number[]): Chunk {
  const known = modules.filter((module) => module !== undefined)
  return { modules: known, bytes: known.reduce((sum, { bytes }) => sum + bytes, 0), on }
}

/** Chunks of the same occasions as one. */
function joined(chunks: readonly Chunk[]): readonly Chunk[] {
  const byOccasions = new Map<string, Chunk[]>()
  for (const chunk of chunks) {
    const same = byOccasions.get(chunk.on.join())
    if (same === undefined) byOccasions.set(chunk.on.join(), [chunk])
    else same.push(chunk)
  }
  return [...byOccasions.values()].map((same) => {
    const [only] = same
    return same.length === 1 && only !== undefined
      ? only
      : chunkOf(
          same.flatMap((chunk) => chunk.modules),
          only?.on ?? [],
        )
  })
}

/**
 * These first, and all that they import at once; ids of which `importsOf` knows nothing are left
 * out.
 */
export function reach(ids: readonly string[], importsOf: (id: string) => readonly string[] | undefined): ReadonlySet<string> {
  const found = new Set<string>()
  const waiting = [...ids]
  for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
    const imports = found.has(id) ? undefined : importsOf(id)
    if (imports === undefined) continue
    found.add(id)
    waiting.push(...imports)
  }
  return found
}

function nameOf({ modules, on }: Chunk, occasions: readonly Occasion[], always: number): string {
  const [first] = on
  if (on.length === 1 && first !== undefined) return occasions[first]?.name ?? 'part'
  const largest = modules.reduce((a, b) => (b.bytes > a.bytes ? b : a))
  const word = basename(largest.id).replace(/\W.*$/u, '') || 'part'
  return on.includes(always) ? `${word}-too` : `${word}-with`
}
