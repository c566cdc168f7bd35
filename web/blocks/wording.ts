import type { ErrorCode } from '#shared/kernel/errors.ts'
import type { Reason } from '#shared/kernel/verdict.ts'
import type { FormError } from '#shared/pages/page-data.ts'

/**
 * Readers' words for every refusal, in one place. A new reason or code without a sentence does not
 * compile.
 */
export const reasonWords: Readonly<Record<Reason, string>> = {
  'sign-in-first': 'Sign in first. What you wrote is kept.',
  'not-found': 'It is not here. It may have been moved or taken down by its author.',
  'no-such-version': 'That version was not found, or you do not have access to it.',
  'not-yours': 'Only its author or a moderator can do that.',
  'staff-only': 'Only moderators can do that.',
  'admins-only': 'Only administrators can do that.',
  'server-only': 'That cannot be done from here.',
  'posting-disabled': 'Posting is switched off for this account. A moderator can tell you more.',
  'commenting-disabled': 'Commenting is switched off for this account. A moderator can tell you more.',
  'voting-disabled': 'Voting is switched off for this account. A moderator can tell you more.',
  'post-is-draft': 'This post is a draft; it has to be published first.',
  'post-is-removed': 'This post was removed.',
  'post-is-rejected': 'This post was not accepted, so it cannot be changed or discussed. It can be moved back to drafts.',
  'comments-locked': 'Comments on this post are closed.',
  'comment-is-removed': 'That comment was removed in the meantime.',
  'comment-has-replies': 'This comment has replies, so it stays. You can still edit it.',
  'comment-is-rejected': 'A moderator did not accept this comment, so it cannot be answered or changed.',
  'replies-locked': 'Replies in this thread are closed for a while.',
  'others-quick-takes': 'Only its owner begins threads here. You can reply, and write quick takes of your own.',
  'not-a-quick-take': 'That can be done with quick takes only.',
  'not-a-question': 'Only what stands at the top of a question’s discussion can be an answer.',
  'not-in-dialogue': 'Only those who take part in this dialogue can write in it. You can comment below it.',
  'barred-by-author':
    'The author has blocked you from commenting here. You can still read, vote and write elsewhere; what you wrote is kept.',
  'cannot-be-barred': 'Moderators and those who wrote the post cannot be shut out of its discussion.',
  'nobody-has-joined': 'Nobody has agreed to take part yet. A dialogue is published when at least one of those you asked has joined.',
  'needs-consent': 'Nobody’s name is put to something without their consent.',
  'confirm-email-first': 'Confirm your email address before you invite others. You can send the link again from your account page.',
  'inviting-needs-karma': 'You can invite others once you have 1 karma. One upvote on a post or comment is enough.',
  'too-many-invitations': 'You have 5 open invitations from the last 24 hours. Wait for an answer, or try again tomorrow.',
  'invitation-declined': 'They declined or left this post. You can invite them to it again after 30 days.',
  'too-many-shares': 'You have shared with as many members as you can in 24 hours. Share by link, or try again tomorrow.',
  'dialogue-is-full': 'This dialogue holds as much as can be published at once. Publish it, or begin another.',
  'guidelines-first': 'Say first by which guidelines you moderate this discussion: readers see them above the form.',
  'moderating-needs-karma':
    'Authors moderate their discussions from 50 karma on where a post is not on the front page, and from 2,000 on anywhere.',
  'no-text-to-edit': 'There is no text here to edit: quick takes are changed one by one.',
  'sequence-is-removed': 'This sequence was taken down. Its posts may still be here.',
  'not-for-sequences': 'Quick takes and wiki pages can’t be added to a sequence.',
  'wiki-needs-karma': 'Wiki pages are open to members from 1 karma on. A post or comment that others find good is enough.',
  'page-is-restricted': 'This page is kept for some editors. You can propose a change in its discussion.',
  'page-is-for-admins': 'This page is kept for administrators. You can propose a change in its discussion.',
  'is-wiki-page': 'This is a wiki page: it is everybody’s, and not done with as posts are.',
  'not-a-wiki-page': 'This is no wiki page.',
  'not-for-tags': 'There are no tags here: only posts have them.',
  'tag-is-away': 'This tag was taken down, or is no tag any more. Choose another.',
  'tag-is-for-authors': 'Only those who wrote the post, and moderators, say whether this tag fits it.',
  'tag-votes-are-limited': 'Not everybody may say whether this tag fits a post.',
  'likes-only': 'A wiki page is liked or not; there are no other votes on it.',
  'own-strong-vote': 'You cannot give your own comment a strong vote.',
  'own-agreement-vote': 'You cannot vote on agreement with yourself.',
  'poll-is-closed': 'The poll has closed; votes are counted no more.',
  'prediction-is-resolved': 'It has been said how this turned out; predictions change no more.',
  'reacting-needs-karma': 'Reactions are open from 20 karma on. Votes and comments are open to you already.',
  'first-reaction-needs-karma':
    'Nobody has reacted with this here yet: to be the first takes 100 karma. You can join the ones that are there.',
  'glossary-needs-karma': 'Explaining words is open to authors from 100 karma on.',
  'no-drafting': 'This site has no language model to draft explanations. You can write them yourself.',
  'no-such-books': 'No books came out of the essays of that year.',
  'own-anti-react': 'You cannot stand against a reaction to what you wrote.',
  'nothing-to-oppose': 'There is no such reaction here to stand against.',
  'too-many-reactions': 'There are as many reactions here as one thing can have. Take one back first.',
  'quote-is-gone': 'These words are not in the text any more, so the reaction has no place.',
  'typo-is-gone': 'These words do not stand there like that any more, so nothing was changed. You can dismiss the correction.',
  'typo-stands-twice': 'These words stand there more than once, so nothing was changed. You can correct the right ones in the editor.',
  banned: 'This account is suspended. You can still read everything.',
  'pace-little-karma': 'New accounts can post less often until their posts get upvotes.',
  'pace-negative-karma': 'Because this account’s posts were downvoted overall, it can post less often for a while.',
  'pace-down-voted': 'Because several readers downvoted what you wrote lately, you can post less often for a while.',
  'key-needed': 'Programs need a key for this. Members make one in their account.',
  'key-invalid': 'This key is unknown, revoked or past its end.',
  'key-scope': 'This key was not made for that.',
}

