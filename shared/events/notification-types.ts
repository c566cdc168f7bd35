import type { Viewer } from '../kernel/viewer.ts'
import type { NoticeType } from '../notifications/types.ts'
import { alsoMail } from '../notifications/types.ts'
import type { Post } from '../posts/schema.ts'
import { isAuthor, organizes } from '../posts/rules.ts'

const answered = { tab: 'other', standard: alsoMail, follows: [] } as const
const near = { tab: 'posts', standard: alsoMail, follows: [] } as const
const becauseNear = (): string => 'it’s near the place you set in your account'
const becauseAnswered = (): string => 'you RSVP’d Going or Maybe'

/** Answers can be private: who organizes the event no longer has no notice of them left. */
const canSeeAnswers = (viewer: Viewer, post: Post): boolean => isAuthor(viewer, post) || organizes(viewer, post)

export const eventNotices = {
  newEvent: {
    ...{ tab: 'posts', standard: alsoMail, follows: ['group'], order: 94 },
    label: 'Events in groups I follow or organize',
    sentence: ({ who, title }) => `${who} announced the event ${title}`,
    reason: (because) => (because === '' ? 'you organize the group' : 'you follow the group'),
  },
  newEventInRadius: {
    ...{ ...near, order: 94.3 },
    label: 'Events near my place',
    sentence: ({ who, title }) => `${who} announced the event ${title} near you`,
    reason: becauseNear,
  },
  editedEventInRadius: {
    ...{ ...near, order: 94.6 },
    label: 'Changes to events near my place',
    sentence: ({ title }) => `${title}, an event near you, has changed: check when and where`,
    reason: becauseNear,
  },
  newRSVP: {
    ...{ tab: 'other', standard: alsoMail, follows: [], order: 95, canSee: canSeeAnswers },
    label: 'RSVPs to my events',
    sentence: ({ who, title }) => `${who} RSVP’d to ${title}`,
    reason: () => 'you organize the event',
  },
  guestRSVP: {
    ...{ tab: 'other', standard: alsoMail, follows: [], order: 95.3, canSee: canSeeAnswers },
    label: 'RSVPs to my events from people without an account',
    sentence: ({ title }) => `Someone without an account RSVP’d to ${title}`,
    reason: () => 'you organize the event',
  },
  cancelledRSVP: {
    ...{ tab: 'other', standard: alsoMail, follows: [], order: 95.6, canSee: canSeeAnswers },
    label: 'Withdrawn RSVPs to my events',
    sentence: ({ who, title }) => `${who} removed their RSVP to ${title}`,
    reason: () => 'you organize the event',
  },
  eventChanged: {
    ...{ ...answered, order: 96 },
    label: 'New times and places of events I’m going to',
    sentence: ({ title }) => `When or where ${title} takes place has changed`,
    reason: becauseAnswered,
  },
  eventCanceled: {
    ...{ ...answered, order: 97 },
    label: 'Cancellations of events I’m going to',
    sentence: ({ title }) => `${title} was canceled`,
    reason: becauseAnswered,
  },
  eventRestored: {
    ...{ ...answered, order: 98 },
    label: 'Events I’m going to that are back on',
    sentence: ({ title }) => `${title} takes place after all: check when and where`,
    reason: becauseAnswered,
  },
  eventPlace: {
    ...{ ...answered, order: 98.5 },
    label: 'A place for me from a waiting list',
    sentence: ({ title }) => `A place became free: you’re going to ${title}`,
    reason: () => 'you were on the waiting list',
  },
  eventReminder: {
    ...{ ...answered, order: 99 },
    label: 'Reminders of events I’m going to',
    sentence: ({ title }) => `${title} starts within 24 hours`,
    reason: becauseAnswered,
  },
} satisfies Readonly<Record<string, NoticeType>>
