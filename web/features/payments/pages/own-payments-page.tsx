import { MutationForm } from '../../../blocks/forms/mutation-form.tsx'
import { TextField } from '../../../blocks/forms/text-field.tsx'
import { MoreLink } from '../../../blocks/posts/more-link.tsx'
import { useNavigate } from '../../../data/navigation.ts'
import { usePage, useRefusedForm } from '../../../data/page.ts'
import { useNow } from '../../../ui/clock.ts'
import { Notice } from '../../../ui/notice.tsx'
import { Time } from '../../../ui/time.tsx'
import type { LedgerRow, OwnPaymentsLoad } from '../payments.load.ts'

const form = 'payments.saveDetails'
const messages = { 'email:invalid': 'Enter an email address, or leave it empty.', 'info:invalid': 'Use at most 4,000 characters.' }

/** Where a member says how to pay them, and sees what they were paid. */
export default function OwnPaymentsPage() {
  const { isSaved, canSave, details, isUnreadable, paperworkFrom, rows, more } = usePage<OwnPaymentsLoad>()
  const typed = useRefusedForm(form)?.values
  const navigate = useNavigate()
  return (
    <div className="narrow">
      <h1 className="page-title">Payments</h1>
      {isSaved ? <Notice>Payment details saved.</Notice> : null}
      <p className="stand">
        Tell us how to send you prizes and reimbursements. Only you and administrators can see this. It is stored encrypted, and never on
        your devices. Don’t enter card numbers.
      </p>
      <p className="stand">If payments to you reach {paperworkFrom} or more in a year, we’ll ask you for further paperwork first.</p>
      {isUnreadable ? <Notice kind="danger">Your saved details can’t be read any more. Enter them again.</Notice> : null}
      {canSave ? (
        <MutationForm
          key={JSON.stringify(details)}
          name={form}
          about={{}}
          messages={messages}
          className="fields"
          onDone={(to) => navigate(to)}
        >
          <TextField
            id="payment-email"
            name="email"
            type="email"
            label="Payment contact email"
            hint="Leave it empty to use the email of your account."
            autoComplete="email"
            maxLength={254}
            defaultValue={typed?.['email'] ?? details?.email ?? ''}
          />
          <TextField
            id="payment-info"
            name="info"
            label="Payment account info"
            hint="For example the name of a payment service and your account there, or a bank account. Empty both fields to delete your details."
            rows={5}
            autoComplete="off"
            maxLength={4_000}
            dir="auto"
            defaultValue={typed?.['info'] ?? details?.info ?? ''}
          />
          <div className="compose-acts">
            <button className="btn primary">Save payment details</button>
          </div>
        </MutationForm>
      ) : (
        <Notice>Payment details can’t be saved here yet: the operator of this site hasn’t set an encryption key for them.</Notice>
      )}
      <section className="after-form" aria-labelledby="own-payments">
        <h2 className="section" id="own-payments">
          Payments to you
        </h2>
        {rows.length === 0 ? (
          <p className="empty">No payments yet.</p>
        ) : (
          <ul className="plain-list">
            {rows.map((row) => (
              <OwnRow key={row.id} row={row} />
            ))}
          </ul>
        )}
        {more === null ? null : <MoreLink href={more}>More</MoreLink>}
      </section>
    </div>
  )
}

const words = { planned: 'Planned', approved: 'Approved', paid: 'Paid', cancelled: 'Canceled' } as const

function OwnRow({ row: { amountWords, status, reason, reference, createdAt, paidAt, correctsId, post } }: { readonly row: LedgerRow }) {
  const now = useNow()
  return (
    <li>
      <p className="row-title">
        {amountWords} <span className="soft">· {correctsId === null ? words[status] : 'Correction'}</span>
      </p>
      <p className="meta soft">
        <Time at={paidAt ?? createdAt} now={now} />
        {reference === '' ? null : (
          <>
            {' · '}
            <bdi>{reference}</bdi>
          </>
        )}
        {post === null ? null : (
          <>
            {' · '}
            <a href={post.href}>
              <bdi>{post.title}</bdi>
            </a>
          </>
        )}
      </p>
      <p dir="auto">{reason}</p>
    </li>
  )
}
