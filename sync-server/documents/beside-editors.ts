/**
 * A post's text is changed by other ways than an editor (a form, a program's key, a correction
 * taken over) while its document may be open in one. The mutation keeps it as a revision; then it
 * comes into the document by a change forward: whoever writes there loses nothing, and whoever goes
 * on in the editor goes on from it, instead of publishing the older text over it.
 */
import type { Revision } from '#shared/posts/schema.ts'
import type { Doc } from '#shared/text/nodes.ts'
import type { Read } from '#shared/kernel/transaction.ts'
import type { Rewrite } from './rewrite.ts'
import type { Rooms } from './rooms.ts'
import { parseRoom, postRoom } from '#shared/documents/rooms.ts'
import { posts, revisions } from '#shared/posts/schema.ts'
import { mayRewrite } from './keep-updates.ts'
import { NotSettled } from './not-settled.ts'
import { rewriteDocument } from './rewrite.ts'
import { documents } from './tables.ts'

interface Tools {
  readonly store: { read<T>(work: (read: Read) => Promise<T>): Promise<T> }
  readonly rooms: Rooms
}

interface Text {
  readonly postId: string
  readonly userId: string
  /** Of the revision that the mutation keeps; the same id again changes nothing. */
  readonly revisionId: string
}

/** The text that a mutation has kept, and the one that it was made from. */
interface Written {
  readonly body: Doc
  readonly from: Doc | undefined
}

/**
 * Does a mutation that states a post's text, and brings the text into the document; one after
 * another for each post.
 * @param mutation hears of the revision when an earlier try has made it already.
 */
export function writeBesideEditors<W extends Written>(
  tools: Tools,
  text: Text,
  mutation: (made: Revision | undefined) => Promise<W>,
): Promise<W> {
  return tools.rooms.turns.take(text.postId, async () => {
    const made = await tools.store.read((read) => read.get(revisions, text.revisionId))
    const settled = made === undefined ? await settledFor(tools, text) : null
    const written = await mutation(made)
    await follow(tools, text, written, { made, settled })
    return written
  })
}

/** As below, but for who may not change the text: the mutation tells them so. */
async function settledFor(tools: Tools, { postId, userId }: Text): Promise<Uint8Array | null> {
  const { store, rooms } = tools
  const { viewerOf, clock } = rooms.ports
  const room = parseRoom(postRoom(postId))
  if (room === undefined || !(await store.read((read) => mayRewrite(read, viewerOf, userId, room, clock())))) return null
  try {
    return await settleDocument(tools, postId, userId)
  } catch (error) {
    // What nobody can show or look at is mended by what is written beside it.
    if (!(error instanceof NotSettled) || error.why === 'busy') throw error
    rooms.ports.log(error, `documents: settling the document of ${postId}`)
    return null
  }
}

interface Before {
  readonly made: Revision | undefined
  readonly settled: Uint8Array | null
}

async function follow(
  tools: Tools,
  { postId, userId, revisionId }: Text,
  { body, from }: Written,
  { made, settled }: Before,
): Promise<void> {
  const change = { postId, userId, body }
  if (made === undefined) {
    const { workers } = tools.rooms.ports
    // Where the document said just what the change was made from, whatever is typed meanwhile stays
    // beside it.
    const isBase = settled !== null && from !== undefined && (await workers.changeTo([settled], from)) === null
    return followInDocument(tools, { ...change, base: isBase ? settled : null })
  }
  // A second try finishes what a crash has cut short, unless somebody has gone on since.
  const post = await tools.store.read((read) => read.get(posts, postId))
  if (post?.latestRevisionId === revisionId && !(await isWrittenSince(tools, postId, made.at))) await followInDocument(tools, change)
}

/** Also by what followed the revision itself: then there is nothing left to do. */
async function isWrittenSince({ store, rooms }: Tools, postId: string, at: number): Promise<boolean> {
  const name = postRoom(postId)
  if ((await store.read((read) => read.get(documents, name))) === undefined) return false
  const room = await rooms.room(name)
  await room?.settled()
  return (room?.writtenAt ?? 0) > at
}

/**
 * What is being written in an editor right now becomes the newest revision first. @returns the
 * document so far, if there is one.
 */
export async function settleDocument({ store, rooms }: Tools, postId: string, userId: string): Promise<Uint8Array | null> {
  const name = postRoom(postId)
  if ((await store.read((read) => read.get(documents, name))) === undefined) return null
  const room = await rooms.room(name)
  if (room === null) return null
  await room.settled()
  const whole = room.state.whole()
  await rooms.ports.settled(postId, whole, room.writtenBy === '' ? userId : room.writtenBy)
  return whole
}

/** Brings the document along to a text that was kept already. */
export async function followInDocument(
  { store, rooms }: Tools,
  { postId, ...change }: Omit<Rewrite, 'room'> & { readonly postId: string },
): Promise<void> {
  const room = postRoom(postId)
  // Nobody has opened it in an editor yet: it will be seeded from this very text.
  if ((await store.read((read) => read.get(documents, room))) === undefined) return
  let refused = await rewriteDocument(rooms, { room, ...change })
  // It left memory meanwhile, and is loaded again; or it was made anew, and does not know what the
  // change was made from.
  if (refused === 'gap') refused = await rewriteDocument(rooms, { room, ...change })
  if (refused === 'gap' && change.base) refused = await rewriteDocument(rooms, { room, ...change, base: null })
  // The revision stands; somebody has to know that an editor goes on from an older text.
  if (refused !== null) rooms.ports.log(new Error(`refused: ${refused}`), `documents: bringing a text into ${room}`)
}
