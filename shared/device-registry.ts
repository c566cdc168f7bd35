import type { Mutation } from './kernel/mutation.ts'
import type { Table } from './kernel/table.ts'
import { members } from './accounts/schema.ts'
import { editComment, postComment, removeComment, restoreComment } from './comments/mutations.ts'
import { comments } from './comments/schema.ts'
import { archivePost, createPost, publishPost, restorePost, setCoauthor, setPostDetail, unpublishPost } from './posts/mutations.ts'
import { authorships, pingbacks, posts, revisions, writings } from './posts/schema.ts'
import { setBookmark, setReadMark } from './reading/mutations.ts'
import { bookmarks, readMarks } from './reading/schema.ts'
import { readVoteWarning, setVote } from './votes/mutations.ts'
import { tallies, votes, voteWarnings } from './votes/schema.ts'

/** What devices hold copies of; the rest stays on the server, or travels as finished pages. */
export const deviceTables: readonly Table[] = [
  posts,
  revisions,
  writings,
  authorships,
  comments,
  tallies,
  pingbacks,
  votes,
  voteWarnings,
  bookmarks,
  readMarks,
  members,
].map(anyTable)

/** What devices do by themselves and send later (content.md 13); the rest is asked of the server, which must be there. */
export const deviceMutations: readonly Mutation<unknown>[] = [
  postComment,
  editComment,
  removeComment,
  restoreComment,
  setVote,
  readVoteWarning,
  setBookmark,
  setReadMark,
  createPost,
  setPostDetail,
  publishPost,
  unpublishPost,
  archivePost,
  restorePost,
  setCoauthor,
].map(anyMutation)

// Tables and mutations of different rows and arguments stand in one list; each is only ever used with what its own schema parsed.
function anyTable(table: unknown): Table {
  return table as Table
}

function anyMutation(mutation: unknown): Mutation<unknown> {
  return mutation as Mutation<unknown>
}
