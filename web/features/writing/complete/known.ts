import { isId } from '#shared/kernel/ids.ts'
import { defineQuery } from '#shared/kernel/query.ts'
import { members } from '#shared/accounts/schema.ts'
import type { Member } from '#shared/accounts/schema.ts'
import { links } from '#shared/links.ts'
import { posts } from '#shared/posts/schema.ts'
import { pagesByLikes } from '#shared/wiki/page-queries.ts'
import type { Post } from '#shared/posts/schema.ts'
import type { Device } from '../../../data/device/device-api.ts'
import { memberNamed } from '../editor-panel/member-named.ts'
import type { Choice } from './choices.ts'
import { fieldOf, pageAnswer } from '../page-answer.ts'
import { compareNames } from '#shared/text/compare-names.ts'
import { kindFacts } from '#shared/posts/kinds.ts'

/**
 * Members, posts and pages of the wiki that may be meant: those of this device first, without a
 * network; what the server adds comes later, or not at all.
 */
const maxRead = 2_000

export async function localMembers({ read }: Device): Promise<readonly Choice[]> {
  const found = await read.list(
    defineQuery<Member>({ table: members, index: ['joinedAt'], equals: [], order: 'descending', limit: maxRead }),
  )
  return found
    .filter(({ isDeactivated }) => !isDeactivated)
    .map(({ displayName, slug, userName }) => memberChoice({ name: displayName, slug, userName }))
    .toSorted((a, b) => compareNames(a.label, b.label))
}

/** Pages of the wiki, the best-liked first. */
export async function localPages({ read }: Device): Promise<readonly Choice[]> {
  const found = await read.list(pagesByLikes(maxRead))
  return found.flatMap(({ name, slug, shortName }) => (slug === null ? [] : [pageChoice({ name, slug, shortName })]))
}

/** Those whose name has these words, at the server. */
export async function remotePages(typed: string): Promise<readonly Choice[]> {
  return pagesIn(await pageAnswer(links.wikiTags({ q: typed })))
}

/** A core tag heads its group, and stands in none. */
export function pagesIn(answer: unknown): readonly Choice[] {
  const found = listAt(fieldOf(answer, 'page'), 'groups').flatMap((group) => [
    { name: textAt(group, 'title'), href: textAt(group, 'href') },
    ...listAt(group, 'lines').map((line) => ({ name: textAt(line, 'name'), href: textAt(line, 'href') })),
  ])
  const pages = found.flatMap(({ name, href }) => {
    const slug = slugIn(href)
    return name === '' || slug === null ? [] : [pageChoice({ name, slug, shortName: '' })]
  })
  return joined([], pages)
}

/** The last part of a page's address, as a mention keeps it. */
function slugIn(href: string): string | null {
  const last = /^\/w\/([^/?#]+)$/u.exec(href)?.[1]
  return last === undefined ? null : decodeURIComponent(last)
}

/** The newest first. */
export async function localPosts({ read }: Device): Promise<readonly Choice[]> {
  const found = await read.list(
    defineQuery<Post>({ table: posts, index: ['status', 'publishedAt'], equals: ['published'], order: 'descending', limit: maxRead }),
  )
  return found.filter((post) => !kindFacts(post).isInWiki && post.isUnlisted !== true).map(({ id, title }) => postChoice(id, title))
}

/** The site's newest posts and who wrote them, as far as one page of them goes. */
export async function remoteNewest(): Promise<{ readonly post: readonly Choice[]; readonly member: readonly Choice[] }> {
  const page = fieldOf(await pageAnswer(links.allPosts({ timeframe: 'allTime', sortedBy: 'new', limit: 200 })), 'page')
  const rows = listAt(page, 'blocks').flatMap((block) => listAt(block, 'rows'))
  const post = rows.flatMap((row) => {
    const [id, title] = [textAt(row, 'id'), textAt(row, 'title')]
    return isId(id) && title !== '' ? [postChoice(id, title)] : []
  })
  const member = rows
    .flatMap((row) => listAt(row, 'authors'))
    .flatMap((author) => {
      const [name, slug] = [textAt(author, 'name'), textAt(author, 'slug')]
      return name === '' || slug === '' ? [] : [memberChoice({ name, slug, userName: slug })]
    })
  return { post, member: joined([], member) }
}

/** Whoever has exactly this user name. */
export async function remoteMember(device: Device, typed: string): Promise<readonly Choice[]> {
  const found = await memberNamed(device, typed)
  return typeof found === 'string' ? [] : [memberChoice({ name: found.name, slug: found.slug, userName: typed })]
}

/** Each once; those of the first list stay where they are. */
export function joined(first: readonly Choice[], more: readonly Choice[]): readonly Choice[] {
  const known = new Set<string>()
  return [...first, ...more].filter((choice) => {
    const isNew = !known.has(keyOf(choice))
    known.add(keyOf(choice))
    return isNew
  })
}

const keyOf = (choice: Choice): string => (choice.kind === 'block' ? choice.label : `${choice.kind} ${choice.id}`)

function memberChoice({ name, slug, userName }: { readonly name: string; readonly slug: string; readonly userName: string }): Choice {
  return { kind: 'member', label: name, hint: userName === name ? '' : userName, words: [userName, slug], id: slug }
}

function pageChoice({ name, slug, shortName }: { readonly name: string; readonly slug: string; readonly shortName: string }): Choice {
  return { kind: 'wiki', label: name, hint: 'Wiki', words: shortName === '' ? [] : [shortName], id: slug }
}

function postChoice(id: string, title: string): Choice {
  return { kind: 'post', label: title, hint: '', words: [], id }
}

function textAt(value: unknown, name: string): string {
  const text = fieldOf(value, name)
  return typeof text === 'string' ? text : ''
}

function listAt(value: unknown, name: string): readonly unknown[] {
  const list = fieldOf(value, name)
  return Array.isArray(list) ? list : []
}
