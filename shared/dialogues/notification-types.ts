import type { NoticeType } from '../notifications/types.ts'
import { alsoMail, onSite } from '../notifications/types.ts'

export const dialogueNotices = {
  newDialogueMessages: {
    ...{ tab: 'messages', standard: alsoMail, follows: [], order: 170 },
    label: 'Messages in my dialogues',
    sentence: ({ who }) => `${who} wrote in your dialogue`,
    reason: () => 'you take part in the dialogue',
    isOfAuthors: true,
  },
  newPublishedDialogueMessages: {
    ...{ tab: 'comments', standard: onSite, follows: ['dialogue', 'post'], order: 180 },
    label: 'Messages in dialogues I follow',
    sentence: ({ who, title }) => `${who} wrote in the dialogue ${title}`,
    reason: () => 'you follow this dialogue',
  },
} satisfies Readonly<Record<string, NoticeType>>
