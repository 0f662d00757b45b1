import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { schools } from '#server/features/school/school.table.ts'
import { composeApp } from '#server/node/run-server.ts'
import { makeSchool } from '#tests/support/factories.ts'
import { publish, testForm } from '#tests/support/forms/test-form.ts'
import { type Box, openBox } from '#tests/support/server.ts'

const place = '<div class="first-paint-words"></div>'

describe('texts of a page that are there before its script', () => {
  const base = mkdtempSync(join(tmpdir(), 'bawaba-words-'))
  let box: Box
  let app: ReturnType<typeof composeApp>

  beforeAll(async () => {
    box = await openBox('pglite')
    const form = {
      ...testForm(),
      title: { en: 'Ask <us>', ar: 'اسألنا' },
      lead: { en: 'A minute & no more', ar: 'دقيقة' },
    }
    await publish(box, await makeSchool(box, 'alnoor'), form)
    await makeSchool(box, 'manara')
    mkdirSync(join(base, 'dist'), { recursive: true })
    writeFileSync(join(base, 'dist/index.html'), `<!doctype html>\n<html lang="en"><body>${place}</body>`)
    app = composeApp(box.app, { current: join(base, 'dist'), previous: join(base, 'none') })
  })
  afterAll(async () => {
    await box.close()
    rmSync(base, { recursive: true })
  })

  it('says what it is before any script has run, in both languages, as text', async () => {
    const reply = await app.request('http://alnoor.localhost/enquiry/new', {
      headers: { accept: 'text/html', 'accept-encoding': 'gzip' },
    })
    const text = gunzipSync(await reply.arrayBuffer()).toString()
    expect(text).toContain('<div lang="en" dir="ltr"><h1>Ask &lt;us&gt;</h1><p>A minute &amp; no more</p></div>')
    expect(text).toContain('<div lang="ar" dir="rtl"><h1>اسألنا</h1>')
    expect(reply.headers.get('cache-control')).toBe('no-cache')
    expect(reply.headers.get('content-security-policy')).toContain("default-src 'none'")
  })

  it('says the words of the sign-in as the sign-in has them', async () => {
    const reply = await app.request('http://alnoor.localhost/sign-in', { headers: { accept: 'text/html' } })
    const text = await reply.text()
    for (const lng of ['en', 'ar'] as const) {
      const { title, lead } = JSON.parse(readFileSync(`public/locales/${lng}/identity.sign-in.json`, 'utf8'))
      expect(text).toMatch(new RegExp(`<b>[^<]+</b><h1>${title}</h1><p>${lead.replace("'", '&#39;')}</p>`))
    }
  })

  it('says of the till what is true of it on every device, no matter who opens it', async () => {
    const reply = await app.request('http://localhost/pos', { headers: { accept: 'text/html' } })
    const text = await reply.text()
    expect(text).toContain('<div lang="en" dir="ltr"><h1>Till</h1><p>')
    expect(text).toContain('<div lang="ar" dir="rtl"><h1>نقطة البيع</h1><p>')
  })

  it('says on the page of a school what the school has written there', async () => {
    const page = { title: { en: 'Learn & grow', ar: '' }, text: { en: 'First.\n\nSecond.', ar: 'أولًا.' } }
    const { schoolId } = await makeSchool(box, 'bostan')
    await box.db.database.tenant(schoolId, (tx) =>
      tx.update(schools).set({
        profile: sql`${schools.profile} || ${JSON.stringify({ homePage: 'P', page })}::jsonb`,
      }),
    )
    const reply = await app.request('http://bostan.localhost/', { headers: { accept: 'text/html' } })
    const text = await reply.text()
    expect(text).toContain('<div lang="en" dir="ltr" class="school"><h1>Learn &amp; grow</h1><p>First.</p></div>')
    expect(text).toContain('<div lang="ar" dir="rtl" class="school"><h1>مدرسة bostan</h1><p>أولًا.</p></div>')
  })

  it('tells the first language of the school, so that the page begins in it', async () => {
    await makeSchool(box, 'hadiqa', { language: 'ar' })
    const open = async (path: string) =>
      (await app.request(`http://hadiqa.localhost${path}`, { headers: { accept: 'text/html' } })).text()
    expect(await open('/sign-in')).toContain('<html data-school-language="ar" lang="en">')
    expect(await open('/sign-up')).toContain('<html lang="en">')
  })

  it('says whose page the home of a family is', async () => {
    const reply = await app.request('http://alnoor.localhost/family/pay', { headers: { accept: 'text/html' } })
    expect(await reply.text()).toContain('<div lang="en" dir="ltr"><h1>School alnoor</h1></div>')
  })

  it.each([
    ['/', 'alnoor.localhost'],
    ['/', 'nobody.localhost'],
    ['/familyform', 'alnoor.localhost'],
    ['/sign-up', 'alnoor.localhost'],
    ['/hr/form', 'alnoor.localhost'],
    ['/enquiry/new', 'manara.localhost'],
    ['/enquiry/new', 'nobody.localhost'],
    ['/enquiryform/..%2fx', 'alnoor.localhost'],
  ])('is the plain page at %s of %s, where there is no such form', async (path, host) => {
    const reply = await app.request(`http://${host}${path}`, { headers: { accept: 'text/html' } })
    expect(await reply.text()).toContain(place)
  })
})
