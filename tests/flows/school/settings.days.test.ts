import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AccountStatement, accountStatement } from '#shared/pos/pupil-account.contract.ts'
import { engines } from '#tests/support/database.ts'
import { type FaceSchool, openFaceSchool, pullPage } from '#tests/support/faces/face-kit.ts'
import { makeSchool } from '#tests/support/factories.ts'
import { signInAs } from '#tests/support/records/students-made.ts'
import { type Box, type Caller, call, openBox } from '#tests/support/server.ts'
import { setSettings, settingsOf } from './settings-kit.ts'

const name = { en: 'Eid', ar: 'عيد' }

describe.each(engines)('the school days of a school on %s', (engine) => {
  let box: Box
  let at: FaceSchool
  let admin: Caller

  beforeAll(async () => {
    box = await openBox(engine)
    at = await openFaceSchool(box, 'alnoor', 1)
    admin = await signInAs(box, at.canteen.school, 'maha', ['admin', 'finance'])
  })
  afterAll(() => box.close())

  it('begin with the weekend of the school’s country and without holidays', async () => {
    expect((await settingsOf(box, admin)).days).toEqual({
      version: 0,
      changed: null,
      values: { weekend: [5, 6], holidays: [] },
    })
    const dubai = await makeSchool(box, 'dubai', { currency: 'AED', timeZone: 'Asia/Dubai' })
    const theirs = await signInAs(box, dubai, 'omar', ['admin'])
    expect((await settingsOf(box, theirs)).days.values.weekend).toEqual([6, 0])
  })

  it('reach tills and what a new school allowance begins with', async () => {
    const later = { from: '2030-06-01', to: '2030-06-03', name }
    const sooner = { from: '2030-03-20', to: '2030-03-20', name }
    expect((await setSettings(box, admin, 'days', { weekend: [0, 6], holidays: [later, sooner] })).status).toBe(200)
    expect((await settingsOf(box, admin)).days.values.holidays).toEqual([sooner, later])
    const { settings } = await pullPage(box, at.device)
    expect(settings.weekend).toEqual([0, 6])
    expect(settings.holidays).toEqual([sooner, later].map(({ from, to }) => ({ from, to })))
    const customerId = at.canteen.customers[0]
    const { body } = await call(box.app, admin, accountStatement, { customerId })
    expect(AccountStatement.parse(body.statement).schoolWeekdays).toEqual([1, 2, 3, 4, 5])
  })

  it.each([
    ['weekend', { weekend: [0, 1, 2, 3, 4, 5, 6] }],
    ['weekend', { weekend: [5, 5] }],
    ['holidays.0.to', { holidays: [{ from: '2030-06-03', to: '2030-06-01', name }] }],
    ['holidays.0.to', { holidays: [{ from: '2030-06-03', to: '2031-06-01', name }] }],
    ['holidays.0.name.ar', { holidays: [{ from: '2030-06-03', to: '2030-06-03', name: { en: 'Eid', ar: ' ' } }] }],
  ])('are refused with the field at fault: %s', async (field, wrong) => {
    const { status, body } = await setSettings(box, admin, 'days', wrong)
    expect([status, body.messageId, body.field]).toEqual([400, 'request.invalid', `settings.values.${field}`])
  })
})
