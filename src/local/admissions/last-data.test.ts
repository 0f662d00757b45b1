import 'fake-indexeddb/auto'
import { beforeEach, expect, it } from 'vitest'
import { LastDataDb } from '#local/storage/last-data-db.ts'
import { lastDataDbName } from '#local/storage/names.ts'
import { dayMs } from '#shared/kernel/time.ts'
import { seededRandom } from '#tests/support/devices/test-surroundings.ts'
import { forgetLastData, lastData } from './last-data.ts'

let nowMs = 0
const clock = { nowMs: () => nowMs, monotonicMs: () => nowMs }
const desk = lastData('alnoor', { clock, random: seededRandom(3) })

const keep = (userId: string, question: string, answer: unknown) => desk.keep(userId, [{ question, answer }])

beforeEach(async () => {
  nowMs = Date.parse('2030-03-03T06:00:00.000Z')
  await forgetLastData('alnoor')
})

it('gives the last answer to the same question, with its age', async () => {
  await keep('rania', 'list', { total: 1 })
  nowMs += 1000
  await keep('rania', 'list', { total: 2 })
  nowMs += dayMs
  expect(await desk.recall('rania', 'list')).toEqual({ answer: { total: 2 }, atMs: nowMs - dayMs })
  expect(await desk.recall('rania', 'another')).toBeUndefined()
})

it('forgets on demand what was kept before a moment, no matter who saw it, and nothing later', async () => {
  await keep('rania', 'file', 'of a child')
  nowMs += 1000
  await keep('rania', 'list', 'since')
  await desk.forgetBefore(nowMs)
  expect(await desk.recall('rania', 'file')).toBeUndefined()
  expect(await desk.recall('rania', 'list')).toMatchObject({ answer: 'since' })
})

it('gives somebody else nothing, and is gone once they have seen anything', async () => {
  await keep('rania', 'list', 'hers')
  expect(await desk.recall('omar', 'list')).toBeUndefined()
  await keep('omar', 'file', 'his')
  expect(await desk.recall('rania', 'list')).toBeUndefined()
})

it('is of a week at most, and of eighty answers', async () => {
  await keep('rania', 'old', 1)
  nowMs += 7 * dayMs + 1
  expect(await desk.recall('rania', 'old')).toBeUndefined()
  for (let no = 0; no < 82; no += 1) {
    nowMs += 1
    await keep('rania', `question ${no}`, no)
  }
  const there = await Promise.all(
    ['old', 'question 0', 'question 1', 'question 2'].map((each) => desk.recall('rania', each)),
  )
  expect(there.map((each) => each?.answer)).toEqual([undefined, undefined, undefined, 2])
})

it('stands sealed, under a name that tells nothing', async () => {
  await keep('rania', 'the file of Sara Al Mana', { name: 'Sara Al Mana' })
  const db = new LastDataDb(lastDataDbName('alnoor'))
  const rows = await db.seen.toArray()
  db.close()
  const bytes = rows.map(({ content }) => new TextDecoder().decode(content.data)).join('')
  expect(rows).toHaveLength(1)
  expect(JSON.stringify(rows) + bytes).not.toContain('Al Mana')
})
