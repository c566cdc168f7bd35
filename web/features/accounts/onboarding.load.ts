import { isStaff } from '#shared/kernel/viewer.ts'
import type { Read } from '#shared/kernel/transaction.ts'
import { displayNameChangeMs } from '#shared/accounts/rules.ts'
import { members } from '#shared/accounts/schema.ts'
import { commonOver } from '#shared/kernel/common.ts'
import { mayAct } from '#shared/moderation/measure-rules.ts'
import { settingsOf } from '#shared/notifications/queries.ts'
import { standardSettings } from '#shared/notifications/schema.ts'
import { suggestedMembers, suggestedTags } from '#shared/accounts/onboarding-queries.ts'
import type { OnboardingStep } from '#shared/accounts/onboarding-schema.ts'
import { onboardings, onboardingSteps } from '#shared/accounts/onboarding-schema.ts'
import type { PageData } from '#shared/pages/page-data.ts'
import { canSetProfilePicture } from '#shared/pictures/profile-picture-rules.ts'
import { profilePictures } from '#shared/pictures/profile-picture-schema.ts'
import { targetKey } from '#shared/subscriptions/rules.ts'
import { subscriptionId, subscriptions } from '#shared/subscriptions/schema.ts'
import type { SubscriptionKind } from '#shared/subscriptions/schema.ts'
import { tagChoices } from '#shared/wiki/tag-names.ts'
import { links } from '#shared/links.ts'
import type { LoadRequest } from '../../app/route.ts'
import type { Shows } from '../../app/define-part.ts'
import { definePart } from '../../app/define-part.ts'
import { authorizePage, needsSignIn } from '../../data/answer.ts'
import { localPath } from './local-path.ts'

/** What can be followed by one press. */
export interface SuggestionView {
  readonly kind: Extract<SubscriptionKind, 'tag' | 'member'>
  /** As it is followed. */
  readonly targetId: string
  readonly name: string
  readonly href: string
  readonly isFollowed: boolean
}

export interface FirstProfileView {
  readonly displayName: string
  readonly bio: string
  /** `null` when the name may be changed now. */
  readonly nameOpensAt: number | null
  readonly picture: PictureView | null
  readonly canSetPicture: boolean
}

export interface PictureView {
  readonly src: string
  readonly width: number
  readonly height: number
  readonly crop: { readonly x: number; readonly y: number; readonly width: number }
}

export interface FirstNoticesView {
  readonly ownPosts: boolean
  readonly ownComments: boolean
  readonly curated: boolean
  readonly emails: boolean
}

/**
 * `/welcome`: what comes after signing up, a step at a time. The one that is stored, so that
 * another device goes on there; `?step=` looks at another. `done`: all have been gone through, or
 * dismissed.
 */
export async function loadWelcome(data: PageData, { url }: LoadRequest) {
  const { own, site, read, viewer, now } = data
  if (own === null || viewer.kind === 'visitor') throw needsSignIn()
  const row = await read.get(onboardings, own.userId)
  const asked = onboardingSteps.find((name) => name === url.searchParams.get('step'))
  const step: OnboardingStep | 'done' = asked ?? (typeof row?.endedAt === 'number' ? 'done' : (row?.step ?? 'profile'))
  const member = await read.get(members, own.userId)
  const changedAt = member?.displayNameChangedAt ?? null
  const opensAt = changedAt === null ? 0 : changedAt + displayNameChangeMs
  const profile: FirstProfileView = {
    displayName: own.displayName,
    bio: own.bio,
    nameOpensAt: opensAt > now && !isStaff(viewer) ? opensAt : null,
    picture: await pictureOf(read, own.userId),
    canSetPicture: canSetProfilePicture(viewer).allowed,
  }
  return {
    head: { title: 'Welcome', robots: 'noindex' as const },
    name: own.displayName,
    /** `null`: confirmed already. */
    email: own.emailVerifiedAt === null ? own.email : null,
    hasDevInbox: site.hasDevInbox,
    returnTo: localPath(url.searchParams.get('returnTo')),
    step,
    profile: step === 'profile' ? profile : null,
    suggestions: step === 'follow' ? await suggestions(data, own.userId) : [],
    notices: step === 'notify' ? await firstNotices(read, own.userId) : null,
  }
}

export async function pictureOf(read: Read, memberId: string): Promise<PictureView | null> {
  const picture = await read.get(profilePictures, memberId)
  return picture === undefined ? null : { src: picture.src, width: picture.width, height: picture.height, crop: picture.crop }
}

/** Tags, then members; what is followed by now can be ended where it was begun. */
async function suggestions(data: PageData, userId: string): Promise<readonly SuggestionView[]> {
  const { read, now } = data
  const common = data.common ?? commonOver(read, now)
  const tags = suggestedTags(await common(tagChoices, null)).map(
    ({ name, slug }) => ({ kind: 'tag', targetId: targetKey('tag', name), name, href: links.wiki(slug) }) as const,
  )
  const people = (await suggestedMembers(read, userId, now)).map(
    ({ id, displayName, slug }) => ({ kind: 'member', targetId: id, name: displayName, href: links.user(slug) }) as const,
  )
  const all = [...tags, ...people]
  const rows = await read.getMany(subscriptions, all.map(({ kind, targetId }) => subscriptionId(userId, kind, targetId))) // oxfmt-ignore
  const followed = new Set(rows.flatMap(({ id, state }) => (state === 'on' ? [id] : [])))
  return all.map((one) => ({ ...one, isFollowed: followed.has(subscriptionId(userId, one.kind, one.targetId)) }))
}

async function firstNotices(read: Read, userId: string): Promise<FirstNoticesView> {
  const { ownPosts, ownComments, noEmails } = await settingsOf(read, userId)
  const curated = await read.get(subscriptions, subscriptionId(userId, 'curated', 'site'))
  return { ownPosts, ownComments, curated: curated?.state === 'on', emails: !noEmails }
}

/** `/admin/onboarding`: the first steps, of a made-up member, with what is suggested here. */
export async function loadOnboardingPreview(data: PageData) {
  const { viewer, site } = data
  authorizePage(mayAct(viewer, 'seeOnboarding'))
  const { ownPosts, ownComments } = standardSettings('')
  const profile: FirstProfileView = { displayName: 'New Member', bio: '', nameOpensAt: null, picture: null, canSetPicture: true }
  const notices: FirstNoticesView = { ownPosts, ownComments, curated: false, emails: true }
  return {
    head: { title: 'First steps of a new member' },
    email: 'new.member@example.org',
    hasDevInbox: site.hasDevInbox,
    ...{ profile, notices },
    suggestions: (await suggestions(data, '')).map((one) => ({ ...one, isFollowed: false })),
  }
}

/** The line that leads back to them: the app knows for whom, the page is everybody's. */
const nothing = () => ({})

/** A member's picture, on their page. */
export async function loadProfilePicture({ read, isOfDevice }: PageData, { memberId }: { readonly memberId: string }) {
  if (isOfDevice === true) return undefined
  const picture = await pictureOf(read, memberId)
  return picture === null ? null : { picture }
}

export const shows: Shows = {
  'first-steps': definePart({ on: ['front-top'], order: 5, load: nothing }),
  'profile-picture': definePart({ on: ['profile-head'], order: 10, load: loadProfilePicture }),
}
