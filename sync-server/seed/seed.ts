import type { ApplyRequest } from '#server/sync/apply.ts'
import type { Outcome } from '#shared/kernel/mutation.ts'
import type { SeedMember } from '#server/seed/read-community.ts'
import { drawer } from '#server/seed/random.ts'
import { readCommunity } from '#server/seed/read-community.ts'
import { memberId, scriptOf } from '#server/seed/script.ts'
import { dayMs } from '#shared/kernel/durations.ts'

export interface SeedDeps {
  apply(request: ApplyRequest): Promise<Outcome>
  hashPassword(password: string): Promise<string>
  /** The moment the community is seen from; everything happened before it. */
  readonly now: number
  /** The password of every example member. */
  readonly password: string
  /** Who sign in, without what they have written: for tests of their accounts. */
  readonly onlyMembers?: boolean
  onProgress?(done: number, all: number): void
}

export interface SeedReport {
  readonly members: readonly { readonly userName: string; readonly name: string; readonly role: string }[]
  readonly posts: number
  readonly comments: number
  readonly votes: number
  /** Who joined first. */
  readonly adminId: string
}

/** Mutations on their way to the writer at a time; they are applied in the order sent. */
const inFlight = 200

/**
 * Fills an empty store with the example community by replaying its members' mutations through the
 * real core, at their own times.
 * @throws Error at the first mutation that is refused: the example community obeys the rules.
 */
export async function seedExampleCommunity(deps: SeedDeps): Promise<SeedReport> {
  const draw = drawer('lyceum')
  const community = await readCommunity()
  const passwordHash = await deps.hashPassword(deps.password)
  const must = async (request: ApplyRequest, isOperator = true): Promise<void> => {
    const outcome = await deps.apply({ ...request, isOperator })
    if (outcome.kind === 'applied') return
    const why = outcome.kind === 'rejected' ? outcome.error.message : 'too fast'
    throw new Error(`the example community was refused ${request.name}: ${why} (${JSON.stringify(request.args).slice(0, 300)})`)
  }
  // Who joined first is the administrator, and has given everybody their roles.
  let admin: string | undefined
  for (const member of community.members.toSorted((a, b) => b.daysAgo - a.daysAgo)) {
    const joinedAt = Math.floor(deps.now - member.daysAgo * dayMs)
    const userId = memberId(member.key, joinedAt, draw)
    await must(registration(userId, member, passwordHash, joinedAt))
    await must({
      name: 'accounts.setRoles',
      args: { userId, isAdmin: member.isAdmin, groups: member.groups },
      userId: (admin ??= userId),
      source: 'server',
      now: joinedAt,
    })
  }
  const script = deps.onlyMembers === true ? [] : scriptOf(community, deps.now, draw)
  for (let at = 0; at < script.length; at += inFlight) {
    const part = script.slice(at, at + inFlight)
    await Promise.all(
      part.map((mutation) =>
        must(
          { name: mutation.name, args: mutation.args, userId: mutation.userId, source: 'server', now: mutation.at },
          mutation.asMember !== true,
        ),
      ),
    )
    deps.onProgress?.(Math.min(at + inFlight, script.length), script.length)
  }
  const count = (name: string): number => script.filter((mutation) => mutation.name === name).length
  return {
    members: community.members.map((member) => ({
      userName: member.key,
      name: member.name,
      role: member.isAdmin ? 'admin' : (member.groups[0] ?? 'member'),
    })),
    posts: count('posts.publish'),
    comments: count('comments.post') + count('comments.postQuickTake') + count('comments.postReview'),
    votes: count('votes.set'),
    adminId: admin ?? '',
  }
}

function registration(userId: string, member: SeedMember, passwordHash: string, joinedAt: number): ApplyRequest {
  return {
    name: 'accounts.register',
    args: {
      userId,
      userName: member.key,
      displayName: member.name,
      email: `${member.key}@example.org`,
      isEmailVerified: true,
      passwordHash,
      firstIsAdmin: true,
      reservedNames: [],
      bio: member.bio,
    },
    userId: null,
    source: 'server',
    now: joinedAt,
  }
}
