import { usePage } from '../../../data/page.ts'
import { RecordPayment } from '../parts/payment-forms.tsx'
import { Ledger, PeopleToPay } from '../parts/payment-lists.tsx'
import type { PaymentsAdminLoad } from '../payments.load.ts'

/** Everybody's payment details, and the ledger of what was paid. */
export default function PaymentsAdminPage() {
  const { people, ledger, currency } = usePage<PaymentsAdminLoad>()
  if (people !== null) return <PeopleToPay list={people} />
  if (ledger === null) return null
  return (
    <Ledger list={ledger}>
      <p className="stand">
        A record of prizes and reimbursements. No money moves here. A paid payment isn’t changed: add a correction to it.
      </p>
      {ledger.asked.tab === 'planned' ? <RecordPayment currency={currency} /> : null}
    </Ledger>
  )
}
