import { moderationLinks } from '#shared/moderation/links.ts'
import { counted } from '../../../blocks/counts.ts'
import { MutationForm } from '../../../blocks/forms/mutation-form.tsx'
import { TextField } from '../../../blocks/forms/text-field.tsx'
import { PersonLink } from '../../../blocks/person-link.tsx'
import { useNavigate } from '../../../data/navigation.ts'
import { usePage, useRefusedForm } from '../../../data/page.ts'
import { useNow } from '../../../ui/clock.ts'
import { Notice } from '../../../ui/notice.tsx'
import { Time } from '../../../ui/time.tsx'
import type { loadAltAccounts } from '../alt-accounts.load.ts'

type Page = ReturnType<typeof usePage<typeof loadAltAccounts>>
type Found = NonNullable<Page['found']>

const kindWords = { member: 'Member', browser: 'Browser', address: 'IP address' } as const
const messages = {
  'value:invalid': 'Enter a username, a browser from an earlier search, or an IP address.',
  'value:not-found': 'No member has that name.',
  'reason:invalid': 'Write a reason of 1 to 500 characters, in words.',
}

/** Which accounts sign in from the same browsers and addresses. */
export default function AltAccountsPage() {
  const { found, isOver, retainedDays } = usePage<typeof loadAltAccounts>()
  return (
    <div className="series-edit">
      <h1 className="page-title">Alternative accounts</h1>
      <p className="soft">
        Look at as little as you need. A shared address is weak evidence: families, schools and phone networks share one. Criticism isn’t
        abuse. Sign-ins are kept as hashes for {retainedDays} days, and every search is recorded in the{' '}
        <a href={moderationLinks.audit()}>audit log</a>.
      </p>
      {isOver ? <Notice>These results have expired. Search again to see them.</Notice> : null}
      {found === null ? null : <Results found={found} />}
      <LookForm />
    </div>
  )
}

function LookForm() {
  const { asked, maxReason } = usePage<typeof loadAltAccounts>()
  const refused = useRefusedForm('altAccounts.look', {})
  const navigate = useNavigate()
  const error = refused?.error ?? null
  return (
    <section aria-labelledby="look-title">
      <h2 className="section" id="look-title">
        Search
      </h2>
      <MutationForm
        key={`${asked.kind} ${asked.value}`}
        name="altAccounts.look"
        about={{}}
        messages={messages}
        className="compose series-form"
        onDone={(location) => navigate(location)}
      >
        <div className="field">
          <label htmlFor="look-kind">Start from</label>
          <select className="input" id="look-kind" name="kind" defaultValue={refused?.values['kind'] ?? asked.kind}>
            {Object.entries(kindWords).map(([kind, word]) => (
              <option key={kind} value={kind}>
                {word}
              </option>
            ))}
          </select>
        </div>
        <TextField
          {...{ id: 'look-value', name: 'value', label: 'Username, browser or IP address', maxLength: 80, error, messages }}
          defaultValue={refused?.values['value'] ?? asked.value}
          autoComplete="off"
          required
        />
        <TextField
          {...{ id: 'look-reason', name: 'reason', label: 'Reason', maxLength: maxReason, dir: 'auto', error, messages }}
          hint="Goes into the audit log"
          defaultValue={refused?.values['reason'] ?? ''}
          autoComplete="off"
          required
        />
        <div className="compose-acts">
          <button className="btn">Search</button>
        </div>
      </MutationForm>
    </section>
  )
}

function Results({ found: { member, minutes, traces } }: { readonly found: Found }) {
  return (
    <section aria-labelledby="results-title">
      <h2 className="section" id="results-title">
        Results
      </h2>
      <p className="meta soft">
        {member === null ? null : (
          <>
            For <PersonLink person={member} /> ·{' '}
          </>
        )}
        shown for {counted(minutes, 'more minute')}
      </p>
      {traces.every(({ others }) => others.length === 0) ? (
        <p className="empty">{member === null ? 'No members found.' : 'No other members found.'}</p>
      ) : null}
      <ul className="plain-list">
        {traces.map((trace) => (
          <Trace key={`${trace.kind} ${trace.short}`} trace={trace} />
        ))}
      </ul>
    </section>
  )
}

function Trace({ trace: { kind, short, clientId, own, others } }: { readonly trace: Found['traces'][number] }) {
  return (
    <li>
      <p className="row-title">
        {kindWords[kind]} {clientId === null ? short : <a href={moderationLinks.altAccounts({ clientId })}>{short}</a>}
      </p>
      {own === null ? null : (
        <p className="meta soft">
          <Seen {...own} />
        </p>
      )}
      {others.length === 0 ? <p className="soft">Nobody else.</p> : null}
      <ul className="plain-list">
        {others.map(({ id, who, ...seen }) => (
          <li key={id}>
            <PersonLink person={who} />{' '}
            <span className="meta soft">
              <Seen {...seen} />
            </span>{' '}
            {who.slug === '' ? null : (
              <a className="meta" href={moderationLinks.altAccounts({ slug: who.slug })}>
                Search from here<span className="sr">: {who.name}</span>
              </a>
            )}
          </li>
        ))}
      </ul>
    </li>
  )
}

function Seen({ firstAt, lastAt, times }: { readonly firstAt: number; readonly lastAt: number; readonly times: number }) {
  const now = useNow()
  return (
    <>
      {counted(times, 'sign-in')}, first <Time at={firstAt} now={now} />, last <Time at={lastAt} now={now} />
    </>
  )
}
