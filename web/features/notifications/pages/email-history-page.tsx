import { staffList } from '../../../blocks/staff/staff-list.tsx'
import { usePage } from '../../../data/page.ts'
import { useNow } from '../../../ui/clock.ts'
import { Time } from '../../../ui/time.tsx'
import type { loadEmailHistory, SentMailRow } from '../email-history.load.ts'

const results: Readonly<Record<'sent' | 'address' | 'other', string>> = {
  sent: 'Sent',
  address: 'Not sent: the address takes no mail',
  other: 'Not sent: the mail server refused it, or it came too late',
}

/** The mails that went to the administrator who looks, to see what members get. */
const EmailHistory = staffList<SentMailRow>({
  title: 'Email history',
  empty: { all: 'No emails have been sent to you in the last 90 days.' },
  nameOf: ({ subject }) => subject,
  columns: [
    { word: 'To', of: ({ to }) => to, show: ({ to }) => <bdi>{to}</bdi> },
    { word: 'Date', of: ({ at }) => new Date(at).toISOString(), show: ({ at }) => <Ended at={at} /> },
    { word: 'Result', of: ({ refusedFor }) => results[refusedFor ?? 'sent'] },
  ],
  actions: {},
})

export default function EmailHistoryPage() {
  return <EmailHistory list={usePage<typeof loadEmailHistory>().list} />
}

const Ended = ({ at }: { readonly at: number }) => <Time at={at} now={useNow()} />
