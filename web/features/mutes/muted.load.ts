import { memberCards } from '#shared/accounts/queries.ts'
import { mutesOf } from '#shared/mutes/queries.ts'
import type { PageData } from '#shared/pages/page-data.ts'
import type { Loads } from '../../app/route.ts'
import { needsSignIn } from '../../data/answer.ts'

/** `/muted`: whom a member has muted, last muted first. */
export async function loadMuted({ read, viewer }: PageData) {
  if (viewer.kind === 'visitor') throw needsSignIn()
  const found = await read.list(mutesOf(viewer.userId))
  const cards = await memberCards(
    read,
    found.map(({ mutedId }) => mutedId),
  )
  return {
    head: { title: 'Muted members' },
    muted: found.map(({ mutedId, changedAt }) => {
      const card = cards.get(mutedId)
      return { id: mutedId, name: card?.name ?? null, slug: card?.slug ?? '', at: changedAt }
    }),
  }
}

export const loads: Loads = { '/muted': loadMuted }
