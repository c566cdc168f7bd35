import { htmlToDoc, type HtmlOptions } from './html-in.ts'
import { importedText, type ImportedPart, type ImportedText } from './imported-text.ts'
import { markdownText } from './markdown-text.ts'
import type { PictureBytes } from './picture-collector.ts'
import { FileRefused } from './refused.ts'
import { maxTexts, refusedPart, tooManyTexts } from './refused-part.ts'

type Item = Readonly<Record<string, unknown>>
type FileAt = (src: string) => PictureBytes | null
const noFiles: FileAt = () => null

/**
 * An export in JSON: Ghost's, or posts as a ForumMagnum site gives them out. @throws FileRefused
 * `unknown-format`
 */
export function* jsonTexts(json: string, fileAt: FileAt = noFiles): Generator<ImportedPart> {
  let value: unknown
  try {
    value = JSON.parse(json)
  } catch {
    throw new FileRefused('broken', 'JSON')
  }
  const ghost = ghostData(value)
  if (ghost !== null) return yield* ghostTexts(ghost, fileAt)
  const posts = forumPosts(value, 0)
  if (posts.length === 0) throw new FileRefused('unknown-format')
  for (const post of posts.slice(0, maxTexts))
    yield refusedPart(text(post, 'title') || text(post, '_id') || 'post', () => forumText(post, fileAt))
  yield* tooManyTexts(posts.length - maxTexts)
}

const isItem = (value: unknown): value is Item => typeof value === 'object' && value !== null && !Array.isArray(value)
const text = (item: Item, key: string): string => (Object.hasOwn(item, key) && typeof item[key] === 'string' ? item[key] : '')
const list = (item: Item, key: string): readonly Item[] =>
  Object.hasOwn(item, key) && Array.isArray(item[key]) ? item[key].filter(isItem) : []
const part = (item: Item, key: string): Item => (Object.hasOwn(item, key) && isItem(item[key]) ? item[key] : {})

function ghostData(value: unknown): Item | null {
  if (!isItem(value)) return null
  const [first] = list(value, 'db')
  const data = first === undefined ? part(value, 'data') : part(first, 'data')
  return Array.isArray(data['posts']) && ('posts_tags' in data || 'posts_meta' in data || first !== undefined) ? data : null
}

function* ghostTexts(data: Item, fileAt: FileAt): Generator<ImportedPart> {
  const tagNames = new Map(list(data, 'tags').map((tag) => [tag['id'], text(tag, 'name')]))
  const tagsByPost = Map.groupBy(list(data, 'posts_tags'), (row) => row['post_id'])
  const posts = list(data, 'posts')
  for (const post of posts.slice(0, maxTexts)) {
    const from = text(post, 'title') || text(post, 'slug') || 'post'
    const tags = (tagsByPost.get(post['id']) ?? []).map((row) => tagNames.get(row['tag_id']) ?? '').filter((name) => !name.startsWith('#'))
    yield refusedPart(from, () => {
      const html = (text(post, 'html') || asParagraphs(text(post, 'plaintext'))).replaceAll('__GHOST_URL__', '')
      if (html === '') throw new FileRefused('empty')
      const date = text(post, 'published_at') || text(post, 'created_at')
      return importedText({ from, title: text(post, 'title'), date, tags, lang: text(post, 'locale') }, htmlToDoc(html, { fileAt }))
    })
  }
  yield* tooManyTexts(posts.length - maxTexts)
}

/**
 * Posts wherever the answer of the site has them: `data.posts.results`, `results`, a list, or one
 * alone.
 */
function forumPosts(value: unknown, depth: number): readonly Item[] {
  if (depth > 5) return []
  if (Array.isArray(value)) return value.filter(isItem).filter(isForumPost)
  if (!isItem(value)) return []
  if (isForumPost(value)) return [value]
  for (const key of ['data', 'posts', 'results', 'post', 'result', 'items']) {
    const found = Object.hasOwn(value, key) ? forumPosts(value[key], depth + 1) : []
    if (found.length > 0) return found
  }
  return []
}

function isForumPost(item: Item): boolean {
  return text(item, 'title') !== '' && forumBody(item) !== null
}

function forumBody(post: Item): { readonly html: string } | { readonly markdown: string } | null {
  for (const holder of [part(post, 'contents'), part(post, 'draft'), post]) {
    const html = text(holder, 'html') || text(holder, 'htmlBody')
    if (html !== '') return { html }
    const markdown = text(holder, 'markdown')
    if (markdown !== '') return { markdown }
  }
  return null
}

function forumText(post: Item, fileAt: FileAt): ImportedText {
  const title = text(post, 'title')
  const body = forumBody(post)
  const tags = list(post, 'tags').map((tag) => text(tag, 'name'))
  const date = text(post, 'postedAt') || (typeof post['postedAt'] === 'number' ? new Date(post['postedAt']).toISOString() : '')
  const kind = post['question'] === true ? 'question' : text(post, 'url') === '' ? 'post' : 'linkpost'
  const said = { from: title, title, date, tags, kind, linkUrl: text(post, 'url'), lang: text(post, 'language') }
  if (body === null) throw new FileRefused('empty')
  if ('html' in body) return importedText(said, htmlToDoc(body.html, { fileAt } satisfies HtmlOptions))
  return importedText(said, markdownText(body.markdown, title, fileAt))
}

function asParagraphs(plain: string): string {
  if (plain.trim() === '') return ''
  const safe = plain.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  return safe
    .split(/\n{2,}/u)
    .map((paragraph) => `<p>${paragraph}</p>`)
    .join('')
}
