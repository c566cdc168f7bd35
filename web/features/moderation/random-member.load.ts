import type { Member } from '#shared/accounts/schema.ts'
import { karmaStats, members } from '#shared/accounts/schema.ts'
import { dayMs } from '#shared/kernel/durations.ts'
import { defineQuery } from '#shared/kernel/query.ts'
import type { Read } from '#shared/kernel/transaction.ts'
import { links } from '#shared/links.ts'
import { lastActive } from '#shared/moderation/active-members.ts'
import { mayAct } from '#shared/moderation/measure-rules.ts'
import type { PageData } from '#shared/pages/page-data.ts'
import type { LoadRequest } from '../../app/route.ts'
import { pickOf } from '../../blocks/pick-of.ts'
import { authorizePage, elsewhere } from '../../data/answer.ts'

const authorWithinMs = 30 * dayMs
const authors = 500
/** Members in a row that are looked through for one that will do. */
const inRow = 200

const kinds = ['member', 'author', 'reader'] as const
type Kind = (typeof kinds)[number]

/**
 * `/admin/random-user`: three ways to come upon somebody. `?of=` leads on, to another one each
 * time; where there is none, the page says so.
 */
export async function loadRandomMember({ read, viewer, now }: PageData, { url }: LoadRequest) {
  authorizePage(mayAct(viewer, 'listMembers'))
  const asked = kinds.find((kind) => kind === url.searchParams.get('of'))
  if (asked !== undefined) {
    const found = await someMember(read, asked, now)
    if (found !== undefined) throw elsewhere(links.user(found.slug))
  }
  return { head: { title: 'Random member', robots: 'noindex' as const }, isNobody: asked !== undefined }
}

async function someMember(read: Read, kind: Kind, now: number): Promise<Member | undefined> {
  if (kind === 'author') {
    const recent = (await lastActive(read, authors)).filter(({ lastAt }) => lastAt >= now - authorWithinMs)
    const there = (
      await read.getMany(
        members,
        recent.map(({ id }) => id),
      )
    ).filter(isThere)
    return there.length === 0 ? undefined : there[pickOf(now, there.length)]
  }
  const count = await read.count(joined(0))
  if (count === 0) return undefined
  const from = pickOf(now, count)
  // From there on, else from the beginning.
  for (const offset of [from, 0]) {
    const some = (await read.list(joined(offset))).filter(isThere)
    if (kind === 'member' && some.length > 0) return some[0]
    const stats = new Map(
      (
        await read.getMany(
          karmaStats,
          some.map(({ id }) => id),
        )
      ).map((one) => [one.id, one]),
    )
    const reader = some.find(({ id }) => (stats.get(id)?.postCount ?? 0) + (stats.get(id)?.commentCount ?? 0) === 0)
    if (reader !== undefined) return reader
  }
  return undefined
}

const isThere = ({ isDeactivated }: Member): boolean => !isDeactivated

const joined = (offset: number) =>
  defineQuery({ table: members, index: ['joinedAt'], equals: [], order: 'ascending', limit: inRow, offset })
