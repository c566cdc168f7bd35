import { MutationForm } from '../../../blocks/forms/mutation-form.tsx'
import { TextField } from '../../../blocks/forms/text-field.tsx'
import { useNavigate } from '../../../data/navigation.ts'
import { useRefusedForm } from '../../../data/page.ts'
import type { LedgerRow } from '../payments.load.ts'

const messages = {
  'member:invalid': 'Enter the user name of a member, or the URL of their profile.',
  'amount:invalid': 'Enter an amount above 0, such as 120.50, of at most 1,000,000.',
  'reason:invalid': 'Enter a reason of at most 300 characters.',
  'post:invalid': 'Enter the URL of a post on this site, or leave it empty.',
}

/** Writes down what is to be paid. */
export function RecordPayment({ currency }: { readonly currency: string }) {
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

/** Adds a row that takes from a paid payment, or adds to it. */
export function CorrectPayment({ row: { id, currency, amountWords } }: { readonly row: LedgerRow }) {
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
