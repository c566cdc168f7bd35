import type { Read } from '../kernel/transaction.ts'
import type { MailedSignIn } from './mailed-sign-in-schema.ts'
import type { Credential } from './schema.ts'
import { defineQuery } from '../kernel/query.ts'
import { claimsOf, credentialByEmail } from './credential-records.ts'
import { mailedSignIns } from './mailed-sign-in-schema.ts'

export async function mailedSignInByLink(read: Read, linkHash: string, now: number): Promise<MailedSignIn | undefined> {
  const [found] = await read.list(
    defineQuery({ table: mailedSignIns, index: ['linkHash'], equals: [linkHash], order: 'ascending', limit: 1 }),
  )
  return found !== undefined && found.expiresAt > now ? found : undefined
}

/**
 * The account that a mail to this address signs in to: who has proved the address, else of those
 * that claim it the one this browser has signed in to, else the newest.
 */
export async function accountOfAddress(
  read: Read,
  email: string,
  isKnownHere: (credential: Credential) => boolean,
): Promise<Credential | undefined> {
  const holder = await credentialByEmail(read, email)
  if (holder !== undefined) return holder
  const claims = await claimsOf(read, email)
  return claims.find((claim) => isKnownHere(claim)) ?? claims.at(-1)
}
