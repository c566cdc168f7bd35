/**
 * `npm run audit`: asks the registry which of our components are vulnerable, and fails where one is
 * so for longer than docs/dependencies.md allows. npm tells no advisory's date: the day on which
 * this command first met it is written to `scripts/advisories-met.json` (commit it), so run it
 * daily.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { projectDir } from './steps.ts'
import { dayMs } from '#shared/kernel/durations.ts'

const Advisory = z.object({ url: z.string(), name: z.string(), title: z.string(), severity: z.string() })
type Advisory = z.infer<typeof Advisory>
const Report = z.object({ vulnerabilities: z.record(z.string(), z.object({ via: z.array(z.union([z.string(), Advisory])) })) })
/** Days as `YYYY-MM-DD`, by an advisory's address. */
export type Met = Readonly<Record<string, string>>

/** The days that each severity leaves, as npm names it, from the table in docs/dependencies.md. */
export function daysAllowed(document: string): ReadonlyMap<string, number> {
  const rows = document.matchAll(/^\| (critical|high|medium|low)\b[^|]*\| (\d+) (hours|days)\b/gmu)
  return new Map(
    [...rows].map(([, name = '', count = '', unit]) => [
      name === 'medium' ? 'moderate' : name,
      Number(count) / (unit === 'hours' ? 24 : 1),
    ]),
  )
}

/**
 * What npm's report says now. @returns when each advisory was first met, and those whose time is
 * over. @throws ZodError when it is no report
 */
export function judged(report: unknown, met: Met, today: string, allowed: ReadonlyMap<string, number>) {
  const found = Object.values(Report.parse(report).vulnerabilities).flatMap(({ via }) =>
    via.filter((each): each is Advisory => typeof each !== 'string'),
  )
  const since: Met = Object.fromEntries(found.map(({ url }) => [url, met[url] ?? today]))
  const age = (url: string): number => (Date.parse(today) - Date.parse(since[url] ?? today)) / dayMs
  // A severity without a line in the table leaves no time.
  return { since, found, overdue: found.filter(({ url, severity }) => age(url) > (allowed.get(severity) ?? 0)) }
}

if (import.meta.main) {
  const path = join(projectDir, 'scripts', 'advisories-met.json')
  const { stdout } = spawnSync('npm audit --json', { cwd: projectDir, encoding: 'utf8', shell: true })
  const met = existsSync(path) ? z.record(z.string(), z.string()).parse(JSON.parse(readFileSync(path, 'utf8'))) : {}
  const allowed = daysAllowed(readFileSync(join(projectDir, 'docs', 'dependencies.md'), 'utf8'))
  const { since, found, overdue } = judged(JSON.parse(stdout), met, new Date().toISOString().slice(0, 10), allowed)
  writeFileSync(path, `${JSON.stringify(since, null, 2)}\n`)
  for (const { name, severity, title, url } of found) console.log(`${severity}: ${name}, ${title} (${url}, met ${since[url] ?? ''})`)
  console.log(`${found.length} advisories, ${overdue.length} of them for longer than is allowed`)
  process.exitCode = overdue.length === 0 ? 0 : 1
}
