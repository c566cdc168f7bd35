import { apiKeyLimits } from '#shared/api/rules.ts'
import type { ApiScope } from '#shared/api/schema.ts'
import { links } from '#shared/links.ts'
import type { KeyFacts } from '#shared/pages/page-data.ts'
import { Refusal } from '../../../blocks/forms/refusal.tsx'
import { TextField } from '../../../blocks/forms/text-field.tsx'
import { useRefusedForm } from '../../../data/page.ts'
import { useNow } from '../../../ui/clock.ts'
import { Time } from '../../../ui/time.tsx'

const scopeWords: Readonly<Record<ApiScope, string>> = {
  read: 'Read everything you can, including drafts',
  draft: 'Write drafts and suggest edits',
  comment: 'Comment as you',
  vote: 'Vote and bookmark as you',
}
const scopeOrder = ['read', 'draft', 'comment', 'vote'] as const

interface ApiKeysProps {
  readonly keys: readonly KeyFacts[]
  /** `YYYY-MM-DD` */
  readonly ends: { readonly usual: string; readonly first: string; readonly last: string }
}

/**
 * Keys for programs: what there is, each with a way to end it, and a form for one more. Plain
 * forms: the secret is in one answer and nowhere else.
 */
export function ApiKeys({ keys, ends }: ApiKeysProps) {
  const form = useRefusedForm('api.makeKey')
  const made = form?.values['madeKey']
  return (
    <>
      <p className="soft">
        A key lets a program or assistant act as you through the <a href={links.api()}>API</a>, within the permissions you choose.
      </p>
      {made === undefined ? null : <MadeKey secret={made} />}
      <KeyList keys={keys} />
      <section className="after-form" aria-labelledby="new-key-title">
        <h2 className="section" id="new-key-title">
          New key
        </h2>
        <NewKey
          ends={ends}
          error={made === undefined ? (form?.error ?? null) : null}
          values={made === undefined ? (form?.values ?? {}) : {}}
        />
      </section>
    </>
  )
}

function MadeKey({ secret }: { readonly secret: string }) {
  return (
    <div className="field" role="status">
      <label htmlFor="made-key">
        <b>Your new key</b>
      </label>
      <p className="hint-line" id="made-key-hint">
        Copy it now: you won’t see it again. Anyone who has it can act as you.
      </p>
      <input id="made-key" className="input" readOnly value={secret} spellCheck={false} aria-describedby="made-key-hint" />
    </div>
  )
}

function KeyList({ keys }: Pick<ApiKeysProps, 'keys'>) {
  const now = useNow()
  if (keys.length === 0) return <p className="after-form soft">No API keys yet.</p>
  return (
    <ul className="plain-list">
      {keys.map((key) => (
        <li key={key.id} className="session">
          <div>
            <b dir="auto">{key.name}</b>
            <span className="soft">: {key.scopes.join(', ')}</span>
            <p className="meta soft">
              Created <Time at={key.createdAt} now={now} />, {key.lastUsedOn === null ? 'never used' : `last used on ${key.lastUsedOn}`},
              expires on {new Date(key.expiresAt - 1).toISOString().slice(0, 10)}
            </p>
          </div>
          <form method="post" action={links.form('api.endKey')}>
            <input type="hidden" name="keyId" value={key.id} />
            <input type="hidden" name="from" value={links.account('keys')} />
            <button className="btn quiet" aria-label={`Revoke ${key.name}`}>
              Revoke
            </button>
          </form>
        </li>
      ))}
    </ul>
  )
}

interface NewKeyProps extends Pick<ApiKeysProps, 'ends'> {
  readonly error: Parameters<typeof Refusal>[0]['error']
  readonly values: Readonly<Record<string, string>>
}

function NewKey({ ends, error, values }: NewKeyProps) {
  const isFresh = Object.keys(values).length === 0
  return (
    <form className="fields" method="post" action={links.form('api.makeKey')}>
      <input type="hidden" name="from" value={links.account('keys')} />
      <Refusal error={error} fieldIds={{ name: 'key-name', endsOn: 'key-ends', scopes: 'key-read', password: 'key-password' }} />
      <TextField
        id="key-name"
        name="name"
        label="Name"
        hint="What you’ll use it for."
        required
        maxLength={apiKeyLimits.name}
        defaultValue={values['name'] ?? ''}
        autoComplete="off"
        error={error}
        dir="auto"
      />
      <fieldset className="field">
        <legend>Permissions</legend>
        {scopeOrder.map((scope) => (
          <label key={scope} className="check">
            <input id={`key-${scope}`} type="checkbox" name={scope} defaultChecked={isFresh ? scope === 'read' : values[scope] === 'on'} />{' '}
            {scopeWords[scope]}
          </label>
        ))}
      </fieldset>
      <div className="field">
        <label htmlFor="key-ends">Expires on</label>
        <input
          id="key-ends"
          className="input"
          type="date"
          name="endsOn"
          required
          min={ends.first}
          max={ends.last}
          defaultValue={values['endsOn'] ?? ends.usual}
        />
      </div>
      <TextField
        id="key-password"
        name="password"
        label="Current password"
        type="password"
        autoComplete="current-password"
        required
        maxLength={1_000}
        error={error}
      />
      <div className="compose-acts">
        <button className="btn primary">Create key</button>
      </div>
    </form>
  )
}
