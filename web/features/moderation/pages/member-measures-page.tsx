import { links } from '#shared/links.ts'
import { usePage } from '../../../data/page.ts'
import { useNow } from '../../../ui/clock.ts'
import { Notice } from '../../../ui/notice.tsx'
import { Time } from '../../../ui/time.tsx'
import { Confirm } from '../../../blocks/forms/confirm.tsx'
import { SquarePicture } from '../../../blocks/pictures/square-picture.tsx'
import { MoreLink } from '../../../blocks/posts/more-link.tsx'
import { reasonWords } from '../../../blocks/wording.ts'
import type { loadMemberMeasures, MeasuresView } from '../member-measures.load.ts'
import { BanPart } from '../parts/ban-part.tsx'
import { LimitsPart } from '../parts/limits-part.tsx'
import { ProfilePart } from '../parts/profile-part.tsx'
import { Measure } from '../parts/measure.tsx'
import '../moderation-styles.ts'

/** What the staff can do about a member, each by the rule of its own, and what was done. */
export default function MemberMeasuresPage() {
  const { member, measures, ownAdmin, picture, isAddressAsked } = usePage<typeof loadMemberMeasures>()
  return (
    <div className="moderation-log measures">
      <header>
        <h1 className="page-title">Limits and roles</h1>
        <p className="meta">
          <a href={links.user(member.slug)} dir="auto">
            {member.name}
          </a>
          {member.isAdmin ? ' · Administrator' : ''}
          {measures === null ? null : (
            <>
              {' '}
              ·{' '}
              <a href={links.supermod({ user: member.id })}>
                {measures.needsReview ? 'In the moderation queue' : 'Posts, notes and reports'}
              </a>
            </>
          )}
        </p>
      </header>
      {isAddressAsked ? <Notice>We’ve emailed a link to the new address. The old one stays until it’s opened.</Notice> : null}
      {ownAdmin === null ? null : <OwnAdmin isAdmin={ownAdmin.isAdmin} />}
      {picture === null ? null : (
        <section aria-labelledby="picture-title">
          <h2 className="section" id="picture-title">
            Picture
          </h2>
          <SquarePicture picture={picture} />
          <Confirm summary="Remove picture" mutation="profilePictures.remove" fields={{ id: member.id }} action="Remove the picture">
            Their page then shows none, and the audit log says who removed it. They can choose another.
          </Confirm>
        </section>
      )}
      {measures === null ? null : <Measures member={member} measures={measures} isAddressAsked={isAddressAsked} />}
    </div>
  )
}

const ownAdminMessages = {
  'isAdmin:conflict': 'You’re the only administrator, so nothing was changed.',
}

/** Of the viewer: to see the site as others do. */
function OwnAdmin({ isAdmin }: { readonly isAdmin: boolean }) {
  return (
    <section aria-labelledby="own-title">
      <h2 className="section" id="own-title">
        Your administrator rights
      </h2>
      <p className="soft">{isAdmin ? 'Without them you see the site as other members do.' : 'You have stepped down for now.'}</p>
      <Measure
        {...{ name: 'moderation.setOwnAdmin', about: { isAdmin: isAdmin ? '' : 'true' }, messages: ownAdminMessages, of: 'your rights' }}
        summary={isAdmin ? 'Step down' : 'Resume'}
        action={isAdmin ? 'Step down as administrator' : 'Resume administrator rights'}
      />
    </section>
  )
}

const ownWords = 'This is your own account. Another moderator can limit it, or change what comes with karma.'

interface MeasuresProps {
  readonly member: { readonly id: string; readonly name: string; readonly slug: string }
  readonly measures: MeasuresView
  readonly isAddressAsked?: boolean
}

function Measures({ member, measures, isAddressAsked = false }: MeasuresProps) {
  const { refusal, seen } = measures
  return (
    <>
      {refusal === null ? null : <Notice kind="warm">{refusal === 'not-against-oneself' ? ownWords : reasonWords[refusal]}</Notice>}
      <ProfilePart member={member} measures={measures} isAddressAsked={isAddressAsked} />
      <section aria-labelledby="rights-title">
        <h2 className="section" id="rights-title">
          Privileges
        </h2>
        <ul className="plain-list">
          {measures.rights.map(({ right, label, isTaken }) => (
            <li key={right} className="measure">
              <p>
                {label} <span className={isTaken ? 'warm' : 'soft'}>· {isTaken ? 'taken' : 'on'}</span>
              </p>
              {measures.mayRight ? (
                <Measure
                  {...{ name: 'moderation.setRight', about: { userId: member.id, right, isAllowed: isTaken ? 'true' : '' }, seen }}
                  {...{ of: label, hasReason: true, summary: isTaken ? 'Restore' : 'Revoke' }}
                  action={isTaken ? 'Restore this privilege' : 'Revoke this privilege'}
                />
              ) : null}
            </li>
          ))}
        </ul>
      </section>
      <LimitsPart memberId={member.id} measures={measures} />
      <BanPart memberId={member.id} measures={measures} />
      <Roles member={member} measures={measures} />
      <Log measures={measures} />
    </>
  )
}

const stateWords = { held: 'granted', taken: 'revoked, karma won’t restore it' } as const

function Roles({ member, measures: { roles } }: MeasuresProps) {
  // What one may not change is of interest only where they have it.
  const shown = roles.filter(({ mayChange, state }) => mayChange || state !== null)
  return (
    <section aria-labelledby="roles-title">
      <h2 className="section" id="roles-title">
        Roles
      </h2>
      {shown.length === 0 ? <p className="empty">No roles.</p> : null}
      <ul className="plain-list">
        {shown.map(({ role, label, state, mayChange }) => (
          <li key={role} className="measure">
            <p>
              {label} <span className={state === 'taken' ? 'warm' : 'soft'}>{state === null ? '' : `· ${stateWords[state]}`}</span>
            </p>
            {mayChange ? (
              <Measure
                {...{ name: 'moderation.setRole', about: { userId: member.id, role, isOn: state === 'held' ? '' : 'true' } }}
                {...{ of: label, hasReason: true, summary: state === 'held' ? 'Revoke' : 'Grant' }}
                action={state === 'held' ? 'Revoke this role' : 'Grant this role'}
              />
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** What was done about the member, newest first. */
function Log({ measures: { actions, more, audit } }: { readonly measures: MeasuresView }) {
  const now = useNow()
  return (
    <section aria-labelledby="done-title">
      <h2 className="section" id="done-title">
        Moderation history
      </h2>
      {actions.length === 0 ? <p className="empty">No actions yet.</p> : null}
      <ol className="plain-list">
        {actions.map(({ id, label, at, by, detail, isOver }) => (
          <li key={id} className="meta log-row">
            {label}
            {isOver ? ' (over)' : ''} · <Time at={at} now={now} />
            {by === null ? null : <bdi> · {by}</bdi>}
            {detail === '' ? null : <span dir="auto"> · {detail}</span>}
          </li>
        ))}
      </ol>
      {more === null ? null : <MoreLink href={more}>Earlier actions</MoreLink>}
      {audit === null ? null : (
        <p className="meta">
          <a href={audit}>Audit log about this member</a>
        </p>
      )}
    </section>
  )
}
