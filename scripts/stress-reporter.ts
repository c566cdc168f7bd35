/**
 * A reporter of vitest's that writes each file of tests into the record of a stress run as it ends.
 */
import { relative } from 'node:path'
import type { Reporter, TestModule } from 'vitest/node'
import { projectDir } from './steps.ts'
import { addTo } from './stress-record.ts'

export default class StressReporter implements Reporter {
  onTestModuleEnd(module: TestModule): void {
    const { STRESS_RECORD: path = '', STRESS_PASS: pass = '1' } = process.env
    const tests = [...module.children.allTests()]
    const failed = tests.filter((test) => test.result().state === 'failed').map(({ fullName }) => fullName)
    const isBroken = failed.length === 0 && module.state() === 'failed'
    addTo(path, {
      pass: Number(pass),
      file: relative(projectDir, module.moduleId),
      passed: tests.filter((test) => test.result().state === 'passed').length,
      failed: isBroken ? ['the file, outside its tests'] : failed,
      seconds: module.diagnostic().duration / 1_000,
    })
  }
}
