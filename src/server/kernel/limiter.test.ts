import { expect, it } from 'vitest'
import { Limiter } from './limiter.ts'

it('runs so many works at a time, the others in order, also after one that failed', async () => {
  const limiter = new Limiter(2)
  const ends: ((error?: Error) => void)[] = []
  const begun: number[] = []
  const results = [0, 1, 2, 3].map((n) =>
    limiter.run(
      () =>
        new Promise<number>((resolve, reject) => {
          begun.push(n)
          ends[n] = (error) => (error ? reject(error) : resolve(n))
        }),
    ),
  )
  expect([begun, limiter.waiting]).toEqual([[0, 1], 2])
  ends[1]?.(new Error('failed'))
  await expect(results[1]).rejects.toThrow('failed')
  expect([begun, limiter.waiting]).toEqual([[0, 1, 2], 1])
  ends[0]?.()
  ends[2]?.()
  await results[2]
  ends[3]?.()
  expect(await Promise.all([results[0], results[2], results[3]])).toEqual([0, 2, 3])
  expect([begun, limiter.waiting]).toEqual([[0, 1, 2, 3], 0])
  // All places are free again.
  expect(await Promise.all([limiter.run(async () => 4), limiter.run(async () => 5)])).toEqual([4, 5])
})
