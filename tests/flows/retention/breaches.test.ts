import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { OpId } from '#shared/kernel/fields.ts'
import { toInstant } from '#shared/kernel/time.ts'
import { auditList } from '#shared/overview/audit.contract.ts'
import { listBreaches, saveBreach } from '#shared/retention/breach.contract.ts'
import { engines } from '#tests/support/database.ts'
import { makeSchool, type TestSchool } from '#tests/support/factories.ts'
import { signInAs } from '#tests/support/records/students-made.ts'
import { type Box, type Caller, call, openBox } from '#tests/support/server.ts'

const hourMs = 3_600_000

describe.each(engines)('the register of data breaches on %s', (engine) => {
  let box: Box
  let alnoor: TestSchool
  let head: Caller
  let it_: Caller
  const opId = OpId.parse(crypto.randomUUID())

  beforeAll(async () => {
    box = await openBox(engine)
    alnoor = await makeSchool(box, 'alnoor')
    head = await signInAs(box, alnoor, 'head', ['head'])
    it_ = await signInAs(box, alnoor, 'it', ['it'])
  })
  afterAll(() => box.close())

  const at = (hours: number) => toInstant(box.clock.nowMs() + hours * hourMs)
  const body = (change: object = {}) => ({
    opId,
    happened: 'A laptop with a list was stolen',
    dataKinds: ['contact', 'health'],
    people: 40,
    risk: 'high',
    measures: '',
    discoveredAt: '2030-03-03T04:00:00.000Z',
    authorityAt: null,
    authorityRef: '',
    familiesAt: null,
    isClosed: false,
    revision: 0,
    ...change,
  })
  const save = async (by: Caller, change: object = {}) => {
    const { status, body: answer } = await call(box.app, by, saveBreach, body(change))
    return { status, messageId: answer['messageId'] }
  }
  const list = async (by: Caller) => listBreaches.reply.parse((await call(box.app, by, listBreaches, {})).body).breaches

  it('keeps an entry once, however often its answer is lost, and notes it in the record', async () => {
    for (let n = 0; n < 3; n += 1) expect((await save(head)).status).toBe(200)
    expect(await list(it_)).toMatchObject([
      {
        id: opId,
        people: 40,
        dataKinds: ['contact', 'health'],
        revision: 1,
        closedAt: null,
        by: { name: expect.anything() },
      },
    ])
    const { body: record } = await call(box.app, head, auditList, {})
    expect(JSON.stringify(record).match(/breach-set/g)).toHaveLength(1)
  })

  it('is changed by the one who saw it last; the other is told and nothing is overwritten', async () => {
    const told = { revision: 1, authorityAt: at(-0.5), authorityRef: 'A-7', measures: 'The laptop was wiped' }
    expect((await save(it_, told)).status).toBe(200)
    expect(await list(head)).toMatchObject([{ revision: 2, authorityRef: 'A-7' }])
    expect(await save(head, { revision: 1, measures: 'Other words' })).toMatchObject({
      status: 409,
      messageId: 'breach.changed',
    })
    const done = { ...told, revision: 2, familiesAt: at(-0.1), isClosed: true }
    expect((await save(head, done)).status).toBe(200)
    expect(await list(head)).toMatchObject([{ measures: 'The laptop was wiped', closedAt: at(0), revision: 3 }])
  })

  it('refuses dates that cannot be, by the name of the field', async () => {
    const id = OpId.parse(crypto.randomUUID())
    for (const [change, field] of [
      [{ discoveredAt: at(1) }, 'discoveredAt'],
      [{ authorityAt: '2030-03-02T04:00:00.000Z' }, 'authorityAt'],
      [{ familiesAt: at(1) }, 'familiesAt'],
    ] as const) {
      const { status, body: answer } = await call(box.app, head, saveBreach, body({ opId: id, ...change }))
      expect([status, answer['messageId'], JSON.stringify(answer)]).toEqual([
        400,
        'request.invalid',
        expect.stringContaining(field),
      ])
    }
  })

  it('is for the head, IT and administrators, each school its own', async () => {
    const registrar = await signInAs(box, alnoor, 'registrar', ['registrar'])
    expect((await save(registrar)).messageId).toBe('access.denied')
    const manara = await makeSchool(box, 'manara')
    const theirs = await signInAs(box, manara, 'head', ['head'])
    expect(await list(theirs)).toEqual([])
    expect((await save(theirs)).status).toBe(200)
    expect(await list(head)).toMatchObject([{ revision: 3 }])
  })
})
