/**
 * vitest reporter: what each journey has cost in CPU seconds of its servers and browsers, and which
 * budget is broken, by name.
 */
import { relative } from 'node:path'
import type { Reporter, TestModule } from 'vitest/node'
import { machineSlowness } from '../shared/testing/machine-slowness.ts'
import { journeyBudget, overBudget, room } from './journey-budgets.ts'

export default class PriceReporter implements Reporter {
  /**
   * One at the end of each file, so that a neighbour who comes and goes is in them as in the
   * prices.
   */
  readonly #samples: { readonly at: number; readonly slowness: number }[] = []
  readonly #begun = new Map<string, number>()
  readonly #slownessOfFile = new Map<string, number>()

  onTestModuleStart({ moduleId }: TestModule): void {
    this.#begun.set(moduleId, performance.now())
  }

  onTestModuleEnd({ moduleId }: TestModule): void {
    this.#samples.push({ slowness: machineSlowness(), at: performance.now() })
    const begun = this.#begun.get(moduleId) ?? 0
    const meanwhile = this.#samples.filter(({ at }) => at >= begun).map(({ slowness }) => slowness)
    this.#slownessOfFile.set(moduleId, total(meanwhile) / meanwhile.length)
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const files = modules.map(priced).filter(({ tests }) => tests.length > 0)
    const all = files.flatMap(({ tests }) => tests)
    const sum = total(all.map(({ price }) => price))
    console.log('\nCPU seconds of servers and browsers, dearest file first:')
    for (const { name, price, tests } of files.sort((a, b) => b.price - a.price)) {
      console.log(`${price.toFixed(1).padStart(7)}  ${name}`)
      for (const test of tests) console.log(`${test.price.toFixed(1).padStart(13)}  ${test.name}`)
    }
    console.log(`${sum.toFixed(1).padStart(7)}  in all, ${total(all.map(({ serverPrice }) => serverPrice)).toFixed(1)} of them servers`)
    const machine = this.#samples.map(({ slowness }) => slowness).toSorted((a, b) => a - b)[this.#samples.length >> 1] ?? 1
    const worst = Math.max(1, ...this.#slownessOfFile.values())
    console.log(`${machine.toFixed(2).padStart(7)}  times as slow as the machine of the budgets, ${worst.toFixed(2)} at its worst`)
    const budget = Math.max(journeyBudget.all, overBudget.all) * machine
    // What all files together cost more is the machine's too, and no file's own.
    const forAll = Math.max(1, sum / budget)
    const slownessOf = (id: string): number => Math.max(machine, this.#slownessOfFile.get(id) ?? 1) * forAll
    const broken = files
      .map((file) => ({ ...file, budget: overBudget.files[file.name] ?? journeyBudget.file }))
      .filter(({ id, price, budget }) => price > budget * room.file * slownessOf(id))
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

interface PricedTest extends Priced {
  readonly serverPrice: number
}

function priced(module: TestModule): Priced & { readonly id: string; readonly tests: readonly PricedTest[] } {
  const tests = [...module.children.allTests()].flatMap((test) => {
    const { price, serverPrice = 0 } = test.meta()
    return price === undefined ? [] : [{ name: test.name, price, serverPrice }]
  })
  return { id: module.moduleId, name: relative(process.cwd(), module.moduleId), price: total(tests.map(({ price }) => price)), tests }
}

const total = (numbers: readonly number[]): number => numbers.reduce((sum, one) => sum + one, 0)
