/** Entry of a thread that works on documents: one job at a time, as the main thread sends them. */
import { parentPort } from 'node:worker_threads'
import { jobs, type JobName } from './jobs.ts'

export interface Asked {
  readonly name: JobName
  readonly input: unknown
}
export type Answered = { readonly done: unknown } | { readonly failed: string }

const port = parentPort
if (port === null) throw new Error('document-worker.ts runs as a worker thread only')

port.on('message', ({ name, input }: Asked) => {
  // The pool sends each job its own input; its types hold that.
  const job = jobs[name] as (input: unknown) => unknown
  port.postMessage(answerOf(() => job(input)))
})

function answerOf(run: () => unknown): Answered {
  try {
    return { done: run() }
  } catch (error) {
    return { failed: error instanceof Error ? error.message : String(error) }
  }
}
