import * as z from 'zod/mini'
import type { Credential, Member } from './schema.ts'
import { AppError, authorize } from '../kernel/errors.ts'
import { Id, isDistinct, line, prose, Time } from '../kernel/fields.ts'
import { defineMutation, signedIn } from '../kernel/mutation.ts'
import { WebAddress } from '../posts/fields.ts'
import { getOrThrow } from '../kernel/transaction.ts'
import { groups, isStaff, visitor } from '../kernel/viewer.ts'
import { endSessionsOf, usableToken } from './credential-records.ts'
import { claimKeyOf, Email, emailKeyOf } from './email.ts'
import { Hash, PasswordHash } from './fields.ts'
import { liftBan, putBan } from '../moderation/ban-records.ts'
import { isNewMember } from '../moderation/new-members.ts'
import { raise } from '../moderation/record.ts'
import { freeSlug, hasAdminBeside, requireNameIsFree, isFirstMember, putAs, userNameRefusal } from './member-names.ts'
import { DisplayName, isReservedName, nameSkeleton, UserName } from './names.ts'
import { accountLimits, canEditProfile, canEndSessionsOf, canSetRoles, displayNameChangeMs } from './rules.ts'
import { credentials, emailTokens, members } from './schema.ts'

/**
 * Accounts, names, roles and bans. Signing in is in sign-in-mutations.ts.
 */

const Bio = prose(accountLimits.bio)
// As long as the form's whole field; of one that is too long for a link the refusal names `links`.
const Links = z.array(z.string().check(z.maxLength(4_000))).check(
  z.maxLength(accountLimits.links),
  z.refine((links) => isDistinct(links) && links.every(isOwnLink), 'not links'),
)

// As with links: a refusal names the field.
const Interests = z.array(line(0, 4_000)).check(
  z.maxLength(accountLimits.interests.most),
  z.refine((all) => isDistinct(all) && all.every(isInterest), 'not interests'),
)

const isInterest = ({ length }: string): boolean => length > 0 && length <= accountLimits.interests.length

/**
 * An address of the web over https; without a name before the host, which would show as another,
 * and without what Markdown would end at.
 */
