import type { SubjectKind } from './subjects.ts'
import type { NoticeType } from './types.ts'
import { onSite } from './types.ts'

function mentionPlace(title: string, subject: SubjectKind | undefined): string {
  if (subject === 'member') return 'their profile'
  return subject === 'term' ? `the glossary of ${title}` : title
}

export const mentionNotices = {
  newMention: {
    ...{ tab: 'comments', standard: onSite, follows: [], order: 20 },
    label: 'Mentions of me',
    sentence: ({ who, title, subject }) => `${who} mentioned you in ${mentionPlace(title, subject)}`,
    reason: () => 'someone mentioned you',
  },
} satisfies Readonly<Record<string, NoticeType>>
