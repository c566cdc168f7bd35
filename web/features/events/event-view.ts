import { isOver } from '#shared/events/rules.ts'
import type { Event } from '#shared/events/schema.ts'
import type { Query } from '#shared/kernel/query.ts'
import { links } from '#shared/links.ts'
import { localGroups } from '#shared/local-groups/schema.ts'
import type { PageData } from '#shared/pages/page-data.ts'
import { pictureSrcset } from '#shared/pictures/address.ts'
import type { Post } from '#shared/posts/schema.ts'
import { posts } from '#shared/posts/schema.ts'
import { timesOf } from '../../blocks/events/event-times.ts'
import { placeOf } from '../../blocks/events/place-words.ts'

export type EventLine = Awaited<ReturnType<typeof eventLines>>[number]

/** Those of a list, as they are shown there, in its order. @param isShown which of them */
export async function eventLines(data: PageData, query: Query<Event>, isShown?: (post: Post) => boolean) {
  return linesOf(data, await data.read.list(query), isShown)
}

/** These, in their order. */
export async function linesOf({ read, now }: PageData, found: readonly Event[], isShown: (post: Post) => boolean = () => true) {
  const postsById = new Map(
    (
      await read.getMany(
        posts,
        found.map(({ id }) => id),
      )
    ).map((post) => [post.id, post]),
  )
  const shown = found.flatMap((event) => {
    const post = postsById.get(event.id)
    return post === undefined || !isShown(post) ? [] : [{ event, post }]
  })
  const groupIds = [...new Set(shown.flatMap(({ event: { groupId } }) => (groupId === null ? [] : [groupId])))]
  const groups = new Map((await read.getMany(localGroups, groupIds)).map(({ id, name }) => [id, name]))
  return shown.map(({ event, post }) => lineOf(event, post, groups.get(event.groupId ?? '') ?? null, now))
}

/** Above its page, and small in lists; `null`: none. */
export function pictureOf({ pictureUrl, pictureAlt = '', pictureWidth = null }: Event) {
  const src = pictureUrl ?? null
  return src === null ? null : { src, alt: pictureAlt, srcset: pictureSrcset(src, pictureWidth) }
}

export const titleOf = ({ title }: Post): string => (title === '' ? 'Untitled' : title)

function lineOf(event: Event, post: Post, group: string | null, now: number) {
  const { id, isCancelled, groupId } = event
  return {
    ...{ id, title: titleOf(post), href: links.post(post), times: timesOf(event), place: placeOf(event) },
    ...{
      isCancelled,
      isOver: isOver(event, now),
      picture: pictureOf(event),
      group,
      groupHref: groupId === null ? null : links.localGroup(groupId),
    },
  }
}
