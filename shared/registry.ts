import type { Gate, Gates } from './kernel/gate.ts'
import type { Mutation } from './kernel/mutation.ts'
import type { Row, Table } from './kernel/table.ts'
import type { Doc } from './text/schema.ts'
import * as accountMutations from './accounts/mutations.ts'
import * as signInMutations from './accounts/sign-in-mutations.ts'
import { canSeeMember } from './accounts/rules.ts'
import { attempts, credentials, emailTokens, members, sessions, standings } from './accounts/schema.ts'
import { editComment, postComment, removeComment, restoreComment } from './comments/mutations.ts'
import { canReadComment, canReadRemovedText } from './comments/rules.ts'
import { comments } from './comments/schema.ts'
import { adjustPeriod, rescore } from './feed/mutations.ts'
import { listings } from './feed/schema.ts'
import { isSelf, isStaff } from './kernel/viewer.ts'
import {
  archivePost,
  publishPost,
  saveDraft,
  setCommentsLocked,
  setCurated,
  setFrontpage,
  setPingbacks,
  setSticky,
  unpublishPost,
} from './posts/mutations.ts'
import { canReadPost, canReadRevision } from './posts/rules.ts'
import { pingbacks, posts, revisions } from './posts/schema.ts'
import { setBookmark, setReadMark } from './reading/mutations.ts'
import { bookmarks, readMarks } from './reading/schema.ts'
import { setVote } from './votes/mutations.ts'
import { tallies, voteEvents, votes } from './votes/schema.ts'

/** Every table there is. */
export const tables: readonly Table[] = [
  members,
  standings,
  credentials,
  sessions,
  emailTokens,
  attempts,
  posts,
  revisions,
  pingbacks,
  comments,
  votes,
  voteEvents,
  tallies,
  listings,
  bookmarks,
  readMarks,
].map(anyTable)

/** What devices hold copies of; the rest stays on the server, or travels as finished pages. */
export const deviceTables: readonly Table[] = [posts, revisions, comments, tallies, pingbacks, votes, bookmarks, readMarks, members].map(anyTable)

/** Every mutation there is. */
export const mutations: readonly Mutation<unknown>[] = [
  ...Object.values(accountMutations).filter(isMutation),
  ...Object.values(signInMutations).filter(isMutation),
  saveDraft,
  publishPost,
  unpublishPost,
  archivePost,
  setFrontpage,
  setCurated,
  setCommentsLocked,
  setSticky,
  setPingbacks,
  postComment,
  editComment,
  removeComment,
  restoreComment,
  setVote,
  setBookmark,
  setReadMark,
  rescore,
  adjustPeriod,
].map(anyMutation)

/** Measures against an account are its own and the staff's business (community.md 15). */
const unspoken = { bannedUntil: null, postingDisabled: false, commentingDisabled: false, votingDisabled: false, approvedBy: null } as const

/** Stands in for the text of a removed comment. */
const withheld: Doc = { type: 'doc', content: [] }

const gatesByTable = new Map<string, Gate<never>>()

function gate<R extends Row>(table: Table<R>, judge: Gate<R>): void {
  // The gate is kept under its own table's name and only ever handed rows of that table, see `gates.of`.
  gatesByTable.set(table.name, judge as unknown as Gate<never>)
}

gate(members, (member, viewer) => {
  if (!canSeeMember(viewer, member).allowed) return undefined
  return isStaff(viewer) || isSelf(viewer, member.id) ? member : { ...member, ...unspoken }
})
gate(standings, (standing) => standing)
gate(posts, (post, viewer) => (canReadPost(viewer, post).allowed ? post : undefined))
gate(listings, (listing) => listing)
// Two ids of public posts; the posts themselves pass their own gate.
gate(pingbacks, (pingback) => pingback)
gate(votes, (vote, viewer) => (isSelf(viewer, vote.userId) ? vote : undefined))
gate(bookmarks, (bookmark, viewer) => (isSelf(viewer, bookmark.userId) ? bookmark : undefined))
gate(readMarks, (mark, viewer) => (isSelf(viewer, mark.userId) ? mark : undefined))
gate(revisions, async (revision, viewer, read) => {
  const post = await read.get(posts, revision.postId)
  if (post === undefined || !canReadRevision(viewer, revision, post).allowed) return undefined
  if (revision.subjectKind === 'post') return revision
  const comment = await read.get(comments, revision.subjectId)
  return comment && canReadComment(viewer, comment, post).allowed && canReadRemovedText(viewer, comment) ? revision : undefined
})
gate(comments, async (comment, viewer, read) => {
  const post = await read.get(posts, comment.postId)
  if (post === undefined || !canReadComment(viewer, comment, post).allowed) return undefined
  return canReadRemovedText(viewer, comment) ? comment : { ...comment, body: withheld }
})
gate(tallies, async (tally, viewer, read) => {
  const post = await read.get(posts, tally.postId)
  return post !== undefined && canReadPost(viewer, post).allowed ? tally : undefined
})

/** What has no gate (credentials, sessions, tokens, limits) never leaves the server. */
export const gates: Gates = {
  of<R extends Row>(table: Table<R>): Gate<R> {
    const found = gatesByTable.get(table.name)
    if (found === undefined) throw new TypeError(`${table.name} has no gate: its rows never leave the server`)
    // Registered by `gate` above with the row type of this very table.
    return found as unknown as Gate<R>
  },
}

function isMutation(value: unknown): value is Mutation<never> {
  return typeof value === 'object' && value !== null && 'run' in value && 'args' in value
}

// Tables and mutations of different rows and arguments stand in one list; each is only ever used with what its own schema parsed.
function anyTable(table: unknown): Table {
  return table as Table
}

function anyMutation(mutation: unknown): Mutation<unknown> {
  return mutation as Mutation<unknown>
}
