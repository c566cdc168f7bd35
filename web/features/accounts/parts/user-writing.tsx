import type { WorkKind } from '#shared/feed/by-member.ts'
import { query } from '#shared/links.ts'
import { MoreLink } from '../../../blocks/posts/more-link.tsx'
import { Rows } from '../../../blocks/posts/rows.tsx'
import { EditFacts } from '../../../blocks/wiki/edit-facts.tsx'
import { points } from '../../../blocks/counts.ts'
import { CommentLine } from '../../../blocks/posts/comment-line.tsx'
import { useLocation } from '../../../data/navigation.ts'
import { useNow } from '../../../ui/clock.ts'
import { Time } from '../../../ui/time.tsx'
import { Tabs } from '../../../ui/tabs.tsx'
import type { MembersEdit, UserTab, WorkView } from '../user-tab.ts'

const kindWords: Readonly<Record<WorkKind, string>> = {
  ...{ all: 'Everything', posts: 'Posts', takes: 'Quick takes', comments: 'Comments', edits: 'Wiki edits' },
}
const orders = [
  ['recent', 'Recent'],
  ['top', 'Top'],
] as const

interface UserWritingProps {
  readonly tab: Exclude<UserTab, { readonly name: 'posts' | 'sequences' }>
  readonly name: string
  /** What is said where there is nothing; with it, one kind alone is shown, without a choice. */
  readonly empty?: string
}

/** What somebody wrote, of one kind or all together. */
export function UserWriting({ tab, name, empty }: UserWritingProps) {
  const { pathname } = useLocation()
  const now = useNow()
  const works: readonly WorkView[] = tab.name === 'takes' ? tab.takes.map((said) => ({ kind: 'said', said })) : tab.works
  const href = (kind: WorkKind, order: 'recent' | 'top') =>
    `${pathname}${query({ tab: 'all', view: kind === 'all' ? null : kind, sort: order === 'recent' ? null : order })}`
  return (
    <section className="member-writing" aria-labelledby="writing-title">
      {/* The tab says it to the eye; the titles of posts below are headings of this one. */}
      <h2 className="sr" id="writing-title">
        {tab.name === 'takes' ? 'Quick takes' : kindWords[tab.kind]}
      </h2>
      {tab.name === 'all' && empty === undefined ? (
        <>
          <Tabs
            label="Filter"
            tabs={Object.entries(kindWords).map(([kind, word]) => ({
              // The keys are those of the words.
              href: href(kind as WorkKind, tab.order),
              word: kind === 'edits' ? `${word} (${tab.edits.count}${tab.edits.isAtLeast ? '+' : ''})` : word,
              isCurrent: kind === tab.kind,
            }))}
          />
          <Tabs
            label="Order"
            tabs={orders.map(([order, word]) => ({ href: href(tab.kind, order), word, isCurrent: order === tab.order }))}
          />
        </>
      ) : null}
      {works.length > 0 ? null : empty !== undefined ? (
        <p className="empty">{empty}</p>
      ) : tab.name === 'all' && tab.kind === 'edits' ? (
        <p className="empty">{name} hasn’t edited the wiki yet.</p>
      ) : (
        <p className="empty">Nothing here by {name} yet.</p>
      )}
      {inRuns(works).map((run) =>
        run.kind === 'post' ? (
          <Rows key={run.key} rows={run.rows} hidesFrom={null} />
        ) : run.kind === 'edit' ? (
          <ul className="lines" key={run.key}>
            {run.edits.map((edit) => (
              <li key={edit.id} className="line-in">
                <EditLine edit={edit} name={name} now={now} />
              </li>
            ))}
          </ul>
        ) : (
          <ul className="lines" key={run.key}>
            {run.said.map((said) => (
              <li key={said.id} className="line-in">
                <p className="row-title" lang={said.isTake ? undefined : said.post.lang} dir="auto">
                  {said.isTake ? 'Quick take' : said.post.title}
                </p>
                <ul>
                  <CommentLine said={said} now={now} />
                </ul>
              </li>
            ))}
          </ul>
        ),
      )}
      {tab.more === null ? null : (
        <p className="after">
          <MoreLink href={tab.more}>More</MoreLink>
        </p>
      )}
    </section>
  )
}

function EditLine({ edit, name, now }: { readonly edit: MembersEdit; readonly name: string; readonly now: number | null }) {
  return (
    <>
      <p className="row-title">
        Wiki:{' '}
        <a href={edit.page.href} dir="auto">
          {edit.page.name}
        </a>
      </p>
      <div className="line-head meta soft nums">
        <span>
          <bdi>{name}</bdi> {edit.words} <Time at={edit.at} now={now} />
        </span>
        <span>{points(edit.score)}</span>
        <EditFacts edit={edit} />
      </div>
      {edit.note === '' ? null : (
        <p className="line-text" dir="auto">
          {edit.note}
        </p>
      )}
    </>
  )
}

/** Posts that follow each other stand in one list, and so do what was said, and edits. */
function inRuns(works: readonly WorkView[]) {
  const runs: (
    | { kind: 'post'; key: string; rows: Extract<WorkView, { kind: 'post' }>['row'][] }
    | { kind: 'said'; key: string; said: Extract<WorkView, { kind: 'said' }>['said'][] }
    | { kind: 'edit'; key: string; edits: MembersEdit[] }
  )[] = []
  for (const work of works) {
    const last = runs.at(-1)
    if (work.kind === 'post') {
      if (last?.kind === 'post') last.rows.push(work.row)
      else runs.push({ kind: 'post', key: work.row.id, rows: [work.row] })
    } else if (work.kind === 'edit') {
      if (last?.kind === 'edit') last.edits.push(work.edit)
      else runs.push({ kind: 'edit', key: work.edit.id, edits: [work.edit] })
    } else if (last?.kind === 'said') last.said.push(work.said)
    else runs.push({ kind: 'said', key: work.said.id, said: [work.said] })
  }
  return runs
}
