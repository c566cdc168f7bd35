import { parse } from 'yaml'
import { markdownParser } from './markdown-rules.ts'

/** Known keys have their type or are absent; others are whatever the file says. */
export type FrontMatter = {
  readonly title?: string
  /** As written, normally `2026-11-14`. */
  readonly date?: string
  readonly tags?: readonly string[]
  readonly lang?: string
  readonly author?: string
  readonly [key: string]: unknown
}
export type MarkdownFile = { readonly front: FrontMatter; readonly body: string; readonly problems: readonly string[] }

const maxFrontMatter = 20_000
const textKeys: readonly string[] = ['title', 'date', 'lang', 'author']

/**
 * Splits a file into YAML front matter and Markdown. Never throws: what cannot be read is named in
 * `problems`.
 */
export function parseMarkdownFile(text: string): MarkdownFile {
  const source = text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n')
  const problems: string[] = []
  let yaml = ''
  let body = source
  if (source.startsWith('---\n')) {
    const end = /\n(?:---|\.\.\.)[ \t]*(?:\n|$)/.exec(source.slice(3, 4 + maxFrontMatter))
    if (end === null) problems.push(`front matter does not end within ${maxFrontMatter} characters`)
    else {
      yaml = source.slice(4, 3 + end.index + 1)
      body = source.slice(3 + end.index + end[0].length)
    }
  }
  const front = readFront(yaml, problems)
  if (front['title'] === undefined) {
    const heading = /^\s*#[ \t]+(\S[^\n]{0,1000})(?:\n|$)/.exec(body)
    if (heading === null) problems.push('no title')
    else {
      front['title'] = plainTitle(heading[1] ?? '')
      body = body.slice(heading[0].length)
    }
  }
  return { front, body: body.replace(/^\n+/, ''), problems }
}

function readFront(yaml: string, problems: string[]): Record<string, unknown> {
  const front: Record<string, unknown> = {}
  if (yaml.trim() === '') return front
  let parsed: unknown
  try {
    // No aliases at all: a few lines of them can stand for gigabytes.
    parsed = parse(yaml, { maxAliasCount: 0, schema: 'core', logLevel: 'error' })
  } catch (error) {
    problems.push(`front matter: ${error instanceof Error ? (error.message.split('\n')[0] ?? '') : 'unreadable'}`)
    return front
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) {
    problems.push('front matter is not a list of keys')
    return front
  }
  for (const [key, value] of Object.entries(parsed)) {
    const read = readKey(key, value)
    if (read === undefined) problems.push(`front matter: "${key.slice(0, 40)}" cannot be used`)
    else front[key] = read
  }
  return front
}

function readKey(key: string, value: unknown): unknown {
  if (key === '__proto__') return undefined
  if (textKeys.includes(key)) return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : undefined
  if (key !== 'tags') return value
  const tags: readonly unknown[] = Array.isArray(value) ? value : typeof value === 'string' ? value.split(',') : []
  return tags
    .filter((tag) => typeof tag === 'string' || typeof tag === 'number')
    .map((tag) => String(tag).trim())
    .filter((tag) => tag !== '')
}

/** A title has no marks: what they stand around stays. */
function plainTitle(markdown: string): string {
  const tokens = markdownParser()
    .parseInline(markdown.replace(/[ \t]#+[ \t]*$/, ''), {})
    .flatMap((token) => token.children ?? [])
  return tokens
    .map((token) => token.content)
    .join('')
    .replace(/\s+/gu, ' ')
    .trim()
}
