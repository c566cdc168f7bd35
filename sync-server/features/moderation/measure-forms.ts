/** The forms of `/users/:slug/edit`: each is its mutation's, and leads back to where it stood. */
import { formFor } from '#server/http/form-for.ts'
import type { FormRequest } from '#server/http/ports.ts'
import { safeReturnTo } from '#server/http/return-to.ts'
import { endOfDay } from '#server/http/typed-day.ts'
import { editMember } from '#shared/accounts/member-edit-mutations.ts'
import { links } from '#shared/links.ts'
import {
  banMember,
  endLimit,
  limitMember,
  setExempt,
  setOwnAdmin,
  setRight,
  setRole,
  unbanMember,
} from '#shared/moderation/measure-mutations.ts'
import { purgeMember } from '#shared/moderation/purge-mutations.ts'

const to = (_args: unknown, { fields }: FormRequest): string => safeReturnTo(fields['from'], links.supermod())
const ofMember = { row: 'userId', to } as const
/** What is not a day stays text, which the mutation refuses. */
const day = (typed: string): unknown => endOfDay(typed) ?? typed
/** Empty: nobody says what they saw. */
const seen = (typed: string): unknown => (typed === '' ? undefined : Number(typed))

export const measureForms = [
  formFor(setRight, { ...ofMember, read: { seen } }),
  formFor(limitMember, {
    ...{ ...ofMember, fields: { endsAt: 'endsOn' }, read: { endsAt: day, seen } },
    makes: { what: 'limit', alike: ['userId', 'type', 'actionsPerInterval', 'intervalLength', 'intervalUnit', 'endsAt'] },
  }),
  formFor(endLimit, { to }),
  formFor(setExempt, ofMember),
  formFor(banMember, { ...ofMember, fields: { until: 'endsOn' }, read: { until: day, seen } }),
  formFor(unbanMember, ofMember),
  formFor(purgeMember, { ...ofMember, read: { seen } }),
  formFor(setRole, ofMember),
  formFor(setOwnAdmin, { to }),
  formFor(editMember, { row: 'userId', to: ({ slug }) => links.editUser(slug) }),
]
