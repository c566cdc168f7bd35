import type { ArchiveStatus } from '#shared/archive/port.ts'
import type { PageData } from '#shared/pages/page-data.ts'
import { mirrorPath } from '#shared/archive/port.ts'
import { links } from '#shared/links.ts'

/** `/archive` */
export async function loadArchive({ archive, site }: PageData) {
  const status: ArchiveStatus = (await archive?.status()) ?? { state: 'off' }
  return {
    head: {
      title: 'The public archive',
      description: `Everything public on ${site.name} as a CouchDB database, and how to keep a copy of it.`,
      canonical: links.archive(),
    },
    status,
    address: `${site.origin}${mirrorPath}`,
  }
}
