import { expect, test } from 'vitest'
import { plainReports } from '#shared/reports/site-reports.ts'
import type { HandOver } from '../data/answer.ts'
import { testSite } from '../blocks/testing/rows-read.ts'
import { packHandOver, unpackHandOver } from './pack-hand-over.ts'

const handOver = (site: Partial<HandOver['site']>) =>
  ({ site: { ...testSite, reports: plainReports, ...site }, at: '/', answer: {} }) as HandOver
const sent = (given: HandOver) => JSON.stringify(packHandOver(given))

test('what is the same on most sites is not sent, and is there again', () => {
  const given = handOver({})
  expect(sent(given)).not.toContain('reports')
  expect(unpackHandOver(JSON.parse(sent(given)))).toEqual(given)
})

test('what a site has set is sent', () => {
  const given = handOver({ reports: { ...plainReports, nameRequired: true }, featured: { rationality: 'a' } })
  expect(unpackHandOver(JSON.parse(sent(given)))).toEqual(given)
})
