export const startWorker = (): Worker => new Worker(new URL('./exchange-worker.ts', import.meta.url), { type: 'module', name: 'exchange' })
