import { links } from '#shared/links.ts'
import { newsletterLimits } from '#shared/newsletters/schema.ts'
import { counted } from '../../../blocks/counts.ts'
import type { Messages } from '../../../blocks/forms/messages.ts'
import { MutationForm } from '../../../blocks/forms/mutation-form.tsx'
import { TextField } from '../../../blocks/forms/text-field.tsx'
import { reasonWords } from '../../../blocks/wording.ts'
import { usePage, useRefusedForm } from '../../../data/page.ts'
import { useNow } from '../../../ui/clock.ts'
import { Notice } from '../../../ui/notice.tsx'
import { Time } from '../../../ui/time.tsx'
import type { loadNewsletter } from '../newsletter.load.ts'

const messages: Messages = {
  'addresses:invalid': `No addresses found, or more than ${newsletterLimits.perImport}. Your list is kept: split it, or check the column “email”.`,
}
const stateWords = { waiting: 'Waiting', sending: 'Being sent', sent: 'Sent', off: 'Not sent' } as const

/** A writer's readers by mail: how many, what goes to them, and their way in and out. */
export default function NewsletterPage() {
  const { isOn, confirmed, pending, bounced, notOffered, notImported, imported, issues } = usePage<typeof loadNewsletter>()
  const now = useNow()
  return (
    <div className="narrow account-forms">
      <h1 className="page-title">Newsletter</h1>
      {imported === null ? null : <Notice>{counted(imported, 'address', 'addresses')} found. Each gets a mail to confirm it.</Notice>}
      <p className="meta soft">
        Readers without an account can get your new essays by email, in full. They sign up below your essays and confirm by email. You see
        how many readers you have; opens aren’t tracked.
      </p>
      {isOn || notOffered === null ? (
        <MutationForm name="newsletters.set" about={{ isOn: String(!isOn) }}>
          <p>
            <button className={isOn ? 'btn quiet' : 'btn'}>{isOn ? 'Turn off newsletter' : 'Turn on newsletter'}</button>
          </p>
        </MutationForm>
      ) : (
        <Notice kind="warm">{reasonWords[notOffered]}</Notice>
      )}
      <dl className="facts nums">
        <dt>Readers</dt>
        <dd>{confirmed}</dd>
        <dt>Not confirmed yet</dt>
        <dd>{pending}</dd>
        <dt>Bounced</dt>
        <dd>{bounced}</dd>
      </dl>
      {confirmed === 0 ? null : (
        <p>
          <a className="btn quiet" href={links.newsletterExport()} download="readers.csv">
            Export readers
          </a>
        </p>
      )}
      <section aria-labelledby="issues-title">
        <h2 className="section" id="issues-title">
          Essays
        </h2>
        {issues.length === 0 ? (
          <p className="empty">{isOn ? 'Your next essay is mailed 10 minutes after you publish it.' : 'Nothing has been mailed yet.'}</p>
        ) : (
          <ul className="plain-list">
            {issues.map(({ postId, title, href, state, dueAt, count }) => (
              <li key={postId}>
                <a href={href} dir="auto">
                  {title}
                </a>{' '}
                <span className="meta soft">
                  {stateWords[state]}
                  {state === 'waiting' ? (
                    <>
                      {' '}
                      until <Time at={dueAt} now={now} />
                    </>
                  ) : count === 0 ? null : (
                    `: ${counted(count, 'mail')}`
                  )}
                </span>
                {state === 'waiting' ? (
                  <MutationForm name="newsletters.callOff" about={{ id: postId }}>
                    <button className="btn quiet">
                      Don’t mail it<span className="sr">: {title}</span>
                    </button>
                  </MutationForm>
                ) : null}
              </li>
            ))}
          </ul>
        )}
      </section>
      <ImportForm refusal={notImported === null ? null : reasonWords[notImported]} />
    </div>
  )
}

function ImportForm({ refusal }: { readonly refusal: string | null }) {
  const refused = useRefusedForm('newsletters.import')
  return (
    <section className="after-form" aria-labelledby="import-title">
      <h2 className="section" id="import-title">
        Import readers
      </h2>
      {refusal === null ? (
        <MutationForm name="newsletters.import" about={{}} messages={messages}>
          <TextField
            id="import-addresses"
            name="addresses"
            label="CSV, or one address a line"
            hint="Each address gets one mail and has to confirm it, wherever it was confirmed before. Those who left stay away."
            rows={6}
            defaultValue={refused?.values['addresses'] ?? ''}
            error={refused?.error ?? null}
            messages={messages}
            maxLength={newsletterLimits.importCharacters}
            dir="ltr"
            required
          />
          <p className="acts">
            <button className="btn">Import readers</button>
          </p>
        </MutationForm>
      ) : (
        <p className="soft">{refusal}</p>
      )}
    </section>
  )
}
