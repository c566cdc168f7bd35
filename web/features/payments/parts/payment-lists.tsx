import { links } from '#shared/links.ts'
import { staffList } from '../../../blocks/staff/staff-list.tsx'
import type { LedgerRow, PersonRow } from '../payments.load.ts'
import { CorrectPayment } from './payment-forms.tsx'

const title = 'Payments to members'

/** Where members want to be paid. */
export const PeopleToPay = staffList<PersonRow>({
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

/** Planned, approved, paid and canceled payments. */
export const Ledger = staffList<LedgerRow>({
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
      {row.status === 'paid' && row.correctsId === null ? <CorrectPayment row={row} /> : null}
    </>
  ),
  actions: {
    planned: [to('Approve', 'approved'), to('Mark paid', 'paid'), to('Cancel payment', 'cancelled')],
    approved: [to('Mark paid', 'paid'), to('Cancel payment', 'cancelled')],
  },
})
