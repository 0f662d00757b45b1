import { afterAll, beforeAll, expect, it } from 'vitest'
import { historyOf } from '#tests/sim/history.ts'
import { openRealServer } from '#tests/sim/real-server.ts'
import { runHistory } from '#tests/sim/run-history.ts'
import { type Box, openBox } from '#tests/support/server.ts'

let box: Box
beforeAll(async () => {
  box = await openBox('pglite')
})
afterAll(() => box.close())

// What only a model can do (stumble, be restored) these histories pass over.
it('keeps every promise with the real server too', { timeout: 300_000 }, async () => {
  let operations = 0
  for (let seed = 1; seed <= 4; seed += 1) {
    const openServer = await openRealServer(box)
    operations += (await runHistory(historyOf(seed), openServer)).operations
  }
  expect(operations).toBeGreaterThan(100)
})
