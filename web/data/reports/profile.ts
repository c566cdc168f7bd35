import { browserProfilingIntegration } from '@sentry/react'
import { figures } from '#shared/reports/figures.ts'
import type { ReportClient } from './report-client.ts'

/**
 * A profile of what the page does in its first moments, where the operator wants to know
 * (`FLAGS=profiling`) and the browser can tell: it needs `Document-Policy: js-profiling` from the
 * server. The SDK samples every 10 ms; here it ends after 30 s at the latest.
 */
export function profile({ sdk }: Pick<ReportClient, 'sdk'>, after = (ms: number, run: () => void): unknown => setTimeout(run, ms)): void {
  if (!('Profiler' in globalThis)) return
  sdk.addIntegration(browserProfilingIntegration())
  sdk.emit('startUIProfiler')
  after(figures.longestProfileMs, () => sdk.emit('stopUIProfiler'))
}
