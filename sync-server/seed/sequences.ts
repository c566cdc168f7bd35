import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { Doc } from '#shared/text/schema.ts'
import { hourMs } from '#shared/kernel/durations.ts'

const SeedSequence = z.strictObject({
  key: z.string(),
  by: z.string(),
  title: z.string(),
  /** Markdown; empty: none. */
  text: z.string(),
  draft: z.boolean().default(false),
  curated: z.int().optional(),
  chapters: z
    .array(
      z.strictObject({ title: z.string(), subtitle: z.string().default(''), text: z.string().default(''), posts: z.array(z.string()) }),
    )
    .min(1),
})

const SeedCollection = z.strictObject({
  key: z.string(),
  by: z.string(),
  slug: z.string(),
  title: z.string(),
  text: z.string(),
  books: z.array(
    z.strictObject({
      title: z.string(),
      subtitle: z.string().default(''),
      sequences: z.array(z.string()),
      posts: z.array(z.string()),
      grid: z.boolean().default(false),
      chapters: z.boolean().default(false),
    }),
  ),
})

const SeedLibrary = z.strictObject({ sequences: z.array(SeedSequence), collections: z.array(SeedCollection) })
export type SeedLibrary = z.infer<typeof SeedLibrary>

/** @throws Error naming what is wrong in it. */
export async function readLibrary(folder: string): Promise<SeedLibrary> {
  const parsed = SeedLibrary.safeParse(JSON.parse(await readFile(join(folder, 'sequences.json'), 'utf8')))
  if (!parsed.success) throw new Error(`sequences.json: ${parsed.error.message}`)
  return parsed.data
}

interface MutationCall {
  readonly at: number
  readonly userId: string
  readonly name: string
  readonly args: unknown
}

interface Around {
  readonly now: number
  readonly moderator: string
  readonly idOf: (member: string) => string
  readonly newId: (name: string, at: number) => string
  /** Id of an essay, and when it was published. */
  readonly essay: (key: string) => { readonly id: string; readonly at: number }
  readonly docOf: (markdown: string) => Doc
}

/**
 * Each sequence is made an hour after the last of its essays was published, and the collections
 * after all of them.
 */
export function libraryMutations({ sequences, collections }: SeedLibrary, around: Around): readonly MutationCall[] {
  const made = sequences.map((sequence) => sequenceMutations(sequence, around))
  const idOfSequence = new Map(sequences.map(({ key }, at) => [key, made[at]?.id ?? '']))
  const after = Math.max(...made.map(({ at }) => at)) + hourMs
  return [
    ...made.flatMap(({ mutations }) => mutations),
    ...collections.flatMap((one) => collectionMutations(one, after, idOfSequence, around)),
  ]
}

/** When it was made, and its id. */
export function sequenceOf(
  { key, chapters }: SeedLibrary['sequences'][number],
  { newId, essay }: Pick<Around, 'newId' | 'essay'>,
): { readonly id: string; readonly at: number } {
  const posts = chapters.flatMap((chapter) => chapter.posts)
  const at = Math.max(...posts.map((post) => essay(post).at)) + hourMs
  return { id: newId(`sequence/${key}`, at), at }
}

function sequenceMutations(sequence: SeedLibrary['sequences'][number], around: Around) {
  const { moderator, idOf, newId, essay, docOf } = around
  const { id, at } = sequenceOf(sequence, around)
  const chapterId = (n: number): string => newId(`sequence/${sequence.key}/chapter/${n}`, at)
  const mutations: MutationCall[] = []
  const say = (name: string, args: unknown, userId = idOf(sequence.by)) => mutations.push({ at: at + mutations.length, userId, name, args })
  const set = (field: string, value: unknown) => say('sequences.setDetail', { id, detail: { field, value } })
  say('sequences.create', { id, chapterId: chapterId(0), title: sequence.title })
  if (sequence.text !== '') set('body', docOf(sequence.text))
  for (const [n, chapter] of sequence.chapters.entries()) {
    if (n > 0) say('sequences.addChapter', { id: chapterId(n), sequenceId: id, title: '' })
    const setIn = (field: string, value: unknown) => say('sequences.setChapterDetail', { id: chapterId(n), detail: { field, value } })
    if (chapter.title !== '') setIn('title', chapter.title)
    if (chapter.subtitle !== '') setIn('subtitle', chapter.subtitle)
    if (chapter.text !== '') setIn('body', docOf(chapter.text))
    for (const key of chapter.posts) say('sequences.putPost', { chapterId: chapterId(n), postId: essay(key).id, beforeId: null })
  }
  if (!sequence.draft) set('isDraft', false)
  if (sequence.curated !== undefined)
    say('sequences.moderate', { id, detail: { field: 'curatedOrder', value: sequence.curated } }, moderator)
  return { id, at, mutations }
}

/** @throws Error for a sequence that there is none of. */
function collectionMutations(
  collection: SeedLibrary['collections'][number],
  at: number,
  idOfSequence: ReadonlyMap<string, string>,
  { idOf, newId, essay, docOf }: Around,
): readonly MutationCall[] {
  const id = newId(`collection/${collection.key}`, at)
  const mutations: MutationCall[] = []
  const say = (name: string, args: unknown) => mutations.push({ at: at + mutations.length, userId: idOf(collection.by), name, args })
  say('collections.create', { id, title: collection.title, slug: collection.slug })
  say('collections.setDetail', { id, detail: { field: 'body', value: docOf(collection.text) } })
  for (const [n, book] of collection.books.entries()) {
    const bookId = newId(`collection/${collection.key}/book/${n}`, at)
    const set = (field: string, value: unknown) => say('collections.setBookDetail', { id: bookId, detail: { field, value } })
    const put = (kind: 'sequence' | 'post', itemId: string) => say('collections.putInBook', { bookId, kind, itemId, beforeId: null })
    say('collections.addBook', { id: bookId, collectionId: id, title: book.title })
    if (book.subtitle !== '') set('subtitle', book.subtitle)
    if (book.grid) set('showsGrid', true)
    if (book.chapters) set('showsChapters', true)
    for (const key of book.sequences) {
      const sequenceId = idOfSequence.get(key)
      if (sequenceId === undefined) throw new Error(`no sequence "${key}" in the example community`)
      put('sequence', sequenceId)
    }
    for (const key of book.posts) put('post', essay(key).id)
  }
  return mutations
}
