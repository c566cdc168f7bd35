import { links } from '#shared/links.ts'
import { moderationLinks } from '#shared/moderation/links.ts'
import { limitWords } from '#shared/moderation/limit-words.ts'
import { rightLabels } from '#shared/moderation/rights.ts'
import { counted, signed } from '../../../blocks/counts.ts'
import { ActionForm } from '../../../blocks/forms/action-form.tsx'
import { reportReasonWords } from '../../../blocks/report-words.ts'
import { useBodies } from '../../../data/page.ts'
import { Body } from '../../../ui/body.tsx'
import { useNow } from '../../../ui/clock.ts'
import { Notice } from '../../../ui/notice.tsx'
import { shortDate } from '../../../ui/time-words.ts'
import { Time } from '../../../ui/time.tsx'
import type { ReviewedItem, ReviewedView } from '../reviewed-member.ts'
import { NotesForm } from './notes-form.tsx'

interface ReviewedMemberProps {
  readonly member: ReviewedView
  readonly selectedId: string | null
  readonly onSelect: (id: string) => void
}

/** All that a moderator looks at before deciding about a member. */
export function ReviewedMember({ member, selectedId, onSelect }: ReviewedMemberProps) {
  const now = useNow()
  const { karma, postCount, commentCount, taken, limits, reports } = member
  return (
    <article aria-labelledby="reviewed-name" className="reviewed">
      <h2 className="section" id="reviewed-name" tabIndex={-1} dir="auto">
        <a href={links.user(member.slug)}>{member.name}</a>
      </h2>
      <p className="meta soft nums">
        {signed(karma)} karma · {counted(postCount, 'post')} · {counted(commentCount, 'comment')} · joined {shortDate(member.joinedAt)} ·{' '}
        {member.isApproved ? 'approved' : 'not yet approved'}
        {member.snoozedUntilCount === null ? '' : ` · snoozed until ${member.snoozedUntilCount} contributions`}
        {member.roles.length === 0 ? '' : ` · ${member.roles.join(', ')}`}
      </p>
      <p className="meta">
        <a href={links.editUser(member.slug)}>Limits, roles and bans</a>
        {member.mayPurge ? (
          <>
            {' · '}
            <a href={moderationLinks.purge(member.slug)}>What a purge takes away</a>
          </>
        ) : null}
      </p>
      {member.heldBy === null ? null : (
        <Notice kind="warm">
          <span dir="auto">{member.heldBy}</span> has this member open. You can look, and decide once they’re done.
        </Notice>
      )}
      {member.reasons.length === 0 ? null : (
        <p className="badges" aria-label="Why they are here">
          {member.reasons.map((reason) => (
            <span key={reason} className="badge">
              {reason}
            </span>
          ))}
        </p>
      )}
      {member.bannedUntil === null ? null : <p>Banned until {shortDate(member.bannedUntil)}.</p>}
      {taken.length === 0 ? null : <p>Taken from them: {taken.map((right) => rightLabels[right]).join(', ')}.</p>}
      {limits.map(({ id, type, actionsPerInterval, intervalLength, intervalUnit, endsAt }) => (
        <p key={id}>
          {limitWords({ type, actionsPerInterval, intervalLength, intervalUnit })}, until {shortDate(endsAt)}.
        </p>
      ))}
      {member.bio === '' ? null : (
        <p className="bio soft" dir="auto">
          {member.bio}
        </p>
      )}
      <NotesForm key={member.notes} userId={member.userId} notes={member.notes} />
      {reports.length === 0 ? null : (
        <section aria-labelledby="reports-title">
          <h3 className="lab" id="reports-title">
            Open reports
          </h3>
          <ul className="plain-list">
            {reports.map((report) => (
              <li key={report.id}>
                <p className="meta">
                  {reportReasonWords[report.reason]} · <span dir="auto">{report.by}</span> · <Time at={report.at} now={now} />
                </p>
                {report.message === '' ? null : (
                  <p className="bio" dir="auto">
                    {report.message}
                  </p>
                )}
                <ReportAnswers targetId={report.targetId} of={report.by} />
              </li>
            ))}
          </ul>
        </section>
      )}
      <section aria-labelledby="content-title">
        <h3 className="lab" id="content-title">
          Posts and comments
        </h3>
        {member.items.length === 0 ? <p className="empty">Nothing published yet.</p> : null}
        <ul className="plain-list">
          {member.items.map((item) => (
            <Item key={item.id} item={item} isSelected={item.id === selectedId} onSelect={onSelect} now={now} />
          ))}
        </ul>
      </section>
      {member.actions.length === 0 ? null : (
        <details className="series-fold">
          <summary>Earlier actions</summary>
          <ol className="plain-list">
            {member.actions.map(({ id, label, at, by, detail, isActive }) => (
              <li key={id} className="meta">
                {label}
                {isActive ? '' : ' (ended)'} · <Time at={at} now={now} />
                {by === null ? '' : ` · ${by}`}
                {detail === '' ? null : <span dir="auto"> · {detail}</span>}
              </li>
            ))}
          </ol>
        </details>
      )}
    </article>
  )
}

/** Closes all reports on one thing. */
export function ReportAnswers({ targetId, of }: { readonly targetId: string; readonly of: string }) {
  return (
    <div className="undo-acts">
      <ActionForm name="contentReports.close" about={{ targetId, state: 'acted' }} of={of}>
        Resolved
      </ActionForm>
      <ActionForm name="contentReports.close" about={{ targetId, state: 'dismissed' }} of={of}>
        No action needed
      </ActionForm>
    </div>
  )
}

interface ItemProps {
  readonly item: ReviewedItem
  readonly isSelected: boolean
  readonly onSelect: (id: string) => void
  readonly now: number | null
}

function Item({ item, isSelected, onSelect, now }: ItemProps) {
  const bodies = useBodies()
  const { id, kind, title, href, at, score, votes, isWaiting, rejectedReason, isRemoved, excerpt } = item
  const marks = [
    isWaiting ? 'waiting' : '',
    rejectedReason === null ? '' : `rejected: ${rejectedReason}`,
    isRemoved ? 'removed' : '',
  ].filter((mark) => mark !== '')
  return (
    <li id={`item-${id}`} className={isSelected ? 'review-item selected' : 'review-item'}>
      <p>
        <label className="check needs-js">
          <input type="radio" name="item" checked={isSelected} onChange={() => onSelect(id)} /> <span className="sr">Select {title}</span>
        </label>
        <span dir="auto">{href === null ? title : <a href={href}>{title}</a>}</span>
      </p>
      <p className="meta soft nums">
        {kind === 'post' ? 'Post' : 'Comment'} · <Time at={at} now={now} /> · {signed(score)} from {counted(votes, 'vote')}
        {marks.map((mark) => (
          <strong key={mark}> · {mark}</strong>
        ))}
      </p>
      {kind === 'post' ? (
        <p className="bio" dir="auto">
          {excerpt}
        </p>
      ) : (
        <Body className="c-body" html={bodies[id]} version={1} />
      )}
    </li>
  )
}
