import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { documentExport, documentQueue } from '#shared/documents/document-work.contract.ts'
import type { DocumentWorkKind } from '#shared/documents/document-work.rules.ts'
import { engines } from '#tests/support/database.ts'
import { makeSchool } from '#tests/support/factories.ts'
import { bring, decideAs } from '#tests/support/records/document-kit.ts'
import { linesFrom } from '#tests/support/records/export-kit.ts'
import { makeStudent, signInAs } from '#tests/support/records/students-made.ts'
import { type Box, type Caller, call, openBox } from '#tests/support/server.ts'

describe.each(engines)('the work list of documents on %s', (engine) => {
  let box: Box
  let registrar: Caller
  let officer: Caller
  let stranger: Caller
  const ids: string[] = []

  beforeAll(async () => {
    box = await openBox(engine)
    const alnoor = await makeSchool(box, 'alnoor')
    registrar = await signInAs(box, alnoor, 'registrar', ['registrar'])
    officer = await signInAs(box, alnoor, 'officer', ['admission-officer'])
    stranger = await signInAs(box, await makeSchool(box, 'manara'), 'stranger', ['admin'])
    for (let no = 0; no < 3; no += 1)
      ids.push((await makeStudent(box, alnoor, { status: 'booked', nationality: 'IN', grade: '5' })).id)
  })
  afterAll(() => box.close())

  const read = async (queue: DocumentWorkKind, by = registrar, more: { after?: string; limit?: number } = {}) =>
    documentQueue.reply.parse((await call(box.app, by, documentQueue, { queue, ...more })).body)
  const papers = async (queue: DocumentWorkKind, by = registrar) =>
    (await read(queue, by)).rows.map(({ student_id, type }) => [ids.indexOf(student_id), type.code])

  it('names each paper by what it waits for, and counts what it names', async () => {
    const [one = '', two = '', three = ''] = ids
    await bring(box, officer, one, 'passport')
    box.clock.advance(60_000)
    await bring(box, officer, two, 'passport')
    await bring(box, registrar, two, 'vaccination-record')
    await bring(box, officer, two, 'birth-certificate')
    await decideAs(box, officer, two, ['birth-certificate', 'reject'], { reason: 'unreadable' })
    await bring(box, officer, three, 'passport')
    await bring(box, officer, three, 'identity-card')
    const { today } = await read('review')
    const inDays = (days: number) =>
      new Date(Date.parse(`${today}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
    await decideAs(box, officer, three, ['passport', 'approve'], { day: inDays(30) })
    await decideAs(box, officer, three, ['identity-card', 'approve'], { day: inDays(31) })
    await decideAs(box, officer, three, ['birth-certificate', 'undertake'], { day: inDays(5) })
    await decideAs(box, officer, three, ['guardian-identity', 'undertake'], { day: inDays(45) })

    expect(await papers('review')).toEqual([
      [0, 'passport'],
      [1, 'passport'],
      [1, 'vaccination-record'],
    ])
    expect(await papers('rejected')).toEqual([[1, 'birth-certificate']])
    expect(await papers('expiring')).toEqual([[2, 'passport']])
    expect(await papers('promised')).toEqual([[2, 'birth-certificate']])
    expect((await read('rejected')).counts).toEqual({ review: 3, rejected: 1, expiring: 1, promised: 1 })
  })

  it('is read page by page, each paper once', async () => {
    const seen: string[] = []
    let after: string | null | undefined
    while (after !== null) {
      const page = await read('review', registrar, { limit: 1, ...(after && { after }) })
      seen.push(...page.rows.map(({ student_id, type }) => student_id + type.code))
      after = page.next
    }
    expect(new Set(seen).size).toBe(3)
    expect(seen).toHaveLength(3)
    const odd = await call(box.app, registrar, documentQueue, { queue: 'expiring', after: 'yesterday|x|y' })
    expect(odd.body.messageId).toBe('request.invalid')
  })

  it('tells of health papers anyone who may see them alone, and another school nothing', async () => {
    expect(await papers('review', officer)).not.toContainEqual([1, 'vaccination-record'])
    expect((await read('review', officer)).counts.review).toBe(2)
    expect(await read('review', stranger)).toMatchObject({ rows: [], counts: { review: 0, expiring: 0 } })
  })

  it('leaves the house as a file without health papers, no matter who asks', async () => {
    const asked = { filter: { queue: 'review' }, columns: ['grade', 'paper', 'state', 'since'] }
    const [head, ...rows] = await linesFrom(box, registrar, documentExport, asked)
    expect(head).toBe('Grade,Document,Status,Since')
    expect(rows).toEqual([
      '5,Passport of the child,To review,2030-03-03 09:00',
      '5,Passport of the child,To review,2030-03-03 09:01',
    ])
    const ending = { filter: { queue: 'expiring' }, columns: ['validUntil'] }
    expect((await linesFrom(box, registrar, documentExport, ending))[1]).toBe('2030-04-02')
    expect(await linesFrom(box, stranger, documentExport, asked)).toEqual([head])
    expect((await call(box.app, officer, documentExport, { language: 'en' })).body.messageId).toBe('access.denied')
  })
})
