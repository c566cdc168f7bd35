/**
 * `refused`: the job itself threw; `time`, `memory`, `died`: its thread was ended; `busy`,
 * `closed`: it was never begun, or given up.
 */
export class JobFailed extends Error {
  readonly kind: 'refused' | 'time' | 'memory' | 'died' | 'busy' | 'closed'
  constructor(kind: JobFailed['kind'], message: string) {
    super(message)
    this.kind = kind
  }
}
