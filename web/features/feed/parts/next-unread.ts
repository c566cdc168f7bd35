import { links } from '#shared/links.ts'
import type { loadUnread } from '../unread.load.ts'
import type { NextPost } from './next-posts.tsx'

/** The rows of the answer for `/unread`, as lines; nothing of any other answer. */
export function nextUnread(answer: unknown): readonly NextPost[] {
  if (typeof answer !== 'object' || answer === null || !('showing' in answer) || answer.showing !== links.unread()) return []
  // Only this site's own server answers for its pages.
  const { rows } = (answer as unknown as { readonly page: Awaited<ReturnType<typeof loadUnread>> }).page
  return rows.map((row) => ({ id: row.id, title: row.title, href: links.post(row), lang: row.lang, by: row.authors[0]?.name ?? '' }))
}
