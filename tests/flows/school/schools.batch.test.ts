import { eq, sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { seedDemo } from '#server/db/seed/seed-demo.ts'
import { auditEvents } from '#server/features/audit/audit.table.ts'
import { consentWordings } from '#server/features/consents/consent.table.ts'
import { publishWording } from '#server/features/consents/wording.service.ts'
import { formVersions } from '#server/features/forms/form.table.ts'
import { categories, items } from '#server/features/pos/catalogue/catalogue.table.ts'
import { users } from '#server/features/identity/sessions/auth.table.ts'
import { schools } from '#server/features/school/school.table.ts'
import { inOrder, type TableRow, tablesQuery } from '#server/kernel/tables.ts'
import { readSchoolFile } from '#server/node/commands/school-file.ts'
import { type BatchOutcome, createSchools } from '#server/school-batch.ts'
import { readTemplate } from '#server/school-template.ts'
import { resetPassword } from '#shared/identity/account.contract.ts'
import { login } from '#shared/identity/sign-in.contract.ts'
import { ItemId } from '#shared/kernel/fields.ts'
import { minor } from '#shared/kernel/money.ts'
import type { Day } from '#shared/kernel/time.ts'
import { removeDemoSchools } from '#shared/school/demo-schools.contract.ts'
import { engines } from '#tests/support/database.ts'
import { type Box, call, openBox } from '#tests/support/server.ts'

const bytes = (text: string) => new TextEncoder().encode(text)

/** Puts one category with one item into a school. */
const furnishCatalogue = (box: Box, schoolId: string) =>
  box.db.database.tenant(schoolId, async (tx) => {
    const [categoryId, id] = ['0190a5a5-0000-7000-8000-00000000c0c1', '0190a5a5-0000-7000-8000-00000000c0c2'] as const
    await tx
      .insert(categories)
      .values({ schoolId, id: categoryId, name: both('Drinks'), sort: 0, active: true, version: 1 })
    const item = { name: both('Laban'), price: minor(400), taxCode: 'Z0', sort: 0, active: true, version: 1 }
    const lists = { modifierGroupIds: [], allergens: [], diet: [], soldOutOn: '2030-03-03' as Day }
    await tx.insert(items).values({ schoolId, id: ItemId.parse(id), categoryId, ...item, ...lists })
  })

const list = `code,name_en,name_ar,country,currency,language,admin_email,admin_name_en
pearl,Pearl School,مدرسة اللؤلؤة,KW,,,noora@pearl.example,Noora
coral,Coral School,مدرسة المرجان,AE,USD,en,,
www,Bad School,مدرسة,QA,,,,
amber,,مدرسة الكهرمان,QA,,,,
amber,Amber School,مدرسة الكهرمان,Qatar,,,,
amber,Amber School,مدرسة الكهرمان,QA,XYZ,,,
pearl,Pearl Again,اللؤلؤة,KW,,,,
jade,Jade School,مدرسة اليشم,QA,,,not an address,Hind
`

describe('a list of schools', () => {
  it('names each refused row with its line and the reason', () => {
    const { schools: read, refused } = readSchoolFile(bytes(list))
    expect(read.map(({ school }) => [school.code, school.currency, school.timeZone, school.language])).toEqual([
      ['pearl', 'KWD', 'Asia/Kuwait', 'ar'],
      ['coral', 'USD', 'Asia/Dubai', 'en'],
    ])
    expect(refused.map(({ line, code, reason }) => `${line} ${code}: ${reason}`)).toEqual([
      '4 www: code www is reserved for the server itself',
      '5 amber: name_en and name_ar must both be given, up to 100 characters each',
      '6 amber: country must be two capital letters, e.g. QA',
      '7 amber: currency is not one that the server knows',
      '8 pearl: line 2 has the same code',
      '9 jade: admin_email is no email address',
    ])
    const chosen = readSchoolFile(
      bytes(`code,name_en,name_ar,country,grades,regulator
onyx,Onyx School,مدرسة العقيق,AE,years,abu-dhabi
opal,Opal School,مدرسة الأوبال,QA,,dubai
ruby,Ruby School,مدرسة الياقوت,AE,classes,
`),
    )
    expect(chosen.schools.map(({ school }) => [school.grades, school.regulator])).toEqual([['years', 'abu-dhabi']])
    expect(chosen.refused.map(({ reason }) => reason)).toEqual([
      'regulator must be one of the country, e.g. abu-dhabi in AE, or none',
      'grades must be grades (KG and 1 to 12) or years (FS and Years 1 to 13)',
    ])
    expect(() => readSchoolFile(bytes('code,name_en\na1,A\n'))).toThrow('The file lacks the columns: name_ar, country.')
  })
})

describe.each(engines)('schools by a list on %s', (engine) => {
  let box: Box
  beforeEach(async () => {
    box = await openBox(engine)
  })
  afterEach(() => box.close())

  const create = async (text: string, templateId?: string) => {
    const outcomes = new Map<string, BatchOutcome>()
    const template = templateId === undefined ? undefined : await readTemplate(box.db.database, templateId)
    const base = 'http://localhost'
    await createSchools(box.deps, readSchoolFile(bytes(text)).schools, { base, template }, ({ school }, outcome) => {
      outcomes.set(school.code, outcome)
    })
    return outcomes
  }
  const everything = async () => {
    const { rows } = await box.db.owner.execute<TableRow>(sql.raw(tablesQuery))
    const counts: Record<string, number> = {}
    for (const { name, columns } of inOrder(rows)) {
      if (!columns.includes('school_id')) continue
      const found = await box.db.owner.execute<{ id: string; count: number }>(
        sql`select school_id as id, count(*)::int as count from ${sql.raw(name)} group by 1`,
      )
      for (const { id, count } of found.rows) counts[`${name} ${id}`] = count
    }
    return counts
  }

  it('OPS-06: are created once, the second run changes nothing, and an administrator gets in', async () => {
    const first = await create(list)
    expect([...first.keys()]).toEqual(['pearl', 'coral'])
    expect(first.get('coral')).toEqual({ is: 'created', address: 'http://coral.localhost', link: null })
    const pearl = first.get('pearl')
    const token = pearl?.is === 'created' ? /#token=(.+)/.exec(pearl.link ?? '')?.[1] : undefined
    const before = await everything()
    const second = await create(list)
    expect([...second.values()]).toEqual([{ is: 'there' }, { is: 'there' }])
    expect(await everything()).toEqual(before)
    const password = 'six lamps on the pier'
    const chosen = await call(box.app, { host: 'pearl.localhost' }, resetPassword, { token, password, language: 'en' })
    expect(chosen.status).toBe(200)
    expect(await box.db.owner.$count(users)).toBe(1)
  })

  it('take over texts, forms and till settings of a template, under their own names', async () => {
    await create('code,name_en,name_ar,country\nmodel,Model School,المدرسة النموذجية,KW\n')
    const [model] = await box.db.owner.select().from(schools)
    if (!model) throw new Error('no template')
    await box.db.owner.update(schools).set({
      cutoverMinute: 120,
      profile: {
        ...model.profile,
        website: 'https://model.example',
        theme: { ...model.profile.theme, brand: '#3949ab' },
      },
      tillPolicy: { ...model.tillPolicy, cashIncrement: 50 },
    })
    await box.db.database.tenant(model.schoolId, (tx) =>
      publishWording(
        tx,
        model.schoolId,
        {
          purpose: 'trips',
          isOffered: false,
          title: both('Outings'),
          wording: both('May go'),
          otherwise: both('Stays'),
        },
        '2030-03-03T06:00:00.000Z',
      ),
    )
    await furnishCatalogue(box, model.schoolId)
    await create(list, model.schoolId)
    const rows = await box.db.owner.select().from(schools)
    const [pearl, coral] = ['pearl', 'coral'].map((code) => rows.find((row) => row.code === code))
    expect(pearl).toMatchObject({ cutoverMinute: 120, profile: { website: '', theme: { brand: '#3949ab' } } })
    expect([pearl?.tillPolicy.cashIncrement, coral?.tillPolicy.cashIncrement]).toEqual([50, 1])
    expect(JSON.stringify(pearl)).not.toMatch(/Model|النموذجية/)
    expect(pearl?.profile.terms.en).toContain('the online gate of Pearl School')
    const trips = await box.db.owner.select().from(consentWordings).where(eq(consentWordings.purpose, 'trips'))
    expect(trips.filter(({ schoolId }) => schoolId === pearl?.schoolId)).toMatchObject([
      { version: 1, title: both('Outings') },
    ])
    const forms = (id: string | undefined) => box.db.owner.$count(formVersions, eq(formVersions.schoolId, id ?? ''))
    expect(await forms(pearl?.schoolId)).toBe(await forms(model.schoolId))
    // Prices are taken over in the same currency only.
    const sold = (id: string | undefined) =>
      box.db.owner
        .select()
        .from(items)
        .where(eq(items.schoolId, id ?? ''))
    const [own] = await sold(pearl?.schoolId)
    expect(own).toMatchObject({ name: both('Laban'), price: 400, taxCode: 'Z0', soldOutOn: null })
    const [kept] = await box.db.owner
      .select()
      .from(categories)
      .where(eq(categories.id, own?.categoryId ?? ''))
    expect(kept?.schoolId).toBe(pearl?.schoolId)
    expect(await sold(coral?.schoolId)).toEqual([])
  })

  it('remove demo schools in the name of an administrator, never in that of a demo school', async () => {
    await seedDemo(box.db.database, box.deps)
    const password = 'gate-admin-demo'
    const enter = async (host: string, userName: string) => {
      const { body } = await call(box.app, { host }, login, { userName, password })
      return { host, token: String(body['token']) }
    }
    const demo = await enter('alnoor.localhost', 'admin')
    const denied = await call(box.app, demo, removeDemoSchools)
    expect(denied.body).toMatchObject({ messageId: 'access.denied' })
    const made = (await create(list)).get('pearl')
    const token = made?.is === 'created' ? /#token=(.+)/.exec(made.link ?? '')?.[1] : undefined
    await call(box.app, { host: 'pearl.localhost' }, resetPassword, { token, password, language: 'en' })
    const own = await enter('pearl.localhost', 'noora@pearl.example')
    expect((await call(box.app, own, removeDemoSchools)).body).toEqual({ removed: ['alnoor', 'manara'] })
    expect((await call(box.app, own, removeDemoSchools)).body).toEqual({ removed: [] })
    expect((await box.db.owner.select().from(schools)).map(({ code }) => code).toSorted()).toEqual(['coral', 'pearl'])
    expect(await box.db.owner.$count(auditEvents, eq(auditEvents.what, 'demo-removed'))).toBe(1)
  })

  it('are no demo schools, which alone can be removed, from every table', async () => {
    await seedDemo(box.db.database, box.deps)
    await create('code,name_en,name_ar,country\npearl,Pearl School,مدرسة اللؤلؤة,KW\n')
    const rows = await box.db.owner.select({ id: schools.schoolId, code: schools.code }).from(schools)
    const idOf = (code: string) => rows.find((row) => row.code === code)?.id ?? ''
    const before = await everything()
    expect(await box.db.database.deleteDemoSchool(idOf('pearl'))).toBe(false)
    expect(await box.db.database.deleteDemoSchool(idOf('alnoor'))).toBe(true)
    const kept = Object.entries(before).filter(([name]) => !name.includes(idOf('alnoor')))
    expect(Object.keys(before).length - kept.length).toBeGreaterThan(40)
    expect(await everything()).toEqual(Object.fromEntries(kept))
    expect(await box.db.database.deleteDemoSchool(idOf('alnoor'))).toBe(false)
    expect((await seedDemo(box.db.database, box.deps)).seeded).toBe(false)
  })
})

const both = (text: string) => ({ en: text, ar: text })
