/**
 * A notification in words, the same on the site, in mails and in what a device shows. Plain text.
 */
import type { SubjectKind } from './subjects.ts'
import type { Invitation, NoticeTypeName } from './types.ts'

interface NoticeFacts {
  /** Whose mutation it was; `null`: somebody who is not here any more, or nobody in particular. */
  readonly actor: string | null
  /** Of the post; empty for what is not public. */
  readonly title: string
  readonly invitedTo?: Invitation | undefined
  /** What it is about, where that is not a post. */
  readonly subject?: SubjectKind | undefined
}

const invitationWords: Readonly<Record<Invitation, string>> = {
  read: 'read a draft',
  comment: 'comment on a draft',
  edit: 'edit a draft',
  takePart: 'join a dialogue',
  coauthor: 'be a co-author of a post',
}

const sentences: Readonly<Record<NoticeTypeName, (who: string, title: string, invitedTo: Invitation, subject?: SubjectKind) => string>> = {
  newPost: (who, title) => `${who} published ${title}`,
  newUserComment: (who, title) => `${who} commented on ${title}`,
  newComment: (who, title) => `${who} commented on ${title}`,
  newReply: (who, title) => `${who} replied in a thread under ${title}`,
  newReplyToYou: (who, title) => `${who} replied to you under ${title}`,
  newShortform: (who) => `${who} posted a quick take`,
  newTagPosts: (who, title) => `${who} published ${title}`,
  newMention: (who, title, _invitedTo, subject) => `${who} mentioned you in ${mentionPlace(title, subject)}`,
  // Members were not asked before there were invitations: such news is without one.
  addedAsCoauthor: (who, _title, invitedTo) =>
    invitedTo === 'coauthor' ? `${who} invited you to ${invitationWords.coauthor}` : `${who} made you a co-author of a post`,
  postSharedWithUser: (who, _title, invitedTo) => `${who} invited you to ${invitationWords[invitedTo]}`,
  newCommentOnDraft: (who) => `${who} commented on a draft`,
  newDialogueMessages: (who) => `${who} wrote in your dialogue`,
  newPublishedDialogueMessages: (who, title) => `${who} wrote in the dialogue ${title}`,
  curatedPost: (_who, title) => `${title} was curated`,
  yourPostCurated: (_who, title) => `Your post ${title} was curated`,
  newRelatedQuestions: (who, title) => `${who} asked a related question: ${title}`,
  typoSuggestion: (who, title) => `${who} suggested a correction in ${title}`,
  newSequencePosts: (_who, title) => `${title} was added to a sequence you follow`,
  coauthorAccepted: (who) => `${who} accepted your invitation to be a co-author`,
}

export function noticeSentence(type: NoticeTypeName, { actor, title, invitedTo = 'read', subject }: NoticeFacts): string {
  const sentence = sentences[type](actor ?? 'Somebody', title === '' ? untitled(subject) : `“${title}”`, invitedTo, subject)
  return sentence.charAt(0).toUpperCase() + sentence.slice(1)
}

function mentionPlace(title: string, subject: SubjectKind | undefined): string {
  if (subject === 'member') return 'their profile'
  return subject === 'term' ? `the glossary of ${title}` : title
}

const untitled = (subject: SubjectKind | undefined): string =>
  subject === 'sequence' || subject === 'collection' ? `a ${subject}` : 'a post'

/** `+3`, `−2`, `0`. */
export const signed = (by: number): string => (by > 0 ? `+${by}` : by < 0 ? `−${-by}` : '0')

/** A post or comment of one's own, in a list of what its votes came to. */
export const karmaItemWords = (targetKind: 'post' | 'comment', title: string): string => {
  const post = title === '' ? 'a post' : title
  return targetKind === 'post' ? post : `Your comment under ${post}`
}

const reasons: Readonly<Record<NoticeTypeName, string>> = {
  newPost: 'you follow its author',
  newUserComment: 'you follow this member',
  newComment: 'you follow this post',
  newReply: 'you follow this thread',
  newReplyToYou: 'someone replied to your comment',
  newShortform: 'you follow this member',
  newTagPosts: 'you follow one of its tags',
  newMention: 'someone mentioned you',
  addedAsCoauthor: 'you are invited',
  postSharedWithUser: 'you are invited',
  newCommentOnDraft: 'you work on the draft',
  newDialogueMessages: 'you take part in the dialogue',
  newPublishedDialogueMessages: 'you follow this dialogue',
  curatedPost: 'you follow curated posts',
  yourPostCurated: 'you wrote it',
  newRelatedQuestions: 'you follow the question it was asked under',
  typoSuggestion: 'you wrote the text',
  newSequencePosts: 'you follow the sequence',
  coauthorAccepted: 'you invited them',
}

/**
 * Why somebody was told; one reason. `because`: `KIND:TARGET` of what they follow. `isOwn`: it is
 * followed because it is theirs.
 */
export function reasonWords(type: NoticeTypeName, because: string): string {
  if (type === 'newComment' && because === '') return 'you wrote the post'
  if (type === 'newTagPosts') return `you follow the tag ${because.slice('tag:'.length)}`
  return reasons[type]
}

/** The kinds of news as their reader chooses among them. */
export const typeWords: Readonly<Record<NoticeTypeName, string>> = {
  newReplyToYou: 'Replies to me',
  newMention: 'Mentions of me',
  newComment: 'Comments on posts I follow, including my own',
  newReply: 'Replies in threads I follow',
  newPost: 'Posts by people I follow',
  newUserComment: 'Comments by people I follow',
  newShortform: 'Quick takes by people I follow',
  newTagPosts: 'Posts with a tag I follow',
  newSequencePosts: 'Posts added to sequences I follow',
  curatedPost: 'Curated posts',
  yourPostCurated: 'My posts being curated',
  newRelatedQuestions: 'Questions related to ones I follow',
  typoSuggestion: 'Suggested corrections to my posts',
  addedAsCoauthor: 'Co-author invitations',
  postSharedWithUser: 'Invitations to drafts and dialogues',
  newCommentOnDraft: 'Comments on drafts I’m working on',
  newDialogueMessages: 'Messages in my dialogues',
  newPublishedDialogueMessages: 'Messages in dialogues I follow',
  coauthorAccepted: 'Replies to my co-author invitations',
}
