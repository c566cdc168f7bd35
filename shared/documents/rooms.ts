import { isId } from '../kernel/ids.ts'

/**
 * A document's name, and the last part of its address: `post:P` the text of a post, draft or
 * public; `notebook:U` what a member has begun to write elsewhere and not sent (unfinished comments
 * and replies).
 */
export type Room = { readonly kind: 'post' | 'notebook'; readonly id: string }

export const postRoom = (postId: string): string => `post:${postId}`
export const notebookRoom = (userId: string): string => `notebook:${userId}`

/** `undefined` for anything else than the name of a room. */
export function parseRoom(name: string): Room | undefined {
  const [kind, id, ...more] = name.split(':')
  if ((kind !== 'post' && kind !== 'notebook') || id === undefined || !isId(id) || more.length > 0) return undefined
  return { kind, id }
}

/** Path of the websocket, one room each. */
export const collabPath = '/collab'
export const ticketPath = '/collab/ticket'
/**
 * Many documents brought up to date in one request: for phones, and where websockets are blocked.
 */
export const diffPath = '/collab/diff'

/** In the Y.Doc of a post: the XmlFragment that holds its text (`shared/text/`). */
export const bodyFragment = 'body'
/**
 * In a notebook: the Y.Map of places (`comment:POST:PARENT`, `edit:COMMENT`) to a Y.Map of a form's
 * fields, each a Y.Text, and `at`.
 */
export const notebookPlaces = 'places'
