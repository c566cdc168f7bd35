/**
 * The example community's published password: who still has it, and how each gets one of its own.
 */
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
import { links } from '#shared/links.ts'
import { newToken } from '#server/features/accounts/tokens.ts'

/** What everyone may know while only this machine can reach the site. */
export const knownPassword = 'lyceum-example'

const ExampleMembers = z.array(z.object({ key: z.string() }))

export interface ExampleAccount {
  readonly userId: string
  readonly userName: string
  readonly passwordHash: string
  readonly email: string
}

/**
 * Accounts of the example community that anybody can sign in to, by the password in the
 * documentation.
 */
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
    if (member && credential)
      found.push({ userId: member.id, userName: member.userName, passwordHash: credential.passwordHash, email: credential.email })
  }
  return found
}

type Issue = Pick<Writer, 'apply'>

/**
 * A link of the site's own form, without its origin, that sets a new password once, within an hour.
 */
export interface PasswordLink {
  readonly userName: string
  readonly path: string
}

/**
 * Ends the sessions of these accounts and puts a password in place of the known one that nobody has
 * ever seen: each is set by its link. No password that we made up is one that somebody signs in
 * with.
 */
export async function endKnownPasswords(store: Pick<Store, 'read'>, writer: Issue, passwords: Passwords): Promise<readonly PasswordLink[]> {
  const accounts = await accountsWithKnownPassword(store, passwords)
  for (const { userId, userName, passwordHash: oldHash } of accounts) {
    const args = { userId, oldHash, passwordHash: await passwords.hash(unseenPassword()), keeps: null }
    const outcome = await writer.apply({ name: 'accounts.changePassword', args, userId: null, source: 'server' })
    if (outcome.kind !== 'applied') throw new Error(`the password of ${userName} could not be changed`)
  }
  return passwordLinks(writer, accounts)
}

export const unseenPassword = (): string => randomBytes(32).toString('base64url')

/** For those of them that there are; earlier links of theirs end. */
export async function passwordLinksFor(
  store: Pick<Store, 'read'>,
  writer: Issue,
  userNames: readonly string[],
): Promise<readonly PasswordLink[]> {
  return passwordLinks(writer, await store.read((read) => accountsNamed(read, userNames)))
}

async function passwordLinks(writer: Issue, accounts: readonly ExampleAccount[]): Promise<readonly PasswordLink[]> {
  const made: PasswordLink[] = []
  for (const { userId, userName, email } of accounts) {
    const { token, hash } = newToken()
    const args = { tokenHash: hash, kind: 'resetPassword', userId, email }
    const outcome = await writer.apply({ name: 'accounts.issueEmailToken', args, userId: null, source: 'server' })
    if (outcome.kind !== 'applied') throw new Error(`no link could be made for ${userName}`)
    made.push({ userName, path: links.resetPassword(token) })
  }
  return made
}

/** What the operator reads when a public site has such accounts. */
export function knownPasswordProblem(accounts: readonly ExampleAccount[]): string {
  const [first, ...others] = accounts.map(({ userName }) => userName)
  const who = others.length === 0 ? `The example account ${first} has` : `The example account ${first} and ${others.length} more have`
  return (
    `The site was not started: SITE_URL or HOST lets others reach it, and anybody could sign in. ${who} the published example password.\n` +
    'Run "npm run example-passwords" with the same settings: each of these accounts gets a link, shown once, that sets a password of its own.\n' +
    'Or start with another, empty DATA_DIR or DATABASE_URL.'
  )
}
