import type { Gate, Gates } from './kernel/gate.ts'
import type { Row, Table } from './kernel/table.ts'
import type { Doc } from './text/schema.ts'
import { canSeeMember } from './accounts/rules.ts'
import { members, standings } from './accounts/schema.ts'
import { canReadComment, canReadRemovedText } from './comments/rules.ts'
import { comments } from './comments/schema.ts'
import { listings } from './feed/schema.ts'
import { isSelf, isStaff } from './kernel/viewer.ts'
import { canReadPost, canReadRevision, isAuthor } from './posts/rules.ts'
import { authorships, pingbacks, posts, revisions, writings } from './posts/schema.ts'
import { canSeeReports } from './reports/rules.ts'
import { bookmarks, readMarks } from './reading/schema.ts'
import { canSeeVotePattern } from './votes/rules.ts'
import { tallies, votePatterns, votes, voteWarnings } from './votes/schema.ts'

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
gate(authorships, (authorship, viewer) => (isSelf(viewer, authorship.userId) ? authorship : undefined))
gate(writings, async (writing, viewer, read) => {
  const post = await read.get(posts, writing.id)
  return post !== undefined && isAuthor(viewer, post) ? writing : undefined
})
gate(listings, (listing) => listing)
// Two ids of public posts; the posts themselves pass their own gate.
gate(pingbacks, (pingback) => pingback)
gate(votes, (vote, viewer) => (isSelf(viewer, vote.userId) ? vote : undefined))
gate(voteWarnings, (warning, viewer) => (isSelf(viewer, warning.id) ? warning : undefined))
gate(votePatterns, (pattern, viewer) => (canSeeVotePattern(viewer, pattern).allowed ? pattern : undefined))
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
const forAdmins: Gate<never> = (row, viewer) => (canSeeReports(viewer).allowed ? row : undefined)
// By name: devices load this file too, and never need to know what such a row is.
for (const name of ['error_groups', 'error_events', 'error_days', 'feedback_messages']) gatesByTable.set(name, forAdmins)

/** What has no gate (credentials, sessions, tokens, limits) never leaves the server. */
export const gates: Gates = {
  of<R extends Row>(table: Table<R>): Gate<R> {
    const found = gatesByTable.get(table.name)
    if (found === undefined) throw new TypeError(`${table.name} has no gate: its rows never leave the server`)
    // Registered by `gate` above with the row type of this very table.
    return found as unknown as Gate<R>
  },
}
