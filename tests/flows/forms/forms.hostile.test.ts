import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeSchool, makeTablet, type TestSchool } from '#tests/support/factories.ts'
import { hostileFormRun } from '#tests/support/forms/form-run.ts'
import { TestVisitor } from '#tests/support/forms/visitor-kit.ts'
import { type Box, openBox } from '#tests/support/server.ts'

/** `BAWABA_FORM_RUNS=1000` walks as many (`npm run faults` does), from `BAWABA_FORM_SEED` on. */
const runs = Number(process.env['BAWABA_FORM_RUNS'] ?? 50)
const firstSeed = Number(process.env['BAWABA_FORM_SEED'] ?? 1)

let box: Box
let school: TestSchool

beforeAll(async () => {
  box = await openBox('pglite')
  school = await makeSchool(box, 'alnoor')
})
afterAll(() => box.close())

// Tried once: a second try would find the forms of the first.
it(`nothing of a form with three files is lost, doubled or half, in ${runs} hostile runs`, {
  timeout: runs * 30_000,
  retry: 0,
}, async () => {
  const kit = new TestVisitor(box, school, await makeTablet())
  const failed: string[] = []
  for (let seed = firstSeed; seed < firstSeed + runs; seed += 1) {
    await hostileFormRun({ box, school, makeFile: kit.file.bind(kit) }, seed).catch((error: Error) =>
      failed.push(error.message),
    )
  }
  expect(failed.join('\n')).toBe('')
})
