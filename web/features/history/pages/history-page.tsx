import { useState } from 'react'
import { MoreLink } from '../../../blocks/posts/more-link.tsx'
import { PersonLink } from '../../../blocks/person-link.tsx'
import { usePage } from '../../../data/page.ts'
import { exactTime } from '../../../ui/time-words.ts'
import { useNow } from '../../../ui/clock.ts'
import { ScrollBox } from '../../../ui/scroll-box.tsx'
import type { loadHistory, VersionLine } from '../history.load.ts'
import { LoadVersion } from '../parts/load-version.tsx'
import '../../../blocks/compare/compare.css'

const kindWords: Readonly<Record<VersionLine['kind'], string>> = { auto: 'autosaved', named: 'draft', published: 'published' }

/**
 * Every version of a text that the reader may see; any two can be compared, with a form as plain as
 * can be.
 */
export default function HistoryPage() {
  const { post, links, versions, more, canRestore } = usePage<typeof loadHistory>()
  const [chosen, setChosen] = useState<{ readonly before: string; readonly after: string } | null>(null)
  const after = versions.findIndex(({ version }) => version === (chosen?.after ?? versions[0]?.version))
  const before = versions.findIndex(({ version }) => version === (chosen?.before ?? versions[1]?.version))
  const choose = (side: 'before' | 'after', version: string) =>
    setChosen({ before: versions[before]?.version ?? '', after: versions[after]?.version ?? '', [side]: version })
  return (
    <div className="history">
      <h1 className="page-title">History</h1>
      <p className="stand">
        <a href={links.page} lang={post.lang} dir={post.dir}>
          {post.title}
        </a>
      </p>
      {versions.length === 0 ? (
        <p className="empty">No versions you can see.</p>
      ) : (
        <form method="get" action={links.compare} autoComplete="off">
          {links.lens === null ? null : <input type="hidden" name="lens" value={links.lens} />}
          <p className="history-acts">
            <button className="btn primary" disabled={versions.length < 2}>
              Compare selected
            </button>
            {versions.length < 2 ? <span className="soft meta">Only one version.</span> : null}
          </p>
          <ScrollBox label="Versions" isRegion>
            <table className="history-table">
              <thead>
                <tr>
                  <th scope="col">Older</th>
                  <th scope="col">Newer</th>
                  <th scope="col">Version</th>
                  <th scope="col">Editor</th>
                  <th scope="col">Changes</th>
                  <th scope="col">Note</th>
                </tr>
              </thead>
              <tbody>
                {versions.map((line, at) => (
                  <tr key={line.id}>
                    <td>
                      <input
                        type="radio"
                        name="before"
                        value={line.version}
                        aria-label={`Version ${line.version} as the older`}
                        checked={at === before}
                        disabled={at === 0 || (chosen !== null && at <= after)}
                        onChange={() => choose('before', line.version)}
                      />
                    </td>
                    <td>
                      <input
                        type="radio"
                        name="after"
                        value={line.version}
                        aria-label={`Version ${line.version} as the newer`}
                        checked={at === after}
                        disabled={(versions.length > 1 && at === versions.length - 1) || (chosen !== null && before >= 0 && at >= before)}
                        onChange={() => choose('after', line.version)}
                      />
                    </td>
                    <VersionCell line={line} />
                    <td>
                      <PersonLink person={line.editor} />
                    </td>
                    <td className="history-changes">
                      <Changes added={line.added} removed={line.removed} />
                    </td>
                    <td dir="auto">
                      {line.note}
                      {canRestore && at > 0 ? (
                        <LoadVersion postId={post.id} revisionId={line.id} version={line.version} editorHref={links.edit} />
                      ) : null}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </ScrollBox>
        </form>
      )}
      {more === null ? null : (
        <p className="after">
          <MoreLink href={more}>Older versions</MoreLink>
        </p>
      )}
    </div>
  )
}

function VersionCell({ line }: { readonly line: VersionLine }) {
  const now = useNow()
  return (
    <th scope="row">
      <a href={line.href} rel="nofollow">
        {line.version}
      </a>
      <br />
      <time className="meta soft" dateTime={new Date(line.at).toISOString()}>
        {exactTime(line.at, now === null ? 'UTC' : 'own')}
      </time>
      <br />
      <span className="meta soft">{line.isLive ? <b>what readers see</b> : kindWords[line.kind]}</span>
    </th>
  )
}

/** With signs, for whoever does not see the colours. */
function Changes({ added, removed }: { readonly added: number | null; readonly removed: number | null }) {
  if (added === null || removed === null) return null
  if (added === 0 && removed === 0) return <span className="soft">no words</span>
  return (
    <>
      {added === 0 ? null : (
        <span className="count-added">
          +{added}
          <span className="sr"> characters added</span>
        </span>
      )}{' '}
      {removed === 0 ? null : (
        <span className="count-removed">
          −{removed}
          <span className="sr"> characters removed</span>
        </span>
      )}
    </>
  )
}
