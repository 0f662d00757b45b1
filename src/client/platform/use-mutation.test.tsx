import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { AppError } from '#shared/kernel/errors.ts'
import { isBusyHere } from './page/busy.ts'
import { useCommand } from './use-command.ts'
import { useMutation } from './use-mutation.ts'

/** What a component gets from `use`, which lives on without being drawn again, like one that was left. */
function heldBy<T>(use: () => T): T {
  const held: T[] = []
  const Component = () => {
    held.push(use())
    return null
  }
  renderToStaticMarkup(<Component />)
  const [first] = held
  if (first === undefined) throw new Error('was not drawn')
  return first
}

it('makes one call however often it is pressed, and takes the next press once that is over', async () => {
  const answers: ((answer: string) => void)[] = []
  const done: string[] = []
  const call = () => new Promise<string>((resolve) => answers.push(resolve))
  const { mutate } = heldBy(() => useMutation(call, { onSuccess: (answer) => done.push(answer) }))
  const first = mutate()
  expect(await mutate()).toBe(false)
  expect(answers).toHaveLength(1)
  answers[0]?.('first')
  expect(await first).toBe(true)
  void mutate()
  expect(answers).toHaveLength(2)
  answers[1]?.('second')
  expect(done).toEqual(['first'])
})

it('says why it failed, in the words of the person who asked', async () => {
  const reasons: unknown[] = []
  const refuse = () => Promise.reject(new AppError('student.changed'))
  const { mutate } = heldBy(() => useMutation(refuse, { onError: (reason) => reasons.push(reason) }))
  expect(await mutate()).toBe(false)
  const own = heldBy(() => useMutation(refuse, { onError: (reason) => reasons.push(reason), reasonOf: () => 'full' }))
  expect(await own.mutate()).toBe(false)
  expect(reasons).toEqual(['student.changed', 'full'])
})

it('is a failure where its consequence fails', async () => {
  const { mutate } = heldBy(() =>
    useMutation(() => Promise.resolve(), { onSuccess: () => Promise.reject(new Error('not shown')) }),
  )
  expect(await mutate()).toBe(false)
})

it('holds updates off until it is over, also where it fails', async () => {
  const settled: boolean[] = []
  const { mutate } = heldBy(() =>
    useMutation((fails: boolean) => (fails ? Promise.reject(new Error('refused')) : Promise.resolve()), {
      onSettled: () => settled.push(isBusyHere()),
    }),
  )
  for (const fails of [false, true]) {
    const over = mutate(fails)
    expect(isBusyHere()).toBe(true)
    expect(await over).toBe(!fails)
    expect(isBusyHere()).toBe(false)
  }
  expect(settled).toEqual([false, false])
})

it('sends the same again under its id until it has succeeded, and something else under another', async () => {
  const sent: string[] = []
  let fails = true
  const send = (_asked: { note: string }, id: string) => {
    sent.push(id)
    return fails ? Promise.reject(new Error('no answer')) : Promise.resolve()
  }
  const { mutate } = heldBy(() => useCommand(send))
  await mutate({ note: 'a' })
  await mutate({ note: 'a' })
  await mutate({ note: 'b' })
  fails = false
  await mutate({ note: 'b' })
  await mutate({ note: 'b' })
  const [a, again, b, answered, anew] = sent
  expect([again, answered]).toEqual([a, b])
  expect(new Set([a, b, anew]).size).toBe(3)
})

it('keeps the id of what may be brought about only once', async () => {
  const ids: string[] = []
  const { mutate } = heldBy(() => useCommand((_asked: string, id) => Promise.resolve(ids.push(id)), { isOnce: true }))
  await mutate('letter')
  await mutate('letter')
  expect(ids[1]).toBe(ids[0])
})
