import { expect, it } from 'vitest'
import { minuteMs } from '#shared/kernel/time.ts'
import type { DeviceCondition } from '#shared/sync/device-condition.contract.ts'
import { conditionReports } from './condition-reports.ts'

function device() {
  let nowMs = 0
  const sent: DeviceCondition[] = []
  const at = {
    sent,
    answers: true as boolean | Error,
    tries: 0,
    condition: {
      storage: { usedMb: 10, quotaMb: 1000, isPersisted: true },
      printer: { kind: 'usb', state: 'ready' },
    } as DeviceCondition,
  }
  const look = conditionReports({
    clock: { nowMs: () => nowMs, monotonicMs: () => nowMs },
    read: () => Promise.resolve(at.condition),
    send: (condition) => {
      at.tries += 1
      if (at.answers instanceof Error) return Promise.reject(at.answers)
      if (at.answers) sent.push(condition)
      return Promise.resolve(at.answers)
    },
  })
  const lookAfter = (minutes: number) => {
    nowMs += minutes * minuteMs
    return look()
  }
  return { ...at, at, lookAfter }
}

it('reports at the start, then what has changed, and the same again after an hour', async () => {
  const { at, sent, lookAfter } = device()
  await lookAfter(0)
  for (let minute = 0; minute < 59; minute += 1) await lookAfter(1)
  expect(sent).toHaveLength(1)
  await lookAfter(1)
  expect(sent).toHaveLength(2)
  at.condition = { ...at.condition, printer: { kind: 'usb', state: 'no-paper' } }
  await lookAfter(3)
  expect(sent.map(({ printer }) => printer?.state)).toEqual(['ready', 'ready', 'no-paper'])
})

it('tries no more often than every three minutes, and a change of meanwhile is sent after them', async () => {
  const { at, sent, lookAfter } = device()
  await lookAfter(0)
  at.condition = { ...at.condition, printer: { kind: 'usb', state: 'failed' } }
  for (const minutes of [1, 1]) await lookAfter(minutes)
  expect(sent).toHaveLength(1)
  await lookAfter(1)
  expect(sent).toHaveLength(2)
})

it('sends again what did not arrive, whether refused or without a network', async () => {
  const { at, sent, lookAfter } = device()
  at.answers = new Error('no network')
  await lookAfter(0)
  at.answers = false
  await lookAfter(3)
  expect([at.tries, sent.length]).toEqual([2, 0])
  at.answers = true
  await lookAfter(3)
  expect(sent).toHaveLength(1)
})

it('looks once where several ask at the same time', async () => {
  const { at, lookAfter } = device()
  await Promise.all([lookAfter(0), lookAfter(0), lookAfter(0)])
  expect(at.tries).toBe(1)
})
