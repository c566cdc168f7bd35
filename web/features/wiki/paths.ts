import { links } from '#shared/links.ts'
import type { PageData } from '#shared/pages/page-data.ts'
import { nameOfTag } from '#shared/wiki/page-queries.ts'
import { pathTo, reliedUponBy, requirementsOf } from '#shared/wiki/requirements.ts'
import type { Tag } from '#shared/wiki/schema.ts'
import { holderOf } from '#shared/wiki/slugs.ts'
import { elsewhere } from '../../data/answer.ts'

/**
 * What to know before a page, where its path begins, and what builds on it; of each what there is:
 * most pages have none, and go out without a byte of it.
 */
export async function requirementsView(data: PageData, page: Tag) {
  const requires = await requirementsOf(data.read, page)
  const [first] = requires.length === 0 ? [] : await pathTo(data.read, page)
  // A device does not know what builds on a page.
  const { pages, more } = data.isOfDevice === true ? noPages : await reliedUponBy(data.read, page)
  return {
    ...(requires.length > 0 && { requires: requires.map(nameOfTag) }),
    ...(first !== undefined && first.id !== page.id && { start: stepTo(first, page) }),
    ...(pages.length > 0 && { reliedUpon: { pages: pages.map(nameOfTag), more } }),
  }
}

const noPages = { pages: [], more: 0 }

/**
 * `?pathId=`: where on the path to that page this one is. `null`: it is not on it, or there is no
 * such path.
 */
export async function stepOf({ read }: PageData, page: Tag, { searchParams }: URL) {
  const slug = searchParams.get('pathId')
  const target = slug === null || slug === '' ? undefined : await holderOf(read, slug)
  if (target === undefined || target.state !== 'page' || target.lensOf !== null) return null
  const path = await pathTo(read, target)
  const at = path.findIndex(({ id }) => id === page.id)
  if (at === -1 || path.length === 1) return null
  const [previous, next] = [path[at - 1], path[at + 1]]
  return {
    at: at + 1,
    of: path.length,
    target: nameOfTag(target),
    isLast: target.id === page.id,
    previous: previous === undefined ? null : { name: previous.name, href: stepTo(previous, target) },
    next: next === undefined ? null : { name: next.name, href: stepTo(next, target) },
  }
}

export type StepView = NonNullable<Awaited<ReturnType<typeof stepOf>>>

/**
 * `?startPath`: the first page of the path to this one, but for who is on a path already.
 *
 * @throws PageMoved
 */
export async function leadToStart({ read }: PageData, page: Tag, { searchParams }: URL): Promise<void> {
  if (!searchParams.has('startPath') || searchParams.has('pathId') || page.state !== 'page') return
  const [first] = await pathTo(read, page)
  if (first !== undefined && first.id !== page.id) throw elsewhere(stepTo(first, page))
}

const stepTo = (step: Tag, target: Tag): string => links.wiki(step.slug ?? step.id, { pathId: target.slug ?? target.id })
