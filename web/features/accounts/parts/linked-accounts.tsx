import type { LinkedFacts } from '#shared/pages/page-data.ts'
import { links } from '#shared/links.ts'
import { Refusal } from '../../../blocks/forms/refusal.tsx'
import { TextField } from '../../../blocks/forms/text-field.tsx'
import { useRefusedForm } from '../../../data/page.ts'
import { useSite } from '../../../data/site.ts'
import { useNow } from '../../../ui/clock.ts'
import { Time } from '../../../ui/time.tsx'

/** What signs in instead of the password: linked after it, unlinked again. Plain forms. */
export function LinkedAccounts({ linked }: { readonly linked: readonly LinkedFacts[] }) {
  const { provider } = useSite()
  const refused = useRefusedForm('accounts.linkProvider')
  if (provider === undefined) return null
  return (
    <section aria-labelledby="linked-title">
      <h2 className="section" id="linked-title">
        {provider}
      </h2>
      {linked.length === 0 ? null : (
        <ul className="plain-list">
          {linked.map((each) => (
            <LinkedRow key={each.id} linked={each} />
          ))}
        </ul>
      )}
      <form className="fields" method="post" action={links.form('accounts.linkProvider')}>
        <input type="hidden" name="from" value={links.account('security')} />
        <p className="soft">
          {linked.length === 0 ? `Sign in with ${provider} instead of your password.` : `You can link another account at ${provider}, too.`}
        </p>
        <Refusal error={refused?.error ?? null} fieldIds={{ password: 'link-password' }} />
        <TextField
          {...{ id: 'link-password', name: 'password', label: 'Current password', type: 'password', autoComplete: 'current-password' }}
          {...{ required: true, maxLength: 1_000, error: refused?.error ?? null }}
        />
        <div className="compose-acts">
          <button className="btn">{linked.length === 0 ? `Link ${provider}` : `Link another ${provider} account`}</button>
        </div>
      </form>
    </section>
  )
}

function LinkedRow({ linked: { id, label, createdAt, lastUsedAt } }: { readonly linked: LinkedFacts }) {
  const now = useNow()
  const refused = useRefusedForm('accounts.unlinkProvider', { id })
  return (
    <li>
      <b dir="auto">{label === '' ? 'Linked account' : label}</b>{' '}
      <span className="meta">
        linked <Time at={createdAt} now={now} />
        {lastUsedAt === null ? null : (
          <>
            , last used <Time at={lastUsedAt} now={now} />
          </>
        )}
      </span>
      <form className="fields" method="post" action={links.form('accounts.unlinkProvider')}>
        <input type="hidden" name="id" value={id} />
        <input type="hidden" name="from" value={links.account('security')} />
        <Refusal error={refused?.error ?? null} />
        <div className="compose-acts">
          <button className="btn">Unlink</button>
        </div>
      </form>
    </li>
  )
}
