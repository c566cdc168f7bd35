/**
 * Looks up where a place in a built file is in the sources, by the maps that the build keeps out of
 * readers' way (`dist/maps` for what browsers load, beside the files of `dist/server` for the
 * server's). One map is read at a time, a few stay for a minute; the reader of maps is loaded with
 * the first. A file without a map is as good as unknown: nothing here ever throws for what a
 * stranger's stack says.
 */
import { readFile, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { TraceMap } from '@jridgewell/trace-mapping'
import type { StackFrame } from '#shared/reports/schema.ts'
import { figures } from '#shared/reports/figures.ts'
import { sourceLine } from './error-report.ts'

interface Place {
  readonly file: string
  readonly isOurs: boolean
  readonly line: number
  readonly column: number
  readonly lines: readonly string[]
}

export interface SourceMaps {
  /** The frame in the sources, with the lines around it; as it was when there is no map. */
  resolve(frame: StackFrame): Promise<StackFrame>
}

export interface SourceMapPorts {
  readonly dist: string
  readonly now?: () => number
}

interface LoadedMap {
  readonly place: (line: number, column: number) => Place | null
  usedAt: number
}

const maxMaps = 3
const retentionMs = 60_000
/** A map of ours is far smaller. */
const maxBytes = 24 * 1_048_576

export function sourceMaps({ dist, now = Date.now }: SourceMapPorts): SourceMaps {
  const loaded = new Map<string, LoadedMap>()
  let reading: Promise<unknown> = Promise.resolve()

  const forgetOld = (): void => {
    for (const [path, { usedAt }] of loaded) if (usedAt <= now() - retentionMs) loaded.delete(path)
  }

  async function mapAt(path: string): Promise<LoadedMap | null> {
    forgetOld()
    const found = loaded.get(path) ?? (await load(path))
    if (found === null) return null
    found.usedAt = now()
    loaded.delete(path)
    loaded.set(path, found)
    const [oldest] = loaded.keys()
    if (loaded.size > maxMaps && oldest !== undefined) loaded.delete(oldest)
    setTimeout(forgetOld, retentionMs + 1_000).unref()
    return found
  }

  async function load(path: string): Promise<LoadedMap | null> {
    try {
      if ((await stat(path)).size > maxBytes) return null
      const { originalPositionFor, TraceMap: Tracer } = await import('@jridgewell/trace-mapping')
      const map = new Tracer(await readFile(path, 'utf8'))
      return { usedAt: now(), place: (line, column) => placeIn(map, originalPositionFor(map, { line, column: column - 1 })) }
    } catch {
      // No map, or one that is none: the frame stays as it was reported.
      return null
    }
  }

  async function resolve(frame: StackFrame): Promise<StackFrame> {
    const path = mapPath(dist, frame.file)
    if (path === null || frame.line === null || frame.column === null || frame.line < 1 || frame.column < 1) return frame
    const place = (await mapAt(path))?.place(frame.line, frame.column) ?? null
    if (place === null) return frame
    const at = place.line - 1
    const code = place.lines[at]
    return {
      file: place.file,
      // The names of what browsers load are shortened.
      fn: frame.fn.replace(/^(?:[\w$]{1,2}|.*\.[\w$]{1,2})$/u, ''),
      line: place.line,
      column: place.column,
      isOurs: place.isOurs,
      before: code === undefined ? [] : place.lines.slice(Math.max(0, at - figures.contextLines), at).map(sourceLine),
      code: code === undefined ? null : sourceLine(code),
      after: code === undefined ? [] : place.lines.slice(at + 1, at + 1 + figures.contextLines).map(sourceLine),
    }
  }

  return {
    resolve(frame) {
      const next = reading.then(() => resolve(frame))
      reading = next.catch(() => undefined)
      return next
    },
  }
}

interface Original {
  readonly source: string | null
  readonly line: number | null
  readonly column: number | null
}

function placeIn(map: TraceMap, { source, line, column }: Original): Place | null {
  if (source === null || line === null || column === null) return null
  const lines = map.sourcesContent?.[map.sources.indexOf(source)]?.split('\n') ?? []
  const file = source.replace(/^.*(?=node_modules\/)|^(?:\.\.?\/)+/u, '').replace(/\?.*$/u, '')
  return { file, isOurs: !/node_modules\/|^\0|^vite\//u.test(file), line, column: column + 1, lines }
}

/** Only names that a build of ours makes; never a path of the sender's choice. */
function mapPath(dist: string, file: string): string | null {
  const path = URL.parse(file)?.pathname ?? file
  const name = basename(path)
  if (!/^[\w.-]{1,120}\.js$/u.test(name) || name.startsWith('.')) return null
  if (path === `/assets/${name}` || path === `/${name}`) return join(dist, 'maps', `${name}.map`)
  if (path === `dist/server/${name}`) return join(dist, 'server', `${name}.map`)
  return null
}
