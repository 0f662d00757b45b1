import { join } from 'node:path'
import { z } from 'zod'
import { captchaProviders, ProviderName } from '#server/features/identity/bot-protection/captcha-provider.ts'
import type { AppSettings } from '#server/kernel/deps.ts'
import { type BackupSettings, readBackupSettings } from './copies/backup-settings.ts'
import { releaseName } from './copies/release.ts'
import { faceKeyBytes, readKeys } from './face-key.ts'
import type { PoolSettings } from './open-postgres.ts'
import { type PrinterAddress, readPrinterAddresses } from './printers/printer-addresses.ts'
import { readSecretFiles } from './secrets/secret-files.ts'
import { StartupError } from './startup-error.ts'

/** All settings from the environment, read once. */
export interface Settings extends AppSettings {
  /** 0 lets the operating system choose one. */
  port: number
  /** Address to listen on; undefined for every address of this machine. */
  listenAddress: string | undefined
  /** Where metrics are read; undefined for nowhere. */
  metrics: { port: number; address: string } | undefined
  dataDir: string
  /** Folder of the journal of acts that a restore must not undo. */
  journalDir: string
  databaseUrl: string | undefined
  /** Connections to the external database, and how long a request waits for one before it is told to come again. */
  databasePool: PoolSettings
  smtpUrl: string | undefined
  /** Sender address of emails. */
  mailFrom: string
  /** Third-party captcha, used in place of our own challenge. */
  captcha: { provider: ProviderName; siteKey: string; secret: string; verifyUrl: string } | undefined
  logLevel: (typeof logLevels)[number]
  /** Keys for encrypting faces and secrets, the newest first; empty for those of a file beside the embedded database. */
  faceKeys: readonly Uint8Array<ArrayBuffer>[]
  /** A simulated payment gateway that runs already; never in production. */
  simulatedGatewayUrl: string | undefined
  /** True to reach identity providers on this machine, without TLS; never in production. */
  identityLoopback: boolean
  /** Webhooks may go to this machine, also without TLS; never in production. */
  localWebhooks: boolean
  /** Printers of schools' networks that tills may use over this server, or call by themselves. */
  printers: readonly PrinterAddress[]
  /**
   * True to fill an empty database with the two demo schools, whose passwords everyone can read in the source: opt-in where real
   * people or real data may be.
   */
  demoSchools: boolean
  backup: BackupSettings
}

const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'silent'] as const

const url = (protocols: string[]) =>
  z.string().refine((text) => URL.canParse(text) && protocols.includes(new URL(text).protocol))
/** Encrypted URL, except to this machine itself. */
const safeUrl = z.string().refine((text) => {
  if (!URL.canParse(text)) return false
  const { protocol, hostname } = new URL(text)
  return protocol === 'https:' || (protocol === 'http:' && ['localhost', '127.0.0.1'].includes(hostname))
})
const keysText = z
  .string()
  .transform(readKeys)
  .refine((keys) => keys !== undefined)
const printers = z
  .string()
  .transform(readPrinterAddresses)
  .refine((read) => read !== undefined)
const whole = (least: number, most: number) =>
  z
    .string()
    .regex(/^\d{1,6}$/)
    .transform(Number)
    .refine((value) => value >= least && value <= most)
const flag = z.enum(['yes', 'no']).transform((word) => word === 'yes')

/** Names separated by commas, where `*` stands for the first label. */
const hostPatterns = z
  .string()
  .transform((text) =>
    text
      .toLowerCase()
      .trim()
      .split(/\s*,\s*/),
  )
  .pipe(z.array(z.string().regex(/^(\*|[a-z\d-]+)(\.[a-z\d-]+)+$/)))

const portNumber = z
  .string()
  .regex(/^\d{1,5}$/)
  .transform(Number)
  .refine((port) => port <= 65_535)

