import { memberCards } from '#shared/accounts/queries.ts'
import type { Read } from '#shared/kernel/transaction.ts'
import { isAdmin } from '#shared/kernel/viewer.ts'
import { links } from '#shared/links.ts'
import type { PageData } from '#shared/pages/page-data.ts'
import { amountWords, mainUnits, wholeAmountWords } from '#shared/payments/money.ts'
import { paymentsIn, paymentsOf } from '#shared/payments/queries.ts'
import { canManagePayments } from '#shared/payments/rules.ts'
import type { Payment, PaymentStatus } from '#shared/payments/schema.ts'
import { posts } from '#shared/posts/schema.ts'
import type { LoadRequest, Loads } from '../../app/route.ts'
import { limitOf } from '../../blocks/posts/limit-of.ts'
import { staffAnswer } from '../../blocks/staff/staff-answer.ts'
import { authorizePage, elsewhere, needsSignIn } from '../../data/answer.ts'

const firstShown = 50
const peopleShown = 500
/** From so many of the main unit in a year on, more paperwork is needed. */
const paperworkFrom = 600

/** `/payments`: where each is at home. */
async function loadPayments({ viewer }: PageData): Promise<never> {
  throw elsewhere(isAdmin(viewer) ? links.paymentsAdmin() : links.ownPayments())
}

/** `/payments/account`: where one wants to be paid, and what one was paid. */
async function loadOwnPayments(data: PageData, { url }: LoadRequest) {
  const { read, viewer } = data
  if (viewer.kind === 'visitor') throw needsSignIn()
  const limit = limitOf(url.searchParams, firstShown)
  const found = await read.list(paymentsOf(viewer.userId, limit + 1))
  const currency = data.payments?.currency ?? 'USD'
  const own = (await data.payments?.own()) ?? null
  return {
    head: { title: 'Payments', robots: 'noindex' as const },
    isSaved: url.searchParams.get('notice') === 'saved',
    canSave: data.payments?.canSave ?? false,
    details: own === 'unreadable' ? null : own,
    isUnreadable: own === 'unreadable',
    paperworkFrom: wholeAmountWords(paperworkFrom, currency),
    rows: await ledgerRows(read, found.slice(0, limit)),
    more: found.length > limit ? `${links.ownPayments()}?limit=${limit + firstShown}` : null,
  }
}

const statusTabs = [
  { name: 'planned', word: 'Planned' },
  { name: 'approved', word: 'Approved' },
  { name: 'paid', word: 'Paid' },
  { name: 'cancelled', word: 'Canceled' },
] as const satisfies readonly { readonly name: PaymentStatus; readonly word: string }[]
const tabs = [{ name: 'details', word: 'Payment details' }, ...statusTabs]

/** `/payments/admin`: everybody's details, and the ledger by status. */
async function loadPaymentsAdmin(data: PageData, { url }: LoadRequest) {
  const { read, viewer } = data
  authorizePage(canManagePayments(viewer))
  const head = { title: 'Payments to members', robots: 'noindex' as const }
  const currency = data.payments?.currency ?? 'USD'
  const status = statusTabs.find(({ name }) => name === url.searchParams.get('state'))?.name
  if (status === undefined)
    return {
      ...{ head, currency, ledger: null },
      people: await staffAnswer(url, {
        ...{ tabs, search: 'Name, email or payment info', first: peopleShown },
        rows: async ({ q }, limit) => peopleRows(data, q, limit),
      }),
    }
  return {
    ...{ head, currency, people: null },
    ledger: await staffAnswer(url, {
      ...{ tabs, first: firstShown },
      rows: async (_asked, limit) => ledgerRows(read, await read.list(paymentsIn(status, limit))),
    }),
  }
}

export type PersonRow = Awaited<ReturnType<typeof peopleRows>>[number]

async function peopleRows({ read, payments }: PageData, search: string, limit: number) {
  const found = (await payments?.everyone(search, limit)) ?? []
  const cards = await memberCards(
    read,
    found.map(({ userId }) => userId),
  )
  return found.map(({ userId, email, info, isUnreadable }, at) => {
    const card = cards.get(userId)
    return { id: userId, number: at + 1, name: card?.name ?? 'Member', slug: card?.slug ?? '', email, info, isUnreadable }
  })
}

export type LedgerRow = Awaited<ReturnType<typeof ledgerRows>>[number]

async function ledgerRows(read: Read, found: readonly Payment[]) {
  const cards = await memberCards(
    read,
    found.flatMap(({ userId, createdByUserId }) => [userId, createdByUserId]),
  )
  const about = new Map(
    (
      await read.getMany(
        posts,
        found.flatMap(({ relatedPostId }) => relatedPostId ?? []),
      )
    ).map((post) => [post.id, { title: post.title, href: links.post(post) }]),
  )
  return found.map((payment) => ({
    ...{ id: payment.id, status: payment.status, reason: payment.reason, reference: payment.reference },
    ...{ currency: payment.currency, amount: mainUnits(payment.amountMinor, payment.currency) },
    amountWords: amountWords(payment.amountMinor, payment.currency),
    ...{ createdAt: payment.createdAt, paidAt: payment.paidAt, correctsId: payment.correctsId },
    name: cards.get(payment.userId)?.name ?? 'Former member',
    slug: cards.get(payment.userId)?.slug ?? '',
    by: cards.get(payment.createdByUserId)?.name ?? 'Administrator',
    post: about.get(payment.relatedPostId ?? '') ?? null,
  }))
}

export type OwnPaymentsLoad = typeof loadOwnPayments
export type PaymentsAdminLoad = typeof loadPaymentsAdmin

export const loads = {
  '/payments': loadPayments,
  '/payments/account': loadOwnPayments,
  '/payments/admin': loadPaymentsAdmin,
} satisfies Loads
