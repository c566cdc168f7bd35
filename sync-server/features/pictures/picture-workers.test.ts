import type { ChildProcess } from 'node:child_process'
import { fork } from 'node:child_process'
import { afterEach, expect, test } from 'vitest'
import type { WorkerPoolOptions } from '#server/files/worker-pool.ts'
import type { PictureWorkers } from './picture-workers.ts'
import { pictureWorkers } from './picture-workers.ts'
import type { Asked } from './remake.ts'

const open: PictureWorkers[] = []
afterEach(async () => {
  for (const workers of open.splice(0)) await workers.close()
})

function somePictureWorkers(options: WorkerPoolOptions = {}) {
  const processes: ChildProcess[] = []
  const start = () => {
    const started = fork(new URL('./testing/deadly-process.ts', import.meta.url), { execArgv: [] })
    processes.push(started)
    return started
  }
  const workers = pictureWorkers({ start, ...options })
  open.push(workers)
  return { workers, processes }
}

const file = (path: string): Asked => ({ path, kind: 'jpeg', folder: '' })

test('a process that dies takes one picture with it, and the next one is made by another', async () => {
  const { workers, processes } = somePictureWorkers()
  const answers = await Promise.all([workers.make(file('deadly')), workers.make(file('good')), workers.make(file('good'))])
  expect([answers, processes.length]).toEqual([[{ fault: 'broken' }, { fault: 'kind' }, { fault: 'kind' }], 2])
})

test('a picture that takes too long is given up, and the next one is made', async () => {
  const { workers, processes } = somePictureWorkers({ timeoutMs: 300 })
  expect(await workers.make(file('endless'))).toEqual({ fault: 'broken' })
  expect([await workers.make(file('good')).then((answer) => answer !== 'busy'), processes.length]).toEqual([true, 2])
})

test('more than the queue holds are told to come again, and none of those in it is lost', async () => {
  const { workers } = somePictureWorkers({ maxWaiting: 2 })
  const answers = await Promise.all(['good', 'good', 'good', 'good'].map((path) => workers.make(file(path))))
  expect(answers).toEqual([{ fault: 'kind' }, { fault: 'kind' }, { fault: 'kind' }, 'busy'])
})

test('with nothing to do the process ends, and closing ends one that is at work', async () => {
  const { workers, processes } = somePictureWorkers({ idleMs: 1 })
  await workers.make(file('good'))
  await expect.poll(() => processes[0]?.signalCode).toBe('SIGKILL')
  const hanging = workers.make(file('endless'))
  await workers.close()
  expect([await hanging, processes[1]?.signalCode, await workers.make(file('good'))]).toEqual(['busy', 'SIGKILL', 'busy'])
})