const Environment = z.object({
  PORT: portNumber.default(3000),
  METRICS_PORT: portNumber.optional(),
  METRICS_ADDRESS: z.union([z.ipv4(), z.ipv6()]).default('127.0.0.1'),
  LISTEN_ADDRESS: z.union([z.ipv4(), z.ipv6()]).optional(),
  DATA_DIR: z.string().default('./data'),
  JOURNAL_DIR: z.string().optional(),
  // PostgreSQL's addresses may omit the host, which a web address may not.
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\/./)
    .optional(),
  DATABASE_POOL: whole(1, 1000).default(10),
  DATABASE_WAIT_MS: whole(50, 60_000).default(900),
  PUBLIC_URL: url(['http:', 'https:']).optional(),
  HOSTS: hostPatterns.default([]),
  TEST_HOSTS: hostPatterns.default([]),
  ASSETS_URL: safeUrl.transform((text) => new URL(text).origin).optional(),
  SMTP_URL: url(['smtp:', 'smtps:']).optional(),
  MAIL_FROM: z.email().optional(),
  CAPTCHA_SITE_KEY: z.string().optional(),
  CAPTCHA_SECRET: z.string().optional(),
  CAPTCHA_PROVIDER: ProviderName.default('turnstile'),
  CAPTCHA_VERIFY_URL: safeUrl.optional(),
  FACE_KEY: keysText.optional(),
  SIMULATED_GATEWAY_URL: z
    .string()
    .regex(/^http:\/\/127\.0\.0\.1:\d{1,5}$/)
    .optional(),
  IDENTITY_LOOPBACK: flag.default(false),
  LOCAL_WEBHOOKS: flag.default(false),
  PRINTERS: printers.optional(),
  LOG_LEVEL: z.enum(logLevels).default('info'),
  TRUST_PROXY: flag.default(false),
  DEMO_SCHOOLS: flag.optional(),
  NODE_ENV: z.enum(['production', 'development', 'test']).default('production'),
})

/** Description of each setting for messages; values are never repeated, since an address may contain a password. */
const wanted: Record<keyof z.input<typeof Environment>, string> = {
  PORT: 'a whole number from 0 to 65535',
  METRICS_PORT: 'a whole number from 0 to 65535',
  METRICS_ADDRESS: 'an address of this machine in digits, e.g. 127.0.0.1',
  LISTEN_ADDRESS: 'an address of this machine in digits, e.g. 127.0.0.1, or 0.0.0.0 for every one',
  DATA_DIR: 'a folder',
  JOURNAL_DIR: 'a folder, best on another disk than the database',
  DATABASE_URL: 'an address that begins with postgresql://',
  DATABASE_POOL: 'a whole number from 1 to 1000',
  DATABASE_WAIT_MS: 'a whole number of milliseconds from 50 to 60000',
  PUBLIC_URL: 'an address that begins with https:// or http://',
  HOSTS: 'host names separated by commas, e.g. *.school.lan, where * stands for a school',
  TEST_HOSTS: 'host names separated by commas, e.g. trial.school.lan, where * stands for one label',
  ASSETS_URL: 'an address that begins with https://, or with http:// on this machine itself',
  SMTP_URL: 'an address that begins with smtp:// or smtps://',
  MAIL_FROM: 'an email address',
  CAPTCHA_SITE_KEY: 'set together with CAPTCHA_SECRET',
  CAPTCHA_SECRET: 'set together with CAPTCHA_SITE_KEY',
  CAPTCHA_PROVIDER: `one of ${ProviderName.options.join(', ')}`,
  CAPTCHA_VERIFY_URL: 'an address that begins with https://, or with http:// on this machine itself',
  FACE_KEY: `${faceKeyBytes} random bytes in base64, as "openssl rand -base64 ${faceKeyBytes}" prints them; several keys are separated by commas, the newest first`,
  SIMULATED_GATEWAY_URL: 'an address that begins with http://127.0.0.1:, with NODE_ENV other than production',
  IDENTITY_LOOPBACK: 'yes or no; it counts with NODE_ENV other than production',
  PRINTERS: 'addresses separated by commas, e.g. tcp://192.168.1.50:9100 or http://192.168.1.51',
  LOG_LEVEL: `one of ${logLevels.join(', ')}`,
  LOCAL_WEBHOOKS: 'yes or no, with NODE_ENV other than production',
  TRUST_PROXY: 'yes or no',
  DEMO_SCHOOLS: 'yes or no',
  NODE_ENV: 'production, development or test',
}

