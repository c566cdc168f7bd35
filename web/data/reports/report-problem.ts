/**
 * Trouble that no error tells of: sync, the worker. At most one of a kind an hour. Brings the
 * reports' own part when it is needed.
 */
export function reportProblem(kind: string, detail: string, since?: number): void {
  void import('./start-reports.ts')
    .then(({ startReports }) => startReports().problem(kind, detail, since))
    .catch((error: unknown) => console.warn(error)) // offline on a first visit: the trouble is there still, or was none
}
