import { startWorker as start } from '../../../trusted-types.ts'
import workerUrl from './exchange-worker.ts?worker&url'

export const startWorker = (): Worker => start(workerUrl, 'exchange')
