import { browserReportStore } from './report-store.ts'

/**
 * At sign-out. What went wrong for somebody is not the next person's to send; it names nobody, but
 * it was theirs. What they wrote to the people of the site was handed in already, and still leaves.
 */
export async function forgetErrorReports(): Promise<void> {
  const store = browserReportStore()
  await store.remove((await store.keys()).filter(({ kind }) => kind === 'error'))
}
