import { links } from '#shared/links.ts'
import { MutationForm } from '../../../blocks/forms/mutation-form.tsx'
import { TextField } from '../../../blocks/forms/text-field.tsx'
import { staffList } from '../../../blocks/staff/staff-list.tsx'
import { useNavigate } from '../../../data/navigation.ts'
import { usePage, useRefusedForm } from '../../../data/page.ts'
import type { LedgerRow, PaymentsAdminLoad, PersonRow } from '../payments.load.ts'

const title = 'Payments to members'

const People = staffList<PersonRow>({
  title,
  empty: { details: 'Nobody has entered payment info.' },
  nameOf: ({ name }) => name,
  hrefOf: ({ slug }) => links.user(slug),
  columns: [
    { word: 'Number', of: ({ number }) => number },
    { word: 'Email', of: ({ email }) => email, show: ({ email }) => <bdi>{email}</bdi> },
    { word: 'Payment info', of: ({ info }) => info, show: () => null },
  ],
  text: ({ info, isUnreadable }) => (
    <p className="said bio" dir="auto">
      {isUnreadable ? 'Encrypted with another key, so it can’t be read here.' : info}
    </p>
  ),
  actions: {},
})

const to = (word: string, status: string) => ({
  ...{ word, mutation: 'payments.setStatus' },
  fields: ({ id }: LedgerRow) => ({ id, status }),
})
const day = (at: number | null): string => (at === null ? '' : new Date(at).toISOString().slice(0, 10))

const Ledger = staffList<LedgerRow>({
  title,
  empty: {
    planned: 'No planned payments.',
    approved: 'No approved payments.',
    paid: 'Nothing has been paid yet.',
    cancelled: 'No canceled payments.',
  },
  nameOf: ({ name }) => name,
  hrefOf: ({ slug }) => links.user(slug),
  columns: [
    { word: 'Amount', of: ({ amount }) => amount, show: ({ amountWords }) => <b>{amountWords}</b> },
    { word: 'Currency', of: ({ currency }) => currency, show: () => null },
    { word: 'Status', of: ({ status }) => status, show: ({ correctsId }) => (correctsId === null ? null : 'Correction') },
    {
      word: 'Recorded',
      of: ({ createdAt }) => day(createdAt),
      show: ({ createdAt, by }) => (
        <>
          Recorded {day(createdAt)} by <bdi>{by}</bdi>
        </>
      ),
    },
    { word: 'Paid', of: ({ paidAt }) => day(paidAt), show: ({ paidAt }) => (paidAt === null ? null : `Paid ${day(paidAt)}`) },
    { word: 'Reference', of: ({ reference }) => reference, show: ({ reference }) => (reference === '' ? null : <bdi>{reference}</bdi>) },
    { word: 'Reason', of: ({ reason }) => reason, show: () => null },
    { word: 'Post', of: ({ post }) => post?.href ?? '', show: ({ post }) => (post === null ? null : <a href={post.href}>{post.title}</a>) },
    { word: 'Id', of: ({ id }) => id, show: () => null },
    { word: 'Corrects', of: ({ correctsId }) => correctsId ?? '', show: () => null },
  ],
  text: (row) => (
    <>
      <p className="said" dir="auto">
        {row.reason}
      </p>
      {row.status === 'paid' && row.correctsId === null ? <Correct row={row} /> : null}
    </>
  ),
  actions: {
    planned: [to('Approve', 'approved'), to('Mark paid', 'paid'), to('Cancel payment', 'cancelled')],
    approved: [to('Mark paid', 'paid'), to('Cancel payment', 'cancelled')],
  },
})

/** Everybody's payment details, and the ledger of what was paid. */
export default function PaymentsAdminPage() {
  const { people, ledger, currency } = usePage<PaymentsAdminLoad>()
  if (people !== null) return <People list={people} />
  if (ledger === null) return null
  return (
    <Ledger list={ledger}>
      <p className="stand">
        A record of prizes and reimbursements. No money moves here. A paid payment isn’t changed: add a correction to it.
      </p>
      {ledger.asked.tab === 'planned' ? <Record currency={currency} /> : null}
    </Ledger>
  )
}

const messages = {
  'member:invalid': 'Enter the user name of a member, or the URL of their profile.',
  'amount:invalid': 'Enter an amount above 0, such as 120.50, of at most 1,000,000.',
  'reason:invalid': 'Enter a reason of at most 300 characters.',
  'post:invalid': 'Enter the URL of a post on this site, or leave it empty.',
}

function Record({ currency }: { readonly currency: string }) {
  const form = 'payments.record'
  const refused = useRefusedForm(form)
  const navigate = useNavigate()
  const was = (name: string) => refused?.values[name] ?? ''
  return (
    <details className="series-fold" open={refused !== null}>
      <summary>Record a payment</summary>
      <MutationForm name={form} about={{}} messages={messages} className="compose series-form" onDone={(location) => navigate(location)}>
        <TextField
          id="pay-member"
          name="member"
          label="Member"
          hint="User name, or URL of their profile."
          required
          maxLength={300}
          defaultValue={was('member')}
        />
        <TextField id="pay-amount" name="amount" label={`Amount in ${currency}`} required maxLength={16} defaultValue={was('amount')} />
        <TextField
          id="pay-reason"
          name="reason"
          label="Reason"
          hint="The member sees it."
          required
          maxLength={300}
          defaultValue={was('reason')}
          dir="auto"
        />
        <TextField
          id="pay-reference"
          name="reference"
          label="Reference"
          hint="Optional. For the bookkeeper; the member sees it."
          maxLength={100}
          defaultValue={was('reference')}
          dir="auto"
        />
        <TextField id="pay-post" name="post" label="Related post" hint="Optional. Its URL." maxLength={500} defaultValue={was('post')} />
        <div className="compose-acts">
          <button className="btn primary">Record payment</button>
        </div>
      </MutationForm>
    </details>
  )
}

const corrections = {
  ...messages,
  'amount:invalid': 'Enter what to add, or with a minus what to take away. Not less than nothing may be left of the payment.',
}

function Correct({ row: { id, currency, amountWords } }: { readonly row: LedgerRow }) {
  const form = 'payments.correct'
  const about = { correctsId: id }
  const refused = useRefusedForm(form, about)
  const was = (name: string) => refused?.values[name] ?? ''
  return (
    <details className="series-fold" open={refused !== null}>
      <summary>
        Correct<span className="sr">: {amountWords}</span>
      </summary>
      <MutationForm name={form} about={about} messages={corrections} className="compose series-form">
        <TextField
          id={`amount-${id}`}
          name="amount"
          label={`Difference in ${currency}`}
          hint="Such as -20.50."
          required
          maxLength={16}
          defaultValue={was('amount')}
        />
        <TextField id={`reason-${id}`} name="reason" label="Reason" required maxLength={300} defaultValue={was('reason')} dir="auto" />
        <TextField
          id={`reference-${id}`}
          name="reference"
          label="Reference"
          hint="Optional."
          maxLength={100}
          defaultValue={was('reference')}
          dir="auto"
        />
        <div className="compose-acts">
          <button className="btn">Add correction</button>
        </div>
      </MutationForm>
    </details>
  )
}
