import { createHash } from 'node:crypto'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join, relative } from 'node:path'
import type { ApplyRequest } from '#server/sync/apply.ts'
import type { Dropped } from '#shared/text/markdown-in.ts'
import type { Outcome } from '#shared/kernel/mutation.ts'
import type { Read } from '#shared/kernel/transaction.ts'
import type { Doc } from '#shared/text/schema.ts'
import { placesOf, withoutLayoutTags } from '#shared/formats/layout-tags.ts'
import { encode } from '#shared/kernel/ids.ts'
import type { AppError } from '#shared/kernel/errors.ts'
import { Language, PlainDate } from '#shared/posts/fields.ts'
import { posts, revisions } from '#shared/posts/schema.ts'
import { plainText } from '#shared/text/measure.ts'
import { markdownToDoc, parseMarkdownFile } from '#shared/text/markdown-in.ts'

/** What became of one file. */
export interface ImportedFile {
  readonly path: string
  readonly outcome: 'published' | 'updated' | 'unchanged' | 'refused'
  readonly postId: string
  /** Why it was refused; empty otherwise. */
  readonly reason: string
  /** What of the text could not be taken over, with its place. */
  readonly dropped: readonly string[]
}

export interface ImportDeps {
  read<T>(work: (read: Read) => Promise<T>): Promise<T>
  apply(request: ApplyRequest): Promise<Outcome>
  readonly userId: string
  onFile?(file: ImportedFile, done: number, all: number): void
}

const largestFileBytes = 1_500_000

/**
 * Publishes every Markdown file below a folder as the member, one after another, by the same
 * mutation that the form sends. Resumable: a file's place gives the post its id and its text the
 * revision's, so that a second run skips what is there and updates what changed.
 */
export async function importFolder(folder: string, deps: ImportDeps): Promise<readonly ImportedFile[]> {
  const names = (await readdir(folder, { recursive: true }))
    .filter((name) => /\.(md|markdown)$/iu.test(name) && !/(^|\/)README\.md$/iu.test(name))
    .sort()
  const done: ImportedFile[] = []
  for (const name of names) {
    const file = await importFile(folder, join(folder, name), deps)
    done.push(file)
    deps.onFile?.(file, done.length, names.length)
  }
  return done
}

async function importFile(folder: string, path: string, deps: ImportDeps): Promise<ImportedFile> {
  const place = relative(folder, path)
  const postId = idFrom('post', deps.userId, place)
  const refused = (reason: string, dropped: readonly string[] = []): ImportedFile => ({
    path: place,
    outcome: 'refused',
    postId,
    reason,
    dropped,
  })
  if ((await stat(path)).size > largestFileBytes) return refused(`larger than ${largestFileBytes} bytes`)
  const bytes = await readFile(path)
  const text = bytes.toString('utf8')
  if (!Buffer.from(text, 'utf8').equals(bytes)) return refused('not UTF-8')
  const revisionId = idFrom('revision', postId, text)
  const isThere = await deps.read(async (read) => ({
    post: await read.get(posts, postId),
    revision: await read.get(revisions, revisionId),
  }))
  if (isThere.revision !== undefined) return { path: place, outcome: 'unchanged', postId, reason: '', dropped: [] }
  const file = parseMarkdownFile(text)
  const { args, notes } = argsOf(file.front, place)
  const { markdown, lost: tags } = withoutLayoutTags(file.body)
  const { doc: whole, dropped } = markdownToDoc(markdown, 'essay')
  const doc = withoutRepeatedTitle(whole, args.title)
  if (doc !== whole) notes.push('a first heading that repeats the title is left out')
  const lost = [...file.problems, ...notes, ...tags, ...gathered(dropped)]
  const outcome = await deps.apply({
    name: 'posts.publish',
    args: { id: postId, revisionId, body: doc, kind: 'post', linkUrl: null, submitToFrontpage: true, ...args },
    userId: deps.userId,
    source: 'member',
    isOperator: true,
  })
  if (outcome.kind === 'applied')
    return { path: place, outcome: isThere.post === undefined ? 'published' : 'updated', postId, reason: '', dropped: lost }
  return refused(outcome.kind === 'later' ? 'too fast' : wordsOf(outcome.error), lost)
}

/** Front matter as arguments; what is not understood is named, never guessed. */
function argsOf(front: Readonly<Record<string, unknown>>, place: string) {
  const notes: string[] = []
  const valid = <T>(field: string, schema: { safeParse(value: unknown): { success: boolean; data?: T } }, otherwise: T): T => {
    if (front[field] === undefined) return otherwise
    const parsed = schema.safeParse(front[field])
    if (parsed.success && parsed.data !== undefined) return parsed.data
    notes.push(`${field}: ${JSON.stringify(front[field])} is not understood`)
    return otherwise
  }
  const known = new Set(['title', 'date', 'tags', 'lang', 'author'])
  notes.push(
    ...Object.keys(front)
      .filter((key) => !known.has(key))
      .map((key) => `front matter "${key}" has no place here`),
  )
  const tags = Array.isArray(front['tags']) ? front['tags'].filter((tag): tag is string => typeof tag === 'string') : []
  if (tags.length > 10) notes.push(`${tags.length - 10} tags over the ten that a post may have`)
  if (typeof front['author'] === 'string') notes.push(`author "${front['author']}": published under the importing member’s name`)
  const title = typeof front['title'] === 'string' ? front['title'] : (place.split('/').at(-1) ?? place).replace(/\.[^.]+$/u, '')
  const args = {
    title,
    lang: valid('lang', Language, 'en'),
    writtenOn: valid<string | null>('date', PlainDate, null),
    tags: tags.slice(0, 10),
  }
  return { args, notes }
}

/** Files often say their title once in the front matter and once more above the text. */
function withoutRepeatedTitle(doc: Doc, title: string): Doc {
  const [first, ...rest] = doc.content
  const letters = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
  if (first?.type !== 'heading' || rest.length === 0) return doc
  return letters(plainText({ ...doc, content: [first] })) === letters(title) ? { ...doc, content: rest } : doc
}

/** Losses of one kind in one line. */
function gathered(dropped: readonly Dropped[]): readonly string[] {
  const places = Map.groupBy(dropped, (drop) => drop.what)
  return [...places].map(
    ([what, drops]) =>
      `${what === 'html' ? 'HTML, kept as text' : what} (${placesOf(drops.map((drop) => Number(drop.where.replace(/\D/gu, ''))))})`,
  )
}

function wordsOf(error: AppError): string {
  return [error.code, error.reason, error.field].filter(Boolean).join(', ')
}

/** A stable id for a thing that a file names. */
function idFrom(kind: string, ...parts: readonly string[]): string {
  return encode(
    createHash('sha256')
      .update([kind, ...parts].join('\0'))
      .digest()
      .subarray(0, 16),
  )
}
