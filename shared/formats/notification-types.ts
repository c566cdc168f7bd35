import { links } from '../links.ts'
import type { NoticeType } from '../notifications/types.ts'
import { onSite } from '../notifications/types.ts'

export const importNotices = {
  accountImported: {
    ...{ tab: 'other', standard: onSite, follows: [], order: 520 },
    label: 'Imports of my archive',
    sentence: () => 'Your archive is imported. See what came back and what was left out.',
    reason: () => 'you imported an archive',
    path: () => links.importTexts(),
    isFixed: true,
  },
} satisfies Readonly<Record<string, NoticeType>>
