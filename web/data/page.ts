import type { FormState } from '#shared/pages/page-data.ts'
import type { PageAnswer } from './answer.ts'
import { useCurrentPage } from './navigation.ts'

/** What the page's load answered, head, bodies and places apart: `usePage<typeof loadPost>()`. */
export function usePage<Load extends (...given: never) => unknown>(): Omit<Awaited<ReturnType<Load>>, 'head' | 'bodies' | 'places'> {
  // The answer was made by that very load: the route table and the load table share their keys, and
  // a test holds them together.
  return useAnswer().page as Omit<Awaited<ReturnType<Load>>, 'head' | 'bodies' | 'places'>
}

/**
 * HTML of the bodies this page's load answered, by id. Empty while the server's HTML is still in
 * the document (see `Body`).
 */
export function useBodies(): Readonly<Record<string, string>> {
  return useAnswer().bodies
}

/**
 * The refused form of this name on this page, with what was typed. `same` picks among several:
 * hidden fields that must agree.
 */
export function useRefusedForm(mutation: string | readonly string[], same: Readonly<Record<string, string>> = {}): FormState | null {
  const { form } = useAnswer()
  if (form === null || ![mutation].flat().includes(form.mutation)) return null
  return Object.entries(same).every(([name, value]) => (form.values[name] ?? '') === value) ? form : null
}

/** A mutation that a visitor wanted to do, on the sign-in page. */
export function usePendingAction(): FormState['continueWith'] {
  return useAnswer().form?.continueWith ?? null
}

export const useAnswer = (): PageAnswer => useCurrentPage().answer
