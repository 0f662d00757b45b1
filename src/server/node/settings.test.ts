import { describe, expect, it } from 'vitest'
import { readSettings } from './settings.ts'

describe('readSettings', () => {
  it('needs nothing', () => {
    expect(readSettings({})).toEqual({
      port: 3000,
      dataDir: './data',
      databaseUrl: undefined,
      publicUrl: undefined,
      smtpUrl: undefined,
      logLevel: 'info',
      trustProxy: false,
      demoSchools: true,
      mode: 'production',
    })
    expect(readSettings({ PORT: '', DATABASE_URL: '' })).toEqual(readSettings({}))
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

  it.each([
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
    ['LOG_LEVEL', 'loud', 'The setting LOG_LEVEL must be one of trace, debug, info, warn, error, silent.'],
    ['TRUST_PROXY', 'maybe', 'The setting TRUST_PROXY must be yes or no.'],
  ])('names %s=%s and says what it must be', (name, value, sentence) => {
    expect(() => readSettings({ [name]: value })).toThrow(sentence)
  })
})
