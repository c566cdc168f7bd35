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
          What people publish here should not hang on one machine. Everything public on {name} is also a CouchDB database: anybody may keep
          a copy of it, which goes on by itself, with tools that are not ours.
        </p>
      </div>
      <StatusNotice status={status} />
      {status.state === 'off' ? null : (
        <div className="essay">
          <h2>Keep a copy</h2>
          <p>With PouchDB, in a browser or in Node, in one line:</p>
          <Line text={`new PouchDB('copy').replicate.from('${address}', { live: true, retry: true })`} />
          <p>With a CouchDB of your own, which makes the database and keeps it up:</p>
          <Line
            text={`curl -X POST http://admin:password@localhost:5984/_replicate \\\n  -H 'content-type: application/json' \\\n  -d '{"source": "${address}", "target": "copy", "create_target": true, "continuous": true}'`}
          />
          <p>To look at it first, or to write a reader of your own: what has changed lately, and one document.</p>
          <Line text={`curl '${address}/_changes?limit=10'\ncurl '${address}/posts:ID'`} />
          <p>
            Nobody has to sign in. The database can only be read, and answers what replication asks for; it has no queries. Anyone who asks
            too often is told with <code>429</code> and <code>Retry-After</code> when to go on.
          </p>
          <h2>What is in it</h2>
          <p>
            A document for each record, called by its table and its id. Its fields are those of the record, as any visitor sees it, with{' '}
            <code>table</code> beside them; times are milliseconds since 1970, ids of other records stand bare.
          </p>
          <Documents />
          <p>
            Texts are checked JSON (<code>body</code>: a tree of <code>type</code>, <code>attrs</code>, <code>content</code>), never HTML.
            The first 24 digits after the hyphen of a <code>_rev</code> are a digest of what the document says, so two copies can be
            compared without reading them. Pictures stay at their addresses on this site.
          </p>
          <h2>What leaves it</h2>
          <p>
            Drafts, messages, votes and who cast them were never in it. What is taken back, removed or erased here becomes a tombstone
            within seconds: a mirror deletes its copy with the next replication. Of an edited comment or post the newest text stands, with
            the earlier versions that its page shows; what was replaced is not given out any more, and is cleared away within minutes.
          </p>
          <p>
            <strong>Copies that others have taken are not ours to erase.</strong> What you publish here is public for good: a mirror may be
            cut off, or may choose to keep what it has. If you run one, let it go on replicating, so that what people take back goes from it
            too, and honour <code>noIndex</code> where an author asks search engines to stay away.
          </p>
          <p>
            For single pages, feeds and searches there is <a href={links.api()}>the API</a>. What members wrote is theirs.
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
          The archive is being made: {counted(status.docCount, 'document')} so far. A mirror may begin now, and gets the rest as it comes.
        </Notice>
      )
    case 'down':
      return (
        <Notice kind="warm">
          The archive is down at the moment and is started again by itself. The site goes on without it; a mirror that retries goes on where
          it stopped.
        </Notice>
      )
    case 'off':
      return <Notice>This community has no public archive. Its administrators can turn one on.</Notice>
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
