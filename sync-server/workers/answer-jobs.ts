/** The other end of a worker pool: one job at a time, as the main thread sends them. */
import { parentPort } from 'node:worker_threads'
import type { Answered, Asked, JobTable } from './worker-pool.ts'

export function answerJobs(jobs: JobTable): void {
  const port = parentPort
  if (port === null) throw new Error('this file runs as a worker thread only')

  port.on('message', async ({ name, input }: Asked) => {
    port.postMessage({ begun: true } satisfies Answered)
    // The pool sends each job its own input; its types hold that.
    const job = jobs[name] as (input: unknown) => unknown
    port.postMessage(await answerOf(() => job(input)))
  })
}

async function answerOf(run: () => unknown): Promise<Answered> {
  try {
    return { done: await run() }
  } catch (error) {
    return { failed: error instanceof Error ? error.message : String(error) }
  }
}
