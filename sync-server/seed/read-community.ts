import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { parseMarkdownFile } from '#shared/text/markdown-in.ts'
import type { SeedReaction } from '#server/seed/reactions.ts'
import { readReactions } from '#server/seed/reactions.ts'
import type { SeedLibrary } from '#server/seed/sequences.ts'
import { readLibrary } from '#server/seed/sequences.ts'
import type { SeedWiki } from '#server/seed/wiki.ts'
import { readWiki } from '#server/seed/wiki.ts'
import type { SeedGlossaries } from '#server/seed/glossary.ts'
import { readGlossaries } from '#server/seed/glossary.ts'
import type { SeedModeration } from '#server/seed/moderation.ts'
import { readModeration } from '#server/seed/moderation.ts'
import type { SeedLocalGroups, SeedMapPoints } from '#server/seed/local-groups.ts'
import type { SeedEvents } from '#server/seed/events.ts'
import { readLocalGroups, readMapPoints } from '#server/seed/local-groups.ts'
import { readEvents } from '#server/seed/events.ts'
import type { SeedSpotlights } from '#server/seed/spotlights.ts'
import { readSpotlights } from '#server/seed/spotlights.ts'
import { groups } from '#shared/kernel/viewer.ts'

/**
 * The example community as it stands in the data files; checked when read, so that a slip of the
 * pen stops the seed with its place.
 */
const Counts = z.tuple([z.int().min(0), z.int().min(0), z.int().min(0), z.int().min(0)])

const SeedMember = z.strictObject({
  key: z.string(),
  name: z.string(),
  groups: z.array(z.enum(groups)),
  isAdmin: z.boolean(),
  daysAgo: z.number(),
  bio: z.string(),
})
export type SeedMember = z.infer<typeof SeedMember>

const EssayFront = z.strictObject({
  title: z.string(),
  author: z.string(),
  daysAgo: z.number(),
  tags: z.array(z.string()),
  lang: z.string(),
  kind: z.enum(['post', 'question', 'linkpost']),
  url: z.string().optional(),
  frontpage: z.boolean(),
  curated: z.boolean(),
  locked: z.boolean().optional(),
  /** How many approve, disapprove, agree, disagree. */
  votes: Counts,
})

const SeedComment = z.strictObject({
  k: z.string(),
  by: z.string(),
  re: z.string().nullable(),
  /** Hours after publication. */
  h: z.number(),
  text: z.string(),
  /** Of a question's: it answers it. */
  answer: z.boolean().optional(),
  v: Counts,
  edit: z.strictObject({ h: z.number(), text: z.string() }).optional(),
  remove: z.strictObject({ by: z.string(), h: z.number(), reason: z.string() }).optional(),
})
export type SeedComment = z.infer<typeof SeedComment>

const SeedTake = z.strictObject({
  k: z.string(),
  by: z.string(),
  daysAgo: z.number(),
  text: z.string(),
  tags: z.array(z.string()),
  /** Kept off the front page. */
  off: z.boolean(),
  v: Counts,
  /** `h`: hours after the take. */
  replies: z.array(SeedComment),
})
export type SeedTake = z.infer<typeof SeedTake>

export interface SeedEssay extends z.infer<typeof EssayFront> {
  readonly key: string
  readonly markdown: string
  readonly comments: readonly SeedComment[]
}

export interface Community {
  readonly members: readonly SeedMember[]
  readonly essays: readonly SeedEssay[]
  readonly takes: readonly SeedTake[]
  readonly reactions: readonly SeedReaction[]
  readonly library: SeedLibrary
  readonly wiki: SeedWiki
  readonly glossaries: SeedGlossaries
  readonly spotlights: SeedSpotlights
  readonly localGroups: SeedLocalGroups
  readonly events: SeedEvents
  readonly mapPoints: SeedMapPoints
  readonly moderation: SeedModeration
}

const folder = join(import.meta.dirname, 'community')

/** @throws Error naming the file and line at fault. */
export async function readCommunity(): Promise<Community> {
  const members = z.array(SeedMember).parse(JSON.parse(await readFile(join(folder, 'members.json'), 'utf8')))
  const names = (await readdir(join(folder, 'essays'))).filter((name) => name.endsWith('.md')).sort()
  return {
    members,
    essays: await Promise.all(names.map((name) => readEssay(name.slice(0, -3)))),
    takes: await readTakes(),
    reactions: await readReactions(folder),
    library: await readLibrary(folder),
    wiki: await readWiki(folder),
    glossaries: await readGlossaries(folder),
    spotlights: await readSpotlights(folder),
    localGroups: await readLocalGroups(folder),
    events: await readEvents(folder),
    mapPoints: await readMapPoints(folder),
    moderation: await readModeration(folder),
  }
}

async function readEssay(key: string): Promise<SeedEssay> {
  const file = parseMarkdownFile(await readFile(join(folder, 'essays', `${key}.md`), 'utf8'))
  const front = EssayFront.safeParse(file.front)
  if (!front.success) throw new Error(`essays/${key}.md: ${front.error.message}`)
  return { ...front.data, key, markdown: file.body, comments: await readThread(key) }
}

async function readTakes(): Promise<readonly SeedTake[]> {
  const lines = (await readFile(join(folder, 'quick-takes.jsonl'), 'utf8')).split('\n').filter((line) => line.trim() !== '')
  return lines.map((line, at) => {
    const parsed = SeedTake.safeParse(JSON.parse(line))
    if (!parsed.success) throw new Error(`quick-takes.jsonl line ${at + 1}: ${parsed.error.message}`)
    return parsed.data
  })
}

async function readThread(key: string): Promise<readonly SeedComment[]> {
  const text = await readFile(join(folder, 'threads', `${key}.jsonl`), 'utf8')
  return text.split('\n').flatMap((line, at) => {
    if (line.trim() === '') return []
    const parsed = SeedComment.safeParse(JSON.parse(line))
    if (!parsed.success) throw new Error(`threads/${key}.jsonl line ${at + 1}: ${parsed.error.message}`)
    return [parsed.data]
  })
}
