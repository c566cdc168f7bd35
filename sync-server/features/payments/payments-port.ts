import type { Read } from '#shared/kernel/transaction.ts'
import type { Viewer } from '#shared/kernel/viewer.ts'
import type { Member } from '#shared/accounts/schema.ts'
import type { MemberToPay, PaymentsPort } from '#shared/payments/port.ts'
import { credentials, members } from '#shared/accounts/schema.ts'
import { authorize } from '#shared/kernel/errors.ts'
import { allPaymentDetails } from '#shared/payments/queries.ts'
import { canManagePayments } from '#shared/payments/rules.ts'
import { paymentDetails } from '#shared/payments/schema.ts'
import type { PaymentsVault } from './vault.ts'

export interface Payments {
  readonly vault: PaymentsVault
  readonly currency: string
}

/** More than that are not looked through: of those the newest. */
const mostDetails = 2_000

/** @param read without read policies. */
export function paymentsPort({ vault, currency }: Payments, read: Read, viewer: Viewer, now: number): PaymentsPort {
  return {
    currency,
    canSave: vault.canSave,
    async own() {
      const row = viewer.kind === 'member' ? await read.get(paymentDetails, viewer.userId) : undefined
      return row === undefined ? null : ((await vault.open(row.id, row.sealed)) ?? 'unreadable')
    },
    async everyone(search, limit) {
      authorize(canManagePayments(viewer))
      const rows = await read.list(allPaymentDetails(mostDetails))
      const ids = rows.map(({ id }) => id)
      const people = new Map((await read.getMany(members, ids)).map((member) => [member.id, member]))
      const emails = new Map((await read.getMany(credentials, ids)).map(({ id, email }) => [id, email]))
      const wanted = folded(search)
      const found: (readonly [Member, MemberToPay])[] = []
      for (const { id, sealed } of rows) {
        const member = people.get(id)
        if (member === undefined || member.isDeactivated || (member.bannedUntil ?? 0) > now) continue
        const details = await vault.open(id, sealed)
        const accountEmail = emails.get(id) ?? ''
        const { email, info } = details ?? { email: '', info: '' }
        const texts = [member.displayName, member.userName, member.slug, accountEmail, email, info]
        if (!texts.some((text) => folded(text).includes(wanted))) continue
        found.push([member, { userId: id, email: email || accountEmail, info, isUnreadable: details === null }])
      }
      return found
        .toSorted(([a], [b]) => a.displayName.localeCompare(b.displayName, 'en'))
        .slice(0, limit)
        .map(([, row]) => row)
    },
  }
}

const folded = (text: string): string => text.normalize('NFKC').toLowerCase()