function isOwnLink(url: string): boolean {
  return WebAddress.safeParse(url).success && /^https:\/\/[^/?#@]+(?:[/?#]|$)/u.test(url) && !/[<>"`]/u.test(url)
}

/**
 * Makes an account. Its address stays a claim until it is proved. The first account of a deployment
 * becomes its administrator where `firstIsAdmin` says so. @throws AppError 'taken' with 'userName'
 * or 'email'; 'invalid' with the field.
 */
export const register = defineMutation({
  name: 'accounts.register',
  from: 'server',
  args: z.strictObject({
    userId: Id,
    userName: UserName,
    displayName: DisplayName,
    email: Email,
    isEmailVerified: z.boolean(),
    passwordHash: PasswordHash,
    firstIsAdmin: z.boolean(),
    /** Further names that are refused: the site's own. */
    reservedNames: z.array(z.string()).check(z.maxLength(10)),
    bio: Bio,
  }),
  async run({ tx, now }, args) {
    if (await tx.get(members, args.userId)) return
    const refused = await userNameRefusal(tx, args.userName, args.reservedNames)
    if (refused !== null) throw new AppError(refused, { field: 'userName' })
    if (isReservedName(args.displayName, args.reservedNames)) throw new AppError('taken', { field: 'userName' })
    const isFirst = args.firstIsAdmin && (await isFirstMember(tx))
    const userNameKey = nameSkeleton(args.userName)
    const displayNameKey = nameSkeleton(args.displayName)
    await requireNameIsFree(tx, displayNameKey, args.userId, 'userName')
    const member: Member = {
      id: args.userId,
      userName: args.userName,
      userNameKey,
      displayName: args.displayName,
      displayNameKey,
      slug: await freeSlug(tx, args.displayName, args.userId),
      bio: args.bio,
      isAdmin: isFirst,
      groups: isFirst ? ['moderators'] : [],
      bannedUntil: null,
      isDeactivated: false,
      postingDisabled: false,
      commentingDisabled: false,
      votingDisabled: false,
      approvedBy: isFirst ? args.userId : null,
      joinedAt: now,
      displayNameChangedAt: null,
    }
    await putAs('userName', () => tx.put(members, member))
    const credential: Credential = {
      id: args.userId,
      email: args.email,
      emailKey: args.isEmailVerified ? emailKeyOf(args.email) : claimKeyOf(args.email, args.userId),
      emailVerifiedAt: args.isEmailVerified ? now : null,
      passwordHash: args.passwordHash,
      verificationSentAt: null,
    }
    await putAs('email', () => tx.put(credentials, credential))
  },
})

/**
 * A member's own profile: the display name once in 60 days (the first change is free, staff any
 * time), a plain-text bio, and links to pages of theirs elsewhere.
 */
export const updateProfile = defineMutation({
  name: 'accounts.updateProfile',
  args: z.strictObject({
    displayName: z.optional(DisplayName),
    bio: z.optional(Bio),
    links: z.optional(Links),
    interests: z.optional(Interests),
  }),
  async run({ tx, viewer, now }, { displayName, bio, links, interests }) {
    const self = signedIn(viewer)
    const member = await getOrThrow(tx, members, self.userId)
    authorize(canEditProfile(viewer, member))
    let next: Member = {
      ...member,
      bio: bio ?? member.bio,
      ...(links !== undefined && { links }),
      ...(interests !== undefined && { interests }),
    }
    if (displayName !== undefined && displayName !== member.displayName) {
      const freeAt = (member.displayNameChangedAt ?? -Infinity) + displayNameChangeMs
      if (!isStaff(viewer) && freeAt > now) throw new AppError('rate-limited', { field: 'displayName', retryAfterMs: freeAt - now })
      if (isReservedName(displayName)) throw new AppError('taken', { field: 'displayName' })
      const displayNameKey = nameSkeleton(displayName)
      await requireNameIsFree(tx, displayNameKey, member.id, 'displayName')
      next = { ...next, displayName, displayNameKey, displayNameChangedAt: now }
    }
    await putAs('displayName', () => tx.put(members, next))
    const isNewBio = next.bio !== member.bio && next.bio !== ''
    // What somebody new links to is looked at like what they say of themselves.
    const hasNewLinks = (links ?? []).some((url) => member.links?.includes(url) !== true)
    const hasNewInterests = (interests ?? []).some((interest) => member.interests?.includes(interest) !== true)
    if ((isNewBio || hasNewLinks || hasNewInterests) && isNewMember(self))
      await raise({ tx, viewer: visitor, now }, member.id, 'unreviewedBioUpdate')
  },
})

/** Admins give and take roles. @throws AppError 'conflict' when no admin would be left. */
export const setRoles = defineMutation({
  name: 'accounts.setRoles',
  from: 'server',
  args: z.strictObject({ userId: Id, isAdmin: z.boolean(), groups: z.array(z.enum(groups)).check(z.maxLength(groups.length)) }),
  async run({ tx, viewer, now }, { userId, isAdmin, groups: chosen }) {
    authorize(canSetRoles(viewer))
    const member = await getOrThrow(tx, members, userId)
    if (member.isAdmin && !isAdmin && !(await hasAdminBeside(tx, userId, now))) throw new AppError('conflict', { field: 'isAdmin' })
    const next = groups.filter((group) => chosen.includes(group))
    const approvedBy = member.approvedBy ?? (next.length > 0 || isAdmin ? signedIn(viewer).userId : null)
    await tx.put(members, { ...member, isAdmin, groups: next, approvedBy })
  },
})

/**
 * The operator's ban, at the console: takes an account back to guests' rights until `until`, and
 * ends its sessions; `null` lifts it. Admins cannot be banned. The staff's is `moderation.ban`.
 */
export const ban = defineMutation({
  name: 'accounts.ban',
  from: 'server',
  args: z.strictObject({ userId: Id, until: z.nullable(Time) }),
  async run(context, { userId, until }) {
    const { tx, viewer, now } = context
    authorize(canSetRoles(viewer))
    const member = await getOrThrow(tx, members, userId)
    if (member.isAdmin && until !== null) throw new AppError('conflict', { field: 'userId', message: 'an administrator is not banned' })
    if (member.bannedUntil === until) return
    if (until === null || until <= now) return liftBan(context, member)
    await putBan(context, member, { until, publicReason: '', privateNote: '' })
  },
})

/**
 * An administrator signs a member out of every browser. API keys stay: their owner made them and
 * revokes them.
 */
export const endSessionsOfMember = defineMutation({
  name: 'accounts.endSessionsOfMember',
  from: 'server',
  args: z.strictObject({ userId: Id }),
  async run({ tx, viewer, now }, { userId }) {
    authorize(canEndSessionsOf(viewer))
    await getOrThrow(tx, members, userId)
    await endSessionsOf(tx, userId, now, null)
  },
})

/**
 * The bearer of the start-up link becomes administrator. @throws AppError 'token-invalid', also
 * when there is an administrator already.
 */
export const becomeFirstAdmin = defineMutation({
  name: 'accounts.becomeFirstAdmin',
  from: 'server',
  args: z.strictObject({ tokenHash: Hash }),
  async run({ tx, viewer, now }, { tokenHash }) {
    const self = signedIn(viewer)
    const token = await usableToken(tx, tokenHash, 'firstAdmin', now)
    const member = await getOrThrow(tx, members, self.userId)
    // Whoever became it by being the first may still open the link they were given.
    if (!member.isAdmin && (await hasAdminBeside(tx, '', now))) throw new AppError('token-invalid')
    await tx.put(emailTokens, { ...token, usedAt: now })
    const chosen = groups.filter((group) => group === 'moderators' || member.groups.includes(group))
    await tx.put(members, { ...member, isAdmin: true, groups: chosen, approvedBy: member.approvedBy ?? member.id })
  },
})
