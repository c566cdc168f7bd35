/**
 * Which packages `npm ci --omit=dev` installs, by the lock file: what `dependencies` need, and what
 * that needs, as far as it is for the usual server (Linux, x64, glibc). A package that stands twice
 * in two versions is two.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/mini'

/** One, or a list. */
const Some = z.optional(z.union([z.string(), z.array(z.string())]))
const Names = z.optional(z.record(z.string(), z.unknown()))
const Package = z.object({
  dependencies: Names,
  optionalDependencies: Names,
  peerDependencies: Names,
  peerDependenciesMeta: z.optional(z.record(z.string(), z.object({ optional: z.optional(z.boolean()) }))),
  os: Some,
  cpu: Some,
  libc: Some,
})
const Lock = z.object({ packages: z.record(z.string(), Package) })
type Lock = z.infer<typeof Lock>

export const readLock = (root: string): Lock => Lock.parse(JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')))

/** @param without direct dependencies that are left out, with what only they need. */
export function productionPackages({ packages }: Lock, without: readonly string[] = []): ReadonlySet<string> {
  const found = new Set<string>()
  const names = Object.keys(packages['']?.dependencies ?? {}).filter((name) => !without.includes(name))
  const asked = names.map((name): readonly [string, string] => ['', name])
  for (let next = asked.pop(); next !== undefined; next = asked.pop()) {
    const path = placeOf(packages, ...next)
    const needed = path === undefined ? undefined : packages[path]
    if (path === undefined || needed === undefined || found.has(path) || !isForServer(needed)) continue
    found.add(path)
    for (const name of neededBy(needed)) asked.push([path, name])
  }
  return found
}

function neededBy({ dependencies = {}, optionalDependencies = {}, peerDependencies = {}, ...of }: z.infer<typeof Package>) {
  const peers = Object.keys(peerDependencies).filter((name) => of.peerDependenciesMeta?.[name]?.optional !== true)
  return [...Object.keys(dependencies), ...Object.keys(optionalDependencies), ...peers]
}

/** As Node looks for it: beside the package that asks, and then further up. */
function placeOf(packages: Lock['packages'], from: string, name: string): string | undefined {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    const path = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`
    if (packages[path] !== undefined) return path
    if (folder === '') return undefined
  }
}

const isForServer = ({ os = ['linux'], cpu = ['x64'], libc = ['glibc'] }: z.infer<typeof Package>): boolean =>
  os.includes('linux') && cpu.includes('x64') && libc.includes('glibc')
