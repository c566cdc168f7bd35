/**
 * Long texts from members are parsed and compared in a thread, for two seconds and within a bound
 * of memory: a text made to be slow holds up its sender alone. A short one is parsed where it is
 * asked for, which takes less time than a thread's answer.
 */
import type { ComparisonAsked, ShownComparison } from '#shared/text/compare/shown.ts'
import type { MarkdownFile } from '#shared/text/markdown-in.ts'
import type { Doc } from '#shared/text/nodes.ts'
import type { DrawAsked, DrawMarkdownAsked, ParseJobs } from './parse-jobs.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { escapeHtml } from '#shared/text/escape.ts'
import { JobFailed } from '#server/workers/job-failed.ts'
import { startWorkerPool, type WorkerPool } from '#server/workers/worker-pool.ts'

/**
 * In UTF-16 units: never fewer than a third of the bytes. Markdown that was made to be slow takes
 * 60 ms for so much where nothing is warm yet.
 */
export const maxParsedInline = 6_000
/** 20 kB of YAML take a tenth of a second. */
const maxFrontMatterInline = 2_000
const maxQueued = 100
/** With those under way half of the store's readers at most: a page holds one while it waits. */
const maxComparisonsQueued = 6

type Pool = WorkerPool<ParseJobs>
const pools: { parsing: Pool | null; comparing: Pool | null; drawing: Pool | null } = { parsing: null, comparing: null, drawing: null }

const started = (queued: number): Pool =>
  startWorkerPool<ParseJobs>({
    entry: new URL('./parse-worker.ts', import.meta.url),
    threads: 2,
    timeoutMs: 2_000,
    heapMb: 256,
    maxQueued: queued,
  })
const threads = (): Pool => (pools.parsing ??= started(maxQueued))
/** Apart from the parsers: a page waits for it, and not for what somebody made to be slow. */
const drawers = (): Pool => (pools.drawing ??= started(maxQueued))
const comparers = (): Pool => (pools.comparing ??= started(maxComparisonsQueued))

/**
 * `null`: more than a text may hold, or than can be read in two seconds. @throws AppError
 * 'rate-limited' when too much waits
 */
export async function parseMarkdown(markdown: string, profile: 'essay' | 'comment'): Promise<Doc | null> {
  const input = { markdown, profile }
  if (markdown.length > maxParsedInline) return orTooMuch(threads().ask('markdown', input))
  const { parseJobs } = await import('./parse-jobs.ts')
  return parseJobs.markdown(input)
}

/**
 * A file's front matter and text. `null`: more than can be read in two seconds. @throws AppError
 * 'rate-limited' when too much waits
 */
export async function parseFile(text: string): Promise<MarkdownFile | null> {
  const isLong = text.length > maxParsedInline || (text.length > maxFrontMatterInline && /^\uFEFF?---/u.test(text))
  if (isLong) return orTooMuch(threads().ask('file', { text }))
  const { parseJobs } = await import('./parse-jobs.ts')
  return parseJobs.file({ text })
}

/**
 * What a page shows of two texts. `null`: comparing them takes longer than two seconds. @throws
 * AppError 'rate-limited' when too much waits
 */
export async function compareInThread(asked: ComparisonAsked): Promise<ShownComparison | null> {
  const { shownStages } = await import('#shared/text/compare/attribute.ts')
  // Stages that the comparison does not look at are not copied to the thread.
  return orTooMuch(comparers().ask('compare', { ...asked, stages: shownStages(asked.before, asked.stages) }))
}

/**
 * A long text that readers ask for, as HTML. What cannot be drawn in two seconds is shown as it was
 * typed. @throws AppError 'rate-limited' when too much waits
 */
export async function drawInThread(asked: DrawAsked): Promise<string> {
  const html = await orTooMuch(drawers().ask('draw', asked))
  if (html !== null) return html
  const { renderDoc } = await import('#shared/text/render.ts')
  const plain = (text: string): string => escapeHtml(text)
  return renderDoc(asked.doc, { ...asked.options, math: plain, highlight: plain })
}

/**
 * Typed Markdown as HTML. `null`: more than a text may hold, or than can be drawn in two seconds.
 * @throws AppError 'rate-limited' when too much waits
 */
export async function drawMarkdownInThread(asked: DrawMarkdownAsked): Promise<string | null> {
  return orTooMuch(threads().ask('drawMarkdown', asked))
}

/** Ends the threads; for tests and when the server stops. */
export async function stopParsing(): Promise<void> {
  const ending = [pools.parsing, pools.comparing, pools.drawing]
  Object.assign(pools, { parsing: null, comparing: null, drawing: null })
  await Promise.all(ending.map((pool) => pool?.close()))
}

async function orTooMuch<T>(job: Promise<T>): Promise<T | null> {
  try {
    return await job
  } catch (error) {
    if (!(error instanceof JobFailed)) throw error
    if (error.kind === 'time' || error.kind === 'memory') return null
    if (error.kind === 'busy') throw new AppError('rate-limited', { retryAfterMs: 2_000, message: error.message })
    throw error
  }
}
