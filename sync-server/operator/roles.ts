/**
 * `npm run roles -- MEMBER [--admin yes|no] [--groups moderators,trusted] [--second-factor off]`:
 * shows a member's roles, or sets them. Until the admin pages are there.
 */
import '#server/runtime-guard.ts'
import { parseArgs } from 'node:util'
import type { Member } from '#shared/accounts/schema.ts'
import { members } from '#shared/accounts/schema.ts'
import { defineQuery } from '#shared/kernel/query.ts'
import { groups } from '#shared/kernel/viewer.ts'
import { atConsole, giveUp, memberByUserName } from './console.ts'

const { values, positionals } = parseArgs({
  options: { admin: { type: 'string' }, groups: { type: 'string' }, 'second-factor': { type: 'string' } },
  allowPositionals: true,
})
const secondFactor = values['second-factor']
const [userName] = positionals
if (userName === undefined) giveUp('Usage: npm run roles -- MEMBER [--admin yes|no] [--groups moderators,trusted] [--second-factor off]')
if (values.admin !== undefined && values.admin !== 'yes' && values.admin !== 'no') giveUp('--admin is "yes" or "no".')
if (secondFactor !== undefined && secondFactor !== 'off') giveUp('--second-factor is "off": members turn it on themselves.')
const named = values.groups
  ?.split(',')
  .map((name) => name.trim())
  .filter(Boolean)
const chosen = named && groups.filter((group) => named.includes(group))
if (named && chosen && chosen.length !== named.length) giveUp(`--groups takes ${groups.join(', ')}.`)

await atConsole(async ({ store, writer }) => {
  const member = await memberByUserName(store, userName)
  if (member === undefined) giveUp(`Nobody here has the user name ${userName}.`)
  if (values.admin !== undefined || chosen !== undefined) {
    // The rule asks for an admin's mutation; whoever sits at the console acts in the name of one.
    const everyone = defineQuery({ table: members, index: ['joinedAt'], equals: [], order: 'ascending', limit: 10_000 })
    const admin = (await store.read((read) => read.list(everyone))).find((candidate) => candidate.isAdmin)
    if (admin === undefined) giveUp('There is no administrator yet: the link in the log of the first start makes one.')
    const isAdmin = values.admin === undefined ? member.isAdmin : values.admin === 'yes'
    const args = { userId: member.id, isAdmin, groups: chosen ?? member.groups }
    const outcome = await writer.apply({ name: 'accounts.setRoles', args, userId: admin.id, source: 'server', isOperator: true })
    if (outcome.kind === 'rejected')
      giveUp(outcome.error.code === 'conflict' ? 'Nobody would be left who is an administrator.' : outcome.error.message)
  }
  if (secondFactor === 'off')
    await writer.apply({ name: 'accounts.removeSecondFactor', args: { userId: member.id }, userId: null, source: 'server' })
  const now = await memberByUserName(store, userName)
  if (now !== undefined) console.log(rolesOf(now))
})

function rolesOf(member: Member): string {
  const roles = [...(member.isAdmin ? ['admin'] : []), ...member.groups]
  return `${member.displayName} (${member.userName}): ${roles.length === 0 ? 'member' : roles.join(', ')}`
}
