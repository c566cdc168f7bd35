import { links } from '../links.ts'
import type { NoticeType } from '../notifications/types.ts'
import { onSite } from '../notifications/types.ts'

export const accountNotices = {
  emailVerificationRequired: {
    ...{ tab: 'other', standard: onSite, follows: [], order: 500 },
    label: 'Confirming my email address',
    sentence: () => 'Confirm your email address. Until then others don’t see what you write.',
    reason: () => 'you signed up',
    path: () => links.resendVerification(),
    isFixed: true,
  },
  profileEdited: {
    ...{ tab: 'other', standard: onSite, follows: [], order: 510 },
    label: 'Changes to my profile by moderators',
    sentence: ({ title }) => `A moderator edited your profile. You’re shown as ${title}`,
    reason: () => 'it’s about your account',
    path: () => links.account('profile'),
    isFixed: true,
  },
} satisfies Readonly<Record<string, NoticeType>>
