/** The example community's published password: who still has it, and how each gets a secret one. */
import { readFile } from 'node:fs/promises'
import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { Read } from '#shared/kernel/transaction.ts'
import type { Passwords } from '#server/features/accounts/passwords.ts'
import type { Store } from '#server/store/port.ts'
import type { Writer } from '#server/sync/writer.ts'
import { nameSkeleton } from '#shared/accounts/names.ts'
import { credentials, members } from '#shared/accounts/schema.ts'
import { defineQuery } from '#shared/kernel/query.ts'

/** What everyone may know while only this machine can reach the site. */
export const knownPassword = 'lyceum-example'

const ExampleMembers = z.array(z.object({ key: z.string() }))

export interface ExampleAccount {
  readonly userId: string
  readonly userName: string
  readonly passwordHash: string
}

/** Accounts of the example community that anybody can sign in to, by the password in the documentation. */
export async function accountsWithKnownPassword(store: Pick<Store, 'read'>, passwords: Passwords): Promise<readonly ExampleAccount[]> {
  const text = await readFile(new URL('community/members.json', import.meta.url), 'utf8')
  const userNames = ExampleMembers.parse(JSON.parse(text)).map(({ key }) => key)
  const accounts = await store.read((read) => accountsNamed(read, userNames))
  // All were given one hash, so that there is one to try; those since changed have their own.
  const isKnown = new Map<string, boolean>()
  for (const { passwordHash } of accounts) {
    if (!isKnown.has(passwordHash)) isKnown.set(passwordHash, (await passwords.verify(knownPassword, passwordHash)).isRight)
  }
  return accounts.filter(({ passwordHash }) => isKnown.get(passwordHash) === true)
}

async function accountsNamed(read: Read, userNames: readonly string[]): Promise<readonly ExampleAccount[]> {
  const found: ExampleAccount[] = []
  for (const userName of userNames) {
    const equals = [nameSkeleton(userName)]
    const [member] = await read.list(defineQuery({ table: members, index: ['userNameKey'], equals, order: 'ascending', limit: 1 }))
    const credential = member && (await read.get(credentials, member.id))
    if (member && credential) found.push({ userId: member.id, userName: member.userName, passwordHash: credential.passwordHash })
  }
  return found
}

/** Gives each of these accounts a random password and ends its sessions. @returns the passwords, which are stored nowhere. */
export async function changeKnownPasswords(
  store: Pick<Store, 'read'>,
  writer: Pick<Writer, 'apply'>,
  passwords: Passwords,
): Promise<readonly { readonly userName: string; readonly password: string }[]> {
  const changed: { userName: string; password: string }[] = []
  for (const { userId, userName, passwordHash: oldHash } of await accountsWithKnownPassword(store, passwords)) {
    const password = randomBytes(12).toString('base64url')
    const args = { userId, oldHash, passwordHash: await passwords.hash(password), keeps: null }
    const outcome = await writer.apply({ name: 'accounts.changePassword', args, userId: null, source: 'server' })
    if (outcome.kind !== 'applied') throw new Error(`the password of ${userName} could not be changed`)
    changed.push({ userName, password })
  }
  return changed
}

/** What the operator reads when a public site has such accounts. */
export function knownPasswordProblem(accounts: readonly ExampleAccount[]): string {
  const [first, ...others] = accounts.map(({ userName }) => userName)
  const who = others.length === 0 ? `The example account ${first} has` : `The example account ${first} and ${others.length} more have`
  return (
    `The site was not started: SITE_URL or HOST lets others reach it, and anybody could sign in. ${who} the published example password.\n` +
    'Run "npm run example-passwords" with the same settings: each of these accounts gets a random password, which is shown once.\n' +
    'Or start with another, empty DATA_DIR or DATABASE_URL.'
  )
}
