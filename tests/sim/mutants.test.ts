import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import type { Hunt } from './hunt.ts'
import { mutants } from './mutants.ts'

const run = promisify(execFile)

/** A mutant that lives through so many seeds is one that the simulator is blind to. */
const mostSeeds = 400

const huntOf = async (index: number): Promise<Hunt> => {
  const { stdout } = await run(process.execPath, ['tests/sim/hunt.ts', String(index), String(mostSeeds)])
  return JSON.parse(stdout) as Hunt
}

/*
 * The test of the tests: the product is broken on purpose in every way we know, and each must be found.
 */
it('finds every mutant', { timeout: 600_000 }, async () => {
  const hunts: Hunt[] = []
  const waiting = mutants.map((_, index) => index)
  const hunter = async () => {
    for (let index = waiting.shift(); index !== undefined; index = waiting.shift()) hunts.push(await huntOf(index))
  }
  await Promise.all([hunter(), hunter()])
  console.info(
    hunts.map(({ name, seed, how }) => `${String(seed ?? '–').padStart(4)}  ${name}: ${how.slice(0, 90)}`).join('\n'),
  )
  expect(hunts.filter((hunt) => hunt.seed === null)).toEqual([])
})
