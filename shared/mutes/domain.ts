import { defineDomain, facesOf, inOutbox } from '../kernel/domain.ts'
import { links } from '../links.ts'
import { setMute } from './mutations.ts'
import { mutes } from './schema.ts'

export const mutesDomain = defineDomain({
  tables: [mutes],
  mutations: [setMute],
  // Lists and cards name their authors by slug: the member who muted needs to know it.
  faces: [facesOf(mutes, ({ mutedId }) => [mutedId])],
  outboxWords: [
    inOutbox(setMute, ({ isMuted }) => ({
      what: isMuted ? 'Muting a member' : 'Unmuting a member',
      about: { kind: 'page', href: links.muted() },
    })),
  ],
})
