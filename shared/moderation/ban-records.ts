/** How a ban begins and ends, for any mutation that asks: rules and records are the mutation's. */
import type { Member } from '../accounts/schema.ts'
import type { MutationContext } from '../kernel/mutation.ts'
import { endSessionsOf } from '../accounts/credential-records.ts'
import { members } from '../accounts/schema.ts'
import { signedIn } from '../kernel/mutation.ts'
import { banOn } from './measure-queries.ts'
import { bans } from './measure-schema.ts'

export async function putBan(
  { tx, now, viewer }: MutationContext,
  member: Member,
  ban: { readonly until: number; readonly publicReason: string; readonly privateNote: string },
): Promise<void> {
  const present = await banOn(tx, member.id, now)
  const byUserId = signedIn(viewer).userId
  if (present !== undefined) await tx.put(bans, { ...present, endsAt: now })
  const id = `${member.id}:${now}`
  await tx.put(bans, { ...ban, id, userId: member.id, at: now, byUserId, liftedAt: null, liftedById: null, endsAt: ban.until })
  await tx.put(members, { ...member, bannedUntil: ban.until })
  await endSessionsOf(tx, member.id, now, null)
}

export async function liftBan({ tx, now, viewer }: MutationContext, member: Member): Promise<void> {
  const present = await banOn(tx, member.id, now)
  if (present !== undefined) await tx.put(bans, { ...present, liftedAt: now, liftedById: signedIn(viewer).userId, endsAt: now })
  await tx.put(members, { ...member, bannedUntil: null })
}
