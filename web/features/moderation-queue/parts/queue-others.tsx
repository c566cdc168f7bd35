import { links } from '#shared/links.ts'
import { ActionForm } from '../../../blocks/forms/action-form.tsx'
import { RemoveMessage } from '../../../blocks/messages/remove-message.tsx'
import { reportReasonWords } from '../../../blocks/report-words.ts'
import type { usePage } from '../../../data/page.ts'
import { useNow } from '../../../ui/clock.ts'
import { Time } from '../../../ui/time.tsx'
import type { loadSupermod } from '../supermod.load.ts'
import { ReportAnswers } from './reviewed-member.tsx'

type SupermodData = ReturnType<typeof usePage<typeof loadSupermod>>

const kindWords = { post: 'Post', comment: 'Comment', member: 'Member', message: 'Message' } as const

/** Everything with an open report; an answer closes all reports on it. */
export function ReportedThings({ rows }: { readonly rows: SupermodData['reports'] }) {
  const now = useNow()
  if (rows.length === 0) return <p className="empty">Nothing to review.</p>
  return (
    <ul className="plain-list">
      {rows.map((row) => (
        <li key={row.targetId}>
          <p className="row-title" dir="auto">
            {row.href === null ? row.title : <a href={row.href}>{row.title}</a>}
          </p>
          <p className="meta soft">
            {kindWords[row.targetKind]}
            {row.author === null || row.memberId === null ? null : (
              <>
                {row.targetKind === 'member' ? ': ' : ' by '}
                <a href={links.supermod({ user: row.memberId })}>{row.author}</a>
              </>
            )}
          </p>
          {row.text === null ? null : (
            <blockquote className="bio" dir="auto">
              {row.text}
            </blockquote>
          )}
          {row.pictures.map((src, at) => (
            <p key={src}>
              <img className="reported-picture" src={`${src}?w=480`} alt={`Reported, ${at + 1} of ${row.pictures.length}`} loading="lazy" />
            </p>
          ))}
          {row.reports.map((report) => (
            <div key={report.id} className="report-said">
              <p className="meta">
                {reportReasonWords[report.reason]} · <span dir="auto">{report.by}</span> · <Time at={report.at} now={now} />
              </p>
              {report.message === '' ? null : (
                <p className="bio" dir="auto">
                  {report.message}
                </p>
              )}
            </div>
          ))}
          {row.canRemove ? <RemoveMessage id={row.targetId} /> : null}
          <ReportAnswers targetId={row.targetId} of={row.title} />
        </li>
      ))}
    </ul>
  )
}

/** New posts whose authors would like to see them on the front page. */
export function PostsToSort({ rows }: { readonly rows: SupermodData['posts'] }) {
  const now = useNow()
  if (rows.length === 0) return <p className="empty">Nothing to review.</p>
  return (
    <ul className="plain-list">
      {rows.map(({ id, title, href, publishedAt, author, authorId }) => (
        <li key={id}>
          <p className="row-title" dir="auto">
            <a href={href}>{title}</a>
          </p>
          <p className="meta soft">
            <a href={links.supermod({ user: authorId })}>{author}</a> · <Time at={publishedAt} now={now} />
          </p>
          <div className="undo-acts">
            <ActionForm name="posts.setFrontpage" about={{ postId: id, on: 'yes' }} of={title}>
              Front page
            </ActionForm>
            <ActionForm name="posts.unpublish" about={{ postId: id }} of={title}>
              Move to drafts
            </ActionForm>
          </div>
        </li>
      ))}
    </ul>
  )
}
