import { Suspense, lazy } from 'react'
import type { Reason } from '#shared/kernel/verdict.ts'
import type { FormError } from '#shared/pages/page-data.ts'

interface RefusalWordsProps {
  readonly of: Pick<FormError, 'code' | 'reason' | 'field' | 'retryAfterMs'>
}

/**
 * Why something was refused, in readers' words. The table of them comes with the first refusal:
 * most pages never need it.
 */
export function RefusalWords(props: RefusalWordsProps) {
  return (
    <Suspense>
      <Words {...props} />
    </Suspense>
  )
}

/** A refusal that has a reason and belongs to no field. */
export const refusedFor = (reason: Reason): RefusalWordsProps['of'] => ({ code: 'not-allowed', reason, field: null, retryAfterMs: null })

const Words = lazy(async () => {
  try {
    const { wordsFor } = await import('../wording.ts')
    // In an element: React parts bare text at a boundary's end only when it had to wait for it, and
    // answers must not tell a first one from the next.
    return { default: ({ of }: RefusalWordsProps) => <span>{wordsFor(of)}</span> }
  } catch {
    // No network for the table: what was refused is known all the same.
    return { default: () => <span>That didn’t work. Your text is still here.</span> }
  }
})
