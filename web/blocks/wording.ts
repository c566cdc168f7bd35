import type { ErrorCode } from '#shared/kernel/errors.ts'
import type { Reason } from '#shared/kernel/verdict.ts'
import type { FormError } from '#shared/pages/page-data.ts'
import { hourMs } from '#shared/kernel/durations.ts'

/**
 * Readers' words for every refusal, in one place. A new reason or code without a sentence does not
 * compile.
 */
export const reasonWords: Readonly<Record<Reason, string>> = {
  'sign-in-first': 'Sign in first. Your text is kept.',
  'not-found': 'Not found. It may have been moved or deleted.',
  'no-such-version': 'Version not found, or you don’t have access to it.',
  'not-yours': 'Only the author or a moderator can do that.',
  'organizers-only': 'Only an organizer or a moderator can do that. If the group is new, add yourself as an organizer.',
  'too-many-groups': 'You’ve already created 10 groups. Ask a moderator to create another.',
  'staff-only': 'Only moderators can do that.',
  'admins-only': 'Only administrators can do that.',
  'server-only': 'You can’t do that from this app.',
  'posting-disabled': 'Posting is disabled for this account. Ask a moderator why.',
  'commenting-disabled': 'Commenting is disabled for this account. Ask a moderator why.',
  'voting-disabled': 'Voting is disabled for this account. Ask a moderator why.',
  'messaging-disabled': 'Messages are disabled for this account. Ask a moderator why.',
  'commenting-on-others-disabled': 'This account can only comment on its own posts. Ask a moderator why.',
  'not-against-oneself': 'You can’t do that to your own account. Ask another moderator.',
  'not-against-staff': 'Moderators and administrators can’t be restricted. Ask an administrator to remove the role first.',
  'limited-by-moderator': 'A moderator has limited how often you can write. Your profile says why and until when.',
  'post-is-draft': 'This post is a draft. Publish it first.',
  'post-is-removed': 'This post was removed.',
  'post-is-rejected': 'This post was rejected, so it can’t be edited or discussed. You can move it back to drafts.',
  'comments-locked': 'Comments on this post are closed.',
  'comment-is-removed': 'That comment has been removed.',
  'comment-has-replies': 'This comment has replies, so it can’t be removed. You can still edit it.',
  'comment-is-rejected': 'A moderator rejected this comment, so it can’t be edited or replied to.',
  'replies-locked': 'This thread is closed to replies for now.',
  'others-quick-takes': 'Only the owner can start threads here. You can reply, or post your own quick take.',
  'not-a-quick-take': 'You can only do that with quick takes.',
  'not-a-question': 'Only a top-level comment on a question can be an answer.',
  'not-in-dialogue': 'Only participants can write in this dialogue. You can comment below it.',
  'barred-by-author': 'The author has blocked you from commenting here. Your text is kept; you can still read and vote.',
  'newsletter-is-off': 'Turn on your newsletter first.',
  'importing-needs-karma': 'You need 10 karma to import readers.',
  'cannot-mute-yourself': 'You can’t mute yourself.',
  'cannot-be-barred': 'You can’t ban a moderator or an author of the post.',
  'nobody-has-joined': 'Nobody has accepted your invitation yet. You can publish once one person joins.',
  'needs-consent': 'You can’t add someone as an author without their consent.',
  'confirm-email-first': 'Confirm your email before inviting others. You can resend the link from your account page.',
  'email-not-confirmed':
    'Confirm your email first, by the link we sent you; then this goes out by itself. You can resend the link from your account page.',
  'inviting-needs-karma': 'You need 1 karma to invite others. One upvote on a post or comment is enough.',
  'too-many-invitations': 'You have 5 open invitations from the last 24 hours. Wait for an answer, or try again tomorrow.',
  'invitation-declined': 'They declined or left this post. You can invite them again after 30 days.',
  'too-many-contacts': 'New members can write to 9 others until a moderator has let them in.',
  'nobody-left': 'Everyone else has left this conversation.',
  'nobody-reads': 'The others’ accounts are closed or banned, so nobody can read messages here.',
  'too-many-shares': 'You’ve reached today’s limit for sharing. Share by link, or try again tomorrow.',
  'dialogue-is-full': 'This dialogue is full. Publish it, or start another.',
  'guidelines-first': 'Write commenting guidelines before you moderate. Readers see them above the comment form.',
  'moderating-needs-karma': 'You need 50 karma to moderate comments on your personal posts, and 2,000 on frontpage posts.',
  'no-text-to-edit': 'There’s no text to edit. Edit your quick takes one at a time.',
  'sequence-is-removed': 'This sequence was deleted. Its posts may still be available.',
  'not-for-sequences': 'Quick takes and wiki pages can’t be added to a sequence.',
  'wiki-needs-karma': 'You need 1 karma to edit the wiki. One upvote on a post or comment is enough.',
  'page-is-restricted': 'Only some members can edit this page. You can propose a change in its discussion.',
  'page-is-for-admins': 'Only administrators can edit this page. You can propose a change in its discussion.',
  'is-wiki-page': 'That doesn’t work for wiki pages.',
  'not-a-wiki-page': 'This is not a wiki page.',
  'not-for-tags': 'Only posts can have tags.',
  'tag-is-away': 'This tag no longer exists. Choose another.',
  'tag-is-for-authors': 'Only the post’s authors and moderators can vote on this tag.',
  'tag-votes-are-limited': 'Only some members can vote on this tag.',
  'likes-only': 'You can only like a wiki page.',
  'review-is-closed': 'The review of this year takes no votes now.',
  'not-in-review': 'This post isn’t part of the review of this year.',
  'own-review-vote': 'You can’t vote on your own post in a review.',
  'review-needs-older-account': 'Your account is too new to vote in the review of this year.',
  'not-nominated': 'This post doesn’t have enough nominations to be voted on.',
  'own-strong-vote': 'You can’t strong-vote your own comment.',
  'own-agreement-vote': 'You can’t vote on agreement with yourself.',
  'poll-is-closed': 'This poll is closed.',
  'prediction-is-resolved': 'This question has been resolved; predictions are closed.',
  'reacting-needs-karma': 'You need 20 karma to react. You can already vote and comment.',
  'first-reaction-needs-karma': 'You need 100 karma to add a new reaction. You can join existing ones.',
  'glossary-needs-karma': 'You need 100 karma to add glossary terms.',
  'no-drafting': 'This site has no language model to draft definitions. You can write them yourself.',
  'no-such-books': 'No books were made from that year’s essays.',
  'own-anti-react': 'You can’t disagree with a reaction to your own text.',
  'nothing-to-oppose': 'There’s no such reaction to disagree with.',
  'too-many-reactions': 'You’ve reached the limit of reactions here. Remove one first.',
  'quote-is-gone': 'The quoted words are no longer in the text, so your reaction wasn’t added.',
  'typo-is-gone': 'Nothing was changed: those words are no longer in the text. You can dismiss the correction.',
  'typo-stands-twice': 'Nothing was changed: those words appear more than once. Make the correction in the editor.',
  'own-content': 'You can’t report yourself. You can edit or delete what you wrote.',
  'claimed-by-other': 'Another moderator is looking at this member. Nothing was changed.',
  banned: 'This account is suspended. You can still read everything.',
  'pace-little-karma': 'New accounts can post less often until their posts get upvotes.',
  'pace-negative-karma': 'You can post less often for now because your posts have been downvoted overall.',
  'pace-down-voted': 'You can post less often for now because several readers downvoted you recently.',
  'key-needed': 'This needs an API key. Create one in your account.',
  'key-invalid': 'This API key is unknown, revoked or expired.',
  'key-scope': 'This API key doesn’t allow that.',
}

