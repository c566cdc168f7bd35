import { box } from '../kernel/settings.ts'

/** What a member chooses with one box of `/notifications`; in the order of the form. */
export const noticeFlags = {
  /** Comments on one's own posts, replies to one's own comments. */
  ownPosts: box(true, 'follow', 'Follow comments on my posts'),
  ownComments: box(true, 'follow', 'Follow replies to my comments'),
  /** Commenting in a thread follows it, as the button does (features/subscriptions/triggers.ts). */
  ownThreads: box(false, 'follow', 'Follow threads I comment in'),
  /** The number on the app's icon, and before the page's title. */
  badge: box(true, 'badges', 'Show unread count on the app’s icon'),
  countInTitle: box(false, 'badges', 'Show unread count in the page title'),
  /** Mails of private messages have their words; else they say only who wrote. */
  messageWords: box(
    false,
    'emails',
    'Show the words of private messages in emails',
    'Off: an email says only who wrote. On: anyone who can open your email can read your messages.',
  ),
  /** No mail but those about the account. */
  noEmails: box(false, 'emails', 'Account emails only'),
}
