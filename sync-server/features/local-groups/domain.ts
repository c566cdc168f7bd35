import type { FormTools } from '#server/http/form-tools.ts'
import { formFor } from '#server/http/form-for.ts'
import { newId } from '#server/http/new-id.ts'
import { typedList } from '#server/http/typed-list.ts'
import { docOf } from '#server/http/typed-text.ts'
import { memberByAddress } from '#shared/accounts/queries.ts'
import { links } from '#shared/links.ts'
import { typedDegrees } from '#shared/local-groups/coordinates.ts'
import { makeGroupPost, takeOutOfGroup } from '#shared/local-groups/group-post-mutations.ts'
import { putMapPoint, putMemberPlace, removeMapPoint, removeMemberPlace } from '#shared/local-groups/member-place-mutations.ts'
import { putLocalGroup, removeLocalGroup } from '#shared/local-groups/mutations.ts'
import { localGroupLimits, localGroups } from '#shared/local-groups/schema.ts'
import { defineServerDomain, textsIn } from '../define-server-domain.ts'
import { groupPostNews, organizerNews } from './news.ts'
import { groupTriggers } from './triggers.ts'
import { typedTown } from '#server/search/towns/typed-town.ts'

const degrees = { latitude: typedDegrees, longitude: typedDegrees }
const placeTab = (): string => links.account('place')

/** User names, or addresses of profiles. A name that is nobody's stays as it is, and is refused. */
async function organizersIn(store: FormTools['store'], typed: string): Promise<readonly string[]> {
  const names = typedList(typed, /[,\n]/u).slice(0, localGroupLimits.organizers + 1)
  const ids = await store.read((read) =>
    Promise.all(
      names.map(async (name) => {
        const address = /\/users\/([^/?#]+)/u.exec(name)?.[1] ?? name.replace(/^@/u, '')
        return (await memberByAddress(read, address))?.id ?? name
      }),
    ),
  )
  return [...new Set(ids)]
}

export const localGroupsOnServer = defineServerDomain({
  forms: [
    (tools: FormTools) =>
      formFor(putLocalGroup, {
        fields: { organizerIds: 'organizers', body: 'markdown' },
        read: {
          organizerIds: (typed) => organizersIn(tools.store, typed),
          ...degrees,
          links: (typed) => typedList(typed, /\s+/u),
          body: (typed) => docOf(typed, 'essay'),
        },
        extra: typedTown,
        makes: { what: 'localGroups', alike: ['name', 'location'] },
        to: ({ id }) => links.localGroup(id),
      })(tools),
    formFor(makeGroupPost, {
      read: { revisionId: () => newId(Date.now()) },
      makes: { what: 'groupPosts', alike: ['title', 'groupId'] },
      to: ({ id }) => links.editPost(id),
    }),
    formFor(takeOutOfGroup, { to: ({ id }) => links.post({ id, slug: null }) }),
    formFor(putMemberPlace, { read: degrees, extra: typedTown, to: placeTab }),
    formFor(removeMemberPlace, { to: placeTab }),
    formFor(putMapPoint, { read: degrees, extra: typedTown, to: placeTab }),
    formFor(removeMapPoint, { to: placeTab }),
    formFor(removeLocalGroup, { to: () => links.allLocalGroups() }),
  ],
  triggers: groupTriggers,
  news: [organizerNews, groupPostNews],
  texts: [textsIn(localGroups, ['createdAt'])],
})