export const codeWords: Readonly<Record<ErrorCode | 'sign-in-failed' | 'too-large', string>> = {
  'not-allowed': 'You don’t have permission to do that.',
  'not-found': reasonWords['not-found'],
  invalid: 'Something in this form isn’t valid.',
  taken: 'That’s already taken.',
  conflict: 'Someone changed this since you opened it. Your text is kept; compare the two, then send again.',
  'rate-limited': 'You’re doing that too fast. Try again later; your text is kept.',
  'unknown-mutation': 'This page is out of date. Reload it; your text is kept.',
  'token-invalid': 'This link no longer works. It has expired or was already used.',
  depends: 'This depends on a change of yours that couldn’t be sent. Send that one first.',
  broken: 'The server keeps failing on this one. Your text is kept; try again later.',
  outdated: 'This app is out of date. Update it, then send again; your text is kept.',
  'sign-in-failed': 'Wrong username or password.',
  'too-large': 'That’s too long to send.',
}

/** What is wrong with one field, where more can be said than "cannot be taken": by `field:code`. */
const fieldWords: ReadonlyMap<string, string> = new Map([
  ['login:invalid', 'Enter your username or email address.'],
  ['userName:invalid', 'Use 2 to 70 characters from one alphabet, without @.'],
  ['userName:taken', 'That name is taken. Choose another.'],
  ['displayName:invalid', 'A name has 1 to 70 characters.'],
  ['displayName:taken', 'That name is taken. Choose another.'],
  ['email:invalid', 'That doesn’t look like an email address.'],
  ['email:taken', 'An account with that email already exists.'],
  ['password:invalid', 'Use 10 to 128 characters, and avoid common passwords.'],
  ['newPassword:invalid', 'Use 10 to 128 characters, and avoid common passwords.'],
  ['password:sign-in-failed', 'That is not your current password.'],
  ['bio:invalid', 'At most 2,000 characters.'],
  ['title:invalid', 'A title has 1 to 500 characters.'],
  ['markdown:invalid', 'Write something: up to 50,000 characters in a comment, 1,000,000 in a post.'],
  ['markdown:conflict', 'Someone edited this text since you opened the form. Your text is kept; compare the two, then choose one below.'],
  ['title:conflict', 'Someone changed the title since you opened this. Yours is kept; choose one below.'],
  ['body:invalid', 'Write something: up to 50,000 characters in a comment, 1,000,000 in a post.'],
  ['file:invalid', 'Choose a Markdown file (.md) of at most 1.5 MB.'],
  ['lang:invalid', 'Choose a language from the list.'],
  ['tags:invalid', 'At most 10 tags, each at most 50 characters.'],
  ['pictures:invalid', 'A picture in the text was refused or removed. Remove it or choose another.'],
  ['linkUrl:invalid', 'Enter a full URL starting with https://.'],
  ['writtenOn:invalid', 'Enter a year, month or day: 1862, 1862-06 or 1862-06-01.'],
  ['percent:invalid', 'Enter a whole number from 1 to 99.'],
  ['participants:invalid', 'One of these is not a member. Enter up to ten usernames.'],
  ['pinnedPosts:invalid', 'You’ve already pinned four posts. Unpin one first.'],
  ['mark.reason:invalid', 'A reason has 1 to 500 characters.'],
  ['reason:invalid', 'At most 500 characters.'],
  ['strongVote:rate-limited', 'You’ve reached the limit of strong votes here. Vote normally, or remove a strong vote.'],
  ['name:taken', 'You already have a key with that name. Choose another, or revoke that one.'],
  ['name:invalid', 'A name has 1 to 60 characters.'],
  ['scopes:invalid', 'Choose at least one permission.'],
  ['endsOn:invalid', 'Choose a day within the next year.'],
  ['keys:conflict', 'You already have 20 keys. Revoke one you don’t need.'],
  ['sequences:invalid', 'You’ve reached the limit of sequences.'],
  ['chapters:invalid', 'A sequence must have 1 to 100 chapters.'],
  ['posts:invalid', 'This sequence is full.'],
  ['books:invalid', 'Empty the book before you delete it. A collection can have up to 50 books.'],
  ['slug:invalid', 'Use lowercase letters, digits and single hyphens.'],
  ['postTags:invalid', 'This post already has the maximum number of tags.'],
  ['slug:taken', 'Another collection already uses that URL.'],
  ['item:invalid', 'Paste the URL of a published sequence or post on this site.'],
  ['post:invalid', 'Paste the URL of a published post on this site.'],
  ['text:invalid', 'At most 5,000 characters.'],
  ['terms:invalid', 'A glossary can have up to 200 terms, including hidden ones.'],
  ['term:invalid', 'A term has 1 to 100 characters.'],
  ['term:taken', 'This glossary already has that term. It may be hidden.'],
  ['altTerms:invalid', 'At most 20 other spellings, each at most 100 characters.'],
  ['wish:broken', 'The language model returned no terms. Try again later, or write them yourself.'],
  ['pageRows:invalid', 'This page hasn’t fully loaded on this device. Your text is kept; try again once you’re online.'],
  ['pageName:taken', 'A page with that name already exists.'],
  ['pageName:invalid', 'Use 1 to 100 characters with at least one letter or digit. Some names are reserved.'],
  ['pageSlug:taken', 'Another page uses that URL, or used to.'],
  ['pageSlug:invalid', 'Use letters or digits. Some URLs are reserved.'],
  ['summaryText:invalid', 'Use up to 2,000 characters per summary, and up to 8 summaries.'],
  ['tabTitle:invalid', 'A tab has 1 to 40 characters.'],
  ['lensOf:invalid', 'A page can have up to 20 lenses, and can’t be a deleted one.'],
  ['parentTagId:invalid', 'Choose a parent that has no parent. A page with subpages can’t have one.'],
  ['coreTagId:invalid', 'Choose a core tag.'],
  ['leadsToId:invalid', 'Choose another page that isn’t deleted.'],
  ['toId:invalid', 'Choose a different tag that isn’t deleted or being merged.'],
  ['flagName:invalid', 'Use 1 to 100 characters with at least one letter or digit.'],
  ['flagName:taken', 'That name is or was used by another flag.'],
  ['flagId:invalid', 'A page has at most 20 flags.'],
  ['report:taken', 'You’ve already reported this. Moderators will look at it.'],
  ['message:invalid', 'Say what is wrong, in at most 2,000 characters.'],
  ['mail:invalid', 'This site has no mail server, so it can’t send email.'],
])

/** One or two sentences for a refused form or mutation: what was refused, and when to try again. */
export function wordsFor(error: Pick<FormError, 'code' | 'reason' | 'field' | 'retryAfterMs'>): string {
  if (error.reason !== null) {
    const words = reasonWords[error.reason]
    return error.retryAfterMs === null ? words : `${words} Your text is kept; try again ${waitWords(error.retryAfterMs)}.`
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
  const hours = Math.ceil(ms / hourMs)
  if (hours <= 36) return hours === 1 ? 'in an hour' : `in ${hours} hours`
  return `in ${Math.ceil(ms / 86_400_000)} days`
}