function captchaOf(data: z.output<typeof Environment>): Settings['captcha'] {
  const { CAPTCHA_PROVIDER: provider, CAPTCHA_SITE_KEY: siteKey, CAPTCHA_SECRET: secret } = data
  if (!siteKey || !secret) return undefined
  return { provider, siteKey, secret, verifyUrl: data.CAPTCHA_VERIFY_URL ?? captchaProviders[provider].verifyUrl }
}

/**
 * Reads the settings; an empty variable counts as unset.
 * @throws StartupError that names the first bad setting and says what it must be.
 */
export function readSettings(environment: Readonly<Record<string, string | undefined>> = process.env): Settings {
  const given = Object.fromEntries(
    Object.entries(readSecretFiles(environment)).filter(([, value]) => value !== undefined && value !== ''),
  )
  const parsed = Environment.safeParse(given)
  if (!parsed.success) {
    const name = z.keyof(Environment).parse(parsed.error.issues[0]?.path[0])
    throw new StartupError('bad-setting', `The setting ${name} must be ${wanted[name]}.`)
  }
  const { data } = parsed
  if (data.SMTP_URL !== undefined && data.PUBLIC_URL === undefined && data.NODE_ENV === 'production') {
    // Otherwise links in emails would follow a caller's Host header.
    throw new StartupError('bad-setting', 'With SMTP_URL, PUBLIC_URL must be set too: links in mails begin with it.')
  }
  if (Boolean(data.CAPTCHA_SITE_KEY) !== Boolean(data.CAPTCHA_SECRET)) {
    const name = data.CAPTCHA_SITE_KEY ? 'CAPTCHA_SECRET' : 'CAPTCHA_SITE_KEY'
    throw new StartupError('bad-setting', `The setting ${name} must be ${wanted[name]}.`)
  }
  const backup = readBackupSettings(given)
  const demoSchools = data.DEMO_SCHOOLS ?? (data.PUBLIC_URL === undefined && data.DATABASE_URL === undefined)
  // Everybody knows the passwords of demo schools: unless asked otherwise they are shown to this machine only.
  const isTrial = demoSchools && new URL(data.PUBLIC_URL ?? 'http://localhost').hostname === 'localhost'
  return {
    port: data.PORT,
    listenAddress: data.LISTEN_ADDRESS ?? (isTrial ? '127.0.0.1' : undefined),
    metrics: data.METRICS_PORT === undefined ? undefined : { port: data.METRICS_PORT, address: data.METRICS_ADDRESS },
    dataDir: data.DATA_DIR,
    journalDir: data.JOURNAL_DIR ?? join(data.DATA_DIR, 'journal'),
    databaseUrl: data.DATABASE_URL,
    databasePool: { max: data.DATABASE_POOL, waitMs: data.DATABASE_WAIT_MS },
    publicUrl: data.PUBLIC_URL,
    hosts: data.HOSTS,
    testHosts: data.TEST_HOSTS,
    assetsUrl: data.ASSETS_URL,
    smtpUrl: data.SMTP_URL,
    mailFrom: data.MAIL_FROM ?? `no-reply@${new URL(data.PUBLIC_URL ?? 'http://localhost').hostname}`,
    captcha: captchaOf(data),
    faceKeys: data.FACE_KEY ?? [],
    identityLoopback: data.IDENTITY_LOOPBACK && data.NODE_ENV !== 'production',
    simulatedGatewayUrl: data.NODE_ENV === 'production' ? undefined : data.SIMULATED_GATEWAY_URL,
    localWebhooks: data.NODE_ENV !== 'production' && data.LOCAL_WEBHOOKS,
    printers: data.PRINTERS ?? [],
    logLevel: data.LOG_LEVEL,
    trustProxy: data.TRUST_PROXY,
    demoSchools,
    backup,
    release: releaseName(),
    copies: { isScheduled: backup.atMinutes.length > 0, maxAgeHours: backup.maxAgeHours },
    mode: data.NODE_ENV,
  }
}
