import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { Doc } from '#shared/text/schema.ts'
import type { Drawer } from '#server/seed/random.ts'
import { dayMs, hourMs } from '#shared/kernel/durations.ts'

/**
 * One state of a page: its text, or what was put in another's place and after it. `h`: hours after
 * the page was made.
 */
const SeedVersion = z.strictObject({
  by: z.string().optional(),
  h: z.number().default(0),
  note: z.string().default(''),
  text: z.string().optional(),
  edits: z.array(z.tuple([z.string(), z.string()])).default([]),
  /** A paragraph at the end. */
  add: z.string().optional(),
})

const SeedPage = z.strictObject({
  key: z.string(),
  name: z.string(),
  /** The name that it was made under, and changed an hour later. */
  was: z.string().optional(),
  by: z.string(),
  daysAgo: z.number(),
  versions: z.array(SeedVersion).min(1),
  /** It is no tag. */
  only: z.boolean().default(false),
  /** A core tag, and its place among them. */
  core: z.int().optional(),
  /** Keys of pages. */
  group: z.string().optional(),
  parent: z.string().optional(),
  requires: z.array(z.string()).default([]),
  mergeInto: z.string().optional(),
  grade: z.int().min(0).max(5).optional(),
  likes: z.int().default(0),
  adminOnly: z.boolean().default(false),
  /** Words on the tab, and the text. */
  summaries: z.array(z.tuple([z.string(), z.string()])).default([]),
  talk: z.array(z.tuple([z.string(), z.number(), z.string()])).default([]),
  /** Keys of flags. */
  flags: z.array(z.string()).default([]),
  /** Places of versions that count for nobody. */
  uncredited: z.array(z.int()).default([]),
  lens: z.strictObject({ title: z.string(), tab: z.string(), sub: z.string(), by: z.string(), h: z.number(), text: z.string() }).optional(),
})

const SeedWiki = z.strictObject({
  flags: z.array(z.strictObject({ key: z.string(), name: z.string(), text: z.string() })),
  pages: z.array(SeedPage),
})
export type SeedWiki = z.infer<typeof SeedWiki>
type SeedPage = SeedWiki['pages'][number]

/** @throws Error naming what is wrong in it. */
export async function readWiki(folder: string): Promise<SeedWiki> {
  const parsed = SeedWiki.safeParse(JSON.parse(await readFile(join(folder, 'wiki.json'), 'utf8')))
  if (!parsed.success) throw new Error(`wiki.json: ${parsed.error.message}`)
  return parsed.data
}

interface MutationCall {
  readonly at: number
  readonly userId: string
  readonly name: string
  readonly args: unknown
}

interface Around {
  readonly now: number
  readonly admin: string
  readonly moderator: string
  readonly draw: Drawer
  readonly idOf: (member: string) => string
  readonly joinedAt: ReadonlyMap<string, number>
  readonly newId: (name: string, at: number) => string
  readonly docOf: (markdown: string) => Doc
  readonly commentOf: (markdown: string) => Doc
}

/** What keepers do about all of the pages, they do at the end. */
const keptBeforeMs = 6 * hourMs

export function wikiMutations({ flags, pages }: SeedWiki, around: Around): readonly MutationCall[] {
  const made = new Map(pages.map((page) => [page.key, { page, ...idsOf(page, around) }]))
  const pageId = (key: string): string => {
    const found = made.get(key)
    if (found === undefined) throw new Error(`no wiki page "${key}" in the example community`)
    return found.id
  }
  const { now, moderator, admin, idOf, newId } = around
  const kept: MutationCall[] = []
  const keep = (name: string, args: unknown, userId = moderator) => kept.push({ at: now - keptBeforeMs + kept.length, userId, name, args })
  const flagId = (key: string): string => newId(`wiki/flag/${key}`, now - keptBeforeMs)
  for (const [order, { key, name, text }] of flags.entries())
    keep('wiki.putFlag', { id: flagId(key), name, text, order, isDeleted: false }, admin)
  // What heads a group stands before what is in it.
  const byRank = [...made.values()].sort((a, b) => Number(b.page.core !== undefined) - Number(a.page.core !== undefined))
  for (const { page, id, revisionIds } of byRank) {
    const set = (field: string, value: unknown) => keep('wiki.setDetail', { id, detail: { field, value } })
    if (page.core !== undefined) set('isCore', true)
    if (page.core !== undefined) set('order', page.core)
    if (page.group !== undefined) set('coreTagId', pageId(page.group))
    if (page.parent !== undefined) set('parentTagId', pageId(page.parent))
    if (page.grade !== undefined) set('grade', page.grade)
    if (page.daysAgo > 30) set('needsReview', false)
    for (const flag of page.flags) keep('wiki.setFlag', { id, flagId: flagId(flag), isOn: true }, idOf('ines'))
    for (const key of page.requires) keep('wiki.setRequirement', { id, requiredId: pageId(key), isOn: true }, idOf('ines'))
    for (const at of page.uncredited) keep('wiki.setCredit', { revisionId: revisionIds[at] ?? '', isCredited: false })
    if (page.adminOnly) keep('wiki.setEditing', { id, isAdminOnly: true }, admin)
    if (page.mergeInto !== undefined)
      keep('wiki.merge', { fromId: id, toId: pageId(page.mergeInto), movesSubTags: true, isRedirected: true })
  }
  return [...pages.flatMap((page) => pageMutations(page, around)), ...kept]
}

