/**
 * vitest reporter: what each journey has cost in CPU seconds of its servers and browsers, and which
 * budget is broken, by name.
 */
import { relative } from 'node:path'
import type { Reporter, TestModule } from 'vitest/node'
import { machineSlowness } from '../shared/testing/machine-slowness.ts'
import { journeyBudget, overBudget, room } from './journey-budgets.ts'

export default class PriceReporter implements Reporter {
  /** One of each file, so that a neighbour who comes and goes is in it as in the prices. */
  readonly #slowness: number[] = []

  onTestModuleEnd(): void {
    this.#slowness.push(machineSlowness())
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const files = modules.map(priced).filter(({ tests }) => tests.length > 0)
    const sum = total(files.flatMap(({ tests }) => tests.map(({ price }) => price)))
    console.log('\nCPU seconds of servers and browsers, dearest file first:')
    for (const { name, price, tests } of files.sort((a, b) => b.price - a.price)) {
      console.log(`${price.toFixed(1).padStart(7)}  ${name}`)
      for (const test of tests) console.log(`${test.price.toFixed(1).padStart(13)}  ${test.name}`)
    }
    console.log(`${sum.toFixed(1).padStart(7)}  in all`)
    const machine = this.#slowness.toSorted((a, b) => a - b)[this.#slowness.length >> 1] ?? 1
    console.log(`${machine.toFixed(2).padStart(7)}  times as slow as the machine of the budgets`)
    const budget = Math.max(journeyBudget.all, overBudget.all) * machine
    // What all files together cost more is the machine's too, and no file's own.
    const slowness = machine * Math.max(1, sum / budget)
    const broken = files
      .map((file) => ({ ...file, budget: overBudget.files[file.name] ?? journeyBudget.file }))
      .filter(({ price, budget }) => price > budget * room.file * slowness)
      .map(({ name, price, budget }) => `${name} costs ${price.toFixed(1)}, its budget is ${budget}`)
    if (sum > budget * room.all) broken.push(`all journeys cost ${sum.toFixed(1)}, their budget is ${budget.toFixed(0)}`)
    if (broken.length === 0) return
    console.error(`\nOver budget:\n${broken.join('\n')}`)
    process.exitCode = 1
  }
}

interface Priced {
  readonly name: string
  readonly price: number
}

function priced(module: TestModule): Priced & { readonly tests: readonly Priced[] } {
  const tests = [...module.children.allTests()].flatMap((test) => {
    const { price } = test.meta()
    return price === undefined ? [] : [{ name: test.name, price }]
  })
  return { name: relative(process.cwd(), module.moduleId), price: total(tests.map(({ price }) => price)), tests }
}

const total = (numbers: readonly number[]): number => numbers.reduce((sum, one) => sum + one, 0)
