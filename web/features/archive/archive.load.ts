import type { ArchiveStanding } from '#shared/archive/port.ts'
import type { PageData } from '#shared/pages/page-data.ts'
import { mirrorPath } from '#shared/archive/port.ts'
import { links } from '#shared/links.ts'

/** `/archive` */
export async function loadArchive({ archive, site }: PageData) {
  const standing: ArchiveStanding = (await archive?.standing()) ?? { state: 'off' }
  return {
    head: {
      title: 'The public archive',
      description: `Everything public on ${site.name} as a CouchDB database, and how to keep a copy of it.`,
      canonical: links.archive(),
    },
    standing,
    address: `${site.origin}${mirrorPath}`,
  }
}
