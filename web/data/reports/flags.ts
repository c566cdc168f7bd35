import { figures } from '#shared/reports/figures.ts'
import type { Flag } from '#shared/reports/flags.ts'
import { createStore } from '../store.ts'
import { reporting } from './reporting.ts'

/**
 * The last times that a flag was asked for, oldest first: they go with an error, whoever asked
 * before the client was there.
 */
export const flagsAsked = createStore<readonly (readonly [flag: Flag, isOn: boolean])[]>([])

/** Whether the operator has switched it on. `false` until the page says. */
export function isOn(flag: Flag): boolean {
  const value = reporting.get()?.site.reports.flags.includes(flag) ?? false
  flagsAsked.set([...flagsAsked.get(), [flag, value] as const].slice(-figures.maxFlags))
  return value
}
