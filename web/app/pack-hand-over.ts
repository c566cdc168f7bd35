import { plainReports } from '#shared/reports/site-reports.ts'
import type { HandOver } from '../data/answer.ts'

/** A hand-over as it is sent: what is the same on most sites is not said on each page. */
export interface PackedHandOver extends Omit<HandOver, 'site'> {
  readonly site: Omit<HandOver['site'], 'reports'> & Partial<Pick<HandOver['site'], 'reports'>>
}

const plain = JSON.stringify(plainReports)

export function packHandOver({ site, ...rest }: HandOver): PackedHandOver {
  // The answer of the map has its tiles already.
  const { reports, featured, mapTiles: _tiles, ...facts } = site
  return {
    ...rest,
    site: {
      ...facts,
      ...(JSON.stringify(reports) !== plain && { reports }),
      ...(featured !== undefined && Object.keys(featured).length > 0 && { featured }),
    },
  }
}

export const unpackHandOver = ({ site, ...rest }: PackedHandOver): HandOver => ({ ...rest, site: { reports: plainReports, ...site } })
