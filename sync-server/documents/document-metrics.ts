import { Samples } from '#server/sync/sync-metrics.ts'

/**
 * What an operator wants to know of documents, counted where it happens; `http/metrics.ts` shows
 * it.
 */
export interface DocumentMetrics {
  /** Update frames: `taken`, `known`, or the code of the refusal. */
  readonly updates: Map<string, number>
  /** Sockets closed by the server, by code. */
  readonly closes: Map<number, number>
  /** ms from the arrival of an update to its commit. */
  readonly ackMs: Samples
  /** What became of settling a text: `settled`, or why not. */
  readonly settled: Map<string, number>
  relayed: number
  loads: number
  failedLoads: number
  compactions: number
  failedCompactions: number
  resets: number
}

export function createDocumentMetrics(): DocumentMetrics {
  const counts = { relayed: 0, loads: 0, failedLoads: 0, compactions: 0, failedCompactions: 0, resets: 0 }
  return { updates: new Map(), closes: new Map(), ackMs: new Samples(), settled: new Map(), ...counts }
}
