import fc from 'fast-check'
import { expect, it } from 'vitest'
import { nextStep } from './student-next.rules.ts'
import { studentStatuses } from './student-status.rules.ts'

const day = fc.integer({ min: 10, max: 28 }).map((of) => `2030-03-${of}`)

it('names what is due first, and something whenever anything is due', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...studentStatuses),
      fc.option(day),
      fc.option(day),
      fc.array(fc.record({ dueOn: day, task: fc.string() })),
      (status, nextActionOn, reviewOn, tasks) => {
        const days = [
          ...tasks.map(({ dueOn }) => dueOn),
          ...(nextActionOn ? [nextActionOn] : []),
          // A day of review counts while the file is on hold, and no longer.
          ...(reviewOn && status === 'on-hold' ? [reviewOn] : []),
        ].toSorted()
        const found = nextStep({ status, nextActionOn, reviewOn }, tasks)
        expect(found?.on).toBe(days[0])
        if (found?.of === 'task') expect(tasks).toContainEqual({ dueOn: found.on, task: found.task })
      },
    ),
  )
})