function idsOf(page: SeedPage, { now, newId }: Around) {
  const at = Math.floor(now - page.daysAgo * dayMs)
  return { at, id: newId(`wiki/${page.key}`, at), revisionIds: page.versions.map((_, n) => newId(`wiki/${page.key}/${n}`, at)) }
}

function pageMutations(page: SeedPage, around: Around): readonly MutationCall[] {
  const { idOf, newId, docOf, commentOf } = around
  const { at, id, revisionIds } = idsOf(page, around)
  const after = (hours: number): number => Math.floor(at + hours * hourMs)
  const about = { lang: 'en', isWikiOnly: page.only, lensOf: null, name: page.was ?? page.name }
  const mutations: MutationCall[] = []
  let text = ''
  for (const [n, version] of page.versions.entries()) {
    text = nextText(page.key, text, version)
    const args = { id, revisionId: revisionIds[n], ...about, body: docOf(text), note: version.note }
    mutations.push({ at: after(version.h), userId: idOf(version.by ?? page.by), name: 'wiki.publish', args })
  }
  if (page.was !== undefined) mutations.push({ at: after(1), userId: idOf(page.by), name: 'wiki.rename', args: { id, name: page.name } })
  for (const [n, [tabTitle, summary]] of page.summaries.entries()) {
    const args = { id, summaryId: newId(`wiki/${page.key}/summary/${n}`, at), tabTitle, text: summary }
    mutations.push({ at: after(2) + n, userId: idOf(page.by), name: 'wiki.setSummary', args })
  }
  for (const [n, [by, h, said]] of page.talk.entries()) {
    const args = { id: newId(`wiki/${page.key}/talk/${n}`, at), postId: id, parentId: null, body: commentOf(said) }
    mutations.push({ at: after(h), userId: idOf(by), name: 'comments.post', args })
  }
  if (page.lens !== undefined) {
    const { title, tab, sub, by, h, text: said } = page.lens
    const lens = { id: newId(`wiki/${page.key}/lens`, at), revisionId: newId(`wiki/${page.key}/lens/0`, at), lensOf: id }
    const args = { ...about, ...lens, name: title, tabTitle: tab, tabSubtitle: sub, body: docOf(said), note: '' }
    mutations.push({ at: after(h), userId: idOf(by), name: 'wiki.publish', args })
  }
  return [...mutations, ...likeMutations(page, id, at, around)]
}

/** @throws Error when what is to be changed does not stand there once. */
function nextText(key: string, before: string, { text = before, edits, add }: SeedPage['versions'][number]): string {
  let next = text
  for (const [from, to] of edits) {
    if (next.split(from).length !== 2) throw new Error(`wiki page "${key}" has not just one "${from}"`)
    next = next.replace(from, to)
  }
  return add === undefined ? next : `${next}\n\n${add}`
}

function likeMutations(page: SeedPage, id: string, from: number, { now, draw, idOf, joinedAt }: Around): readonly MutationCall[] {
  const others = [...joinedAt].filter(([key, joined]) => key !== page.by && joined < from).map(([key]) => key)
  return draw
    .shuffled(`likes/${page.key}`, others)
    .slice(0, page.likes)
    .map((key) => ({
      at: Math.floor(from + hourMs + draw.fraction(`likes/${page.key}/${key}`) * Math.max(0, now - from - 2 * hourMs)),
      userId: idOf(key),
      name: 'votes.set',
      args: { targetKind: 'post', targetId: id, axis: 'approval', value: 1 },
    }))
}
