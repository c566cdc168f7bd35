import type { ArchiveStatus } from '#shared/archive/port.ts'
import { links } from '#shared/links.ts'
import { usePage } from '../../../data/page.ts'
import { useSite } from '../../../data/site.ts'
import { Notice } from '../../../ui/notice.tsx'
import { ScrollBox } from '../../../ui/scroll-box.tsx'
import type { loadArchive } from '../archive.load.ts'
import { Documents } from '../parts/documents.tsx'
import { counted } from '../../../blocks/counts.ts'

export default function ArchivePage() {
  const { name } = useSite()
  const { status, address } = usePage<typeof loadArchive>()
  return (
    <article className="plain-text">
      <h1 className="title">The public archive</h1>
      <div className="essay">
        <p>
          What people publish shouldn’t depend on one machine. Everything public on {name} is also a CouchDB database. Anyone can keep a
          copy that updates itself, with standard tools.
        </p>
      </div>
      <StatusNotice status={status} />
      {status.state === 'off' ? null : (
        <div className="essay">
          <h2>Keep a copy</h2>
          <p>With PouchDB, in a browser or in Node, in one line:</p>
          <Line text={`new PouchDB('copy').replicate.from('${address}', { live: true, retry: true })`} />
          <p>With your own CouchDB, which creates the database and keeps it up to date:</p>
          <Line
            text={`curl -X POST http://admin:password@localhost:5984/_replicate \\\n  -H 'content-type: application/json' \\\n  -d '{"source": "${address}", "target": "copy", "create_target": true, "continuous": true}'`}
          />
          <p>To explore it first: recent changes, and one document.</p>
          <Line text={`curl '${address}/_changes?limit=10'\ncurl '${address}/posts:ID'`} />
          <p>
            No sign-in needed. The database is read-only and supports replication, not queries. If you make too many requests, you get{' '}
            <code>429</code> and <code>Retry-After</code> with the time to wait.
          </p>
          <h2>Contents</h2>
          <p>
            One document per record, named by its table and id. It has the record’s public fields, plus <code>table</code> ; times are
            milliseconds since 1970, and references are plain ids.
          </p>
          <Documents />
          <p>
            Texts are checked JSON (<code>body</code>: a tree of <code>type</code>, <code>attrs</code>, <code>content</code>), never HTML.
            The first 24 digits after the hyphen of a <code>_rev</code> are a digest of the document, so you can compare copies without
            reading them. Pictures stay on this site.
          </p>
          <h2>What is removed</h2>
          <p>
            Drafts, messages and votes are never in the archive. Anything unpublished, removed or erased becomes a tombstone within seconds,
            and mirrors delete it with their next replication. Edited posts and comments keep their newest text and the earlier versions
            shown on their page; replaced data is deleted within minutes.
          </p>
          <p>
            <strong>We can’t erase other people’s copies.</strong> What you publish is public for good: a mirror can lose its connection or
            keep what it has. If you run one, keep it replicating so that removed content disappears from it too, and honor{' '}
            <code>noIndex</code> where authors opt out of search engines.
          </p>
          <p>
            For single pages, feeds and search, use <a href={links.api()}>the API</a>. Members own what they write.
          </p>
        </div>
      )}
    </article>
  )
}

function StatusNotice({ status }: { readonly status: ArchiveStatus }) {
  switch (status.state) {
    case 'open':
      return <Notice>The archive is open: {counted(status.docCount, 'document')}, seconds behind the site.</Notice>
    case 'filling':
      return (
        <Notice kind="warm">
          The archive is being built: {counted(status.docCount, 'document')} so far. You can start a mirror now; it gets the rest as it’s
          added.
        </Notice>
      )
    case 'down':
      return <Notice kind="warm">The archive is down and will restart automatically. Mirrors that retry resume where they stopped.</Notice>
    case 'off':
      return <Notice>This site has no public archive. An administrator can turn it on.</Notice>
  }
}

/** To be copied. */
function Line({ text }: { readonly text: string }) {
  return (
    <ScrollBox label="Command">
      <pre>
        <code>{text}</code>
      </pre>
    </ScrollBox>
  )
}
