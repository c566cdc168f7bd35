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
} satisfies Readonly<Record<string, NoticeType>>
