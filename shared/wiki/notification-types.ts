import type { NoticeType } from '../notifications/types.ts'
import { onSite } from '../notifications/types.ts'

export const wikiNotices = {
  tagProposalDecided: {
    ...{ tab: 'other', standard: onSite, follows: [], order: 117 },
    label: 'Decisions on new tags I proposed',
    sentence: ({ title, outcome }) => `Your new tag for ${title} was ${outcome === 'rejected' ? 'not accepted' : 'accepted'}`,
    reason: () => 'you proposed the tag',
  },
} satisfies Readonly<Record<string, NoticeType>>
