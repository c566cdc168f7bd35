/**
 * What readers see of dates, figures and shortened texts is made by one function each, so that all
 * places agree.
 */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { projectDir } from './steps.ts'

const sources = globSync('{shared,web,sync-server}/**/*.{ts,tsx}', { cwd: projectDir })
  .filter((path) => !/\.(?:dom\.)?test\.tsx?$|\.e2e\.ts$|\/testing\/|web\/e2e\//u.test(path))
  .map((path) => [path, readFileSync(join(projectDir, path), 'utf8')] as const)

const using = (pattern: RegExp): readonly string[] => sources.flatMap(([path, text]) => (pattern.test(text) ? [path] : [])).toSorted()

test('dates and figures: web/ui/time-words.ts and web/blocks/counts.ts, which make no formatter; the server’s pictures and frames beside them', () => {
  expect(
    using(/\.toLocale(?:Date|Time)?String\(|Intl\.NumberFormat|Intl\.DateTimeFormat\((?!\)\.resolvedOptions)|RelativeTimeFormat/u),
  ).toEqual([
    // What a zone's clock shows, to reckon with.
    'shared/events/zones.ts',
    // Signs and digits of currencies, on the server alone.
    'shared/payments/money.ts',
    'sync-server/cards/card-layout.ts',
    'sync-server/features/oembed/embed-page.ts',
    // Hours in somebody's zone, which nobody reads.
    'sync-server/notify/times.ts',
    // At the operator's terminal.
    'sync-server/operator/copying.ts',
  ])
})

test('short forms: shared/text/shorten.ts, which cuts no sign and no word', () => {
  expect(using(/\.slice\(0, [^)]*\)(?:\.trimEnd\(\))?\}…/u)).toEqual([
    // Texts of programs.
    'sync-server/features/reports/grouping.ts',
    // Addresses.
    'web/features/posts/link-words.ts',
  ])
})
