/** A post with its text and its readers, and its pages as a server renders them. */
import type { Comment } from '#shared/comments/schema.ts'
import type { PageData } from '#shared/pages/page-data.ts'
import { T0, aComment, aMember, aPost, idOf, paragraph } from '#shared/testing/factories.ts'
import * as web from '../../entry-server.tsx'
import type { Rows } from './rows-read.ts'

export const hostile = '</title></script><script>alert(1)</script>"\'&'
const revision = {
  id: idOf(2),
  subjectKind: 'post',
  subjectId: idOf(1),
  postId: idOf(1),
  n: 1,
  version: '1.0.0',
  isDraft: false,
  title: 'On tides',
  body: paragraph('Water comes back.'),
  wordCount: 3,
  authorId: idOf(100),
  at: T0,
}

export function rows(
  changes: { readonly comments?: readonly Comment[]; readonly post?: ReturnType<typeof aPost>; readonly title?: string } = {},
): Rows {
  const shown = { ...revision, title: changes.title ?? revision.title }
  return {
    posts: [changes.post ?? aPost({ commentCount: changes.comments?.length ?? 1 })],
    revisions: [shown],
    members: [aMember(), aMember({ id: idOf(200), displayName: hostile, slug: 'bob', userName: 'bob' })],
    comments: changes.comments ?? [aComment()],
  }
}

export const at = (url: string, data: PageData) => web.render({ url, as: 'html' }, data)
export const path = `/posts/${idOf(1)}/on-tides`
/** The names of what the form of a mutation sends. */
export const fieldsOf = (html: string, mutation: string): readonly string[] => {
  const form = new RegExp(`<form[^>]*action="/api/form/${mutation.replace('.', '\\.')}"[^>]*>(.*?)</form>`, 'su').exec(html)?.[1] ?? ''
  return [...form.matchAll(/<(?:input|textarea|select|button)[^>]*\sname="([^"]+)"/gu)].map((match) => match[1] ?? '')
}
