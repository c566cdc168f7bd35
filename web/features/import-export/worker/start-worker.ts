import { startWorker as start } from '../../../trusted-types.ts'
// oxlint-disable-next-line import/default -- with this query Vite exports the address of the worker's own file
import workerUrl from './exchange-worker.ts?worker&url'

export const startWorker = (): Worker => start(workerUrl, 'exchange')
