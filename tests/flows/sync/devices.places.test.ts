import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { auditEvents } from '#server/features/audit/audit.table.ts'
import type { Endpoint } from '#shared/kernel/endpoint.ts'
import { createPairingCode, pairDevice, tillList } from '#shared/sync/device.contract.ts'
import { readPlaces, removeTill, savePlace, saveTill } from '#shared/sync/places.contract.ts'
import { engines } from '#tests/support/database.ts'
import { makeSchool, makeTablet, type TestSchool } from '#tests/support/factories.ts'
import { signInAs } from '#tests/support/records/students-made.ts'
import { type Box, type Caller, call, openBox } from '#tests/support/server.ts'

const id = (n: number) => `0190a5a5-0000-7000-8000-0000000000${String(n).padStart(2, '0')}`
const place = { id: id(1), code: 'B', name: { en: 'Upper canteen', ar: 'المقصف العلوي' } }
const till = { id: id(2), placeId: place.id, code: '01', kind: 'till', name: { en: 'Till 1', ar: 'الصندوق 1' } }

describe.each(engines)('places and tills of a school on %s', (engine) => {
  let box: Box
  let alnoor: TestSchool
  let mona: Caller
  let theirs: Caller

  beforeAll(async () => {
    box = await openBox(engine)
    alnoor = await makeSchool(box, 'alnoor')
    mona = await signInAs(box, alnoor, 'mona', ['supervisor'])
    theirs = await signInAs(box, await makeSchool(box, 'manara'), 'theirs', ['admin'])
  })
  afterAll(() => box.close())

  const places = async (caller = mona) => readPlaces.reply.parse((await call(box.app, caller, readPlaces)).body).places
  const ask = async (to: Endpoint, body: object, caller = mona) => {
    const { status, body: answer } = await call(box.app, caller, to, body)
    const { messageId, field = '' } = answer
    return status === 200 ? 'done' : [messageId, field].filter((part) => part !== '').join(' ')
  }
  const putPlace = (more: object = {}, seenName: object | null = null) =>
    ask(savePlace, { place: { ...place, ...more }, seenName })
  const putTill = (more: object = {}, seenName: object | null = null) =>
    ask(saveTill, { placeTill: { ...till, ...more }, seenName })

  it('are added, can be paired to, and come once however often they are sent', async () => {
    for (const _ of [1, 2]) expect([await putPlace(), await putTill()]).toEqual(['done', 'done'])
    const { placeId: _place, ...shown } = till
    expect(await places()).toEqual([{ ...place, tills: [{ ...shown, hasBeenPaired: false }] }])
    expect((await call(box.app, mona, tillList)).body.tills).toMatchObject([{ tillId: till.id, site: place.name }])
    const events = await box.db.database.tenant(alnoor.schoolId, (tx) => tx.select().from(auditEvents))
    const recorded = events.filter(({ what }) => what.endsWith('-set')).map(({ what, facts }) => [what, facts])
    expect(recorded).toHaveLength(2)
    expect(recorded).toEqual(
      expect.arrayContaining([
        ['place-set', { isNew: true }],
        ['till-set', { isNew: true, kind: 'till' }],
      ]),
    )
  })

  it('are renamed unless somebody else was faster; codes and kinds stay', async () => {
    const name = { en: 'Main canteen', ar: 'المقصف الرئيسي' }
    expect(await putPlace({ name })).toBe('place.changed')
    expect(await putPlace({ name }, place.name)).toBe('done')
    expect(await putPlace({ name: { en: 'Mine', ar: 'لي' } }, place.name)).toBe('place.changed')
    expect(await putPlace({ name, code: 'D' }, name)).toBe('request.invalid place.code')
    expect(await putTill({ kind: 'desk' }, till.name)).toBe('request.invalid placeTill.kind')
    expect((await places())[0]).toMatchObject({ name, code: 'B' })
  })

  it('have codes of their own, which receipts can print', async () => {
    expect(await putPlace({ id: id(3) })).toBe('place.code-taken place.code')
    expect(await putTill({ id: id(4) })).toBe('place.code-taken placeTill.code')
    expect(await putPlace({ id: id(3), code: 'ب' })).toBe('request.invalid place.code')
    expect(await putTill({ id: id(4), code: '02', name: { en: 'Till 2', ar: ' ' } })).toBe(
      'request.invalid placeTill.name.ar',
    )
    expect(await putTill({ id: id(4), code: '02', placeId: id(9) })).toBe('request.not-found placeTill.placeId')
  })

  it('are removed only before a tablet was paired to them', async () => {
    expect(await putTill({ id: id(5), code: '05', kind: 'desk' })).toBe('done')
    await call(box.app, mona, createPairingCode, { tillId: id(5) })
    expect(await ask(removeTill, { tillId: id(5) })).toBe('done')
    expect(await ask(removeTill, { tillId: id(5) })).toBe('request.not-found tillId')
    const { body } = await call(box.app, mona, createPairingCode, { tillId: till.id })
    const { deviceId, publicKey } = await makeTablet()
    expect(await ask(pairDevice, { code: body.code, deviceId, publicKey }, { school: 'alnoor' })).toBe('done')
    expect(await ask(removeTill, { tillId: till.id })).toBe('place.till-used')
    expect((await places())[0]?.tills).toMatchObject([{ id: till.id, hasBeenPaired: true }])
  })

  it('are each school’s own, and kept by those who keep devices', async () => {
    expect(await places(theirs)).toEqual([])
    expect(await ask(saveTill, { placeTill: { ...till, id: id(6) }, seenName: null }, theirs)).toBe(
      'request.not-found placeTill.placeId',
    )
    expect(await ask(removeTill, { tillId: till.id }, theirs)).toBe('request.not-found tillId')
    const operator = await signInAs(box, alnoor, 'omar', ['operator', 'head'])
    for (const to of [readPlaces, savePlace, saveTill, removeTill])
      expect(await ask(to, { place, placeTill: till, seenName: null, tillId: till.id }, operator)).toBe('access.denied')
  })
})
