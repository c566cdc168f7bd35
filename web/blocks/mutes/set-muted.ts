/** Mutes members, or ends it; fetched with the first press. */
import { memberBySlug } from '#shared/accounts/queries.ts'
import { links } from '#shared/links.ts'
import { setMute } from '#shared/mutes/mutations.ts'
import type { PreviewCard } from '#shared/pages/page-data.ts'
import { currentDevice } from '../../data/device/current.ts'
import { meetSlug } from '../../data/muted.ts'
import { mutate, type Done } from '../mutate.ts'
import type { Muting } from './muting.ts'

export function setMuted({ id, slug }: Muting, isMuted: boolean): Promise<Done> {
  meetSlug(id, slug)
  return mutate(setMute, { mutedId: id, isMuted })
}

/** Of the author of a line in a list; `null`: neither this device nor the server says. */
export async function idOfMember(slug: string): Promise<string | null> {
  const read = currentDevice.get()?.read
  const known = read === undefined ? undefined : await memberBySlug(read, slug)
  if (known !== undefined) return known.id
  try {
    const response = await fetch(links.preview(links.user(slug)), { headers: { accept: 'application/json' } })
    // The server's own answer, of this build's type.
    const card = response.ok ? ((await response.json()) as PreviewCard) : null
    return card?.kind === 'member' ? card.id : null
  } catch {
    return null
  }
}
