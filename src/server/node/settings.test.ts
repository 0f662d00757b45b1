import { describe, expect, it } from 'vitest'
import { headersFor } from './security-headers.ts'
import { readSettings } from './settings.ts'

describe('readSettings', () => {
  it('needs nothing', () => {
    expect(readSettings({})).toMatchObject({
      port: 3000,
      listenAddress: '127.0.0.1',
      dataDir: './data',
      databaseUrl: undefined,
      publicUrl: undefined,
      hosts: [],
      testHosts: [],
      assetsUrl: undefined,
      smtpUrl: undefined,
      mailFrom: 'no-reply@localhost',
      captcha: undefined,
      printers: [],
      logLevel: 'info',
      trustProxy: false,
      demoSchools: true,
      mode: 'production',
    })
    expect(readSettings({ PORT: '', DATABASE_URL: '' })).toEqual(readSettings({}))
  })

  it('makes copies where, when and for whom it is told, and says what is missing', () => {
    const recipient = 'age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p'
    const given = {
      BACKUP_TO: '/srv/copies',
      BACKUP_RECIPIENTS: recipient,
      BACKUP_AT: '02:30, 12:00',
      BACKUP_KEEP: '7d,4w',
    }
    expect(readSettings(given).backup).toMatchObject({
      to: '/srv/copies',
      recipients: [recipient],
      keys: undefined,
      atMinutes: [150, 720],
      retention: { days: 7, weeks: 4, months: 0 },
      maxAgeHours: 26,
    })
    const refused: [Record<string, string>, string][] = [
      [{ ...given, BACKUP_RECIPIENTS: '' }, 'BACKUP_RECIPIENTS'],
      [{ ...given, BACKUP_RECIPIENTS: 'age1x' }, 'BACKUP_RECIPIENTS'],
      [{ ...given, BACKUP_TO: '' }, 'BACKUP_TO'],
      [{ ...given, BACKUP_AT: '25:00' }, 'BACKUP_AT'],
      [{ ...given, BACKUP_KEEP: '4w' }, 'BACKUP_KEEP'],
      // Keys lie elsewhere, for other people.
      [{ ...given, BACKUP_KEYS_TO: '/srv/copies', BACKUP_KEYS_RECIPIENTS: recipient }, 'BACKUP_KEYS_TO'],
      [{ ...given, BACKUP_KEYS_TO: '/srv/keys', BACKUP_KEYS_RECIPIENTS: recipient }, 'BACKUP_KEYS_RECIPIENTS'],
    ]
    for (const [settings, name] of refused) expect(() => readSettings(settings)).toThrow(`The setting ${name} must be`)
  })

  it('takes what is given', () => {
    const given = { PORT: '80', DATA_DIR: '/srv', DATABASE_URL: 'postgresql:///school', TRUST_PROXY: 'yes' }
    const settings = readSettings(given)
    expect(settings).toMatchObject({ port: 80, dataDir: '/srv', databaseUrl: 'postgresql:///school', trustProxy: true })
  })

  it.each([{ PUBLIC_URL: 'https://example.school' }, { DATABASE_URL: 'postgresql:///school' }])(
    'makes no demo schools with %o unless told to',
    (given) => {
      expect(readSettings(given).demoSchools).toBe(false)
      expect(readSettings({ ...given, DEMO_SCHOOLS: 'yes' }).demoSchools).toBe(true)
    },
  )

  it('shows demo schools to this machine only, unless they have a public address or it is told to listen elsewhere', () => {
    const addressOf = (given: Record<string, string>) => readSettings(given).listenAddress
    expect(addressOf({ DATABASE_URL: 'postgresql:///school', DEMO_SCHOOLS: 'yes' })).toBe('127.0.0.1')
    expect(addressOf({ PUBLIC_URL: 'http://localhost:3000', DEMO_SCHOOLS: 'yes' })).toBe('127.0.0.1')
    expect(addressOf({ LISTEN_ADDRESS: '0.0.0.0' })).toBe('0.0.0.0')
    expect(addressOf({ LISTEN_ADDRESS: '::1', DEMO_SCHOOLS: 'no' })).toBe('::1')
    for (const given of [{ DEMO_SCHOOLS: 'no' }, { PUBLIC_URL: 'https://example.school', DEMO_SCHOOLS: 'yes' }]) {
      expect(addressOf({ ...given })).toBeUndefined()
    }
    expect(() => addressOf({ LISTEN_ADDRESS: 'school.lan' })).toThrow(
      'The setting LISTEN_ADDRESS must be an address of',
    )
  })

  it('takes printers of a network: those it dials itself, and those that browsers call', () => {
    const { printers } = readSettings({
      PRINTERS: 'tcp://alnoor@192.168.1.50, http://192.168.1.51, tcp://[fd00::9]:9101',
    })
    expect(printers).toEqual([
      { school: 'alnoor', by: 'server', address: '192.168.1.50:9100', host: '192.168.1.50', port: 9100 },
      { school: undefined, by: 'browser', address: 'http://192.168.1.51', host: '192.168.1.51', port: 80 },
      { school: undefined, by: 'server', address: '[fd00::9]:9101', host: 'fd00::9', port: 9101 },
    ])
    const policy = headersFor({ printers })['content-security-policy']
    expect(policy).toContain("; connect-src 'self' http://192.168.1.51; ")
    expect(headersFor({})['content-security-policy']).toContain("; connect-src 'self'; ")
    for (const PRINTERS of [
      '192.168.1.50',
      'ftp://a',
      'tcp://',
      'http://a/b',
      'http://a;b',
      'tcp://a:0',
      'tcp://a,',
      "http://a'",
    ])
      expect(() => readSettings({ PRINTERS }), PRINTERS).toThrow('The setting PRINTERS must be addresses')
  })

  it('takes host names of schools, one label of which may be any school', () => {
    const { hosts } = readSettings({ HOSTS: '*.School.lan, alnoor.example.com' })
    expect(hosts).toEqual(['*.school.lan', 'alnoor.example.com'])
    const sentence =
      'The setting HOSTS must be host names separated by commas, e.g. *.school.lan, where * stands for a school.'
    for (const HOSTS of ['*', 'school', '*.a,', 'http://alnoor.lan', 'alnoor.*.lan', 'alnoor.lan:3000']) {
      expect(() => readSettings({ HOSTS }), HOSTS).toThrow(sentence)
    }
  })

  it('takes an outside captcha whole or not at all', () => {
    const given = { CAPTCHA_SITE_KEY: 'open', CAPTCHA_SECRET: 'closed' }
    expect(readSettings(given).captcha).toMatchObject({ siteKey: 'open', secret: 'closed' })
    const verifyUrl = 'https://captcha.example/verify'
    expect(readSettings({ ...given, CAPTCHA_VERIFY_URL: verifyUrl }).captcha).toMatchObject({ verifyUrl })
    expect(readSettings(given).captcha).toMatchObject({ provider: 'turnstile' })
    expect(readSettings({ ...given, CAPTCHA_PROVIDER: 'hcaptcha' }).captcha).toMatchObject({
      provider: 'hcaptcha',
      verifyUrl: 'https://api.hcaptcha.com/siteverify',
    })
    expect(() => readSettings({ CAPTCHA_SITE_KEY: 'open' })).toThrow(
      'The setting CAPTCHA_SECRET must be set together with CAPTCHA_SITE_KEY.',
    )
    expect(() => readSettings({ CAPTCHA_SECRET: 'closed' })).toThrow(/^The setting CAPTCHA_SITE_KEY/)
  })

  it.each([
    [
      'CAPTCHA_VERIFY_URL',
      'http://captcha',
      'The setting CAPTCHA_VERIFY_URL must be an address that begins with https://, or with http:// on this machine itself.',
    ],
    ['PORT', 'abc', 'The setting PORT must be a whole number from 0 to 65535.'],
    ['PORT', '65536', 'The setting PORT must be a whole number from 0 to 65535.'],
    ['PORT', '-1', 'The setting PORT must be a whole number from 0 to 65535.'],
    [
      'DATABASE_URL',
      'mysql://me:secret@db',
      'The setting DATABASE_URL must be an address that begins with postgresql://.',
    ],
    ['PUBLIC_URL', 'example.school', 'The setting PUBLIC_URL must be an address that begins with https:// or http://.'],
    ['SMTP_URL', 'mail', 'The setting SMTP_URL must be an address that begins with smtp:// or smtps://.'],
    ['MAIL_FROM', 'the school', 'The setting MAIL_FROM must be an email address.'],
    ['LOG_LEVEL', 'loud', 'The setting LOG_LEVEL must be one of trace, debug, info, warn, error, silent.'],
    ['TRUST_PROXY', 'maybe', 'The setting TRUST_PROXY must be yes or no.'],
  ])('names %s=%s and says what it must be', (name, value, sentence) => {
    expect(() => readSettings({ [name]: value })).toThrow(sentence)
  })

  it('sends no mail whose links anybody could turn elsewhere: with SMTP_URL it wants PUBLIC_URL, but for development', () => {
    const smtp = { SMTP_URL: 'smtp://mail.example' }
    const sentence = 'With SMTP_URL, PUBLIC_URL must be set too: links in mails begin with it.'
    expect(() => readSettings(smtp)).toThrow(sentence)
    expect(readSettings({ ...smtp, PUBLIC_URL: 'https://example.school:8443' })).toMatchObject({
      smtpUrl: 'smtp://mail.example',
      mailFrom: 'no-reply@example.school',
    })
    expect(readSettings({ ...smtp, NODE_ENV: 'development', MAIL_FROM: 'office@a.example' }).mailFrom).toBe(
      'office@a.example',
    )
  })
})
