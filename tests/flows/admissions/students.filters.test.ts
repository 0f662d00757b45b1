import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  maxSavedFilters,
  savedFilterDrop,
  savedFilterList,
  savedFilterSave,
} from '#shared/lists/saved-filter.contract.ts'
import { engines } from '#tests/support/database.ts'
import { makeSchool } from '#tests/support/factories.ts'
import { signInAs } from '#tests/support/records/students-made.ts'
import { type Box, type Caller, call, openBox } from '#tests/support/server.ts'

describe.each(engines)('filters with a name on %s', (engine) => {
  let box: Box
  let [officer, registrar, auditor, stranger] = [] as Caller[]
  beforeAll(async () => {
    box = await openBox(engine)
    const school = await makeSchool(box, 'alnoor')
    officer = await signInAs(box, school, 'officer', ['admission-officer'])
    registrar = await signInAs(box, school, 'registrar', ['registrar'])
    auditor = await signInAs(box, school, 'auditor', ['auditor'])
    stranger = await signInAs(box, await makeSchool(box, 'manara'), 'stranger', ['admin'])
  })
  afterAll(() => box.close())

  const plain = { name: 'الصف الأول', address: { status: 'waiting', year: 2030 }, isShared: false, isDefault: false }
  const save = async (
    caller: Caller | undefined,
    more: Partial<typeof plain> = {},
    id: string = crypto.randomUUID(),
  ) => {
    const { status, body } = await call(box.app, caller ?? {}, savedFilterSave, { id, saved: { ...plain, ...more } })
    return { id, said: status === 200 ? 'saved' : body.messageId }
  }
  const seen = async (caller: Caller | undefined) =>
    savedFilterList.reply.parse((await call(box.app, caller ?? {}, savedFilterList)).body).filters
  const drop = (caller: Caller | undefined, id: string) => call(box.app, caller ?? {}, savedFilterDrop, { id })

  it('are one’s own, or everybody’s at this school', async () => {
    const { id: own } = await save(officer)
    const { id: shared } = await save(officer, { name: 'Shared', isShared: true, isDefault: true })
    expect(await seen(officer)).toEqual([
      { ...plain, name: 'Shared', isShared: true, isDefault: true, id: shared, isOwn: true },
      { ...plain, id: own, isOwn: true },
    ])
    for (const other of [registrar, auditor])
      expect(await seen(other)).toEqual([
        { ...plain, name: 'Shared', isShared: true, isDefault: false, id: shared, isOwn: false },
      ])
    expect(await seen(stranger)).toEqual([])
  })

  it('are changed by the person who made them, and one of them is the default', async () => {
    const { id } = await save(registrar, { isDefault: true })
    const { id: next } = await save(registrar, { name: 'Next', isDefault: true })
    expect((await seen(registrar)).filter(({ isDefault }) => isDefault).map((each) => each.id)).toEqual([next])
    expect((await save(officer, { name: 'Mine now' }, id)).said).toBe('request.not-found')
    expect((await save(registrar, { name: 'Other' }, id)).said).toBe('saved')
    expect((await seen(registrar)).map(({ name }) => name)).toEqual(['Next', 'Other', 'Shared'])
    expect((await save(auditor)).said).toBe('access.denied')
  })

  it('are forgotten by the person who made them, shared ones also by the person who sets the rules', async () => {
    const { id } = await save(officer, { name: 'Old', isShared: true })
    const { id: own } = await save(registrar, { name: 'Kept' })
    await drop(stranger, id)
    await drop(officer, own)
    expect((await seen(registrar)).map(({ name }) => name)).toEqual(expect.arrayContaining(['Old', 'Kept']))
    await drop(registrar, id)
    await drop(registrar, id)
    expect((await seen(officer)).some((each) => each.id === id)).toBe(false)
  })

  it('are fifty at the most, and small', async () => {
    const before = (await seen(officer)).filter(({ isOwn }) => isOwn).length
    const said: unknown[] = []
    for (let no = before; no <= maxSavedFilters; no += 1) said.push((await save(officer)).said)
    expect(said.slice(-2)).toEqual(['saved', 'request.invalid'])
    const [some] = (await seen(officer)).filter(({ isOwn }) => isOwn)
    expect((await save(officer, { name: 'Again' }, some?.id)).said).toBe('saved')
    expect((await save(registrar, { name: ' ' })).said).toBe('request.invalid')
    expect((await save(registrar, { address: { status: 'x'.repeat(200), year: 1 } })).said).toBe('request.invalid')
  })
})
