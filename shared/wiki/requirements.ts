/**
 * What is to be known before a page is read: which pages it requires, which rely on it, and the
 * path that leads to it. What a page requires never leads back to it; following requirements
 * stops where one has been all the same.
 */
import type { Query } from '../kernel/query.ts'
import type { Read, Transaction } from '../kernel/transaction.ts'
import type { Tag } from './schema.ts'
import { defineQuery } from '../kernel/query.ts'
import { tagRequirements, tags } from './schema.ts'
import type { TagRequirement } from './schema.ts'

export const pathLimits = {
  /** The page that a path leads to is one of them. */
  pages: 20,
  /** Requirements of requirements, and so on. */
  depth: 8,
} as const

/** What stands behind a page is looked through up to here; more than these cannot be required. */
const maxLookedThrough = 200
const maxDependents = 500

/** In the order in which their rows were made. */
export const dependentsOf = (requiredId: string, limit: number = maxDependents): Query<TagRequirement> =>
  defineQuery({ table: tagRequirements, index: ['requiredId', 'tagId'], equals: [requiredId], order: 'ascending', limit })

/** What a reader may be led to. */
const isReadable = ({ state, lensOf, slug }: Tag): boolean => state === 'page' && lensOf === null && slug !== null

/** Those that can be read now: what was deleted comes back with its page. */
export async function requirementsOf(read: Read, tag: Tag): Promise<readonly Tag[]> {
  const ids = tag.requiresIds ?? []
  return ids.length === 0 ? [] : (await read.getMany(tags, ids)).filter(isReadable)
}

const shownDependents = 20
const dependentsRead = 100

/** Pages that require this one, and how many more. */
export async function reliedUponBy(read: Read, tag: Tag): Promise<{ readonly pages: readonly Tag[]; readonly more: number }> {
  const rows = await read.list(dependentsOf(tag.id, dependentsRead))
  const found = rows.length === 0 ? [] : await read.getMany(tags, rows.map(({ tagId }) => tagId)) // oxfmt-ignore
  const pages = found.filter(isReadable)
  return { pages: pages.slice(0, shownDependents), more: Math.max(0, pages.length - shownDependents) }
}

/**
 * The pages to read for this one, each after what it requires, and itself at the end. Of more than
 * fit, those that are nearest to it.
 */
export async function pathTo(read: Read, target: Tag): Promise<readonly Tag[]> {
  const found = new Map([[target.id, target]])
  let level: readonly Tag[] = [target]
  for (let depth = 0; depth < pathLimits.depth && level.length > 0 && found.size < pathLimits.pages; depth += 1) {
    const ids = new Set(level.flatMap(({ requiresIds = [] }) => requiresIds).filter((id) => !found.has(id)))
    const next = ids.size === 0 ? [] : (await read.getMany(tags, [...ids])).filter(isReadable)
    level = next.slice(0, pathLimits.pages - found.size)
    for (const tag of level) found.set(tag.id, tag)
  }
  return inReadingOrder(target, found)
}

function inReadingOrder(target: Tag, among: ReadonlyMap<string, Tag>): readonly Tag[] {
  const path: Tag[] = []
  const seen = new Set<string>()
  const visit = (tag: Tag): void => {
    if (seen.has(tag.id)) return
    seen.add(tag.id)
    for (const id of tag.requiresIds ?? []) {
      const required = among.get(id)
      if (required !== undefined) visit(required)
    }
    path.push(tag)
  }
  visit(target)
  return path
}

/**
 * All that a page requires, also through others and through what is deleted, which may come back.
 * `null`: too many to look through.
 */
export async function allRequiredBy(read: Read, tag: Tag): Promise<ReadonlySet<string> | null> {
  const found = new Set<string>()
  let level = tag.requiresIds ?? []
  while (level.length > 0) {
    for (const id of level) found.add(id)
    if (found.size > maxLookedThrough) return null
    const rows = await read.getMany(tags, level)
    level = [...new Set(rows.flatMap(({ requiresIds = [] }) => requiresIds))].filter((id) => !found.has(id))
  }
  return found
}

/** A page that requires these and no others. */
export function withRequirements({ requiresIds: _before, ...rest }: Tag, ids: readonly string[]): Tag {
  return ids.length === 0 ? rest : { ...rest, requiresIds: [...ids] }
}

/** What is found from the other end says what the page says. */
export async function followRequirements(tx: Transaction, { id: tagId, requiresIds = [] }: Tag, ids: readonly string[]): Promise<void> {
  for (const gone of requiresIds) if (!ids.includes(gone)) await tx.delete(tagRequirements, `${tagId}:${gone}`)
  for (const requiredId of ids) {
    if (!requiresIds.includes(requiredId)) await tx.put(tagRequirements, { id: `${tagId}:${requiredId}`, tagId, requiredId })
  }
}

/**
 * A page leads to another: what required it requires that one, but for the other itself and what
 * stands before it.
 */
export async function moveRequirements(tx: Transaction, fromId: string, toId: string): Promise<void> {
  const dependents = await tx.list(dependentsOf(fromId))
  if (dependents.length === 0) return
  const to = await tx.get(tags, toId)
  const before = to === undefined ? null : await allRequiredBy(tx, to)
  for (const { tagId } of dependents) {
    const tag = await tx.get(tags, tagId)
    if (tag === undefined) continue
    const isFree = tagId !== toId && before !== null && !before.has(tagId)
    const ids = (tag.requiresIds ?? []).flatMap((id) => (id !== fromId ? [id] : isFree ? [toId] : []))
    await followRequirements(tx, tag, ids)
    await tx.put(tags, withRequirements(tag, [...new Set(ids)]))
  }
}
