import * as z from 'zod/mini'

const Entry = z.looseObject({
  version: z.optional(z.string()),
  dev: z.optional(z.boolean()),
  optionalDependencies: z.optional(z.record(z.string(), z.string())),
})
const Lock = z.looseObject({ packages: z.record(z.string(), Entry) })

type LockEntry = z.infer<typeof Entry>
export type LockFile = z.infer<typeof Lock>

export const readLock = (text: string): LockFile => Lock.parse(JSON.parse(text))

/**
 * Entries that `npm ci` would miss, by their key: optional packages for another system that could
 * not be looked up.
 */
export function missingEntries(lock: LockFile): readonly (readonly [string, LockEntry])[] {
  const added = new Map<string, LockEntry>()
  for (const [place, { dev, optionalDependencies = {} }] of Object.entries(lock.packages)) {
    for (const [name, version] of Object.entries(optionalDependencies)) {
      if (placesOf(name, place).some((key) => lock.packages[key] !== undefined || added.has(key))) continue
      const system = systemOf(name)
      if (system === null) throw new Error(`${name}@${version} is in no lock entry, and its name tells no system`)
      added.set(`node_modules/${name}`, {
        version,
        ...system.cpu,
        ...(dev === true ? { dev } : {}),
        ...system.libc,
        optional: true,
        ...system.os,
      })
    }
  }
  return [...added]
}

/** Where Node looks for `name` from a package at `place`, nearest first. */
function placesOf(name: string, place: string): readonly string[] {
  const parts = place.split('/node_modules/')
  const nested = parts.map((_part, index) => `${parts.slice(0, parts.length - index).join('/node_modules/')}/node_modules/${name}`)
  return [...nested, `node_modules/${name}`]
}

/**
 * Reads `…-linux-arm64-musl` and the like, as npm's `os`, `cpu` and `libc` fields; `null` when it
 * names no system.
 */
function systemOf(name: string) {
  const os = /(?:^|[-/])(aix|android|darwin|freebsd|linux|netbsd|openbsd|openharmony|sunos|win32|windows)(?=-|$)/.exec(name)?.[1]
  const cpu = /[-](arm64|aarch64|arm|armv7|ia32|loong64|mips64el|ppc64|riscv64|s390x|universal|x64|wasm32)(?=-|$)/.exec(name)?.[1]
  const libc = /musl/.test(name) ? 'musl' : /gnu/.test(name) && os === 'linux' ? 'glibc' : null
  if (os === undefined && cpu !== 'wasm32') return null
  return {
    os: os === undefined ? {} : { os: [os === 'windows' ? 'win32' : os] },
    cpu: cpu === undefined || cpu === 'universal' ? {} : { cpu: [cpu === 'aarch64' ? 'arm64' : cpu] },
    libc: libc === null ? {} : { libc: [libc] },
  }
}
