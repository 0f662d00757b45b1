import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { categories, items } from '#server/features/pos/catalogue/catalogue.table.ts'
import { ItemId } from '#shared/kernel/fields.ts'
import { minor } from '#shared/kernel/money.ts'
import { pullSnapshot, SnapshotPage } from '#shared/pos/snapshot.contract.ts'
import { publicInfo, schoolDetails } from '#shared/school/school.contract.ts'
import { readSchoolDetails, type SchoolDetails } from '#shared/school/school-read.contract.ts'
import { setSchoolLogo } from '#shared/school/settings/school-logo.contract.ts'
import { goodLogo } from '#tests/support/checks/png-made.ts'
import { engines } from '#tests/support/database.ts'
import {
  makeDevice,
  makeSchool,
  makeTill,
  signedCall,
  type TestDevice,
  type TestSchool,
} from '#tests/support/factories.ts'
import { signInAs } from '#tests/support/records/students-made.ts'
import { type Box, type Caller, call, openBox, send } from '#tests/support/server.ts'
import { setSettings, settingsOf } from './settings-kit.ts'

const square =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><rect width="10" height="10" fill="#123456"/></svg>'

describe.each(engines)('each setting reaches who uses it, on %s', (engine) => {
  let box: Box
  let alnoor: TestSchool
  let maha: Caller
  let tablet: TestDevice

  beforeAll(async () => {
    box = await openBox(engine)
    alnoor = await makeSchool(box, 'alnoor')
    maha = await signInAs(box, alnoor, 'maha', ['admin'])
    tablet = await makeDevice(box, alnoor, await makeTill(box, alnoor))
  })
  afterAll(() => box.close())

  const details = async (): Promise<SchoolDetails | undefined> =>
    readSchoolDetails(schoolDetails.reply.parse((await call(box.app, { school: 'alnoor' }, schoolDetails)).body))
  const file = (name: string) => send(box.app, {}, 'get', `/branding/alnoor/${name}`)
  const setLogo = async (logo: unknown) =>
    call(box.app, maha, setSchoolLogo, { seen: (await settingsOf(box, maha)).logo.version, logo })
  const tillSettings = async () => {
    const input = { deviceId: tablet.deviceId, installEpoch: '0190a5a5-0000-7000-8000-00000000a001', cursors: {} }
    const { body } = await signedCall(box, { school: 'alnoor' }, tablet, pullSnapshot, input)
    return SnapshotPage.parse(body).settings
  }

  /** Puts one item into the catalogue. */
  const addItem = (taxCode: string) =>
    box.db.database.tenant(alnoor.schoolId, async (tx) => {
      const { schoolId } = alnoor
      const [categoryId, id] = [
        '0190a5a5-0000-7000-8000-00000000a0c1',
        ItemId.parse('0190a5a5-0000-7000-8000-00000000a0c2'),
      ]
      const name = { en: 'Juice', ar: 'عصير' }
      await tx.insert(categories).values({ schoolId, id: categoryId, name, sort: 0, active: true, version: 1 })
      const goods = { name, price: minor(300), taxCode, modifierGroupIds: [], allergens: [], diet: [], sort: 0 }
      await tx.insert(items).values({ schoolId, id, categoryId, ...goods, active: true, version: 1 })
    })

  it('the look: colour and mode on all pages, in the icon and in the manifest of the installed app', async () => {
    const { status } = await setSettings(box, maha, 'look', { brand: '#7a1f3d', mode: 'dark' })
    expect(status).toBe(200)
    expect((await details())?.theme).toMatchObject({ brand: '#7a1f3d', mode: 'dark', themeColor: 'teal' })
    expect((await file('manifest.webmanifest')).body).toMatchObject({ theme_color: '#7a1f3d' })
    expect((await file('icon.svg')).body.text).toContain('fill="#7a1f3d"')
  })

  it('the enquiry page: in the details that every link to enquire reads, until it is emptied', async () => {
    expect((await details())?.enquiryUrl).toBeUndefined()
    const enquiryUrl = 'https://www.school.example/enquire'
    expect((await setSettings(box, maha, 'names', { enquiryUrl })).status).toBe(200)
    expect((await details())?.enquiryUrl).toBe(enquiryUrl)
    // What an older page sends says nothing of it.
    expect((await setSettings(box, maha, 'names', { enquiryUrl: undefined })).status).toBe(200)
    expect((await details())?.enquiryUrl).toBe(enquiryUrl)
    expect((await setSettings(box, maha, 'names', { enquiryUrl: 'javascript:alert(1)' })).body).toMatchObject({
      messageId: 'request.invalid',
      field: 'settings.values.enquiryUrl',
    })
    expect((await setSettings(box, maha, 'names', { enquiryUrl: '' })).status).toBe(200)
    expect((await details())?.enquiryUrl).toBeUndefined()
  })

  it('the look: a colour that white text cannot be read on is refused', async () => {
    for (const brand of ['#ffd600', '#12b886', 'red', '#12']) {
      expect((await setSettings(box, maha, 'look', { brand })).body).toMatchObject({
        messageId: 'request.invalid',
        field: 'settings.values.brand',
      })
    }
  })

  it('the logo: a drawing or a picture, at a new address, and in the icon where that is chosen', async () => {
    const before = (await details())?.logo
    expect((await setLogo({ kind: 'svg', data: square })).body).toEqual({ version: 1 })
    const { logo } = (await details()) ?? {}
    expect(logo).not.toBe(before)
    expect((await send(box.app, {}, 'get', String(logo))).body.text).toContain('#123456')
    expect((await file('maskable.svg')).body.text).not.toContain('#123456')
    await setSettings(box, maha, 'look', { icon: 'logo' })
    expect((await file('maskable.svg')).body.text).toContain('#123456')
    expect((await setLogo({ kind: 'png', data: goodLogo().toString('base64') })).body).toEqual({ version: 2 })
    expect((await file('logo.svg')).body.text).toMatch(/<image [^>]*href="data:image\/png;base64,iVBOR/)
    expect((await file('icon.svg')).body.text).toContain('data:image/png;base64')
    expect((await setLogo(null)).body).toEqual({ version: 3 })
    expect((await details())?.logo).toBe('')
  })

  it('the logo: what is none is refused with the reason, and the second of two is told', async () => {
    const script = square.replace('</svg>', '<script>alert(1)</script></svg>')
    expect((await setLogo({ kind: 'svg', data: script })).body).toMatchObject({
      messageId: 'letter.logo-refused',
      field: 'unsafe',
    })
    const bomb = { kind: 'png', data: Buffer.from('not a picture').toString('base64') }
    expect((await setLogo(bomb)).body).toMatchObject({ messageId: 'letter.logo-refused', field: 'kind' })
    const late = await call(box.app, maha, setSchoolLogo, { seen: 1, logo: { kind: 'svg', data: square } })
    expect([late.status, late.body.messageId]).toEqual([409, 'settings.changed'])
  })

  it('the texts: welcome, terms and privacy on all pages', async () => {
    const swiperText = [
      { en: 'Welcome', ar: 'أهلًا' },
      { en: 'Come and see us', ar: 'تفضلوا بزيارتنا' },
    ]
    const [terms, privacy] = [
      { en: 'Our terms', ar: 'شروطنا' },
      { en: '', ar: '' },
    ]
    expect((await setSettings(box, maha, 'texts', { swiperText, terms, privacy })).status).toBe(200)
    expect(await details()).toMatchObject({ swiperText, terms, privacy })
    const page = { title: { en: 'A place to grow', ar: 'مكان للنمو' }, text: { en: '', ar: '' } }
    expect((await setSettings(box, maha, 'texts', { page })).status).toBe(200)
    expect(await details()).toMatchObject({ page })
    // A page of the former release does not know of it.
    expect((await setSettings(box, maha, 'texts', { page: undefined })).status).toBe(200)
    expect(await details()).toMatchObject({ page })
    const blank = await setSettings(box, maha, 'texts', { swiperText: [{ en: 'One', ar: '' }] })
    expect(blank.body.field).toBe('settings.values.swiperText.0.ar')
  })

  it('admission: dates, the page that opens first, and where visitors land', async () => {
    const dates = [{ startsOn: '2030-09-01', endsOn: '2030-12-01', label: { en: 'Autumn', ar: 'الخريف' } }]
    expect((await setSettings(box, maha, 'admission', { dates, homePage: 'Y', landing: 'otp' })).status).toBe(200)
    expect(await details()).toMatchObject({
      dates,
      homePage: '/sign-up',
      conditionalScreens: { without_auth: 'N', login: 'N', otp: 'Y', signUp: 'N' },
    })
    expect((await call(box.app, { school: 'alnoor' }, publicInfo)).body.result).toMatchObject({ dates })
    expect((await setSettings(box, maha, 'admission', { homePage: 'P' })).status).toBe(200)
    expect(await details()).toMatchObject({ homePage: '/' })
    const backwards = [{ ...dates[0], endsOn: '2030-08-01' }]
    const wrong = await setSettings(box, maha, 'admission', { dates: backwards })
    expect(wrong.body.field).toBe('settings.values.dates.0.endsOn')
  })

  it('the calendar: zone, end of the business day and language, on pages and at tills', async () => {
    const calendar = { timeZone: 'Asia/Riyadh', cutoverMinute: 180, language: 'ar' }
    expect((await setSettings(box, maha, 'calendar', calendar)).status).toBe(200)
    expect(await details()).toMatchObject({ timeZone: 'Asia/Riyadh', language: 'ar' })
    expect(await tillSettings()).toMatchObject(calendar)
    expect((await file('manifest.webmanifest')).body).toMatchObject({ dir: 'rtl' })
    for (const wrong of [{ timeZone: 'Asia/Nowhere' }, { cutoverMinute: -1 }, { cutoverMinute: 361 }])
      expect((await setSettings(box, maha, 'calendar', wrong)).body.messageId).toBe('request.invalid')
  })

  it('OPS-04: the tills: taxes, texts of receipts, rounding and allowance come with the next pull', async () => {
    const before = await tillSettings()
    const tills = {
      taxCodes: [{ code: 'S5', name: { en: 'VAT 5%', ar: 'ضريبة 5%' }, ratePpm: 50_000, included: true }],
      cashIncrement: 25,
      offlineAllowance: 2000,
      receiptHeader: { en: 'Al Noor', ar: 'النور' },
      receiptFooter: { en: 'Thank you', ar: 'شكرًا' },
    }
    expect((await setSettings(box, maha, 'tills', tills)).status).toBe(200)
    const after = await tillSettings()
    expect(after).toMatchObject(tills)
    expect(after.priceListVersion).toBe(before.priceListVersion + 1)
    await setSettings(box, maha, 'tills', { receiptFooter: { en: '', ar: '' } })
    expect((await tillSettings()).priceListVersion).toBe(after.priceListVersion)
  })

  it('OPS-05: the tills: a tax code in use is retired and never deleted, the currency is fixed once there are prices', async () => {
    expect((await setSettings(box, maha, 'tills', { currency: 'KWD' })).status).toBe(200)
    expect((await details())?.currency).toBe('KWD')
    await addItem('S5')
    const { tills, isCurrencyFixed, usedTaxCodes } = await settingsOf(box, maha)
    expect([isCurrencyFixed, usedTaxCodes]).toEqual([true, ['S5']])
    expect((await setSettings(box, maha, 'tills', { currency: 'QAR' })).body.messageId).toBe('settings.currency-fixed')
    expect((await setSettings(box, maha, 'tills', { taxCodes: [] })).body).toMatchObject({
      messageId: 'settings.tax-code-used',
      field: 'S5',
    })
    const taxCodes = tills.values.taxCodes.map((each) => ({ ...each, isRetired: true }))
    expect((await setSettings(box, maha, 'tills', { taxCodes })).status).toBe(200)
    const twice = [...taxCodes, ...taxCodes]
    expect((await setSettings(box, maha, 'tills', { taxCodes: twice })).body.messageId).toBe('request.invalid')
  })
})