export const codeWords: Readonly<Record<ErrorCode | 'sign-in-failed' | 'too-large', string>> = {
  'not-allowed': 'That is not open to you.',
  'not-found': reasonWords['not-found'],
  invalid: 'Something in this form isn’t valid.',
  taken: 'That is taken already.',
  conflict:
    'It was changed elsewhere since you opened it. Nothing was overwritten and your text is still here; compare it with the newer one, then send again.',
  'rate-limited': 'You’re doing that too fast. Try again later; your text is kept.',
  'unknown-mutation': 'This page is older than the site. Reload it; your text is kept.',
  'token-invalid': 'This link is not valid any more. It may have been used already or run out.',
  depends: 'It belongs to something of yours that was refused. Send that first, then this.',
  broken: 'Something on our side goes wrong with this one, again and again. It is kept; try it again later.',
  outdated: 'This app is too old for the site. Update it; what you wrote is kept and can be sent again.',
  'sign-in-failed': 'Wrong username or password.',
  'too-large': 'That is too long to be sent.',
}

/** What is wrong with one field, where more can be said than "cannot be taken": by `field:code`. */
const fieldWords: ReadonlyMap<string, string> = new Map([
  ['login:invalid', 'Write your user name or your email address.'],
  ['userName:invalid', 'A user name has 2 to 70 characters, in letters of one script, and no @.'],
  ['userName:taken', 'Somebody has that name already. Choose another.'],
  ['displayName:invalid', 'A name has 1 to 70 characters.'],
  ['displayName:taken', 'Somebody has that name already. Choose another.'],
  ['email:invalid', 'That does not look like an email address.'],
  ['email:taken', 'There is an account with that address already.'],
  ['password:invalid', 'A password has 10 to 128 characters and is not one that everybody would guess.'],
  ['newPassword:invalid', 'A password has 10 to 128 characters and is not one that everybody would guess.'],
  ['password:sign-in-failed', 'That is not your current password.'],
  ['bio:invalid', 'At most 2,000 characters.'],
  ['title:invalid', 'A title has 1 to 500 characters.'],
  ['markdown:invalid', 'Write something: up to 50,000 characters in a comment, 1,000,000 in a post.'],
  [
    'markdown:conflict',
    'The text has been written at since you opened this form. Nothing was overwritten, and yours is still here: compare the two, then say below if yours is to stand.',
  ],
  [
    'title:conflict',
    'The title was changed elsewhere since you opened this. Nothing was overwritten, and yours is still here: choose which one to keep.',
  ],
  ['body:invalid', 'Write something: up to 50,000 characters in a comment, 1,000,000 in a post.'],
  ['file:invalid', 'A Markdown file (.md), at most 1.5 MB.'],
  ['lang:invalid', 'Choose a language from the list.'],
  ['tags:invalid', 'At most 10 tags, each at most 50 characters.'],
  ['pictures:invalid', 'A picture in the text is not on this site: it was refused, or taken down. Remove it or choose another.'],
  ['linkUrl:invalid', 'A whole web address, beginning with https://.'],
  ['writtenOn:invalid', 'A year, a month or a day: 1862, 1862-06 or 1862-06-01.'],
  ['percent:invalid', 'A whole number from 1 to 99.'],
  ['participants:invalid', 'Write the user names of the others who take part, at most ten. Somebody here is not a member.'],
  ['pinnedPosts:invalid', 'Four posts stand there already. Take one off first.'],
  ['mark.reason:invalid', 'A reason has 1 to 500 characters.'],
  ['reason:invalid', 'At most 500 characters.'],
  ['strongVote:rate-limited', 'You have voted strongly on as many comments here as one may. Vote weakly, or take a strong vote back.'],
  ['name:taken', 'You have a key of that name. Choose another, or revoke that one first.'],
  ['name:invalid', 'A name has 1 to 60 characters.'],
  ['scopes:invalid', 'Choose at least one thing the key may be used for.'],
  ['endsOn:invalid', 'A day within a year from today.'],
  ['keys:conflict', 'There are 20 keys already. Revoke one that you do not need.'],
  ['sequences:invalid', 'You have as many sequences as one member can have.'],
  ['chapters:invalid', 'A sequence has at least one chapter and at most 100.'],
  ['posts:invalid', 'There are as many posts in it as one sequence can have.'],
  ['books:invalid', 'A book is removed when it is empty, and a collection has at most 50.'],
  ['slug:invalid', 'Small letters and digits, with single hyphens between them.'],
  ['postTags:invalid', 'A post has as many tags already as it can have.'],
  ['slug:taken', 'Another collection has that name in its address already.'],
  ['item:invalid', 'Paste the address of a published sequence or post on this site.'],
  ['post:invalid', 'Paste the address of a published post on this site.'],
  ['text:invalid', 'At most 5,000 characters.'],
  ['terms:invalid', 'One post explains at most 200 words, archived ones included.'],
  ['term:invalid', 'A word has 1 to 100 characters.'],
  ['term:taken', 'This post already explains that word. It may be archived.'],
  ['altTerms:invalid', 'At most 20 other spellings, each at most 100 characters.'],
  ['wish:broken', 'The language model gave no glossary this time. Try again later, or write the explanations yourself.'],
  ['pageRows:invalid', 'The rest of this page has not come to this device yet. Your text is kept; try again once there is a connection.'],
  ['pageName:taken', 'There is a page of that name already.'],
  ['pageName:invalid', 'A name has 1 to 100 characters, some of them letters or digits, and is none that this site needs for itself.'],
  ['pageSlug:taken', 'Another page has that address, or had it.'],
  ['pageSlug:invalid', 'An address has letters or digits, and is none that this site needs for itself.'],
  ['summaryText:invalid', 'A summary has 1 to 2,000 characters, and a page at most 8 of them.'],
  ['tabTitle:invalid', 'A tab has 1 to 40 characters.'],
  ['lensOf:invalid', 'A lens belongs to a page that stands, and a page has at most 20.'],
  ['parentTagId:invalid', 'A parent is another page without a parent, and a page with pages under it has none.'],
  ['coreTagId:invalid', 'Only a core tag heads a group.'],
  ['leadsToId:invalid', 'What is deleted leads to another page that stands.'],
  ['toId:invalid', 'Two different tags that stand can be made one; the second takes posts, and is not being merged itself.'],
  ['flagName:invalid', 'A name has 1 to 100 characters, some of them letters or digits.'],
  ['flagName:taken', 'There is a kind of work of that name already, or was.'],
  ['flagId:invalid', 'A page has at most 20 flags.'],
  ['mail:invalid', 'This site has no mail server, so nothing can be sent from here.'],
])

/** One or two sentences for a refused form or mutation: what was refused, and when to try again. */
export function wordsFor(error: Pick<FormError, 'code' | 'reason' | 'field' | 'retryAfterMs'>): string {
  if (error.reason !== null) {
    const words = reasonWords[error.reason]
    return error.retryAfterMs === null ? words : `${words} Nothing is lost; you can go on ${waitWords(error.retryAfterMs)}.`
  }
  if (error.code === 'rate-limited' && error.retryAfterMs !== null)
    return `You’re doing that too fast. Try again ${waitWords(error.retryAfterMs)}; your text is kept.`
  return fieldWords.get(`${error.field}:${error.code}`) ?? codeWords[error.code]
}

/**
 * "in a minute", "in 5 minutes", "in 2 hours", "in 3 days"; rounded up, so that the promise holds.
 */
export function waitWords(ms: number): string {
  const minutes = Math.ceil(ms / 60_000)
  if (minutes <= 1) return 'in a minute'
  if (minutes < 60) return `in ${minutes} minutes`
  const hours = Math.ceil(ms / 3_600_000)
  if (hours <= 36) return hours === 1 ? 'in an hour' : `in ${hours} hours`
  return `in ${Math.ceil(ms / 86_400_000)} days`
}
